"""The columns of a Parquet feed: they widen with its first items, and stand once the first of them are written.

Whether an item fits is asked when it comes, as Arrow writes many rows at once: one that does not fit
would cost all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from boilerspider.errors import ItemError

try:
    import pyarrow as pa
except ImportError:
    pa = None


class Columns:
    """Name -> type, in the order in which the fields came."""

    def __init__(self) -> None:
        self._types: dict[str, Any] = {}
        self._fixed: set[str] = set()
        self._stand = False

    @property
    def schema(self) -> Any:
        """The columns as they are now."""
        return pa.schema(list(self._types.items()))

    def admit(self, row: Mapping[str, Any], waiting: Sequence[Mapping[str, Any]], given: Mapping[str, Any]) -> None:
        """Make room for a row beside those that wait to be written; ItemError, and nothing has changed, where one value does not fit.

        `given` are types of columns that no other item changes.
        """
        if not row:
            raise ItemError("an item has no fields, and a table has no row for that; give it one")
        grown = {name: self._room_for(name, row, waiting, given.get(name)) for name in row}
        if not self._stand:
            self._types.update(grown)
            self._fixed.update(given)

    def settle(self) -> None:
        """No column changes from here on; one of which nothing is known yet is of texts."""
        self._types = {name: _mapped(kind, _settled) for name, kind in self._types.items()}
        self._stand = True

    def _room_for(self, name: str, row: Mapping[str, Any], waiting: Sequence[Mapping[str, Any]], given: Any) -> Any:
        """The type of a column that takes a row's value, and those of all that wait."""
        try:
            have, found = self._types.get(name), given or _type_of(row[name])
            kind = found if have is None else _widened(have, found)
            is_new = kind != have
            pa.array([row[name]], type=kind)
            if is_new and have is not None:
                pa.array([other.get(name) for other in waiting], type=kind)
        except (pa.ArrowException, TypeError, ValueError, OverflowError) as error:
            raise self._not_fitting(row, name, self._types.get(name, given)) from error
        if is_new and row[name] is not None and (self._stand or name in self._fixed):
            raise self._not_fitting(row, name, have)
        return kind

    def _not_fitting(self, row: Mapping[str, Any], name: str, kind: Any) -> ItemError:
        whose = f"the item {row['url']}" if row.get("url") else "an item"
        what = f"{whose} has {_shown(row[name])} in its field {name!r}"
        if kind is not None:
            return ItemError(f"{what}, where the column has {kind}; give the field values of one type in all items")
        if self._stand:
            return ItemError(
                f"{what}, and there is no such column, as none of the first items has the field; "
                "give it to all of them, or name the feed's `fields`"
            )
        return ItemError(
            f"{what}, which Parquet has no type for; make it a text, or name the feed's `fields` without it"
        )


def without_empty(value: Any) -> Any:
    """A value without empty mappings, which say nothing and are no type of Parquet's."""
    if isinstance(value, Mapping):
        return {name: without_empty(one) for name, one in value.items()} or None
    if isinstance(value, (list, tuple, set, frozenset)):
        return [without_empty(one) for one in value]
    return value


def _shown(value: Any) -> str:
    """A value's type, and what it begins with."""
    return f"{type(value).__name__} ({value!r:.{_SHOWN_CHARACTERS}})"


_SHOWN_CHARACTERS = 40
"""Characters of a value that a line of the log shows. Ours."""


def _type_of(value: Any) -> Any:
    return _mapped(pa.array([value]).type, _in_utc)


def _widened(have: Any, found: Any) -> Any:
    """The type that holds the values of both, whole; TypeError where there is none."""
    kinds = pa.types
    if have == found or kinds.is_null(found):
        return have
    if kinds.is_null(have):
        return found
    if all(kinds.is_integer(one) or kinds.is_floating(one) for one in (have, found)):
        return pa.int64() if kinds.is_integer(have) and kinds.is_integer(found) else pa.float64()
    if kinds.is_decimal(have) and kinds.is_decimal(found):
        both = [pa.schema([("", one)]) for one in (have, found)]
        return pa.unify_schemas(both, promote_options="permissive").field(0).type
    if kinds.is_list(have) and kinds.is_list(found):
        return pa.list_(_widened(have.value_type, found.value_type))
    if kinds.is_struct(have) and kinds.is_struct(found):
        parts = {one.name: one.type for one in have}
        for one in found:
            parts[one.name] = _widened(parts.get(one.name, pa.null()), one.type)
        return pa.struct(list(parts.items()))
    raise TypeError


def _mapped(kind: Any, change: Callable[[Any], Any]) -> Any:
    """A type with each of its parts that has no parts changed."""
    if pa.types.is_list(kind):
        return pa.list_(_mapped(kind.value_type, change))
    if pa.types.is_struct(kind):
        return pa.struct([(one.name, _mapped(one.type, change)) for one in kind])
    return change(kind)


def _in_utc(kind: Any) -> Any:
    """Moments of several zones are of one column."""
    return pa.timestamp("us", tz="UTC") if pa.types.is_timestamp(kind) and kind.tz else kind


def _settled(kind: Any) -> Any:
    return pa.string() if pa.types.is_null(kind) else kind
