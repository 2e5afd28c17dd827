"""Line breaks that are no `br` -> such: empty spans of that class, and inline elements whose own style makes blocks of them.

What style sheets say is read nowhere; an element's own style and a class that is called as the tag are the page's own word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from boilerspider.markup.characters import NO_XML

MAX_STYLE_CHARS = 500
"""Of an element's own style that are looked at. Ours."""

_SPAN, _BREAK, _BLOCK = "span", "br", "div"
_MARKS = ("b", "cite", "em", "font", "i", "small", "strong", "u")
"""Elements amid text that say something by themselves: they stay, between two blocks."""
_DISPLAY = re.compile(r"(?:^|[;\s])display\s*:\s*([a-z-]+)", re.IGNORECASE)
_OF_BLOCKS = frozenset(("block", "flex", "grid", "list-item", "table"))


def has_breaks(root: etree._Element) -> bool:
    """Whether `write_breaks` would write something in a tree."""
    return next(_breaks(root), None) is not None


def write_breaks(root: etree._Element) -> None:
    """Put a `br` or a `div` in the place of elements that a page shows as such; what the page says stays, but for characters that no XML may hold, which go behind what becomes blocks."""
    for element in list(_breaks(root)):
        if _is_break(element):
            element.tag = _BREAK
        elif element.tag == _SPAN:
            element.tag = _BLOCK
        else:
            _part(element)


def _breaks(root: etree._Element) -> Iterator[etree._Element]:
    for element in root.iter(_SPAN, *_MARKS):
        style = element.get(b"style")  # of all such elements: lxml need not encode a name in bytes
        if (style is not None and _is_block(style)) or _is_break(element):
            yield element


def _is_block(style: str) -> bool:
    """Whether the last word on how it is displayed, which counts, makes a block of it."""
    said = _DISPLAY.findall(style[:MAX_STYLE_CHARS])
    return bool(said) and said[-1].lower() in _OF_BLOCKS


def _is_break(element: etree._Element) -> bool:
    is_called = element.get("class") == _BREAK and element.tag == _SPAN
    return is_called and not len(element) and not (element.text or "").strip()


def _part(element: etree._Element) -> None:
    """Put an empty block before an element and behind it: to put it into one would move all that it holds, for each around it."""
    tail, element.tail = element.tail, None
    before, behind = (element.makeelement(_BLOCK, {}) for _ in range(2))
    element.addprevious(before)
    element.addnext(behind)
    if tail:
        behind.tail = NO_XML.sub("", tail)


__all__ = ["has_breaks", "write_breaks"]
