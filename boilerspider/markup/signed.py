"""Who wrote a story that an application's state holds, and when: what stands beside its headline, as JSON-LD says it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import datetime, timezone
from itertools import islice
from typing import Any

from boilerspider.markup.metadata.jsonld import as_list

_AUTHORS = "author authors byline bylines creator creators writer writers writtenby contributors credits"
_PUBLISHED = """datepublished publishedat publisheddate publishdate publicationdate publishedon pubdate published firstpublished
    firstpublishedat firstpublishdate displaydate dateofpublication publishtime publishedtime publicationtime date"""
_MODIFIED = "datemodified modifiedat modified updatedat updated lastmodified lastupdated lastpublishedat modifieddate updateddate"
_NAMES = ("name", "fullName", "full_name", "displayName", "display_name", "title", "text")
FIELDS = {
    name: field
    for field, names in (("author", _AUTHORS), ("datePublished", _PUBLISHED), ("dateModified", _MODIFIED))
    for name in names.split()
}
"""Keys, in small letters and without signs -> fields of JSON-LD."""

MAX_KEYS = 200
"""Of an object that are looked at."""
MAX_AUTHORS = 20
MAX_NAME_CHARS = 200
EARLIEST_S, LATEST_S = 631_152_000, 4_102_444_800
"""Seconds, or thousandths of them, since 1970 that are a day of a story: 1990 to 2100."""
_SIGN = re.compile(r"[\W_]+")


def signed(node: Mapping[str, Any]) -> dict[str, Any]:
    """What an object that says a story's headline says of who wrote it and when, in the words of JSON-LD; empty where that is nothing."""
    found: dict[str, Any] = {}
    for key, value in islice(node.items(), MAX_KEYS):
        field = FIELDS.get(_SIGN.sub("", key).lower())
        if field is None or field in found:
            continue
        told: Any = list(islice(_names(value), MAX_AUTHORS)) if field == "author" else _day(value)
        if told:
            found[field] = told
    return found


def _names(value: Any) -> Iterator[dict[str, str]]:
    """The persons that a value names: names, objects that have one, and objects that have such objects."""
    items = as_list(value["by"] if isinstance(value, dict) and isinstance(value.get("by"), list) else value)
    for item in items:
        held = item
        for _ in range(3):  # {"by": [{"profile": {"name": …}}]}
            if not isinstance(held, dict):
                break
            named = next((held[key] for key in _NAMES if isinstance(held.get(key), str)), None)
            inner = next((part for part in held.values() if isinstance(part, dict | list)), None)
            held = named or (inner[0] if isinstance(inner, list) and inner else inner)
        if isinstance(held, str) and 0 < len(held.strip()) <= MAX_NAME_CHARS:
            yield {"@type": "Person", "name": held.strip()}


def _day(value: Any) -> str:
    """A moment as a string: as it stands there, or of a number of seconds or thousandths."""
    if isinstance(value, str):
        return value if any(map(str.isdigit, value[:MAX_NAME_CHARS])) else ""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return ""
    for unit in (1, 1000):
        if EARLIEST_S <= value / unit < LATEST_S:
            return datetime.fromtimestamp(value / unit, timezone.utc).isoformat()
    return ""
