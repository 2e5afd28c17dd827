"""The words on either side of an element inside of a caption."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from lxml import etree

from boilerspider.markup.lines import LINES

MAX_AROUND = 6
"""Elements around one, and on a side of each, that are looked at for its words. Ours."""
MAX_WITHIN = 16
"""Elements of such a one. Ours."""


def text_behind(element: etree._Element, root: etree._Element) -> str:
    """The next words behind an element of this caption, without the white space before them; none at its end."""
    return next(_pieces_behind(element, root), "")


def text_before(element: etree._Element) -> str:
    """The words right before an element in the same one, without the white space behind them; none where a tag is there, too."""
    last = element.getprevious()
    parent = element.getparent()
    text = last.tail if last is not None else parent.text if parent is not None else None
    return (text or "").rstrip()


def is_on_own_line(element: etree._Element) -> bool:
    """Whether an element is a line, or a line begins right behind it."""
    behind = element.getnext()
    is_broken = behind is not None and behind.tag in LINES
    return element.tag in LINES or (is_broken and not (element.tail or "").strip())


def _pieces_behind(element: etree._Element, root: etree._Element) -> Iterator[str]:
    for one in (element, *islice(element.iterancestors(), MAX_AROUND)):
        if one is root:
            return
        yield from _stripped(one.tail)
        for sibling in islice(one.itersiblings(), MAX_AROUND):
            for inner in islice(sibling.iter("*"), MAX_WITHIN):
                yield from _stripped(inner.text)
            yield from _stripped(sibling.tail)


def _stripped(text: str | None) -> Iterator[str]:
    if text is not None and not text.isspace():
        yield text.lstrip()
