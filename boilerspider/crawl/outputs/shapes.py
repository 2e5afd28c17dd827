"""The shape of a column's values: Arrow's types as trees, which grow by what an item adds and by nothing else.

Arrow's own types are made anew, part by part, whenever one part is added. And they do not know whether
whole numbers are small enough to become broken ones, so that all values would have to be asked again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

try:
    import pyarrow as pa
    import pyarrow.compute as pc
except ImportError:
    pa = pc = None


class Whole(NamedTuple):
    """Whole numbers, from the least to the most of them."""

    kind: Any
    least: int
    most: int


class Many(NamedTuple):
    """Lists."""

    of: Shape


class Parts(NamedTuple):
    """Structures of named parts."""

    shapes: Mapping[str, Shape]
    columns: int
    """How many columns of Parquet's they are."""


Shape: TypeAlias = "Whole | Many | Parts | Any"
"""`Any` is a type of Arrow's that has no parts."""

BROKEN_EXACT = 2**53
"""Up to here each whole number is a number of 64 bits with a point, too (IEEE 754)."""

_INT64 = (-(2**63), 2**63 - 1)


def kind_of(value: Any) -> Any:
    """The type of Arrow's for a value; nothing is built, and it may not fit."""
    return _in_utc(pa.infer_type([value]))


def columns_of(kind: Any) -> int:
    """How many columns of Parquet's a type of Arrow's is."""
    return sum(columns_of(kind.field(n).type) for n in range(kind.num_fields)) or 1


def depth_of(kind: Any) -> int:
    """How many levels of Parquet's schema a type of Arrow's is: a list is two, all else one."""
    deepest, left = 0, [(kind, 0)]
    while left:
        one, above = left.pop()
        depth = above + (2 if pa.types.is_list(one) else 1)
        deepest = max(deepest, depth)
        left += [(one.field(n).type, depth) for n in range(one.num_fields)]
    return deepest


def shape_of(value: Any, kind: Any) -> Shape:
    """The shape of a value of this type; Arrow's errors where it is none."""
    return _shape(pa.array([value], type=kind))


def widened(have: Shape, found: Shape) -> Shape:
    """The shape that holds the values of both, whole; `have` itself where it does, TypeError where there is none."""
    if found == pa.null():
        return have
    if have == pa.null():
        return found
    if isinstance(have, Many) and isinstance(found, Many):
        of = widened(have.of, found.of)
        return have if of is have.of else Many(of)
    if isinstance(have, Parts) and isinstance(found, Parts):
        return _with_parts(have, found)
    return have if have == found else _of_both(have, found)


def settled(shape: Shape) -> Shape:
    """A shape that is to stay: what is not known yet is texts, and whole numbers stay whole."""
    if isinstance(shape, Whole):
        return Whole(shape.kind, *_INT64)
    if isinstance(shape, Many):
        return Many(settled(shape.of))
    if isinstance(shape, Parts):
        return Parts({name: settled(one) for name, one in shape.shapes.items()}, shape.columns)
    return pa.string() if shape == pa.null() else shape


def width(shape: Shape) -> int:
    """How many columns of Parquet's a shape is."""
    if isinstance(shape, Many):
        return width(shape.of)
    return shape.columns if isinstance(shape, Parts) else 1


def arrow(shape: Shape) -> Any:
    """The type of Arrow's for values of this shape."""
    if isinstance(shape, Whole):
        return shape.kind
    if isinstance(shape, Many):
        return pa.list_(arrow(shape.of))
    if isinstance(shape, Parts):
        return pa.struct([(name, arrow(one)) for name, one in shape.shapes.items()])
    return shape


def _shape(values: Any) -> Shape:
    kind = values.type
    if pa.types.is_list(kind):
        return Many(_shape(values.flatten()))
    if pa.types.is_struct(kind):
        shapes = {kind.field(n).name: _shape(values.field(n)) for n in range(kind.num_fields)}
        return Parts(shapes, sum(map(width, shapes.values())))
    if pa.types.is_integer(kind):
        ends = pc.min_max(values)
        return Whole(kind, ends["min"].as_py() or 0, ends["max"].as_py() or 0)
    return kind


def _with_parts(have: Parts, found: Parts) -> Parts:
    grown, columns = {}, have.columns
    for name, one in found.shapes.items():
        was = have.shapes.get(name)
        now = one if was is None else widened(was, one)
        if now is not was:
            grown[name] = now
            columns += width(now) - (0 if was is None else width(was))
    return Parts({**have.shapes, **grown}, columns) if grown else have


def _of_both(have: Shape, found: Shape) -> Shape:
    """The shape for the values of two that differ and have no parts in common."""
    if isinstance(have, Whole) and isinstance(found, Whole):
        kind = have.kind if have.kind == found.kind else pa.int64()
        both = Whole(kind, min(have.least, found.least), max(have.most, found.most))
        if have.kind == found.kind or _INT64[0] <= both.least <= both.most <= _INT64[1]:
            return have if both == have else both
    elif all(_is_float(one) or _is_exact(one) for one in (have, found)):
        return have if have == pa.float64() else pa.float64()
    elif all(isinstance(one, pa.DataType) and pa.types.is_decimal(one) for one in (have, found)):
        decimals = [pa.schema([("", one)]) for one in (have, found)]
        return pa.unify_schemas(decimals, promote_options="permissive").field(0).type
    raise TypeError


def _is_float(shape: Shape) -> bool:
    return isinstance(shape, pa.DataType) and pa.types.is_floating(shape)


def _is_exact(shape: Shape) -> bool:
    """Whether these are whole numbers all of which may stand among broken ones."""
    return isinstance(shape, Whole) and -BROKEN_EXACT <= shape.least <= shape.most <= BROKEN_EXACT


def _in_utc(kind: Any) -> Any:
    """A type with moments of all zones in one."""
    if pa.types.is_list(kind):
        return pa.list_(_in_utc(kind.value_type))
    if pa.types.is_struct(kind):
        return pa.struct([(one.name, _in_utc(one.type)) for one in kind])
    return pa.timestamp("us", tz="UTC") if pa.types.is_timestamp(kind) and kind.tz else kind
