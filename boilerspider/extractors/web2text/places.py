"""Where things stand on a page as it would be written from its tree, in characters."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, pairwise

from lxml import etree

from boilerspider.markup.transcript import Transcript

ENDLESS = "area base br col embed hr img input link meta param source track wbr"
VOID = frozenset(ENDLESS.split())
"""Elements without an end tag."""

ESCAPED = (("&", 4), ("<", 3), (">", 3))
"""Characters that are written as references, and what that adds to the page's length."""


def spans(transcript: Transcript) -> Iterator[tuple[int, int]]:
    """Where each event begins and ends."""
    opening = [len(tag) + 2 for tag in transcript.tags]
    closing = [0 if tag in VOID else len(tag) + 3 for tag in transcript.tags[:0:-1]]
    tags, attributes = opening + closing, map(_attributes, transcript.elements)
    sizes = [
        (len(event) if event.isspace() else _written(event))
        if isinstance(event, str)
        else (tags[event] + next(attributes) if event > 0 else tags[event])
        for event in transcript.events
    ]
    return pairwise(accumulate(sizes, initial=0))


def _attributes(element: etree._Element) -> int:
    """How many characters an element's attributes take."""
    size = 0
    for name, value in element.items():
        size += len(name) + len(value) + 4
    return size


def _written(text: str) -> int:
    """How many characters a text takes when it is written down."""
    size = len(text)
    for character, more in ESCAPED:
        if character in text:
            size += more * text.count(character)
    return size
