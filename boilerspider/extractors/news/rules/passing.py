"""What stands beside a block when one looks past advertisements and other boxes: they differ from one download to the next, and none may decide what is the story's."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

import numpy as np
from lxml import etree

from boilerspider.extractors.news.inputs import Bools, Ints
from boilerspider.extractors.news.inputs.reading import View
from boilerspider.extractors.news.inputs.vocabulary import name_bits
from boilerspider.extractors.news.rules.kinds import GROUP_BITS
from boilerspider.extractors.news.rules.strangers import LINK_SHARE
from boilerspider.markup.advertising import is_label

CALLED = sum(
    GROUP_BITS[name]
    for name in "related popular advert newsletter share paywall consent form tag author nav product tool".split()  # noqa: SIM905 - reads best as words
)
"""What names say of elements that are none of the story's."""
LINES = frozenset("p h1 h2 h3 h4 h5 h6 li dt dd ul ol dl table tbody tr td th blockquote pre summary".split())  # noqa: SIM905
"""Elements that make no box of what is in them: a story's paragraph or heading that is left out looks like this, too."""

MOST_BOXES = 20
"""Boxes in a row that are looked past: each of very many would be looked at for each. Ours."""

FEWEST_BESIDE_A_LINK = 3
"""Other blocks for each link of an element that is none of its own: teasers have a line below each. Ours."""


@dataclass(frozen=True, slots=True)
class Passing:
    """Looks past boxes of which nothing is kept."""

    seen: View
    keep: Bools
    sums: Ints
    """Blocks kept before each."""
    storys: frozenset[int]
    """Signatures of the elements that hold what is kept."""

    @classmethod
    def of(cls, seen: View, keep: Bools) -> Passing:
        """Of a page of which these blocks are kept."""
        sums = np.concatenate(([0], keep.cumsum()))
        columns = seen.columns
        holds = sums[columns.last] > sums[columns.first]
        return cls(seen, keep, sums, frozenset(columns.signatures[holds].tolist()))

    def behind(self, place: int) -> int:
        """The block at this place, or the first one behind the boxes that begin there."""
        for _ in range(MOST_BOXES):
            if place == len(self.keep):
                break
            before, place = place, self.past(self._outermost(place, is_first=True), place)
            if place == before:
                break
        return place

    def before(self, place: int) -> int:
        """The block at this place, or the last one before the boxes that end there; -1 for none."""
        for _ in range(MOST_BOXES):
            if place < 0:
                break
            at = self._outermost(place, is_first=False)
            if not self._is_strange(at, place):
                break
            place = int(self.seen.columns.first[at]) - 1 if self._is_free(at) else place - 1
        return place

    def past(self, at: int, place: int) -> int:
        """The place behind an element that begins with a block, or behind that block where it stands right in what holds the story; the block's own where that is none of a box."""
        if not self._is_strange(at, place):
            return place
        return int(self.seen.columns.last[at]) if self._is_free(at) else place + 1

    def own(self, place: int, at: int) -> Ints:
        """The blocks of an element from a place on, without those left out of boxes in it: what is called so, labels, a few links, and what stands in an element of its own amid blocks of one path."""
        seen, columns = self.seen, self.seen.columns
        places = np.arange(place, columns.last[at])
        homes, is_out = columns.homes[places], ~self.keep[places]
        is_box = (columns.paths[homes] & CALLED & ~columns.paths[columns.parents[at]]) != 0
        is_box |= np.fromiter((is_label(seen.texts[one]) for one in places), np.bool_, len(places))
        is_box &= is_out
        links = is_out & ~is_box & (seen.letters.linked[places] >= LINK_SHARE * seen.letters.shown[places])
        if FEWEST_BESIDE_A_LINK * links.sum() <= (~is_box & ~links).sum():
            is_box |= links
        usuals = places[~is_box & ~links]
        if not len(usuals) or (homes == homes[0]).all():
            return np.flatnonzero(~is_box) + place
        paths = columns.signatures[homes]
        # Of a letter's blocks that are kept, of a list's that are most: an advertisement may say more than either.
        usual = np.bincount(paths[usuals - place], np.where(self.keep[usuals], len(places), 1)).argmax()
        usuals = usuals[paths[usuals - place] == usual]
        is_amid = is_out & ~is_box & (paths != usual) & (places > usuals[0]) & (places < usuals[-1])
        for number in np.flatnonzero(is_amid).tolist():
            around = self._apart(int(homes[number]), at, usuals)
            is_box[number] = any(seen.elements[one].tag not in LINES for one in around)
        return np.flatnonzero(~is_box) + place

    def holds_only(self, at: int, own: Ints, others: Collection[str]) -> bool:
        """Whether an element with these blocks of its own holds none of these tags, but for the boxes in it."""
        columns, element = self.seen.columns, self.seen.elements[at]
        found = list(element.iter(*others))
        if not found:
            return True
        strays = np.setdiff1d(np.arange(columns.first[at], columns.last[at]), own)
        boxes = {self.seen.elements[one] for place in strays for one in self._apart(int(columns.homes[place]), at, own)}
        return all(_is_within(one, boxes, element) for one in found)

    def _apart(self, at: int, around: int, others: Ints) -> Iterator[int]:
        """The elements from one on, up to what is around it, that hold none of these blocks."""
        columns = self.seen.columns
        while at != around and np.searchsorted(others, columns.first[at]) == np.searchsorted(others, columns.last[at]):
            yield at
            at = int(columns.parents[at])

    def _is_strange(self, at: int, place: int) -> bool:
        """Whether nothing of an element, or this block right in one that holds some of the story, is kept, and it is plainly none of the story's: by a name of its own, its links, its words, or as a box like none that holds some of the story."""
        seen, columns = self.seen, self.seen.columns
        if self.keep[place]:
            return False
        blocks = slice(int(columns.first[at]), int(columns.last[at]))
        if not self._is_free(at):
            blocks = slice(place, place + 1)
        elif self._is_box(at):
            return True
        linked, shown = seen.letters.linked[blocks].sum(), seen.letters.shown[blocks].sum()
        return bool(linked >= LINK_SHARE * shown > 0) or all(map(is_label, seen.texts[blocks]))

    def _is_box(self, at: int) -> bool:
        """Whether an element is one by its name, or none like it holds some of the story."""
        columns = self.seen.columns
        if self.seen.elements[at].tag not in LINES and int(columns.signatures[at]) not in self.storys:
            return True
        return bool(columns.bits[at] & CALLED & ~columns.paths[columns.parents[at]])

    def _outermost(self, place: int, *, is_first: bool) -> int:
        """The outermost element without anything kept that begins, or ends, with a block; the block's own where there is none."""
        columns = self.seen.columns
        at = int(columns.homes[place])
        fits = self._starts if is_first else self._ends
        while fits(above := int(columns.parents[at]), place) and above != at and self._is_free(above):
            at = above
        return at

    def _starts(self, at: int, place: int) -> bool:
        return bool(self.seen.columns.first[at] == place and self._is_free(at))

    def _ends(self, at: int, place: int) -> bool:
        return bool(self.seen.columns.last[at] == place + 1 and self._is_free(at))

    def _is_free(self, at: int) -> bool:
        return bool(self.sums[self.seen.columns.first[at]] == self.sums[self.seen.columns.last[at]])


def _is_within(one: etree._Element, boxes: Collection[etree._Element], around: etree._Element) -> bool:
    """Whether an element lies in one of these boxes, or in what a name calls one, in what is around it."""
    at: etree._Element | None = one
    while at is not None and at is not around:
        if at in boxes or name_bits(f"{at.get('class') or ''} {at.get('id') or ''}") & CALLED:
            return True
        at = at.getparent()
    return False


__all__ = ["Passing"]
