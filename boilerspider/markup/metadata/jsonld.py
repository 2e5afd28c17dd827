"""JSON-LD as it is found, not as it should be: what can be read is read, the rest is silently left.

Size and depth are capped before the decoder sees the text, because the decoder recurses; everything
after it is iterative.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import accumulate, islice
from typing import Any

from boilerspider.markup.entities import unescape

Node = Mapping[str, Any]

MAX_SCRIPT_CHARS = 2_000_000
"""A longer script is not read; ours: the longest of the corpora's is under 400,000."""
MAX_DEPTH = 60
"""Deeper JSON is not read; ours: the deepest of the corpora's is under 20."""
MAX_NODES = 5_000
"""Objects of a page that are looked at."""
MAX_VALUES = 500
"""Values of a list, or of a script, that are looked at."""

_STRING = r'"[^"\\]*(?:\\.[^"\\]*)*\\?(?:"|\Z)'
_STEPS = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}
_NO_BRACKETS = bytes(set(range(256)).difference(_STEPS))
_WRAPPER = re.compile(r"<!--|-->|<!\[CDATA\[|\]\]>|/\*\s?\*/")
_WRAPPER_MARKS = ("<!", "-->", "]]>", "/*")
"""One of which is in every wrapper."""
_REPAIR = re.compile(_STRING + r"|,(?=\s*[}\],])|//[^\n]*", re.DOTALL)
_BAD_ESCAPE = re.compile(r'\\(["\\/bfnrt]|u[0-9a-fA-F]{4})|\\')
_VALUE_START = re.compile(r"[\[{]")
_NO_NUMBERS = frozenset(("nan", "inf", "-inf"))
"""What the decoder makes of NaN and of numbers that are too large."""
_HOLDERS = (dict, list)
_DECODER = json.JSONDecoder(strict=False)

# Where a page keeps its own story; other keys lead to related, cited or nested things.
_WAYS_DOWN = ("@graph", "mainEntity", "mainEntityOfPage", "itemReviewed")


def decode(script: str) -> list[Any]:
    """The JSON values in one script, mended where that is safe; none where it is hopeless, too large or too deep."""
    if len(script) > MAX_SCRIPT_CHARS:
        return []
    plain = script.strip().lstrip("\ufeff")
    if any(mark in script for mark in _WRAPPER_MARKS):
        if plain.startswith(("{", "[")) and not is_too_deep(plain):
            found = list(islice(_values(plain), MAX_VALUES))  # the marks may stand in its strings
            if found:
                return found
        plain = _WRAPPER.sub(" ", plain).strip().lstrip("\ufeff")
    if '"' not in plain and "&quot;" in plain:
        plain = unescape(plain)
    if is_too_deep(plain):
        return []
    return list(islice(_values(plain), MAX_VALUES)) or list(islice(_values(_REPAIR.sub(_repair, plain)), MAX_VALUES))


def decode_behind(mark: re.Pattern[str], text: str, most: int) -> Iterator[Any]:
    """The JSON values right behind the marks of one script, in order, none within one before; what cannot be decoded is passed over."""
    if len(text) > MAX_SCRIPT_CHARS or is_too_deep(text):
        return
    end = 0
    for _ in range(most):
        found = mark.search(text, end)
        if found is None:
            return
        end = found.end()
        with suppress(ValueError, RecursionError):
            value, end = _DECODER.raw_decode(text, end)
            yield value


def is_too_deep(text: str, deepest: int = MAX_DEPTH) -> bool:
    """Whether brackets stand in more brackets than a decoder may follow."""
    if text.count("[") + text.count("{") <= deepest:
        return False
    outside = "".join(text.replace("\\\\", "").replace('\\"', "").split('"')[::2])  # of strings
    brackets = outside.encode("ascii", "ignore").translate(None, _NO_BRACKETS)
    return max(accumulate(map(_STEPS.__getitem__, brackets)), default=0) > deepest


def _values(text: str) -> Iterator[Any]:
    """Concatenated values, up to the first that cannot be decoded."""
    start = _VALUE_START.search(text)
    while start:
        try:
            value, end = _DECODER.raw_decode(text, start.start())
        except (ValueError, RecursionError):
            return
        yield value
        start = _VALUE_START.search(text, end)


def _repair(match: re.Match[str]) -> str:
    found = match[0]
    if not found.startswith('"'):
        return ""
    return _BAD_ESCAPE.sub(lambda escape: escape[0] if escape[1] else "", found) if "\\" in found else found


def nodes(values: Iterable[Any]) -> list[Node]:
    """The page's own objects in document order: top level, `@graph`, main entities; nothing that is merely related."""
    found: list[Node] = []
    pending = list(values)[::-1]
    while pending and len(found) < MAX_NODES:
        value = pending.pop()
        if isinstance(value, list):
            pending.extend(value[:MAX_NODES][::-1])
        elif isinstance(value, dict):
            found.append(value)
            pending.extend(value[key] for key in reversed(_WAYS_DOWN) if key in value)
    return found


def by_id(values: Iterable[Any]) -> dict[str, Node]:
    """Every object of the page that has an `@id` and says something, wherever it stands."""
    known: dict[str, Node] = {}
    pending = [value for value in values if isinstance(value, _HOLDERS)]
    for _ in range(MAX_NODES):
        if not pending:
            break
        value = pending.pop()
        if isinstance(value, dict):
            key = value.get("@id")
            if isinstance(key, str) and len(value) > max(1, len(known.get(key, ()))):
                known[key] = value
        children = value.values() if isinstance(value, dict) else value
        pending.extend([child for child in children if isinstance(child, _HOLDERS)])
    return known


def types(node: Node) -> frozenset[str]:
    """The schema.org types of an object, without their namespace."""
    declared = node.get("@type")
    names = declared if isinstance(declared, list) else [declared]
    return frozenset(name.rpartition("/")[2].rpartition(":")[2] for name in names if isinstance(name, str))


def as_list(value: Any) -> list[Any]:
    """A value that may be one or many, as many; of very many the first."""
    if value is None:
        return []
    return value[:MAX_VALUES] if isinstance(value, list) else [value]


def strings(value: Any) -> Iterator[str]:
    """The strings in a value that may be text, a number, a list, or an object with a name, a value or an address."""
    for item in as_list(value):
        found = item
        if isinstance(item, dict):
            found = next((item[key] for key in ("name", "@value", "url", "@id") if item.get(key)), None)
        if isinstance(found, str):
            yield found
        elif isinstance(found, int | float) and not isinstance(found, bool) and str(found) not in _NO_NUMBERS:
            yield str(found)
