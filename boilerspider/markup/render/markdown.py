"""Sanitised HTML -> Markdown, for reading: `#` headings, `-` bullets, fenced code, pipe tables, no escapes."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from markdownify import MarkdownConverter

_LINE_ENDS = re.compile(r"(?<![ \t])[ \t]+(?=\n)")
_BLANK_LINES = re.compile(r"\n{3,}")


class _Converter(MarkdownConverter):
    """Counts list items as they come: the library counts those before each one anew, quadratic in long lists."""

    def __init__(self) -> None:
        super().__init__(
            heading_style="ATX", escape_asterisks=False, escape_underscores=False, newline_style="backslash"
        )
        self._items: Counter[int] = Counter()

    def convert_li(self, el: Any, text: str, parent_tags: set[str]) -> str:
        del parent_tags
        self._items[id(el.parent)] += 1
        bullet = f"{self._items[id(el.parent)]}. " if el.parent.name == "ol" else "- "
        first, *more = text.strip().split("\n")
        indent = " " * len(bullet)
        return "\n".join([bullet + first, *(indent + line if line else "" for line in more)]) + "\n"


def convert(html: str) -> str:
    """The Markdown of a fragment that `render` made, whose nesting is bounded."""
    markdown: str = _Converter().convert(html)
    return _BLANK_LINES.sub("\n\n", _LINE_ENDS.sub("", markdown)).strip("\n")
