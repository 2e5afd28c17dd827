"""XML whose entries never end, made such that a parser reads it: each ends where the next one begins."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

MOST_OPEN = 40
"""Entries that may stay open: libxml2 gives up below 256 elements, and each may leave some of its own open. Ours."""

_TAG = re.compile(r"<!\[CDATA\[.*?(?:\]\]>|\Z)|<!--.*?(?:-->|\Z)|<(/?)([A-Za-z_][^\s<>/]*)(?=[\s>/])[^<>]*>", re.DOTALL)
"""Sections and comments, whose tags are none, and tags."""


def ended(text: str, names: Iterable[str]) -> str:
    """The text with the ends of the elements of these names that stay open; as it is where those are few."""
    unclosed = {name for name in names if _count_open(text, name) > MOST_OPEN}
    return _TAG.sub(_Ends(unclosed).before, text) if unclosed else text


def _count_open(text: str, name: str) -> int:
    return text.count(f"<{name}>") + text.count(f"<{name} ") - text.count(f"</{name}>")


class _Ends:
    """Knows what is open from the first entry on, tag by tag."""

    def __init__(self, entries: set[str]) -> None:
        self._entries = entries
        self._open: list[str] = []
        self._counts: Counter[str] = Counter()

    def before(self, match: re.Match[str]) -> str:
        """The tag, with the ends of all that must be closed before it; nothing for the end of what is not open."""
        tag, name = match[0], match[2]
        if name is None:
            return tag
        if match[1]:
            if not self._open:
                return tag
            # libxml2 would close another element in the place of one that is not open.
            return self._close(name) if self._counts[name] else ""
        ends = self._close(self._open[0]) if self._open and name in self._entries else ""
        if (self._open or name in self._entries) and not tag.endswith("/>"):
            self._open.append(name)
            self._counts[name] += 1
        return ends + tag

    def _close(self, name: str) -> str:
        """The ends of what is open, up to the last element of a name."""
        ends: list[str] = []
        while not ends or ends[-1] != f"</{name}>":
            last = self._open.pop()
            self._counts[last] -= 1
            ends.append(f"</{last}>")
        return "".join(ends)
