"""Kept blocks that stand in markup unlike the story's where no name tells: in a wrapper that holds nothing of the story, or as a line of a link.

Such a line is hardly more than a link, or is set off as a whole and holds one. That says little by itself, and nothing of a block that speaks of what the story speaks of: whoever asks knows blocks that do not.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from boilerspider.markup.guests import HEADINGS, LINES, SHARED
from boilerspider.markup.spots import home_of, spots_of
from boilerspider.markup.transcript import Transcript
from boilerspider.markup.tree import Document
from boilerspider.model import Block

_NO_WRAPPERS = LINES | HEADINGS | {"ul", "ol", "dl"}
"""Elements that make no box of what is in them; in a list many a story says what it says nowhere else."""
_SET_OFF = frozenset(("a", "b", "em", "i", "strong"))
"""Elements that set a line off from others when they hold all of it."""
MAX_LINE = 200
"""Letters of a line: a longer paragraph is one, whatever it is set in. Ours."""


class Loose(NamedTuple):
    """Places of kept blocks."""

    boxes: Mapping[int, bool] = MappingProxyType({})
    """Those in a wrapper or a line of their own, and whether each holds a link."""
    lines: frozenset[int] = frozenset()
    """Those of them that are lines of a link."""


def loose(document: Document, blocks: Sequence[Block], asked: Collection[int], links: Collection[int]) -> Loose:
    """Those of the asked places whose blocks stand so; at `links` are blocks that are hardly anything else."""
    places = [place for place, block in enumerate(blocks) if block.is_content and block.nodes]
    if not places or not asked:
        return Loose()
    kept = [blocks[place] for place in places]
    spots = spots_of(document.transcript, [(block.nodes[0], block.nodes[-1], block.nodes) for block in kept])
    sizes = [len(block.text) for block in kept]
    home = home_of(spots, sizes)
    ways = [[number for number in spot.above if number not in home] for spot in spots]
    storys = frozenset[int]().union(
        *(spot.above for place, spot in zip(places, spots, strict=True) if place not in asked)
    )
    rare = _rare(document.transcript, ways, sizes)
    boxed = {
        rank
        for rank, (way, tags) in enumerate(zip(ways, rare, strict=True))
        if any(tag and tag not in _NO_WRAPPERS and at not in storys for at, tag in zip(way, tags, strict=True))
    }
    lines = {
        rank
        for rank, (spot, tags) in enumerate(zip(spots, rare, strict=True))
        if spot.has_link and sizes[rank] < MAX_LINE and (places[rank] in links or not _SET_OFF.isdisjoint(tags))
    }
    # One above the other they are a list, which a story may have.
    alone = {rank for rank in lines if lines.isdisjoint((rank - 1, rank + 1))}
    found = {places[rank]: spots[rank].has_link for rank in sorted(boxed | alone) if places[rank] in asked}
    return Loose(found, frozenset(places[rank] for rank in alone).intersection(found))


def _rare(transcript: Transcript, ways: Sequence[Sequence[int]], sizes: Sequence[int]) -> list[tuple[str, ...]]:
    """Of each way the tags that little of the kept text stands under on the same way; empty for the others."""
    tags, at = transcript.tags, transcript.places
    known: dict[tuple[int, str], int] = {}
    under = [0]
    steps = []
    for way, size in zip(ways, sizes, strict=True):
        step, taken = 0, []
        for number in way:
            # Each beginning of a way gets a number: to hash the beginnings themselves would take the square of their length.
            step = known.setdefault((step, tags[at[number]]), len(under))
            if step == len(under):
                under.append(0)
            under[step] += size
            taken.append((step, tags[at[number]]))
        steps.append(taken)
    few = SHARED * sum(sizes)
    return [tuple(tag if under[step] < few else "" for step, tag in taken) for taken in steps]


__all__ = ["Loose", "loose"]
