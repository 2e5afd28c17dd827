"""Debris: attributes and state that a page shows as text, where a quotation mark in one of them ends it too early.

    <div data-note='{"lead":"<p>It's late</p>","price":12,"kind":"deal"}'>   shows   s late","price":12,"kind":"deal"}'>

Templates that write markup into attributes do so, and whatever puts advertisements there.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from lxml import etree

from boilerspider.extractors.news.inputs.reading import View
from boilerspider.model import BlockType

AFTER_A_NAME, BEFORE_A_VALUE = '":', '="'
"""One of these all debris holds, and a rest of a start tag the second."""

PAIR = re.compile(r'"[\w-]+":(?:["\[{\d]|(?:true|false|null)\b)|"\s+[\w:.-]+="')
"""A key and the beginning of its value, as machines write them, or the end of one attribute and the next."""

OPENS, CLOSES = tuple("{[,\"'"), tuple("}]>\"'")
"""What debris begins with, or ends with: prose that quotes a pair or two stands around them."""

FEWEST_PAIRS = 2
MOST_LETTERS = 5_000
"""Of a block that are looked at. Both ours: of the blocks of 3,188 dev pages that are kept and no code, list or table, one has so many pairs, and it is a shop's state."""

PROSE = (BlockType.PARAGRAPH, BlockType.STANDFIRST, BlockType.SUBHEAD, BlockType.CAPTION)
"""What is none; code, and the lists and tables of manuals, hold such pairs rightly."""

REST = re.compile(r'[^<]*"(?:\s+[\w:.-]+="|\s*/?>)')
"""How the rest of a start tag goes on that an advertisement in one of its attributes has ended; a sample of code has the whole tag."""
IN_TAG = re.compile(r"<[A-Za-z][^<>]*=\s*$")
"""How the attribute ends then: in the midst of the advertisement's own start tag. What follows there becomes attributes, quotation marks in their names."""
MOST_SPILT = 20
"""Blocks between the two, at most. Ours: an attribute holds a note of some paragraphs."""


def spilt(seen: View, types: Sequence[BlockType]) -> list[int]:
    """The places of texts that stand in an attribute for whoever wrote the page, and on the page for whoever reads it, up to the rest of the start tag."""
    ends = [
        place
        for place, (text, kind) in enumerate(zip(seen.texts, types, strict=True))
        if '"' in text and BEFORE_A_VALUE in text and kind is not BlockType.CODE and REST.match(text[:MOST_LETTERS])
    ]
    if not ends:
        return []
    broken = [number for number, element in enumerate(seen.elements) if _is_broken(element)]
    places: set[int] = set()
    for first in seen.columns.first[broken].tolist():
        rank = bisect_left(ends, first)
        if rank < len(ends) and ends[rank] < first + MOST_SPILT:
            places.update(range(first, ends[rank] + 1))
    return sorted(places)


def _is_broken(element: etree._Element) -> bool:
    """Whether an attribute ends in the midst of a tag, and what should have followed there stands among the element's own."""
    if not any('"' in name or "'" in name for name in element.keys()):  # noqa: SIM118 - an element's items are its children
        return False
    return any("<" in value and IN_TAG.search(value[-MOST_LETTERS:]) for value in element.attrib.values())


def debris(texts: Sequence[str], types: Sequence[BlockType]) -> list[int]:
    """The places of texts that are made of machines' pairs of names and values."""
    return [
        place
        for place, (text, kind) in enumerate(zip(texts, types, strict=True))
        if '"' in text and (AFTER_A_NAME in text or BEFORE_A_VALUE in text) and kind in PROSE and _has_pairs(text)
    ]


def _has_pairs(text: str) -> bool:
    is_cut = text.startswith(OPENS) or text.endswith(CLOSES)
    return is_cut and "<" not in text and len(PAIR.findall(text[:MOST_LETTERS])) >= FEWEST_PAIRS


__all__ = ["debris", "spilt"]
