"""The fields of an article in a script that is no JSON: a quotation mark in its prose, or a comma left out, spoils the rest no more.

Each value is decoded by itself, and believed where what comes behind it can come behind a value.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from itertools import islice
from json import JSONDecoder
from typing import Any

from boilerspider.markup.metadata.jsonld import MAX_SCRIPT_CHARS, is_too_deep
from boilerspider.markup.metadata.pagetype import ARTICLES

_TOKEN = re.compile(
    r'(?P<brace>[{}])|"@type"\s{0,9}:\s{0,9}"(?P<type>\w{1,40})"'
    r'|"(?P<field>headline|datePublished|dateModified|articleSection|author|inLanguage)"\s{0,9}:\s{0,9}'
)
MAX_TOKENS = 100_000
"""Braces, types and fields of a script that are looked at. Ours."""
_BEHIND = re.compile(r'\s{0,99}(?:[,}\]]|"@?\w{1,40}"\s{0,9}:|\Z)')
"""What can come behind a value: with a comma left out, the next field."""
_DECODER = JSONDecoder(strict=False)


def salvaged(script: str) -> list[Any]:
    """The article in such a script, with what could be read of it; nothing where it holds none, or more than one."""
    if len(script) > MAX_SCRIPT_CHARS or is_too_deep(script):
        return []
    articles, starts = _objects(script)
    if len(articles) != 1:
        return []
    ((number, kind),) = articles
    return [{"@type": kind, **_fields(script, starts.get(number, {}))}]


def _objects(script: str) -> tuple[list[tuple[int, str]], dict[int, dict[str, int]]]:
    """The objects that are articles, by the numbers of their braces, with their types; and where the value of each name begins that stands in an object, of the first of a name."""
    articles: list[tuple[int, str]] = []
    starts: dict[int, dict[str, int]] = {}
    around, opened = [0], 0
    for token in islice(_TOKEN.finditer(script), MAX_TOKENS):
        if token["brace"] == "{":
            opened += 1
            around.append(opened)
        elif token["brace"]:
            del around[max(1, len(around) - 1) :]  # outside of all objects it closes nothing
        elif token["field"]:
            starts.setdefault(around[-1], {}).setdefault(token["field"], token.end())
        elif token["type"] in ARTICLES:
            articles.append((around[-1], token["type"]))
    return articles, starts


def _fields(script: str, starts: Mapping[str, int]) -> dict[str, Any]:
    """What stands under each name."""
    fields: dict[str, Any] = {}
    for name, start in starts.items():
        with suppress(ValueError, RecursionError):
            value, end = _DECODER.raw_decode(script, start)
            if _BEHIND.match(script, end):
                fields[name] = value
    return fields
