"""Kept blocks that stand in markup unlike the story's where no name tells: in a wrapper of their own, or as a line of a link alone.

That says little by itself, and nothing of a block that speaks of what the story speaks of: whoever asks knows blocks that do not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from boilerspider.markup.guests import HEADINGS, LINES, SHARED
from boilerspider.markup.spots import Spot, home_of, spots_of
from boilerspider.markup.transcript import Transcript
from boilerspider.markup.tree import Document
from boilerspider.markup.units import INLINE
from boilerspider.model import Block

_NO_WRAPPERS = LINES | HEADINGS | {"ul", "ol", "dl"}
"""Elements that make no box of what is in them; in a list many a story says what it says nowhere else."""

Way = tuple[str, ...]
"""The tags between a story's home and a block."""


def loose(
    document: Document, blocks: Sequence[Block], asked: Collection[int], links: Collection[int]
) -> dict[int, bool]:
    """Those of the asked places whose blocks stand so, and whether they hold a link; at `links` are blocks that are hardly anything else."""
    places = [place for place, block in enumerate(blocks) if block.is_content and block.nodes]
    if not places or not asked:
        return {}
    kept = [blocks[place] for place in places]
    spots = spots_of(document.transcript, [(block.nodes[0], block.nodes[-1], block.nodes) for block in kept])
    sizes = [len(block.text) for block in kept]
    ways = _ways(document.transcript, spots, home_of(spots, sizes))
    rare = _rare(ways, sizes)
    boxed = {rank for rank, tags in enumerate(rare) if not _NO_WRAPPERS.issuperset(tags)}
    lines = {
        rank
        for rank, (spot, tags) in enumerate(zip(spots, rare, strict=True))
        if spot.has_link and (places[rank] in links or not INLINE.isdisjoint(tags))
    }
    # One above the other they are a list, which a story may have.
    alone = {rank for rank in lines if lines.isdisjoint((rank - 1, rank + 1))}
    return {places[rank]: spots[rank].has_link for rank in sorted(boxed | alone) if places[rank] in asked}


def _ways(transcript: Transcript, spots: Sequence[Spot], home: Collection[int]) -> list[Way]:
    tags, at = transcript.tags, transcript.places
    return [tuple(tags[at[number]] for number in spot.above if number not in home) for spot in spots]


def _rare(ways: Sequence[Way], sizes: Sequence[int]) -> list[Way]:
    """Of each way the tags that little of the kept text stands under on the same way."""
    under: Mapping[Way, int] = _under(ways, sizes)
    few = SHARED * sum(sizes)
    return [tuple(tag for depth, tag in enumerate(way, 1) if under[way[:depth]] < few) for way in ways]


def _under(ways: Sequence[Way], sizes: Sequence[int]) -> Mapping[Way, int]:
    """The letters below each beginning of a way."""
    under = defaultdict[Way, int](int)
    for way, size in zip(ways, sizes, strict=True):
        for depth in range(1, len(way) + 1):
            under[way[:depth]] += size
    return under


__all__ = ["loose"]
