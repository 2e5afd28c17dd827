"""Stories in the state from which an application draws its page: `__NEXT_DATA__` and its like.

Which string of a state is the story cannot be known from names: it is looked for by shape, as a string of markup, or as the
list whose items hold the most running text under one key. What has the page's title near it comes first.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice, repeat
from typing import Any, NamedTuple

from boilerspider.markup.entities import unescape
from boilerspider.markup.metadata.jsonld import MAX_SCRIPT_CHARS, decode
from boilerspider.markup.prose import is_address, is_prose, is_sentence
from boilerspider.markup.richtext import as_html, is_markup, is_other
from boilerspider.markup.scripts import MIN_STATE_CHARS
from boilerspider.markup.signed import signed

MIN_PARAGRAPHS = 3
"""Of a list that is taken for a story."""
MAX_STORIES = 4
"""Of one script that are tried."""
MAX_KEYS = 3
"""Of a list's items that are tried."""
MAX_ITEMS = 2_000
"""Of a list that are read."""
MAX_VALUES = 200_000
"""Values of a page's scripts that are looked at, those of a list for each list around them; ours."""
NEAR = 4
"""Objects around a story of which one says its headline. Ours: a body in a document in an article is that far from it."""
A_STEP, OF_BODY, OF_OTHERS, AFAR = 0.8, 2.0, 0.2, 0.3
"""By which a story's letters count for each object between it and the title, under a key that calls it a body, under one of pictures
or teasers, and where no title is near. Ours, chosen on dev pages without what they show."""
MAX_NAMES = 4_096
"""Keys of which is remembered what they are called."""
MAX_NEIGHBOURS = 100
"""Values of such an object that are looked at."""

_BESIDE = """ads comments consent cookies footer legal menu navigation newsletter promo recommendations recommended related relatedarticles
    relatedcontent relatedstories replies sidebar teasers"""
_BODIES = "article articlebody blocks body bodyhtml bodytext content contents contenthtml elements html htmltext paragraphs story text"
_LEADS = "chapo deck dek intro lead lede standfirst strapline subheadline subtitle"
BESIDE = frozenset(_BESIDE.split())
"""Keys, in small letters, below which no story stands."""
BODIES = frozenset(_BODIES.split())
"""Keys, in small letters and without signs, under which a story of one paragraph is believed to stand."""
LEADS = frozenset(_LEADS.split())
"""The same of a standfirst beside the headline."""

_MARKUP = re.compile(r"</?(?:p|br|div|h[1-6]|li|blockquote)\b[^<>]*>", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")
_SIGN = re.compile(r"[\W_]+")


class Story(NamedTuple):
    """What may be a page's story."""

    html: str
    lead: str
    """The standfirst beside the title; "" where there is none."""
    facts: Mapping[str, Any]
    """Who wrote it and when, in the words of JSON-LD."""
    is_near: bool
    """Whether the page's title stands near it."""
    weight: float
    """The letters of its sentences, by how near the title stands and what the keys between them are called."""


class _Around(NamedTuple):
    """An object, the key under which it stands, and those around it."""

    node: Mapping[str, Any]
    key: str
    above: _Around | None


class _Told(NamedTuple):
    """A string or a list, and what it says."""

    part: str | list[Any]
    key: str
    """Under which the words of a list stand."""
    texts: Sequence[str]
    paragraphs: int
    """Tags or paragraphs."""


class _Found(NamedTuple):
    """What may be a story."""

    told: _Told
    near: Mapping[str, Any] | None
    """The object that says the page's title."""
    weight: float


class Finder:
    """Finds stories in the values of a page's scripts, so many of them at most."""

    def __init__(self, is_title: Callable[[str], bool]) -> None:
        """`is_title` tells whether a string is the page's title."""
        self._left = MAX_VALUES
        self._is_title = is_title
        self._near: dict[int, bool] = {}
        self._held: list[Any] = []

    def stories(self, value: Any) -> list[Story]:
        """Those of a value, those that weigh most first."""
        self._near, self._held = {}, []  # by what is where, while the value is there
        known = _cache(value)
        found = [one for key, part, around in self._keyed(value) if (one := self._told(key, part, around, known))]
        heaviest = sorted(found, key=lambda one: -one.weight)[:MAX_STORIES]
        return [
            Story(_html(one.told), _lead(one), signed(one.near or {}), one.near is not None, one.weight)
            for one in heaviest
        ]

    def _told(self, key: str, part: Any, around: _Around | None, known: Mapping[str, Any]) -> _Found | None:
        """What a string or a list tells."""
        if isinstance(part, str):
            tags = len(_MARKUP.findall(part)) if "<" in part and not is_address(part) else 0
            if not tags or tags < (1 if _is_body(key) else MIN_PARAGRAPHS):
                return None
            return self._weighed(_Told(part, "", [_TAG.sub("", part)], tags), key, around)
        if isinstance(part, list) and len(part) >= (fewest := 1 if _is_body(key) else MIN_PARAGRAPHS):
            items = [_resolved(item, known) for item in part[:MAX_ITEMS]]
            best, texts = self._paragraphs(items, fewest)
            return self._weighed(_Told(items, best, texts, sum(map(is_prose, texts))), key, around)
        return None

    def _weighed(self, told: _Told, key: str, around: _Around | None) -> _Found | None:
        """What is told in sentences; of what is short that which the title stands near alone."""
        sentences = [text for text in told.texts if is_sentence(text)]
        weight, keys = float(sum(map(len, sentences))), [key]
        if not sentences:
            return None
        for _ in range(NEAR):
            if around is None:
                break
            if self._is_titled(around.node):
                weight *= OF_BODY if any(map(_is_body, keys)) else 1.0
                return _Found(told, around.node, weight * (OF_OTHERS if any(map(is_other, keys)) else 1.0))
            keys.append(around.key)
            weight *= A_STEP
            around = around.above
        return _Found(told, None, AFAR * sum(map(len, sentences))) if told.paragraphs >= MIN_PARAGRAPHS else None

    def _is_titled(self, node: Mapping[str, Any]) -> bool:
        """Whether an object says the page's title."""
        if id(node) not in self._near:
            self._near[id(node)] = any(map(self._is_title, _said(node)))
        return self._near[id(node)]

    def _paragraphs(self, items: list[Any], fewest: int) -> tuple[str, list[str]]:
        """The key that holds most running text in enough of a list's items, and that text; none where few items have any."""
        rows = [list(self._strings(item)) for item in items]
        sizes = Counter[str]()
        for row in rows:
            for key, text in row:
                sizes[key] += len(text) if is_prose(text) else 0
        for best in sorted(+sizes, key=lambda key: (-sizes[key], key))[:MAX_KEYS]:
            texts = ["".join(text for key, text in row if key == best).strip() for row in rows]
            long = sum(map(is_prose, texts))
            if long >= max(fewest, len(texts) // 3):
                return best, [text for text in texts if text]
        return "", []

    def _strings(self, value: Any) -> Iterator[tuple[str, str]]:
        """The strings of a value that can be text in document order, each with the key under which it stands."""
        pending = [("", value)]
        while pending and self._left:
            self._left -= 1
            key, part = pending.pop()
            if isinstance(part, str):
                if part and not is_address(part):
                    yield key, part
            elif isinstance(part, dict):
                pending.extend((name, below) for name, below in reversed(part.items()) if not _is_beside(name))
            elif isinstance(part, list):
                pending.extend(zip(repeat(key), reversed(part)))

    def _keyed(self, value: Any) -> Iterator[tuple[str, Any, _Around | None]]:
        """A value and all in it in document order, each with the nearest key above it and what is around; JSON in a string is as if it stood there."""
        pending: list[tuple[str, Any, _Around | None]] = [("", value, None)]
        while pending and self._left:
            self._left -= 1
            key, part, around = pending.pop()
            yield key, part, around
            if isinstance(part, dict):
                here = _Around(part, key, around)
                pending.extend((name, below, here) for name, below in reversed(part.items()) if not _is_beside(name))
            elif isinstance(part, list):
                pending.extend(zip(repeat(key), reversed(part), repeat(around)))
            elif isinstance(part, str) and MIN_STATE_CHARS <= len(part) <= MAX_SCRIPT_CHARS and part[0] in "{[":
                held = decode(part)
                self._held += held  # what is where stays there while this value is read
                pending.extend((key, below, around) for below in reversed(held))


@lru_cache(maxsize=MAX_NAMES)
def _is_body(key: str) -> bool:
    return _SIGN.sub("", key).lower() in BODIES


@lru_cache(maxsize=MAX_NAMES)
def _is_beside(key: str) -> bool:
    return key.lower() in BESIDE


def _html(told: _Told) -> str:
    if isinstance(told.part, str):
        return told.part
    return as_html(told.part, [told.key], markup=is_markup(told.texts))


def _lead(found: _Found) -> str:
    """The standfirst beside the headline."""
    for key, part in found.near.items() if found.near else ():
        if isinstance(part, str) and _SIGN.sub("", key).lower() in LEADS and is_prose(part) and "<" not in part:
            return unescape(part)
    return ""


def _said(node: Mapping[str, Any]) -> Iterator[str]:
    """What an object says itself, and what the objects in it do."""
    for part in islice(node.values(), MAX_NEIGHBOURS):
        for said in islice(part.values(), MAX_NEIGHBOURS) if isinstance(part, dict) else (part,):
            if isinstance(said, str):
                yield said


def _cache(value: Any) -> Mapping[str, Any]:
    """The objects of an Apollo client by their names."""
    pending = [value]
    for _ in range(MAX_NEIGHBOURS):
        node = pending.pop(0) if pending else None
        if isinstance(node, dict):
            if "ROOT_QUERY" in node:
                return node
            pending.extend(part for part in islice(node.values(), MAX_NEIGHBOURS) if isinstance(part, dict))
    return {}


def _resolved(item: Any, known: Mapping[str, Any]) -> Any:
    """What an item refers to."""
    if known and isinstance(item, dict):
        name = item.get("__ref") or (item.get("id") if item.get("type") == "id" else None)
        return known.get(name, item) if isinstance(name, str) else item
    return item
