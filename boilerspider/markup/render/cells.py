"""Tables made ready for Markdown, whose rows are as wide as their head, and whose cells are one column and one row each."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

MAX_COLSPAN = 20
"""Columns of one cell: a table is as wide as they say, and a page can say that it is a thousand times as long as its text. Ours."""


def fill_covered(soup: Any, table: Any) -> None:
    """Give a table an empty cell for each column of a row that a cell above covers; none reaches into another section."""
    covered: dict[int, int] = {}
    section = None
    for row in table.find_all("tr"):
        if row.parent is not section:
            section, covered = row.parent, {}
        left = {column: rows - 1 for column, rows in covered.items() if rows > 1}
        column = 0
        for cell in row.find_all(["td", "th"]):
            while column in covered:
                cell.insert_before(soup.new_tag("td"))
                column += 1
            width = columns(cell)
            if (rows := _rows(cell)) > 1 and len(left) + width <= MAX_COLSPAN:
                left.update(dict.fromkeys(range(column, column + width), rows - 1))
            column += width
        while column in covered:
            row.append(soup.new_tag("td"))
            column += 1
        covered = left


def first_row(table: Any) -> dict[int, int]:
    """The first row of a table, above which or below which its head stands, and how many columns its longest row has."""
    rows = table.find_all("tr")
    return {id(rows[0]): max(sum(map(columns, row.find_all(["td", "th"]))) for row in rows)} if rows else {}


def _rows(cell: Any) -> int:
    """How many rows a cell covers; 0 says all that follow."""
    span = cell.get("rowspan", "")
    return (int(span) or sys.maxsize) if span.isdecimal() else 1


def columns(cell: Any) -> int:
    span = cell.get("colspan", "")
    return max(1, min(MAX_COLSPAN, int(span))) if span.isdecimal() else 1


def is_all_of_head(row: Any) -> bool:
    return row.parent.name == "thead" and len(row.parent.find_all("tr")) == 1


def row_of(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |\n"
