"""XML with signs that belong to no tag, and ends of what is not open, made such that a parser loses nothing behind them.

libxml2 takes every end tag for the end of the innermost element: two ends too many within an entry
end the feed, and so does, read piece by piece, a bare `<`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from functools import partial

_MARKUP = re.compile(
    r"<!\[CDATA\[.*?(?:\]\]>|\Z)|<!--.*?(?:-->|\Z)|<\?[^\W\d][^<]*?\?>"
    r"|<(?P<end>/?)(?P<name>[^\W\d][\w.:-]*)(?=[\s/>\"'<])"
    r"(?P<rest>[^<>\"']*(?:(?:\"[^\"<]*\"|'[^'<]*')[^<>\"']*)*>|[^<>]*>|[^<>]*(?=<))"
    r"|<",
    re.DOTALL,
)
"""Sections, comments and instructions; tags, also such as another one begins in; and what begins none of these."""

_ATTRIBUTE = re.compile(r"(?<![\w.:-])([^\W\d][\w.:-]*)\s*=\s*(\"[^\"<]*\"|'[^'<]*')")


def tidied(text: str, entries: Collection[str]) -> str:
    """The text with each `<` escaped that begins no markup, and tags of nothing but what XML has in them.

    A start tag that another one begins in is words, but for the first one and those of entries, by their local names.
    """
    return _MARKUP.sub(partial(_tidy, entries), text)


def balanced(text: str) -> str:
    """A tidied text with an end for all that is open within what ends, and none of what is not open."""
    return _MARKUP.sub(_Open().tag, text)


def _tidy(entries: Collection[str], match: re.Match[str]) -> str:
    name, rest = match["name"], match["rest"]
    if name is None:
        return match[0] if len(match[0]) > 1 else "&lt;"
    if match["end"]:
        return f"</{name}>"
    if not rest.endswith(">") and match.start() and name.rpartition(":")[2] not in entries:
        return f"&lt;{match[0][1:]}"
    attributes = "".join(f" {own}={value}" for own, value in dict(_ATTRIBUTE.findall(rest)).items())
    return f"<{name}{attributes}{'/>' if rest.endswith('/>') else '>'}"


class _Open:
    """Knows what is open, tag by tag."""

    def __init__(self) -> None:
        self._names: list[str] = []
        self._counts: Counter[str] = Counter()

    def tag(self, match: re.Match[str]) -> str:
        """The tag as it is to be; names are told apart as those of HTML are, which leaves ends to those that know no better."""
        name = match["name"]
        if name is None:
            return match[0]
        if match["end"]:
            return self._close(name.lower())
        if not match["rest"].endswith("/>"):
            self._names.append(name)
            self._counts[name.lower()] += 1
        return match[0]

    def _close(self, name: str) -> str:
        """The ends of what is open, up to the last element of a name; nothing where there is none."""
        ends: list[str] = []
        open_then = self._counts[name]
        while self._counts[name] == open_then > 0:
            last = self._names.pop()
            self._counts[last.lower()] -= 1
            ends.append(f"</{last}>")
        return "".join(ends)
