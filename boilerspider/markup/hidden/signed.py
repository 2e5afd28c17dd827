"""Who wrote a story that an application's state holds, and when: what stands beside its headline, as JSON-LD says it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import datetime, timezone
from itertools import islice
from typing import Any

from boilerspider.markup.hidden.objects import plain_key
from boilerspider.markup.metadata.jsonld import as_list

_FIELDS = {
    "author": "author authors byline bylines writtenby writer writers creator creators credits",
    "datePublished": """datepublished publishedat publisheddate publishdate publicationdate publishedon pubdate firstpublished firstpublishedat
        firstpublishdate publishtime publishedtime publicationtime published dateofpublication displaydate date""",
    "dateModified": "datemodified modifiedat modifieddate updatedat updateddate lastmodified lastupdated lastpublishedat modified updated",
}
FIELDS = {field: names.split() for field, names in _FIELDS.items()}
"""Fields of JSON-LD -> keys, in small letters and without signs, those that say it best first."""
_NAMES = ("name", "fullname", "displayname")
_OF_ALL = "credits"
"""A key of Arc's whose object names the writers (`{"by": […]}`); a string there names anybody."""
_FIRST, _LAST = "firstname", "lastname"
_HOLDERS = ("by", "items", "edges", "list", "node", "person", "profile", "attributes", "data", "fields")
"""Keys under which objects that stand for persons hold them."""
_TRADES = ("editor", "photo", "illustrat", "producer", "camera", "translat", "avatar", "image", "organi")
"""In what an object says of a person who did not write."""
_TRADE_KEYS = ("role", "type", "job", "jobtitle", "kind")
MAX_KEYS = 200
"""Of an object that are looked at."""
MAX_AUTHORS = 20
MAX_NAME_CHARS = 200
MAX_DEPTH = 4
"""Objects in each other that stand for a person. Ours."""
EARLIEST_S, LATEST_S = 631_152_000, 4_102_444_800
"""Seconds, or thousandths of them, since 1970 that are a day of a story: 1990 to 2100."""
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")
_IS_NUMBER = re.compile(r"[0-9a-fA-F-]{8,}|[0-9]+|\S*_\S*")
"""A name of a machine, or of an account."""


def signed(node: Mapping[str, Any]) -> dict[str, Any]:
    """What an object that says a story's headline says of who wrote it and when, in the words of JSON-LD; empty where that is nothing."""
    said = _plainly(node)
    found: dict[str, Any] = {}
    for field, names in FIELDS.items():
        for name in names:
            if name not in said:
                continue
            value = said[name]
            if name == _OF_ALL:
                value = value.get("by") if isinstance(value, dict) else None
            told: Any = list(islice(_names(value, 0), MAX_AUTHORS)) if field == "author" else _day(value)
            if told:
                found[field] = told
                break
    return found


def _plainly(node: Mapping[str, Any]) -> dict[str, Any]:
    """An object by its keys in small letters and without signs."""
    return {plain_key(key): value for key, value in islice(node.items(), MAX_KEYS)}


def _names(value: Any, depth: int) -> Iterator[dict[str, str]]:
    """The persons that a value names: names, objects that have one, and objects that hold such objects."""
    if depth > MAX_DEPTH:
        return
    for item in as_list(value):
        if isinstance(item, str):
            if 0 < len(item.strip()) <= MAX_NAME_CHARS and not _IS_NUMBER.fullmatch(item.strip()):
                yield {"@type": "Person", "name": item.strip()}
        elif isinstance(item, dict):
            said = _plainly(item)
            if any(
                isinstance(said.get(key), str) and any(trade in said[key].lower() for trade in _TRADES)
                for key in _TRADE_KEYS
            ):
                continue
            whole = f"{said.get(_FIRST) or ''} {said.get(_LAST) or ''}".strip()
            named = next((said[key] for key in _NAMES if isinstance(said.get(key), str)), whole)
            held = named or next((said[key] for key in _HOLDERS if isinstance(said.get(key), dict | list)), None)
            yield from _names(held, depth + 1)


def _day(value: Any) -> str:
    """A moment as a string: as it stands there, or of a number of seconds or thousandths."""
    if isinstance(value, str):
        return value if _YEAR.search(value[:MAX_NAME_CHARS]) else ""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return ""
    for unit in (1, 1000):
        if EARLIEST_S * unit <= value < LATEST_S * unit:
            return datetime.fromtimestamp(value / unit, timezone.utc).isoformat()
    return ""
