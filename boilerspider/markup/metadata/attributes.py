"""Moments that elements beside the headline declare in attributes, where what they show is no date: "3 hours ago"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from lxml import etree

from boilerspider.markup.metadata.beside import SENTENCES, STORY_CHARS, Headline, is_long_sentence
from boilerspider.markup.metadata.changes import MAX_UPDATED_CHARS, UPDATED, UPDATED_LABEL
from boilerspider.markup.metadata.headings import MAX_CLASS_CHARS
from boilerspider.markup.metadata.surroundings import ancestors, heading_of, stands_elsewhere
from boilerspider.markup.metadata.text import MAX_FIELD_CHARS, text_of
from boilerspider.markup.prose import weigh

MAX_BEHIND = 80
"""Elements behind the headline that are looked at: the shares, sections and pictures of most pages are fewer. Ours."""
MAX_ATTRIBUTES = 20
"""Of an element. Ours."""
MAX_MOMENT_CHARS = 40
"""No declared moment is longer. Ours."""
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d\S{0,20}(?: [+-]\d\d:?\d\d| UTC)?)?|1\d{9}(?:\d{3})?")
"""A moment as machines write it: a day, or seconds or thousandths since 1970."""
_VALUES = ("datetime", "title")
"""Where microformats have the moment that an element shows in other words; `data` has it in its value, which numbers the lines of lists."""
_OF_TIME = re.compile(r"datetime|title|data-.*(?:date|time|publish|epoch|utc)")
"""The names of attributes that tell a moment; others hold numbers of ten digits, too."""
_PLAYERS = frozenset(("audio", "video", "source", "track"))
"""Elements whose moments are those of what they play."""
_OTHER = re.compile(r"updat|modif|edited|expir|event|countdown", re.IGNORECASE)
"""What names a moment of something else than the publication."""
_SAYS_CHANGED = re.compile(rf"(?:\w{{1,12}}\s){{0,2}}(?:{UPDATED.pattern})", re.IGNORECASE)
"""How a text begins that says how long ago a change was: "Last updated 3 hours ago"."""
_SIGN = re.compile(r"[|·•]")
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
MAX_LEVELS = 3
"""Elements, each in the next, before which the words of a moment's label are looked for. Ours."""


def declared_beside(headline: Headline) -> tuple[list[str], list[str]]:
    """The moments that elements between the heading and the story's first paragraph declare, in their order: those of publication, and those that words beside them call a change's."""
    published: list[str] = []
    changed: list[str] = []
    for element, moments in _declaring(headline):
        (changed if _is_labelled(element) else published).extend(moments)
    return published, changed


def hidden_moment(element: etree._Element) -> str | None:
    """The moment that an element declares by microformats' customs, `<abbr title>` the oldest of them; None where it has none as machines write them."""
    names = (*_VALUES, "value") if element.tag == "data" else _VALUES
    values = (element.get(name, "").strip() for name in names)
    return next((value for value in values if len(value) <= MAX_MOMENT_CHARS and _MOMENT.fullmatch(value)), None)


def elements_beside(headline: Headline) -> Iterator[etree._Element]:
    """The elements between the heading and the story's first paragraph."""
    heading = heading_of(headline)
    sentences = 0
    for element in _behind(headline, heading) if heading is not None else ():
        text = text_of(element) if element.tag == "p" else ""
        if is_long_sentence(text):
            sentences += 1
        elif text:
            sentences = 0
        if weigh(text) > STORY_CHARS or sentences == SENTENCES:
            return
        yield element


def _declaring(headline: Headline) -> Iterator[tuple[etree._Element, list[str]]]:
    around = None
    for element in elements_beside(headline):
        moments = list(_moments(element))
        if moments:
            around = ancestors(heading_of(headline)) if around is None else around
            if not stands_elsewhere(element, around):
                yield element, moments


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


def _is_labelled(element: etree._Element) -> bool:
    """Whether the words right before an element, or those that it begins with, say that it tells of a change."""
    before, said = _SIGN.split(_before(element))[-1].strip(), text_of(element)
    if len(before) <= MAX_UPDATED_CHARS and UPDATED_LABEL.search(before):
        return True
    return len(said) <= MAX_UPDATED_CHARS and _SAYS_CHANGED.match(said) is not None


def _before(element: etree._Element) -> str:
    """The words right before an element: in its line, or the line above that is no heading."""
    for node in (element, *islice(element.iterancestors(), MAX_LEVELS - 1)):
        previous, parent = node.getprevious(), node.getparent()
        if parent is None or (previous is not None and previous.tag in _HEADINGS):
            return ""
        text = (parent.text if previous is None else previous.tail) or ""
        told = text_of(previous) if previous is not None and isinstance(previous.tag, str) else ""
        if words := f"{told} {text[-MAX_FIELD_CHARS:]}".strip():
            return " ".join(words.split())
    return ""
