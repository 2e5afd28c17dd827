"""Pages laid out in tables, as they were until about 2010: today's pages do not show how to read them.

The networks of the modern convention have seen few. Of such a page those that were trained on pages of 2008 have the larger say.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np

from boilerspider.extractors.news.network import Judged
from boilerspider.model import BlockType

OF_TABLES: Final = "l3s"
"""The networks that know such pages. Titles are text for them."""
SAY: Final = np.float32(0.7)
"""Of those networks; the others have the rest."""
MOST: Final = 0.9
"""Share of the kept letters in table cells from which on a page is laid out in tables: a story with a table in it is not. Both chosen on the dev corpora (docs/news.md)."""


def are_in_tables(kept: Iterable[tuple[int, BlockType]]) -> bool:
    """Whether nearly all that is kept of a page, letters and type of each block, stands in table cells."""
    sizes = [(size, kind is BlockType.TABLE) for size, kind in kept]
    return sum(size for size, is_cell in sizes if is_cell) > MOST * sum(size for size, _ in sizes)


def together(modern: Judged, of_tables: Judged) -> Judged:
    """What both networks think of a page laid out in tables."""
    return Judged(*((1 - SAY) * one + SAY * other for one, other in zip(modern, of_tables, strict=True)))


__all__ = ["OF_TABLES", "are_in_tables", "together"]
