"""What a page's scripts hold: the values of applications' states, and the texts of articles in JSON-LD."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import islice
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

from lxml import etree

from boilerspider.markup.hidden.flattened import is_flat, unflattened, unpaired
from boilerspider.markup.hidden.flight import sent_in
from boilerspider.markup.hidden.literals import literals_of, returned
from boilerspider.markup.metadata.jsonld import decode, decode_behind, strings, types
from boilerspider.markup.prose import is_prose
from boilerspider.markup.transcript import Transcript
from boilerspider.urls import clean_url, site_of, story_url

STATE_MARKS = (
    "__NEXT_DATA__",
    "__NUXT__",
    "INITIAL_STATE",
    "__APOLLO_STATE__",
    "PRELOADED_STATE",
    "__PRELOADED",
    "__STATE__",
)
"""What scripts with an application's state are called, where a page shows more than next to nothing: then few states hold more of its story, and reading them takes time."""
MIN_STATE_CHARS = 400
"""Of a script that may hold one."""
MAX_ASSIGNED = 200
"""Values that one script sets that are read."""
STATE_HEAD = 2_000
"""Characters of a script in which the name of its state stands."""
MIN_SLUG_CHARS = 15
"""Of the end of an address that says which story stands there. Ours."""
MIN_DESCRIBED_CHARS = 1_000
"""Of what calls itself an article's description and is its text: some content systems have no other place for it. Ours."""
MAX_ISLANDS = 200
"""Parts of a page that Astro, and attributes with values of JSON from which others, draw in a browser; ours: the corpora's pages have under 20 of Astro's."""
MAX_NODES = 200_000
"""Values of a page's JSON-LD that are looked at; ours."""

_HOLDERS = (dict, list)
_ASSIGNED = re.compile(
    r"""(?:^|[;\n>])[ \t]{0,99}(?:(?:var|let|const) )?[\w.$]{1,99}(?:\[["'][\w.$-]{1,99}["']\]){0,4}\s{0,9}=\s{0,9}(?=[\[{])"""
)
_WRAPPED = re.compile(r"\s*(?:(?://\s{0,9})?<!\[CDATA\[\s{0,99})?[\[{]")
_PARSED = re.compile(
    r'JSON\.parse\(\s*(?:(?P<string>"[^"\\]*(?:\\.[^"\\]*)*")'
    r"|'(?P<single>[^'\\]*(?:\\.[^'\\]*)*)'"
    r"|(?P<raw>String\.raw)?`(?P<template>[^`\\]*(?:\\.[^`\\]*)*)`)",
    re.DOTALL,
)
_NUMBER = re.compile(r"(?<![0-9])(?!(?:19|20)[0-9]{6}(?![0-9]))[0-9]{6,20}")
"""Of a story in its address; no day."""
_INDEX = re.compile(r"index\.\w+\Z")
_ESCAPED = re.compile(r"\\([\\`$'\"])")
_ENCODED = re.compile(r""""(%(?:7[Bb]|5[Bb])[^"\\]*)"|'(%(?:7[Bb]|5[Bb])[^'\\]*)'""")
"""A string of JSON as addresses have it, within its marks."""
_TRANSFERRED = {"&q;": '"', "&s;": "'", "&l;": "<", "&g;": ">", "&a;": "&"}
"""What Angular writes in a state that it hands over -> what that stands for, an ampersand last."""
_GIVEN = etree.XPath(
    f"""descendant-or-self::*[not(self::astro-island)]/@*[string-length(.) >= {MIN_STATE_CHARS}]
    [contains('{{[', substring(normalize-space(substring(., 1, {MIN_STATE_CHARS})), 1, 1))]"""
)
"""Attributes that may hold JSON."""
_BOUND = re.compile(r"\A(?:data-|v-bind:|:)")
"""What frameworks write before the name of what an attribute holds (`data-page`, `:article`)."""
_UNDEFINED = re.compile(r"(?<=[:,\[])\s*undefined\s*(?=[,}\]])")
_MAY_BE_UNDEFINED = re.compile(r"undefined\s*[,}\]]").search
"""What begins with a word is searched for ten times as fast."""


def is_state(text: str, name: str) -> bool:
    """Whether a script is called an application's state."""
    return any(mark in text[:STATE_HEAD] or mark in name for mark in STATE_MARKS)


def values_of(text: str) -> list[Any]:
    """The values that a script holds, or sets; none where it is no JSON."""
    if len(text) < MIN_STATE_CHARS:
        return []
    if _WRAPPED.match(text):
        if "&q;" in text and '"' not in text:
            for written, sign in _TRANSFERRED.items():
                text = text.replace(written, sign)
        return [unflattened(value) if is_flat(value) else value for value in decode(text)]
    parsed = _parsed(text)
    if parsed:
        return decode(parsed)
    first = _ASSIGNED.search(text, 0, STATE_HEAD)
    if first is None:
        return []
    if _MAY_BE_UNDEFINED(text):
        text = _UNDEFINED.sub("null", text)
    return list(decode_behind(_ASSIGNED, text, MAX_ASSIGNED)) or decode(text[first.end() :])


def written_in(text: str) -> list[Any]:
    """The values that a script holds, or writes in whatever way; to read those that are no JSON takes several times as long."""
    found = values_of(text)
    if len(text) < MIN_STATE_CHARS:
        return found
    result = returned(text)
    if result is not None:
        return [result, *found]
    if any(found):
        return found
    encoded = _ENCODED.search(text) if "%22" in text else None
    if encoded is not None and encoded.start() <= STATE_HEAD:
        found += decode(unquote(encoded[1] or encoded[2]))
    return [*found, *literals_of(text)]


def told_in_all(transcript: Transcript) -> Iterator[Any]:
    """The values that no script of a page tells alone: those that all of them send in rows, and what its islands and other elements are given."""
    yield from sent_in(script.text or "" for script in transcript.of("script"))
    for island in islice(transcript.of("astro-island"), MAX_ISLANDS):
        given = island.get("props") or ""
        if len(given) >= MIN_STATE_CHARS:
            yield from (unpaired(value) for value in decode(given) if isinstance(value, dict))
    for attribute in _GIVEN(transcript.elements[0])[:MAX_ISLANDS]:
        yield from ({_BOUND.sub("", attribute.attrname): value} for value in decode(attribute))


def _parsed(text: str) -> str:
    """The JSON that a script parses, without the marks of its string."""
    start = text.find("JSON.parse(", 0, STATE_HEAD)
    found = _PARSED.match(text, start) if start >= 0 else None
    if found is None:
        return ""
    if found["string"] is None:
        text = str(found["single"] or found["template"] or "")
        return text if found["raw"] else _ESCAPED.sub(r"\1", text)
    with suppress(ValueError):
        return str(json.loads(found["string"], strict=False))
    return ""


class Body(NamedTuple):
    """The text of an article in JSON-LD, with what it says of itself."""

    text: str
    headline: str
    address: str

    def is_of(self, url: str) -> bool:
        """Whether its address is that of a page: on the page's site, if it says one, with the same end or number, and query; elsewhere with the same path and number."""
        url = clean_url(url)
        try:
            its, own = urlsplit(self.address), urlsplit(url)
        except ValueError:
            return False
        last, name = (parts.path.rstrip("/").rpartition("/")[2] for parts in (its, own))
        numbers = set(_NUMBER.findall(own.path)).intersection(_NUMBER.findall(its.path))
        if its.netloc and site_of(story_url(self.address)) != site_of(story_url(url)):
            return bool(numbers) and its.path == own.path  # papers of one house
        if not last or _INDEX.match(name) or (own.query and its.query != own.query):
            return False
        is_telling = len(name) >= MIN_SLUG_CHARS or its.path.rstrip("/") == own.path.rstrip("/")
        return (last == name and is_telling) or bool(numbers)


def _body_of(part: Mapping[str, Any]) -> Any:
    """The text of an article; what is too long for a description is one."""
    body, description = part.get("articleBody"), part.get("description")
    if body or not isinstance(description, str) or len(description) < MIN_DESCRIBED_CHARS:
        return body
    return description if any(name == "BlogPosting" or name.endswith("Article") for name in types(part)) else body


class Bodies:
    """The texts of articles in a page's JSON-LD, of so many values."""

    def __init__(self) -> None:
        self._left = MAX_NODES

    def of(self, value: Any) -> Iterator[Body]:
        """Those of one value."""
        pending = [value] if isinstance(value, _HOLDERS) else []
        while pending and self._left > 0:
            part = pending.pop()
            self._left -= len(part)
            if isinstance(part, dict):
                body = _body_of(part)
                if isinstance(body, str) and is_prose(body):
                    headline = part.get("headline")
                    addresses = strings([part.get(key) for key in ("url", "mainEntityOfPage", "@id")])
                    yield Body(body, headline if isinstance(headline, str) else "", next(addresses, ""))
            held = part.values() if isinstance(part, dict) else part
            pending += [below for below in reversed(held) if isinstance(below, _HOLDERS)]
