"""The objects of a state: how they are called, what they refer to, and which are no text of a story."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

MAX_NEIGHBOURS = 100
"""Values of an object that are looked at. Ours."""

_TITLES = "headline heading hed titel title titre titolo titulo"
_OF_TITLES = ("title", "head", "meta", "seo", "matter")
"""In keys of objects that say the title of the one that they stand in."""
TITLES = frozenset(_TITLES.split())
"""Keys, in small letters and without signs, under which an object says how it is called."""
OF_STORIES = frozenset(("excerpt", "permalink", "rating", "slug", "stars", "teaser", "url", "user", "username"))
"""Keys of stories, products and comments that parts of a story do not have."""
_SIGN = re.compile(r"[\W_]+")


def called(node: Mapping[str, Any]) -> Iterator[str]:
    """How an object calls itself."""
    for key, part in islice(node.items(), MAX_NEIGHBOURS):
        if _SIGN.sub("", key).lower() in TITLES:
            yield from (
                said
                for said in (part.values() if isinstance(part, dict) else (part,))
                if isinstance(said, str) and said.strip()
            )


def called_below(node: Mapping[str, Any]) -> Iterator[str]:
    """What objects in one say that tell how it is called."""
    for key, part in islice(node.items(), MAX_NEIGHBOURS):
        if isinstance(part, dict) and any(name in key.lower() for name in _OF_TITLES):
            yield from (said for said in islice(part.values(), MAX_NEIGHBOURS) if isinstance(said, str))


def cache_of(value: Any) -> Mapping[str, Any]:
    """The objects of an Apollo client by their names."""
    pending = [value]
    for _ in range(MAX_NEIGHBOURS):
        node = pending.pop(0) if pending else None
        if isinstance(node, dict):
            if "ROOT_QUERY" in node:
                return node
            pending.extend(part for part in islice(node.values(), MAX_NEIGHBOURS) if isinstance(part, dict))
    return {}


def resolved(items: Sequence[Any], known: Mapping[str, Any]) -> list[Any]:
    """Items, and what they refer to, each name once."""
    if not known:
        return list(items)
    found: dict[int | str, Any] = {}
    for number, item in enumerate(items):
        name = _reference(item)
        found.setdefault(name or number, known.get(name, item))
    return list(found.values())


def _reference(item: Any) -> str:
    """The name of the object that an item stands for; "" where it is one itself."""
    if not isinstance(item, dict):
        return ""
    name = item.get("__ref") or (item.get("id") if item.get("type") == "id" else "")
    return name if isinstance(name, str) else ""


def is_mobile(item: Any) -> bool:
    """Whether an item is a list of numbers and strings, which only its own reader understands."""
    return isinstance(item, list) and {str, int} <= set(map(type, item))
