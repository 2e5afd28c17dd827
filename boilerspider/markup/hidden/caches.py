"""The caches of Apollo clients, which keep each object once, by its name, and refer to it wherever it stands.

What one object alone refers to becomes a part of it, so that a headline stands near its story; what a list refers to is looked up
when the list is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from boilerspider.markup.hidden.kinds import is_other
from boilerspider.markup.hidden.objects import MAX_NEIGHBOURS, is_beside

ROOT = "ROOT_QUERY"
"""The object that every such cache has."""
GENERATED = "$"
"""With what names begin that a client gave itself to an object that only one other has."""
MAX_JOINED = 100_000
"""References of a cache that are followed. Ours."""


def cache_of(value: Any) -> dict[str, Any]:
    """The objects of an Apollo client by their names."""
    pending = [value]
    for _ in range(MAX_NEIGHBOURS):
        node = pending.pop(0) if pending else None
        if isinstance(node, dict):
            if ROOT in node:
                return node
            pending.extend(part for part in islice(node.values(), MAX_NEIGHBOURS) if isinstance(part, dict))
    return {}


def joined(cache: dict[str, Any]) -> Mapping[str, Any]:
    """The objects of a cache by their names; in the cache itself those that one object refers to become parts of it."""
    known = dict(cache)
    owners: dict[str, str] = {}
    found = ((name, *reference) for name, node in known.items() for reference in _references(node))
    for owner, holder, key, name in islice(found, MAX_JOINED):
        is_free = isinstance(known.get(name), dict) and name not in owners and name != ROOT
        if is_free and _outermost(owner, owners) != name:
            holder[key] = known[name]
            owners[name] = owner
            del cache[name]
    return known


def resolved(items: Sequence[Any], known: Mapping[str, Any]) -> list[Any]:
    """Items, and what they refer to, each name once."""
    if not known:
        return list(items)
    found: dict[int | str, Any] = {}
    for number, item in enumerate(items):
        name = _reference(item)
        found.setdefault(name or number, known.get(name, item))
    return list(found.values())


def _references(node: Any) -> Iterator[tuple[Any, Any, str]]:
    """What an object refers to by itself, or by a name that the client gave: what holds the reference, where, and the name."""
    pending = [node] if isinstance(node, dict | list) else []
    while pending:
        holder = pending.pop()
        for key, part in list(holder.items() if isinstance(holder, dict) else enumerate(holder)):
            if isinstance(holder, dict) and (is_beside(key) or is_other(key)):
                continue
            name = _reference(part)
            if name and (isinstance(holder, dict) or name.startswith(GENERATED)):
                yield holder, key, name
            elif isinstance(part, dict | list) and not name:
                pending.append(part)


def _outermost(name: str, owners: dict[str, str]) -> str:
    """The object that holds another one, and that none holds; the way there is remembered."""
    way = []
    while name in owners:
        way.append(name)
        name = owners[name]
    owners.update(dict.fromkeys(way, name))
    return name


def _reference(item: Any) -> str:
    """The name of the object that an item stands for; "" where it is one itself."""
    if not isinstance(item, dict):
        return ""
    name = item.get("__ref") or (item.get("id") if item.get("type") == "id" else "")
    return name if isinstance(name, str) else ""
