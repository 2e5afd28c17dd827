"""XML with signs that belong to no tag, and ends of what is not open, made such that a parser loses nothing behind them.

libxml2 takes every end tag for the end of the innermost element: two ends too many within an entry
end the feed, and so does, read piece by piece, a bare `<`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from functools import partial

_VALUE = r"""(?:"[^"<]*(?:<(?![^\W\d]|[/!?])[^"<]*)*"|'[^'<]*(?:<(?![^\W\d]|[/!?])[^'<]*)*')"""
"""A quoted value, in which no other markup begins."""

_MARKUP = re.compile(
    r"<!\[CDATA\[.*?(?:\]\]>|\Z)|<!--.*?(?:-->|\Z)|<\?[^\W\d][^<]*?\?>"
    r"|<(?P<end>/?)(?P<name>[^\W\d][\w.:-]*)(?=[\s/>\"'<])"
    rf"(?P<rest>[^<>\"']*(?:{_VALUE}[^<>\"']*)*>|[^<>]*>|[^<>]*(?=<))"
    r"|<",
    re.DOTALL,
)
"""Sections, comments and instructions; tags, also such as another one begins in; and what begins none of these."""

_ATTRIBUTE = re.compile(rf"(?<![\w.:-])([^\W\d][\w.:-]*)\s*=\s*({_VALUE})")


_BEGIN = re.compile(r"<!--|<!\[CDATA\[")
_ENDS = {"<!--": "-->", "<![CDATA[": "]]>"}

MOST_DEEP = 200
"""Open elements within which no other one begins but entries: libxml2 gives up below 256. Ours."""


def without_unended(text: str) -> str:
    """The text without the beginnings of remarks and sections that have no end before the next one of their kind begins: all behind them would be part of them."""
    kept, at = [], 0
    while match := _BEGIN.search(text, at):
        begin = match[0]
        other = text.find(begin, match.end())
        end = text.find(_ENDS[begin], match.end(), other if other >= 0 else len(text))
        kept.append(text[at : match.start() if end < 0 else end])
        at = match.end() if end < 0 else end
    return "".join((*kept, text[at:]))


def tidied(text: str, entries: Collection[str]) -> str:
    """The text with each `<` escaped that begins no markup, and tags of nothing but what XML has in them.

    A start tag that another one begins in is words, but for the first one and those of entries, by their local names.
    """
    return _MARKUP.sub(partial(_tidy, entries), text)


def balanced(text: str, entries: Collection[str]) -> str:
    """A tidied text with an end for all that is open within what ends, and none of what is not open.

    Nor has it ends of the root, and of what in it has had entries, where others come behind them.
    """
    last = -1
    for match in _MARKUP.finditer(text):
        if match["name"] and not match["end"] and _is_one(match["name"], entries):
            last = match.start()
    return _MARKUP.sub(_Open(entries, last).tag, text)


def _tidy(entries: Collection[str], match: re.Match[str]) -> str:
    name, rest = match["name"], match["rest"]
    if name is None:
        return match[0] if len(match[0]) > 1 else "&lt;"
    if match["end"]:
        return f"</{name}>"
    if not rest.endswith(">") and match.start() and not _is_one(name, entries):
        return f"&lt;{match[0][1:]}"
    values: dict[str, str] = {}
    for own, value in _ATTRIBUTE.findall(rest):
        values.setdefault(own, value.replace("<", "&lt;"))  # the first one, as in HTML
    attributes = "".join(f" {own}={value}" for own, value in values.items())
    return f"<{name}{attributes}{'/>' if rest.endswith('/>') else '>'}"


def _is_one(name: str, entries: Collection[str]) -> bool:
    return name.rpartition(":")[2] in entries


class _Open:
    """Knows what is open, tag by tag."""

    def __init__(self, entries: Collection[str], last: int) -> None:
        self._entries = entries
        self._last = last
        self._names: list[str] = []
        self._counts: Counter[str] = Counter()
        self._held = False

    def tag(self, match: re.Match[str]) -> str:
        """The tag as it is to be; names are told apart as those of HTML are, which leaves ends to those that know no better."""
        name = match["name"]
        if name is None:
            return match[0]
        if match["end"]:
            return "" if match.start() < self._last and self._holds(name.lower()) else self._close(name.lower())
        is_closed = match["rest"].endswith("/>")
        if len(self._names) >= MOST_DEEP and not (is_closed or self._is_entry(name)):
            return ""
        self._held = len(self._names) > 1 and (self._held or self._is_entry(name))
        if not is_closed:
            self._names.append(name)
            self._counts[name.lower()] += 1
        return match[0]

    def _holds(self, name: str) -> bool:
        """Whether the last open element of a name is the root, or stands in it and has had entries; entries are neither."""
        outer = [each.lower() == name and not self._is_entry(each) for each in self._names[: 1 + self._held]]
        return sum(outer) == self._counts[name] > 0

    def _is_entry(self, name: str) -> bool:
        return _is_one(name, self._entries)

    def _close(self, name: str) -> str:
        """The ends of what is open, up to the last element of a name; nothing where there is none."""
        ends: list[str] = []
        open_then = self._counts[name]
        while self._counts[name] == open_then > 0:
            last = self._names.pop()
            self._counts[last.lower()] -= 1
            ends.append(f"</{last}>")
        return "".join(ends)
