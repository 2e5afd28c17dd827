"""The fields of an article in a script that is no JSON: a quotation mark in its prose, or a comma left out, spoils the rest no more.

Each value is decoded by itself, and believed where what comes behind it can come behind a value.
"""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import islice
from json import JSONDecoder
from typing import Any

from boilerspider.markup.metadata.jsonld import MAX_SCRIPT_CHARS, MAX_VALUES, is_too_deep
from boilerspider.markup.metadata.pagetype import ARTICLES

_TYPE = re.compile(r'"@type"\s{0,9}:\s{0,9}"(\w{1,40})"')
_FIELD = re.compile(r'"(headline|datePublished|dateModified|articleSection|author|inLanguage)"\s{0,9}:\s{0,9}')
_BEHIND = re.compile(r'\s{0,99}(?:[,}\]]|"@?\w{1,40}"\s{0,9}:|\Z)')
"""What can come behind a value: with a comma left out, the next field."""
_DECODER = JSONDecoder(strict=False)


def salvaged(script: str) -> list[Any]:
    """The article in such a script, with what could be read of it; nothing where it holds none, or more than one."""
    if len(script) > MAX_SCRIPT_CHARS or is_too_deep(script):
        return []
    types = (found[1] for found in _TYPE.finditer(script) if found[1] in ARTICLES)
    kinds = list(islice(types, 2))
    return [{"@type": kinds[0], **_fields(script)}] if len(kinds) == 1 else []


def _fields(script: str) -> dict[str, Any]:
    """What stands under each name where it stands first: to try all would take the square of the script's length."""
    starts: dict[str, int] = {}
    for found in islice(_FIELD.finditer(script), MAX_VALUES):
        starts.setdefault(found[1], found.end())
    fields: dict[str, Any] = {}
    for name, start in starts.items():
        with suppress(ValueError, RecursionError):
            value, end = _DECODER.raw_decode(script, start)
            if _BEHIND.match(script, end):
                fields[name] = value
    return fields
