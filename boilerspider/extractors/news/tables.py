"""Tables: the cells of a story's, and pages laid out in them, as they were until about 2010."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np

from boilerspider.extractors.news.features import Ints
from boilerspider.extractors.news.kinds import Bools
from boilerspider.extractors.news.reading import View
from boilerspider.model import BlockType

MOST: Final = 0.75
"""Share of the kept letters in table cells from which on a page is laid out in tables: a story with a table in it is not, and an advertisement
or two outside of them do not decide. Chosen on the dev corpora."""

HALF: Final = 0.5
"""Share of the letters of a row, or of a table, that are kept, from which on all of it is text: a table without its header, or with empty cells, says nothing. Ours."""

ROW: Final = "tr"
TABLE: Final = "table"


def are_in_tables(kept: Iterable[tuple[int, BlockType]]) -> bool:
    """Whether most of what is kept of a page, letters and type of each block, stands in table cells."""
    sizes = [(size, kind is BlockType.TABLE) for size, kind in kept]
    return sum(size for size, is_cell in sizes if is_cell) > MOST * sum(size for size, _ in sizes)


def unkept_cells(seen: View, types: Sequence[BlockType], keep: Bools) -> list[int]:
    """The blocks that are left out of rows and tables most of which is kept, on a page that is not laid out in tables: headers and numbers, however unlikely by themselves."""
    is_cell = np.array([kind is BlockType.TABLE for kind in types])
    if not (is_cell & keep).any() or not (is_cell & ~keep).any():
        return []
    if are_in_tables((len(seen.texts[place]), types[place]) for place in np.flatnonzero(keep).tolist()):
        return []
    found = keep & is_cell
    for tag in (ROW, TABLE):
        found |= _rest_of_most(seen, tag, np.flatnonzero(is_cell), found)
    rest: list[int] = np.flatnonzero(found & ~keep).tolist()
    return rest


def _rest_of_most(seen: View, tag: str, cells: Ints, kept: Bools) -> Bools:
    """These cells, where half the letters of the innermost such element around them and more are kept."""
    boxes = _innermost(seen, tag)[seen.columns.homes[cells]]
    letters = seen.letters.shown[cells]
    whole = np.bincount(boxes, letters)
    found = np.zeros(len(kept), bool)
    found[cells] = (np.bincount(boxes, letters * kept[cells]) >= HALF * whole)[boxes]
    return found


def _innermost(seen: View, tag: str) -> Ints:
    """Of each element the number of the innermost one of this tag that it is or lies in; the root's where there is none."""
    parents = seen.columns.parents.tolist()
    found: list[int] = []
    for number, (element, parent) in enumerate(zip(seen.elements, parents, strict=True)):
        found.append(number if element.tag == tag or parent >= number else found[parent])
    return np.array(found)


__all__ = ["are_in_tables", "unkept_cells"]
