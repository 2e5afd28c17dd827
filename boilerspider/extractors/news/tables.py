"""Pages laid out in tables, as they were until about 2010: the cells that hold such a page are no table of its story."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from boilerspider.model import BlockType

MOST: Final = 0.75
"""Share of the kept letters in table cells from which on a page is laid out in tables: a story with a table in it is not, and an advertisement
or two outside of them do not decide. Chosen on the dev corpora."""


def are_in_tables(kept: Iterable[tuple[int, BlockType]]) -> bool:
    """Whether most of what is kept of a page, letters and type of each block, stands in table cells."""
    sizes = [(size, kind is BlockType.TABLE) for size, kind in kept]
    return sum(size for size, is_cell in sizes if is_cell) > MOST * sum(size for size, _ in sizes)


__all__ = ["are_in_tables"]
