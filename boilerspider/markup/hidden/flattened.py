"""States whose values stand in one list and name their parts by places in it: Nuxt 3 (`__NUXT_DATA__`).

`[{"title":1,"body":2},"The wall",[3],"One."]` is `{"title":"The wall","body":["One."]}`. A list or an object that is named twice is
read where it is named first, so that no value holds itself and none stands in two places.

Astro's islands have each value in a pair with what it is: `{"title":[0,"The wall"],"body":[1,[[0,"One."]]]}` is the same.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, TypeVar

_Holder = TypeVar("_Holder", dict[str, Any], list[Any])

MAX_WRAPPERS = 8
"""Of one value that are taken off (`["ShallowReactive", 1]`). Ours."""
MAX_LOOKED_AT = 100
"""Parts of a list's first value that tell whether it is such a list. Ours."""


def is_flat(value: Any) -> bool:
    """Whether a value is a list whose values name their parts by places in it."""
    if not isinstance(value, list) or not value:
        return False
    first = value[0]
    places = list(islice(first.values(), MAX_LOOKED_AT)) if isinstance(first, dict) else [_wrapped(first)]
    return bool(places) and all(type(place) is int and -len(value) < place < len(value) for place in places)


def unflattened(values: Sequence[Any]) -> Any:
    """What such a list stands for: its first value, with its parts in their places."""
    seen = set[int]()

    def read(named: Any) -> Any:
        place, value = _at(named, values)
        if not isinstance(value, dict | list):
            return value
        if place in seen:
            return None
        seen.add(place)
        return value

    return filled(list[Any](), [(0, 0)], read)[0]


def unpaired(given: Mapping[str, Any]) -> dict[str, Any]:
    """What an object of such pairs stands for; what is in no pair is nothing."""

    def read(pair: Any) -> Any:
        return pair[1] if isinstance(pair, list) and len(pair) > 1 and type(pair[0]) is int else None

    return filled(dict[str, Any](), given.items(), read)


def filled(holder: _Holder, parts: Iterable[tuple[Any, Any]], read: Callable[[Any], Any]) -> _Holder:
    """An empty object or list with these parts, each as it is read, and theirs in them; no depth exhausts the stack."""
    pending = deque[tuple[Any, Iterable[tuple[Any, Any]]]]([(holder, parts)])
    while pending:
        outer, inner = pending.popleft()
        for key, part in inner:
            value = read(part)
            if isinstance(value, dict | list):
                below = value.items() if isinstance(value, dict) else enumerate(value)
                value = type(value)()
                pending.append((value, below))
            if isinstance(outer, dict):
                outer[key] = value
            else:
                outer.append(value)
    return holder


def _at(place: Any, values: Sequence[Any]) -> tuple[int, Any]:
    """What stands at a place, without what is wrapped around it; None where that is no place."""
    for _ in range(MAX_WRAPPERS):
        if type(place) is not int or not 0 <= place < len(values):
            break
        wrapped = _wrapped(values[place])
        if wrapped is None:
            return place, values[place]
        if isinstance(wrapped, str):
            return place, wrapped
        place = wrapped
    return -1, None


def _wrapped(value: Any) -> Any:
    """The place, or the string, around which there is a name (`["Date", "2026-01-02"]`); None where there is none."""
    is_wrapper = isinstance(value, list) and list(map(type, value[:3])) in ([str, int], [str, str])
    return value[1] if is_wrapper else None
