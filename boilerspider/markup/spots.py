"""Where on a page runs of text stand: the elements around each, whether it holds a link, and the home of most of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from boilerspider.markup.transcript import Transcript

HOME_SHARE = 0.5
"""Share of the kept letters that a story's home holds. Ours."""


class Spot(NamedTuple):
    """Where a block stands."""

    above: tuple[int, ...]
    """The elements that all of it lies in, by their numbers, from the root on."""
    has_link: bool


def spots_of(transcript: Transcript, runs: Sequence[tuple[int, int, Collection[int]]]) -> list[Spot]:
    """Where runs of text nodes stand, each given by its first node, its last, and all of them."""
    wanted = {node for first, last, _ in runs for node in (first, last)}
    above, linked = _paths(transcript, wanted)
    return [Spot(_common(above[first], above[last]), not linked.isdisjoint(nodes)) for first, last, nodes in runs]


def _paths(transcript: Transcript, wanted: Collection[int]) -> tuple[Mapping[int, tuple[int, ...]], set[int]]:
    """The elements above each wanted text node, and the text nodes that stand in a link."""
    opens = transcript.tags.index("a") if "a" in transcript.tags else 0
    closes = -opens
    above: dict[int, tuple[int, ...]] = {}
    linked, stack = set[int](), list[int]()
    number, opened, links, last = -1, -1, 0, max(wanted)
    for event in transcript.events:
        if event.__class__ is str:
            number += 1
            if links:
                linked.add(number)
            if number in wanted:
                above[number] = tuple(stack)
                if number == last:
                    break
        elif event > 0:  # type: ignore[operator]  # it is no text
            opened += 1
            stack.append(opened)
            if event == opens:
                links += 1
        else:
            stack.pop()
            if event == closes:
                links -= 1
    return above, linked


def _common(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    """What two paths from the root have in common: where they have one element in common, they have all above it."""
    length = min(len(one), len(other))
    while length and one[length - 1] != other[length - 1]:
        length -= 1
    return one[:length]


def home_of(spots: Sequence[Spot], sizes: Sequence[int]) -> frozenset[int]:
    """The elements that hold half of the letters of blocks that stand there and have so many each; linear in blocks and elements, however deep those are."""
    inside, parents = defaultdict[int, int](int), dict[int, int]()
    for spot, size in zip(spots, sizes, strict=True):
        if spot.above:
            inside[spot.above[-1]] += size
        for child, parent in pairwise(reversed(spot.above)):
            if child in parents:
                break
            parents[child] = parent
    for number in sorted(parents, reverse=True):  # an element's number is greater than its parent's
        inside[parents[number]] += inside[number]
    enough = HOME_SHARE * sum(sizes)
    return frozenset(number for number, size in inside.items() if size >= enough)


__all__ = ["Spot", "home_of", "spots_of"]
