"""Kept blocks that stand in markup unlike the story's where no wrapper's name tells: in one that holds nothing of the story, or as a line.

Such a line is hardly more than a link, is set off as a whole and holds one, has a class that calls it an advertisement and
the like, or is dressed as none of the story's paragraphs is (`dress`). That says little by itself, and nothing of a block that speaks of what the story speaks of: whoever asks knows blocks that do not.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from lxml import etree

from boilerspider.extractors.news.inputs.vocabulary import name_words
from boilerspider.extractors.news.rules.dress import dressed_apart
from boilerspider.markup.guests import HEADINGS, LINES, SHARED
from boilerspider.markup.spots import Standing
from boilerspider.markup.transcript import Transcript
from boilerspider.markup.units import UNSEEN

_NO_WRAPPERS = LINES | HEADINGS | {"ul", "ol", "dl"}
"""Elements that make no box of what is in them; in a list many a story says what it says nowhere else."""
_SET_OFF = frozenset(("a", "b", "em", "i", "strong"))
"""Elements that set a line off from others when they hold all of it."""
_CALLS = frozenset(
    "ad ads advert advertisement advertisements advertorial promo promos sponsor sponsored newsletter signup subscribe cta related readmore share "  # noqa: SIM905 - names read best as words
    "anzeige werbung reklame publicidad publicite pubblicita reklam annonce annons reclame".split()
)
"""Words of class names that call a line an advertisement or one that leads elsewhere; ours."""
FEWEST_ROWS = 3
"""Lines of a table of one column, its links not counted, from which on it is a list; in one many a story says what it says nowhere else."""
FEWEST_HEADINGS = 3
"""Headings of one kind in one element from which on they are those of the story's items, wherever they lead. Ours."""
QUOTE, TABLE = "blockquote", "table"
_TABLE_PARTS, _CELLS = frozenset((TABLE, "thead", "tbody", "tfoot")), frozenset(("td", "th"))
MAX_LINE = 200
"""Letters of a line: a longer paragraph is one, whatever it is set in. Ours."""


class Loose(NamedTuple):
    """Places of kept blocks."""

    boxes: Mapping[int, bool] = MappingProxyType({})
    """Those in a wrapper, a line or a dress of their own, and whether each holds a link."""
    lines: frozenset[int] = frozenset()
    """Those of them that are lines."""


@dataclass(frozen=True, slots=True)
class Nameless:
    """What of a page's markup is unlike the story's by its tags, or the names of a line."""

    standing: Standing
    ways: Sequence[Sequence[int]]
    """The elements between the story's home and each kept block."""
    rare: Sequence[Sequence[str]]
    """The tags of those that little of the story stands under on the same way; empty for the others."""

    @classmethod
    def of(cls, standing: Standing) -> Nameless:
        """Of the kept blocks of a page."""
        home = standing.home
        ways = [[number for number in spot.above if number not in home] for spot in standing.spots]
        return cls(standing, ways, _rare(standing.transcript, ways, standing.sizes))

    def wrappers(self) -> dict[int, int]:
        """The places of the blocks in rare wrappers, and the number of the outermost one of each."""
        found = {}
        for place, way, tags in zip(self.standing.places, self.ways, self.rare, strict=True):
            wrapper = next((at for at, tag in zip(way, tags, strict=True) if tag and tag not in _NO_WRAPPERS), None)
            if wrapper is not None:
                found[place] = wrapper
        return found

    def in_frames(self, places: Collection[int], links: Collection[int]) -> set[int]:
        """Those of these places that stand in a table that holds nothing else, and is rather a frame: no row has two cells, and there are one or two lines beside links, which stand at `links`."""
        tables: dict[int, list[int]] = {}
        for place, spot in zip(self.standing.places, self.standing.spots, strict=True) if places else ():
            table = next((at for at in reversed(spot.above) if self.standing.transcript.tag(at) == TABLE), None)
            if table is not None:
                tables.setdefault(table, []).append(place)
        return {
            place
            for table, held in tables.items()
            if sum(place not in links for place in held) < FEWEST_ROWS
            and all(place in places for place in held)
            and self._is_column(table)
            for place in held
        }

    def _is_column(self, table: int) -> bool:
        """Whether no row of a table has two cells with text in them."""
        element = self.standing.transcript.elements[table]
        rows = (row for part in (element, *element) if part.tag in _TABLE_PARTS for row in part if row.tag == "tr")
        return all(sum(cell.tag in _CELLS and _has_text(cell) for cell in row) < 2 for row in rows)

    def loose(self, asked: Collection[int], links: Collection[int]) -> Loose:
        """Those of the asked places whose blocks stand so; at `links` are blocks that are hardly anything else.

        What stands in a quotation of its own does not; a box in a quotation of the story's may.
        """
        if not asked:
            return Loose()
        places, spots, sizes = self.standing.places, self.standing.spots, self.standing.sizes
        storys = self.standing.above_others(asked)
        called = self._called(asked, storys)
        apart = dressed_apart(self.standing, asked)
        boxed, lines = set(), set()
        for rank, (way, tags) in enumerate(zip(self.ways, self.rare, strict=True)):
            is_asked, has_link = places[rank] in asked, spots[rank].has_link
            if not (is_asked or has_link):
                continue
            own = [number for number in way if number not in storys]
            if any(self.standing.transcript.tag(number) == QUOTE for number in own):
                continue
            wraps = any(tag and tag not in _NO_WRAPPERS and at not in storys for at, tag in zip(way, tags, strict=True))
            if wraps or places[rank] in apart:
                boxed.add(rank)
            is_of_link = spots[rank].has_link and (places[rank] in links or not _SET_OFF.isdisjoint(tags))
            if (is_of_link and sizes[rank] < MAX_LINE) or places[rank] in called:
                lines.add(rank)
        # One above the other they are a list, which a story may have.
        alone = {rank for rank in lines if lines.isdisjoint((rank - 1, rank + 1))}
        alone -= self._of_items([rank for rank in alone if places[rank] not in called])
        found = {places[rank]: spots[rank].has_link for rank in sorted(boxed | alone) if places[rank] in asked}
        return Loose(found, frozenset(places[rank] for rank in alone).intersection(found))

    def _of_items(self, lines: Collection[int]) -> set[int]:
        """Those of these ranks that stand in one of several headings alike."""
        tag = self.standing.transcript.tag
        headings = {rank: next((at for at in self.ways[rank] if tag(at) in HEADINGS), -1) for rank in lines}
        numbers = {at for at in headings.values() if at >= 0}
        alike = self.standing.alike(numbers)
        return {rank for rank, at in headings.items() if at in numbers and alike[at] >= FEWEST_HEADINGS}

    def called(self, asked: Collection[int]) -> set[int]:
        """The lines at the asked places whose class, one that the rest of the story has not, calls them an advertisement and the like."""
        return self._called(asked, self.standing.above_others(asked)) if asked else set()

    def _called(self, asked: Collection[int], storys: Collection[int]) -> set[int]:
        """The same, for whoever knows the elements that the rest of the story lies in."""
        classes = self.standing.transcript.classes
        names = {classes[number] for number in storys}
        found = set()
        for place, way, size in zip(self.standing.places, self.ways, self.standing.sizes, strict=True):
            if place in asked and size < MAX_LINE:
                own = (classes[number] for number in way if number not in storys)
                if any(not _CALLS.isdisjoint(name_words(name)) for name in own if name and name not in names):
                    found.add(place)
        return found


def _has_text(cell: etree._Element) -> bool:
    texts = [
        *(element.text for element in cell.iter("*") if element.tag not in UNSEEN),
        *(node.tail for node in cell.iterdescendants()),
    ]
    return any(text and not text.isspace() for text in texts)


def _rare(transcript: Transcript, ways: Sequence[Sequence[int]], sizes: Sequence[int]) -> list[tuple[str, ...]]:
    """Of each way the tags that little of the kept text stands under on the same way; empty for the others."""
    known: dict[tuple[int, str], int] = {}
    under = [0]
    steps = []
    for way, size in zip(ways, sizes, strict=True):
        step, taken = 0, []
        for tag in map(transcript.tag, way):
            # Each beginning of a way gets a number: to hash the beginnings themselves would take the square of their length.
            step = known.setdefault((step, tag), len(under))
            if step == len(under):
                under.append(0)
            under[step] += size
            taken.append((step, tag))
        steps.append(taken)
    few = SHARED * sum(sizes)
    return [tuple(tag if under[step] < few else "" for step, tag in taken) for taken in steps]


__all__ = ["Loose", "Nameless"]
