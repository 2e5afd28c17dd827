"""The attributes that elements around paragraphs keep: spans of cells, numbers of lists."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from lxml import etree

_MAX_SPAN_DIGITS = 3
"""The HTML standard (4.9.11) caps `colspan` at 1000."""
_ITEM_NUMBER = re.compile(r"\s*([+-]?[0-9]{1,9})(?![0-9])")
"""An integer as the HTML standard (2.3.4.1) reads it; CommonMark (0.31, 5.2) knows numbers of nine digits."""


def _span_attributes(element: etree._Element) -> str:
    attributes = ""
    for name in ("colspan", "rowspan"):
        value = element.get(name)
        if value and value.isascii() and value.isdecimal() and len(value) <= _MAX_SPAN_DIGITS:
            attributes += f' {name}="{value}"'
    return attributes


def _list_attributes(element: etree._Element) -> str:
    return _number(element, "start") + (' reversed=""' if element.get("reversed") is not None else "")


def _item_attributes(element: etree._Element) -> str:
    number = _number(element, "value")
    parent = element.getparent() if number else None
    return number if parent is not None and parent.tag == "ol" else ""


def _number(element: etree._Element, name: str) -> str:
    value = element.get(name)
    number = _ITEM_NUMBER.match(value) if value else None
    return f' {name}="{int(number[1])}"' if number else ""


ATTRIBUTES: Mapping[str, Callable[[etree._Element], str]] = {
    "td": _span_attributes,
    "th": _span_attributes,
    "ol": _list_attributes,
    "li": _item_attributes,
}
"""Tag -> what is written behind it in the opening tag of the element."""
