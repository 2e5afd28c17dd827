"""Boxes among what was kept: markup of its own speaks against a block of which the networks are not sure.

The networks judge by a block's own names and by its neighbours; that a wrapper's names stand nowhere else in the story says what neither does.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from boilerspider.extractors.news.facts import Head
from boilerspider.markup.digests import plain
from boilerspider.markup.guests import guests
from boilerspider.markup.tree import Document
from boilerspider.model import Block, BlockType, Label

SURE_WITH_LINK, SURE = 0.9, 0.6
"""Likelihood from which on a block stays although it stands in a box, one with a link and any other."""
MOST_SHARE = 0.15
"""Of the kept letters, what boxes hold at most: where it is more the page is made of boxes."""
FEW, MOST_SHARE_OF_FEW = 2, 0.35
"""So few boxes may hold more, and so much: beside a short story an advertisement is long."""
PLAIN_STORY = 0.9
"""Confidence from which on a page is plainly one story, when its boxes are left out: on listings and shops what is kept is boxes."""
PERHAPS_STORY = 0.7
"""Confidence with its boxes from which on a page may be one."""

LONG = 200
"""Letters of a block that may begin the story although it stands in a wrapper of its own, as a first paragraph often does. All of them are chosen on the dev corpora, where they change the word F of articles by .001 at most."""

STRANGE_SCORE = 0.25
"""What is left of the likelihood of what speaks of something else: a doubt, so that an outline that knew it as text finds it again."""

_STAY = (BlockType.STANDFIRST, BlockType.QUOTE, BlockType.CODE)
"""What stands in boxes in many a story; tables do too, where they do not hold the story itself."""


def without_boxes(
    document: Document,
    blocks: tuple[Block, ...],
    head: Head,
    asked: Sequence[BlockType] = (),
    strange: Collection[int] = (),
) -> tuple[Block, ...]:
    """The blocks of a page without the boxes below its beginning that are unlikely to be the story's; what was asked for stays.

    What speaks of something else, whose places are `strange`, goes from a box however likely it is.
    """
    if not strange and not any(block.is_content and block.score < SURE_WITH_LINK for block in blocks):
        return blocks
    kept = [place for place, block in enumerate(blocks) if block.is_content]
    letters = _letters(blocks, kept)
    is_in_table = 2 * _letters(blocks, [at for at in kept if blocks[at].type is BlockType.TABLE]) > letters
    stay = {*_STAY, *asked} if is_in_table else {*_STAY, *asked, BlockType.TABLE}
    found = guests(document, blocks, plain(f"{head.descriptions}\n{head.titles}"))
    most = MOST_SHARE_OF_FEW if _runs(kept, found) <= FEW else MOST_SHARE
    if _letters(blocks, found) > most * letters:
        return blocks
    start = next((at for at in kept if at not in found and blocks[at].score >= SURE_WITH_LINK), len(blocks))
    left_out = [
        place
        for place, has_link in found.items()
        if (place > start or len(blocks[place].text) < LONG)
        and (place in strange or blocks[place].score < (SURE_WITH_LINK if has_link else SURE))
        and blocks[place].type not in stay
    ]
    changed = list(blocks)
    for place in left_out:
        score = min(blocks[place].score, STRANGE_SCORE) if place in strange else blocks[place].score
        changed[place] = replace(blocks[place], label=Label.BOILERPLATE, type=BlockType.BOILERPLATE, score=score)
    return tuple(changed)


def _runs(kept: Sequence[int], found: Collection[int]) -> int:
    """How many times among what was kept a box, or one right after the other, stands."""
    return sum(1 for is_box, _ in groupby(kept, found.__contains__) if is_box)


def _letters(blocks: Sequence[Block], places: Iterable[int]) -> int:
    return sum(len(blocks[place].text) for place in places)


__all__ = ["PERHAPS_STORY", "PLAIN_STORY", "SURE", "without_boxes"]
