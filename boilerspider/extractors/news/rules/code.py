"""Code that the networks leave out: its lines have few words, and none of the story's; and the numbers of its lines that they keep."""

from __future__ import annotations

from itertools import groupby

import numpy as np
from lxml import etree

from boilerspider.extractors.news.inputs import Bools
from boilerspider.extractors.news.inputs.reading import View
from boilerspider.extractors.news.inputs.vocabulary import TAGS
from boilerspider.extractors.news.rules.kinds import GROUP_BITS

PREFORMATTED, CELL, ROW, TABLE = "pre", "td", "tr", "table"
MOST_DIGITS = 5
"""Of a line's number. Ours."""
_OTHERS = GROUP_BITS["hidden"] | GROUP_BITS["advert"]
"""Names that an element has which nobody sees, or wants to."""


def unkept_code(seen: View, keep: Bools) -> list[int]:
    """The blocks of preformatted text that are left out between the first and the last that are kept, do not link and are more than the numbers of lines."""
    columns = seen.columns
    near = columns.bits[columns.homes] | columns.bits[columns.parents[columns.homes]]
    possible = ((columns.paths[columns.homes] & TAGS[PREFORMATTED]) != 0) & ((near & _OTHERS) == 0)
    possible &= ~keep & (seen.letters.linked == 0)
    kept = np.flatnonzero(keep)
    if not len(kept) or not possible.any():
        return []
    possible[: kept[0]] = possible[kept[-1] :] = False
    runs = groupby(np.flatnonzero(possible).tolist(), lambda place: _is_of_numbers(seen.texts[place]))
    found = [(list(places), is_of_numbers) for is_of_numbers, places in runs]
    return [
        place
        for places, is_of_numbers in found
        if not (is_of_numbers and _count_up([seen.texts[place] for place in places]))
        for place in places
    ]


def line_numbers(seen: View, keep: Bools) -> list[int]:
    """The kept blocks that are the numbers of a listing's lines, two at least, in a table's cell beside that of the lines; what a program prints stands in none, and examples of what it is given in several rows."""
    homes = seen.columns.homes
    lines = (seen.columns.paths[homes] & TAGS[PREFORMATTED]) != 0
    possible = np.flatnonzero(keep & lines & ((seen.columns.paths[homes] & TAGS[CELL]) != 0)).tolist()
    found = []
    for is_of_numbers, run in groupby(possible, lambda place: _is_of_numbers(seen.texts[place])):
        places = list(run)
        behind, numbers = places[-1] + 1, [seen.texts[place] for place in places]
        is_before_lines = behind < len(lines) and lines[behind] and not _is_of_numbers(seen.texts[behind])
        is_possible = is_of_numbers and is_before_lines and numbers != ["1"] and _count_up(numbers)
        if is_possible and _are_alone(seen.elements[homes[places[-1]]], seen.elements[homes[behind]]):
            found += places
    return found


def _are_alone(one: etree._Element, other: etree._Element) -> bool:
    """Whether two elements stand in the two cells of the only row of a table that has preformatted text."""
    cell, beside = (next(element.iterancestors(CELL), element) for element in (one, other))
    row, table = cell.getparent(), next(cell.iterancestors(TABLE), None)
    if table is None or cell.getnext() is not beside or cell.getprevious() is not None or beside.getnext() is not None:
        return False
    return all(next(element.iterancestors(ROW), None) is row for element in table.iter(PREFORMATTED))


def _is_of_numbers(text: str) -> bool:
    return all(word.isdecimal() and len(word) <= MOST_DIGITS for word in text.split())


def _count_up(texts: list[str]) -> bool:
    """Whether these texts are the numbers of lines: one by one, or that of the only line; what a program prints is any number."""
    numbers = [int(word) for word in " ".join(texts).split()]
    return numbers == [1] or (len(numbers) > 1 and numbers == list(range(numbers[0], numbers[0] + len(numbers))))


__all__ = ["line_numbers", "unkept_code"]
