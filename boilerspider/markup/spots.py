"""Where on a page runs of text stand: the elements around each, what of it is a link, and the home of most of them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from boilerspider.markup.permalinks import HEADINGS, MAX_CLIMB
from boilerspider.markup.transcript import Transcript
from boilerspider.model import Block, kept_places

HOME_SHARE = 0.5
"""Share of the kept letters that a story's home holds. Ours."""

MAX_STEPS = 500_000
"""Elements above the first and the last text node of each kept block, all together: on a page of many blocks in deep markup they take gigabytes.
Ours: of 3,188 dev pages one has 85,412, no other more than 84,196."""


class Spot(NamedTuple):
    """Where a block stands."""

    above: tuple[int, ...]
    """The elements that all of it lies in, by their numbers, from the root on."""
    linked: frozenset[int]
    """Its text nodes that stand in a link which leads elsewhere."""

    @property
    def has_link(self) -> bool:
        """Whether there are any."""
        return bool(self.linked)


@dataclass(frozen=True)
class Standing:
    """The kept blocks of a page that have text nodes, and where they stand."""

    transcript: Transcript
    places: Sequence[int]
    """Of each among all blocks; what is told of one goes by its rank among these."""
    blocks: Sequence[Block]
    spots: Sequence[Spot]

    @classmethod
    def of(cls, transcript: Transcript, blocks: Sequence[Block]) -> Standing:
        """Of a page that was labelled; of none of its blocks where there are too many steps to them (`MAX_STEPS`)."""
        places = [place for place in kept_places(blocks) if blocks[place].nodes]
        kept = [blocks[place] for place in places]
        runs = [(block.nodes[0], block.nodes[-1], block.nodes) for block in kept]
        spots = spots_of(transcript, runs) if runs else []
        return cls(transcript, (), (), ()) if spots is None else cls(transcript, places, kept, spots)

    @cached_property
    def sizes(self) -> list[int]:
        """The letters of each."""
        return [len(block.text) for block in self.blocks]

    @cached_property
    def home(self) -> frozenset[int]:
        """The elements that hold half of the letters."""
        return home_of(self.spots, self.sizes)

    @cached_property
    def depth(self) -> int:
        """The most elements that one of them lies in."""
        return max((len(spot.above) for spot in self.spots), default=0)

    def alike(self, numbers: Collection[int]) -> Mapping[int, int]:
        """How many elements of the tag and class of each of these its parent has in which a block lies, itself among them; all have one."""
        if not numbers:
            return {}
        parents = {child: parent for spot in self.spots for parent, child in pairwise(spot.above)}
        wanted = {parents.get(number, -1) for number in numbers}
        kinds = Counter(self._kind(child, parent) for child, parent in parents.items() if parent in wanted)
        return {number: max(kinds[self._kind(number, parents.get(number, -1))], 1) for number in numbers}

    def _kind(self, number: int, parent: int) -> tuple[int, int, str | None]:
        return parent, self.transcript.places[number], self.transcript.classes[number]

    def above_others(self, places: Collection[int]) -> frozenset[int]:
        """The elements that a block lies in which has none of these places."""
        others = (spot.above for place, spot in zip(self.places, self.spots, strict=True) if place not in places)
        return frozenset[int]().union(*others)


def spots_of(transcript: Transcript, runs: Sequence[tuple[int, int, Collection[int]]]) -> list[Spot] | None:
    """Where runs of text nodes stand, each given by its first node, its last, and all of them; None where there are too many steps to them."""
    wanted = {node for first, last, _ in runs for node in (first, last)}
    found = _paths(transcript, wanted)
    if found is None:
        return None
    above, linked = found
    return [
        Spot(_common(above[first], above[last]), frozenset(linked.intersection(nodes))) for first, last, nodes in runs
    ]


def _paths(transcript: Transcript, wanted: Collection[int]) -> tuple[Mapping[int, tuple[int, ...]], set[int]] | None:
    """The elements above each wanted text node, and the text nodes that stand in a link; None where those are too many."""
    opens = transcript.tags.index("a") if "a" in transcript.tags else 0
    closes = -opens
    above: dict[int, tuple[int, ...]] = {}
    linked, stack, leading = set[int](), list[int](), list[bool]()
    number, opened, links, steps, last = -1, -1, 0, 0, max(wanted)
    for event in transcript.events:
        if event.__class__ is str:
            number += 1
            if links:
                linked.add(number)
            if number in wanted:
                steps += len(stack)
                if steps > MAX_STEPS:
                    return None
                above[number] = tuple(stack)
                if number == last:
                    break
        elif event > 0:  # type: ignore[operator]  # it is no text
            opened += 1
            stack.append(opened)
            if event == opens:
                leading.append(_leads(transcript, stack))
                links += leading[-1]
        else:
            stack.pop()
            if event == closes:
                links -= leading.pop()
    return above, linked


def _leads(transcript: Transcript, stack: Sequence[int]) -> bool:
    """Whether the last of these elements, an `a`, leads elsewhere: a name for a place does not, nor do headings to themselves, or to what they open."""
    href = transcript.hrefs[stack[-1]]
    if href is None or not href.startswith("#"):
        return href is not None
    return not any(transcript.tag(number) in HEADINGS for number in stack[-1 - MAX_CLIMB : -1])


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


__all__ = ["Spot", "Standing", "home_of", "spots_of"]
