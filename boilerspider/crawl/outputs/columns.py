"""The columns of a Parquet feed: they widen with its first items, and stand once the first of them are written.

Whether an item fits is asked when it comes, as Arrow writes many rows at once: one that does not fit
would cost all of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boilerspider.crawl.outputs.shapes import (
    Shape,
    arrow,
    columns_of,
    depth_of,
    kind_of,
    settled,
    shape_of,
    widened,
    width,
)
from boilerspider.errors import ItemError

try:
    import pyarrow as pa
except ImportError:
    pa = None

MAX_COLUMNS = 1_000
"""Columns of a table, each part of a structure counted. Ours: every row of a group holds all of them."""

MAX_DEPTH = 99
"""Levels of a column, a list counted as two. Arrow opens no file whose schema has more (100, the table's own counted)."""


class Columns:
    """Name -> shape, in the order in which the fields came."""

    def __init__(self) -> None:
        self._shapes: dict[str, Shape] = {}
        self._fixed: set[str] = set()
        self._stand = False
        self._width = 0

    @property
    def schema(self) -> Any:
        """The columns as they are now."""
        return pa.schema([(name, arrow(shape)) for name, shape in self._shapes.items()])

    def admit(self, row: Mapping[str, Any], given: Mapping[str, Any]) -> None:
        """Make room for a row beside those that came; ItemError, and nothing has changed, where one value does not fit.

        `given` are types of columns that no other item changes. What it takes hangs on the row alone.
        """
        if not row:
            raise ItemError("an item has no fields, and a table has no row for that; give it one")
        grown, total = {}, self._width
        for name in row:
            have, now = self._shapes.get(name), self._room_for(name, row, given.get(name))
            if now is not have:
                grown[name] = now
                total += width(now) - (0 if have is None else width(have))
                if total > MAX_COLUMNS and not self._stand:
                    raise self._too_wide(row, name)
        if not self._stand:
            self._shapes.update(grown)
            self._fixed.update(given)
            self._width = total

    def settle(self) -> None:
        """No column changes from here on; one of which nothing is known yet is of texts."""
        self._shapes = {name: settled(shape) for name, shape in self._shapes.items()}
        self._stand = True

    def _room_for(self, name: str, row: Mapping[str, Any], given: Any) -> Shape:
        """The shape of a column that takes a row's value, and those of all that came."""
        have, value = self._shapes.get(name), row[name]
        if have is None and not _is_utf8(name):
            raise ItemError(
                f"{_told(row, name)}, in whose name is half of a character, which Parquet does not take; "
                "give the field another name, or name the feed's `fields` without it"
            )
        try:
            kind = given or kind_of(value)
            if depth_of(kind) > MAX_DEPTH:
                raise too_deep(_told(row, name))
            if columns_of(kind) > MAX_COLUMNS:
                raise self._too_wide(row, name)
            found = shape_of(value, kind)
            now = found if have is None else widened(have, found)
        except ItemError:
            raise
        except (pa.ArrowException, TypeError, ValueError, OverflowError) as error:
            raise self._not_fitting(row, name, given if have is None else arrow(have)) from error
        if now is have or value is None or not (self._stand or name in self._fixed):
            return now
        kind = None if have is None else arrow(have)
        if kind is None or kind != arrow(now):
            raise self._not_fitting(row, name, kind)
        return now

    def _too_wide(self, row: Mapping[str, Any], name: str) -> ItemError:
        return ItemError(
            f"{_told(row, name)}, with which the table would have more than {MAX_COLUMNS:,} columns, each part of a "
            'structure counted; where names differ from item to item, make it a list of {"name": …, "value": …}, or a text'
        )

    def _not_fitting(self, row: Mapping[str, Any], name: str, kind: Any) -> ItemError:
        what = _told(row, name)
        if kind is not None:
            column = f"{kind!s:.{_SHOWN_OF_A_TYPE}}"
            return ItemError(f"{what}, where the column has {column}; give the field values of one type in all items")
        if self._stand:
            return ItemError(
                f"{what}, and there is no such column, as none of the first items has the field; "
                "give it to all of them, or name the feed's `fields`"
            )
        return ItemError(
            f"{what}, which Parquet has no type for; make it a text, or name the feed's `fields` without it"
        )


def too_deep(what: str) -> ItemError:
    """Why an item is not taken of which this is nested deeper than files are read."""
    return ItemError(
        f"{what}, nested deeper than Parquet files are read ({MAX_DEPTH} levels, a list counted as two); "
        "make it a text, or name the feed's `fields` without it"
    )


def without_empty(value: Any) -> Any:
    """A value without empty mappings, which say nothing and are no type of Parquet's, whose names are all texts."""
    if isinstance(value, Mapping):
        return {str(name): without_empty(one) for name, one in value.items()} or None
    if isinstance(value, (list, tuple, set, frozenset)):
        return [without_empty(one) for one in value]
    return value


def _is_utf8(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _told(row: Mapping[str, Any], name: str) -> str:
    """Whose a value is, its type, and what it begins with."""
    whose = f"the item {row['url']}" if row.get("url") else "an item"
    value = row[name]
    return f"{whose} has {type(value).__name__} ({value!r:.{_SHOWN_CHARACTERS}}) in its field {name!r}"


_SHOWN_CHARACTERS = 40
"""Characters of a value that a line of the log shows. Ours."""

_SHOWN_OF_A_TYPE = 300
"""Characters of a column's type that a line of the log shows: a structure names all its parts. Ours."""
