"""Tables: the cells of a story's, and pages laid out in them, as they were until about 2010."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from boilerspider.extractors.news.inputs import Bools, Floats, Ints
from boilerspider.extractors.news.inputs.features import GOOD_LINKS
from boilerspider.extractors.news.inputs.reading import View
from boilerspider.model import BlockType

MOST: Final = 0.75
"""Share of the kept letters in table cells from which on a page is laid out in tables: a story with a table in it is not, and an advertisement
or two outside of them do not decide. Chosen on the dev corpora."""

HALF: Final = 0.5
"""Share of the letters of a row, or of a table, that are kept, from which on all of it is text: a table without its header, or with empty cells, says nothing. Ours."""

FEWEST_CELLS, FEWEST_ROWS = 4, 2
"""Of a table of numbers; less is how something is laid out."""
LONGEST: Final = 0.25
"""Of the letters of the story: longer tables are what the page is for, or none of it."""
WIDEST_GAP: Final = 7
"""Blocks that may stand between the table and the nearest that are kept on either side: its title, its source, tables beside it."""
MOSTLY: Final = 0.7
"""Share of the letters around a table, cells not counted, that are kept: it stands in the story."""
LEAST_LIKELY: Final = 0.2
"""Likelihood of its likeliest cell. All six are chosen on the dev corpora: of 11 pages with such tables 9 come nearer to their gold text."""

ROW: Final = "tr"
TABLE: Final = "table"
FIGURE: Final = "figure"
MOST_WRAPPERS: Final = 4
"""Elements from the table up to the story's, that one among them. Ours."""
_TABLES: Final = re.compile(r"(?<![a-z])tables?(?![a-z])", re.IGNORECASE)
_CELL: Final = BlockType.TABLE


def are_in_tables(kept: Iterable[tuple[int, BlockType]]) -> bool:
    """Whether most of what is kept of a page, letters and type of each block, stands in table cells."""
    sizes = [(size, kind is _CELL) for size, kind in kept]
    return sum(size for size, is_cell in sizes if is_cell) > MOST * sum(size for size, _ in sizes)


def unkept_cells(seen: View, types: Sequence[BlockType], keep: Bools, likely: Floats) -> list[int]:
    """The blocks that are left out of rows and tables most of which is kept, and of tables of numbers amid the story: headers and cells say little by themselves.

    None on a page that is laid out in tables.
    """
    if _CELL not in types:
        return []
    is_cell = np.array([kind is _CELL for kind in types])
    is_unkept = is_cell & ~keep
    if not keep.any() or not is_unkept.any() or (not (is_cell & keep).any() and likely[is_unkept].max() < LEAST_LIKELY):
        return []
    if are_in_tables((len(seen.texts[place]), types[place]) for place in np.flatnonzero(keep).tolist()):
        return []
    cells = np.flatnonzero(is_cell)
    rows, tables = (seen.innermost(tag)[seen.columns.homes[cells]] for tag in (ROW, TABLE))
    found = keep & is_cell
    for boxes in (rows, tables):
        found |= _rest_of_most(seen, boxes, cells, found)
    story = _Story.of(seen, keep, is_cell)
    order = np.argsort(tables, kind="stable")
    for one in np.split(order, np.flatnonzero(np.diff(tables[order])) + 1):
        places = cells[one]
        is_grid = len(one) >= FEWEST_CELLS and len(np.unique(rows[one])) >= FEWEST_ROWS
        if is_grid and not found[places].all() and likely[places].max() >= LEAST_LIKELY:
            found[places] |= story.is_around(int(tables[one[0]]), places)
    rest: list[int] = np.flatnonzero(found & ~keep).tolist()
    return rest


@dataclass(frozen=True, slots=True)
class _Story:
    """Where what is kept stands, to be asked of many tables."""

    seen: View
    kept: Ints
    """Places of the blocks that are kept."""
    letters: Floats
    others: Floats
    """Letters of what is kept before each place, and of all that is no cell."""

    @classmethod
    def of(cls, seen: View, keep: Bools, is_cell: Bools) -> _Story:
        """The story of a page."""
        letters, others = (np.concatenate(([0], np.cumsum(seen.letters.shown * part))) for part in (keep, ~is_cell))
        return cls(seen, np.flatnonzero(keep), letters, others)

    def is_around(self, table: int, cells: Ints) -> bool:
        """Whether a table stands between blocks of the story or ends it, in an element that holds most of it and little else, and does not link."""
        letters, columns = self.seen.letters, self.seen.columns
        size = letters.shown[cells].sum()
        if size > LONGEST * self.letters[-1] or letters.linked[cells].sum() >= GOOD_LINKS * size:
            return False
        at = int(np.searchsorted(self.kept, cells[0]))
        if at == 0:
            return False
        before = int(self.kept[at - 1])
        behind = self.kept[at] if at < len(self.kept) else cells[-1]
        if max(cells[0] - before, behind - cells[-1]) > WIDEST_GAP + 1:
            return False
        # Nothing of the story behind it shows that it is no box below that.
        if at == len(self.kept) and not self._is_beside(table, before):
            return False
        around = table
        while columns.first[around] > before or columns.last[around] <= behind:
            around = int(columns.parents[around])
        first, last = columns.first[around], columns.last[around]
        kept, others = (sums[last] - sums[first] for sums in (self.letters, self.others))
        return bool(kept >= HALF * self.letters[-1] and kept >= MOSTLY * others)

    def _is_beside(self, table: int, last: int) -> bool:
        """Whether a table stands in the element that the story's last block stands in, but for what is there for the table's sake: a figure, or what is called a table's."""
        home = self.seen.columns.homes[last]
        at = self.seen.columns.parents[table]
        for _ in range(MOST_WRAPPERS):
            if at in (home, self.seen.columns.parents[home]):
                return True
            element = self.seen.elements[at]
            if element.tag != FIGURE and not _TABLES.search(element.get("class", "")):
                return False
            at = self.seen.columns.parents[at]
        return False


def _rest_of_most(seen: View, boxes: Ints, cells: Ints, kept: Bools) -> Bools:
    """These cells, where half the letters of the row or table that each is in and more are kept."""
    letters = seen.letters.shown[cells]
    whole = np.bincount(boxes, letters)
    found = np.zeros(len(kept), bool)
    found[cells] = (np.bincount(boxes, letters * kept[cells]) >= HALF * whole)[boxes]
    return found


__all__ = ["are_in_tables", "unkept_cells"]
