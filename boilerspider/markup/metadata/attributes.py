"""Moments that elements beside the headline declare in attributes, where what they show is no date: "3 hours ago"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from lxml import etree

from boilerspider.markup.metadata.beside import STORY_CHARS, Headline
from boilerspider.markup.metadata.headings import MAX_CLASS_CHARS
from boilerspider.markup.metadata.surroundings import ancestors, heading_of, stands_elsewhere
from boilerspider.markup.metadata.text import text_of
from boilerspider.markup.prose import weigh

MAX_BEHIND = 80
"""Elements behind the headline that are looked at: the shares, sections and pictures of most pages are fewer. Ours."""
MAX_ATTRIBUTES = 20
"""Of an element. Ours."""
MAX_MOMENT_CHARS = 40
"""No declared moment is longer. Ours."""
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d\S{0,20}(?: [+-]\d\d:?\d\d| UTC)?)?|1\d{9}(?:\d{3})?")
"""A moment as machines write it: a day, or seconds or thousandths since 1970."""
_OF_TIME = re.compile(r"datetime|title|data-.*(?:date|time|publish|epoch|utc)")
"""The names of attributes that tell a moment; others hold numbers of ten digits, too."""
_PLAYERS = frozenset(("audio", "video", "source", "track"))
"""Elements whose moments are those of what they play."""
_OTHER = re.compile(r"updat|modif|edited|expir|event|countdown", re.IGNORECASE)
"""What names a moment of something else than the publication."""


def declared_beside(headline: Headline) -> Iterator[str]:
    """The moments that elements between the heading and the story's first paragraph declare, in their order."""
    heading = heading_of(headline)
    if heading is None:
        return
    around = ancestors(heading)
    for element in _behind(headline, heading):
        if element.tag == "p" and weigh(text_of(element)) > STORY_CHARS:
            return
        moments = list(_moments(element))
        if moments and not stands_elsewhere(element, around):
            yield from moments


def _behind(headline: Headline, heading: etree._Element) -> Iterator[etree._Element]:
    elements = headline.transcript.elements
    at = elements.index(heading)
    return islice(elements, at + 1, at + 1 + MAX_BEHIND)


def _moments(element: etree._Element) -> Iterator[str]:
    if element.tag in _PLAYERS or _OTHER.search(f"{element.get('class')} {element.get('itemprop')}"[:MAX_CLASS_CHARS]):
        return
    for name, value in islice(element.attrib.items(), MAX_ATTRIBUTES):
        is_told = _OF_TIME.match(name[:MAX_CLASS_CHARS]) and not _OTHER.search(name[:MAX_CLASS_CHARS])
        if is_told and len(value) <= MAX_MOMENT_CHARS and _MOMENT.fullmatch(value.strip()):
            yield value
