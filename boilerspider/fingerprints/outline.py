"""The outline of a page's labelled blocks: which were kept, and which nearly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from zlib import crc32

from boilerspider.markup.digests import are_graded, digest, end_digests
from boilerspider.model import Block, Guest, Outline, kept_places
from boilerspider.model.outline import MASK, MOST_DOUBTED, MOST_OWN, NEARLY, maker_of

DOUBT = 0.2
"""The score from which on a block that was left out may be kept on the next download. Ours: of 63 blocks of 99 pages that
made boxes tipped in or out, one had less (0.19)."""

FEWEST_DOUBTED = 4
"""How many are doubted, the longest, where scores do not tell. Ours."""

AROUND = 8
"""Blocks before the first one that was kept, and behind the last, that may be the story's: standfirst, byline, date, picture. Ours."""

MOST_AMONG = 128
"""Blocks left out among the story that are told however unlikely they are: with more, one may look like a paragraph by chance. Ours."""

MOST_BLOCKS = 3_000
"""Blocks of a page among which those that were left out are looked for. Ours: no article's page has more, and a list may be endless."""


def outline(blocks: Sequence[Block], maker: str) -> Outline:
    """The outline of what an extractor of that name made of a page."""
    kept = [block for block in blocks if block.is_content and block.text.strip()]
    left = _nearest_first([block for block in blocks[:MOST_BLOCKS] if not block.is_content and block.text.strip()])
    is_graded = are_graded(blocks)
    nearest = sum(block.score >= DOUBT for block in left) if is_graded else FEWEST_DOUBTED
    return Outline(
        maker=maker_of(maker),
        own=_bounded([digest(block.text) for block in kept if not block.is_guest]),
        guests=tuple(Guest(digest(block.text), end_digests(block.text)) for block in kept if block.is_guest),
        doubted=tuple(digest(block.text) for block in left[: min(nearest, MOST_DOUBTED)]),
        left=tuple(_left_out(blocks, is_graded=is_graded)),
    )


def _left_out(blocks: Sequence[Block], *, is_graded: bool) -> Iterator[tuple[int, int]]:
    """The blocks left out that may have been kept before: likely ones, and among the story and a few around it all but those that score nothing.

    Their digests, each with the number of own blocks before it.
    """
    kept = kept_places(blocks)
    around = range(max(kept[0] - AROUND, 0), min(kept[-1] + AROUND + 1, len(blocks))) if kept else range(0)
    among = {place for place in around if not blocks[place].is_content and blocks[place].score > 0}
    if len(among) > MOST_AMONG:
        among = set()
    rank = 0
    for place, block in enumerate(blocks):
        if not block.text.strip():
            continue
        rank += block.is_content and not block.is_guest
        is_likely = place < MOST_BLOCKS and (not is_graded or block.score >= NEARLY)
        if not block.is_content and (is_likely or place in among):
            yield digest(block.text), rank


def _nearest_first(left: list[Block]) -> list[Block]:
    return sorted(left, key=lambda block: (-block.score, -len(block.text)))


def _bounded(digests: list[int]) -> tuple[int, ...]:
    """So many digests at most; the last one stands for all that is too much."""
    if len(digests) <= MOST_OWN:
        return tuple(digests)
    rest = b"".join(number.to_bytes(2, "big") for number in digests[MOST_OWN - 1 :])
    return (*digests[: MOST_OWN - 1], crc32(rest) & MASK)
