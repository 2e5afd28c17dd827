"""Pages laid out in tables, as they were until about 2010: today's pages do not show how to read them.

The networks of the modern convention have seen few. Of such a page those that were trained on pages of 2008 have the larger say.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from boilerspider.extractors.news.letters import Floats
from boilerspider.extractors.news.network import Judged
from boilerspider.model import Block, BlockType

OF_TABLES: Final = "tables"
"""The networks that know such pages. They learn from the pages of the convention `l3s`, so that titles are text for them, but for a short time: those that
learn them well forget what advertisements look like."""
SAY: Final = np.float32(0.7)
"""Of those networks; the others have the rest."""
MOST: Final = 0.75
"""Share of the kept letters in table cells from which on a page is laid out in tables: a story with a table in it is not, and an advertisement
or two outside of them do not decide."""
EVEN: Final = 0.45
"""Likelihood, the mean of both networks', at which what one of them alone keeps speaks neither for nor against it."""
WEIGHT: Final = 3.0
"""Of that beside the confidence in the two readings: with it half as many pages are near to being read the other way. All chosen on the dev corpora (docs/news.md)."""


def are_in_tables(kept: Iterable[tuple[int, BlockType]]) -> bool:
    """Whether most of what is kept of a page, letters and type of each block, stands in table cells."""
    sizes = [(size, kind is BlockType.TABLE) for size, kind in kept]
    return sum(size for size, is_cell in sizes if is_cell) > MOST * sum(size for size, _ in sizes)


def together(modern: Judged, of_tables: Judged) -> Judged:
    """What both networks think of a page laid out in tables."""
    return Judged(*((1 - SAY) * one + SAY * other for one, other in zip(modern, of_tables, strict=True)))


def doubt(modern: Sequence[Block], of_tables: Sequence[Block], likely: Floats) -> float:
    """What speaks against the modern reading: how unlikely are, for both networks, the letters that the other reading does not keep; 0 where there are none."""
    pairs = enumerate(zip(modern, of_tables, strict=True))
    places = [place for place, (one, other) in pairs if one.is_content and not other.is_content]
    if not places:
        return 0.0
    sizes = [len(modern[place].text) for place in places]
    return WEIGHT * (EVEN - float(np.average(likely[places], weights=sizes)))


def told_otherwise(taken: Sequence[Block], other: Sequence[Block]) -> tuple[Block, ...]:
    """The reading that was taken; its blocks say which of them the other one decides about otherwise."""
    pairs = zip(taken, other, strict=True)
    return tuple(one if one.label is two.label else replace(one, otherwise=True) for one, two in pairs)


__all__ = ["OF_TABLES", "are_in_tables", "doubt", "together", "told_otherwise"]
