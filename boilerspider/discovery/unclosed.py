"""XML whose entries never end, or what is in them, made such that a parser reads it: each ends where the next one begins."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection

from boilerspider.markup.prose import without_remarks

MOST_OPEN = 40
"""Elements that may stay open, entries or what is in them: libxml2 gives up below 256. Ours."""

_TAG = re.compile(r"<!\[CDATA\[.*?(?:\]\]>|\Z)|<!--.*?(?:-->|\Z)|<(/?)([A-Za-z_][^\s<>/]*)(?=[\s>/])[^<>]*>", re.DOTALL)
"""Sections and comments, whose tags are none, and tags."""


def ended(text: str, names: Collection[str]) -> str:
    """The text with the ends of what stays open in elements of these local names, and of these; as it is where that is little."""
    markup = _without_sections(text)
    # End tags too many hide entries that stay open from the sum, not from the count of their own tags.
    most = max(_count_open(markup), *(_count_unclosed(markup, name) for name in names))
    return _TAG.sub(_Ends(names).before, text) if most > MOST_OPEN else text


def _without_sections(text: str) -> str:
    first, *others = text.split("<![CDATA[")
    return without_remarks(first + "".join(other.partition("]]>")[2] for other in others))


def _count_open(markup: str) -> int:
    """How many elements have no end; it asks for no tag's name, and so costs next to nothing."""
    starts = markup.count("<") - sum(map(markup.count, ("</", "/>", "<!", "<?")))
    return starts - markup.count("</")


def _count_unclosed(markup: str, name: str) -> int:
    return markup.count(f"<{name}>") + markup.count(f"<{name} ") - markup.count(f"</{name}>")


class _Ends:
    """Knows what is open from the first entry on, tag by tag."""

    def __init__(self, entries: Collection[str]) -> None:
        self._entries = entries
        self._open: list[str] = []
        self._counts: Counter[str] = Counter()

    def before(self, match: re.Match[str]) -> str:
        """The tag, with the ends of all that must be closed before it; nothing for the end of what is not open."""
        tag, name = match[0], match[2]
        if name is None:
            return tag
        is_entry = self._is_entry(name)
        if match[1]:
            if not self._open:
                return "" if is_entry else tag
            # libxml2 would close another element in the place of one that is not open.
            return self._close(name) if self._counts[name] else ""
        ends = self._close(self._open[0]) if self._open and is_entry else ""
        if (self._open or is_entry) and not tag.endswith("/>"):
            self._open.append(name)
            self._counts[name] += 1
        return ends + tag

    def _is_entry(self, name: str) -> bool:
        """Whether it is the name of entries; within one, of those that have its prefix."""
        prefix, _, own = name.rpartition(":")
        return own in self._entries and (not self._open or prefix == self._open[0].rpartition(":")[0])

    def _close(self, name: str) -> str:
        """The ends of what is open, up to the last element of a name."""
        ends: list[str] = []
        while not ends or ends[-1] != f"</{name}>":
            last = self._open.pop()
            self._counts[last] -= 1
            ends.append(f"</{last}>")
        return "".join(ends)
