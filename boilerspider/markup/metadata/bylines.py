"""Bylines in the body: elements whose markup or first word says author, where the story stands.

One pass collects them by kind, the most explicit first; it is made only where the head names nobody.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, takewhile

from lxml import etree

from boilerspider.markup.metadata.beside import SENTENCE_CHARS, STORY_CHARS, Headline, ends_sentence, spoken
from boilerspider.markup.metadata.cards import Own, is_of_another_story, is_profile
from boilerspider.markup.metadata.hours import days_in
from boilerspider.markup.metadata.names import is_person, names
from boilerspider.markup.metadata.surroundings import MAX_HINT_CHARS, ancestors, distance, heading_of, stands_elsewhere
from boilerspider.markup.metadata.text import clean, text_of
from boilerspider.markup.prose import weigh
from boilerspider.markup.transcript import Transcript
from boilerspider.markup.units import INLINE

MAX_CANDIDATES = 300
"""Elements looked at; a story's own byline is among the first."""
_ITEMPROP, _REL, _NAMED, _LINKED, _WORDED = range(5)
"""Kinds of bylines: microdata, rel=author, a class or id, a link to a profile, a first word."""
_MAX_CHARS = 160
"""A longer element is a biography; ours, measured on wcxb."""
_MAX_PARTS = 12
"""Texts of a byline that are read, and names that one element may hold."""
_MOST_WORDS = 2
"""That say in a byline that somebody wrote: written by. Ours."""
_MAX_WORD_CHARS = len("Written by: ")
"""A shorter text is the byline's word alone: the name stands in the next element."""
_MAX_LEVELS = 8
"""Elements, each in the next, between a link and its paragraph. Ours."""
_PARAGRAPHS = frozenset(("p", "li", "dd", "td"))
"""What sentences stand in."""
PART = " | "
"""What parts the texts of a byline's elements: a name ends where its element does."""

# Where names stand; one pass over these in Python is quicker than one XPath with as many conditions.
_TAGS = frozenset((
    "a", "address", "b", "cite", "dd", "div", "em", "h1", "h2", "h3", "h4", "h5", "h6", "header", "i", "li", "p",
    "section", "small", "span", "strong", "td", "time", "ul",
))  # fmt: skip
_WORDS = re.compile(
    r"\s*(?:(?:written|posted|published|article|story|words)\s+by|by|von|por|par|authors?)(?:\s*:|\b)(?:[\s|]+[^\s|]+){0,16}",
    re.IGNORECASE,
)
_PROSE = re.compile(
    r"\S+\s+[a-z]+\s+[a-z]+\b(?!\s+(?:\d|[^\W\d_]+\.?,?\s+\d|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b|(?:Mon|Diens|Donners|Frei|Sams|Sonn)tag\b|Mittwoch\b))"
)
"""A word and two in small letters behind it: "By clicking and signing up", where no login stands alone; before a day it does."""
_INITIALS = "wpasbvWPASBVſ"
"""What its first letter may be: asked before the pattern is, since most texts begin with another."""
_AUTHOR = re.compile(
    r"(?:^|[\s_-])(?:by-?lines?|authors?|autor(?:en|in|es|e)?|auteure?s?|writers?|written-?by|posted-?by)(?![a-z])"
    r"|(?:article|post|entry|story|meta|blog)_?(?:Author|Byline)|author-?Names?|bylineName",
    re.IGNORECASE,
)
_REPORTER = re.compile(r"journalist|reporter|(?:[\w-]*[_-])?(?:journalist|reporter)[_-]?names?", re.IGNORECASE)
_SIGNATURE = "firma"
_SIGNING = frozenset(("ca", "es", "gl", "it"))
"""Languages in which that is one: elsewhere it is a firm."""
_GOES_ON = re.compile(r"\s*[^\W\d_]+\s+[^\W\d_]")
"""Words behind a name, with no sign between: more than a conjunction."""
_BIOGRAPHY = re.compile(
    r"bio(?![a-z])|avatar|image|img|photo|social|follow|about|desc|job(?![a-z])|role|title|twitter|quot(?:e|ation)|zitat|testimonial",
    re.IGNORECASE,
)
"""What says more of an author, or names another's: that of a quotation."""


def bylines(headline: Headline, page: Own) -> Iterator[tuple[list[str], bool]]:
    """Groups of byline texts of the story below this headline of a page that stand together, and whether their markup is explicit; the most explicit first, of these the nearest to it."""
    kinds: tuple[list[etree._Element], ...] = ([], [], [], [], [])
    around = ancestors(heading_of(headline))
    for kind, element in islice(_marked(headline.transcript), MAX_CANDIDATES):
        is_headline = kind == _WORDED and element.tag == "h1"
        if not (is_headline or stands_elsewhere(element, around) or is_of_another_story(element, around, page)):
            kinds[kind].append(element)
    for elements in kinds:
        elements.sort(key=lambda element: distance(element, around))
    *marked, worded = kinds
    for kind, elements in enumerate(marked):
        for element in elements:
            texts = [text for mate in _together(element, elements) for text in _texts(mate)]
            if texts:
                yield texts, kind <= _REL
    yield from (([text], False) for text in map(_worded, worded) if text)


def reporters(headline: Headline, page: Own) -> Iterator[list[str]]:
    """Groups of texts that stand together beside this headline of a page, by their classes a reporter's: amid a story these name whom it tells of."""
    transcript, is_signing = headline.transcript, spoken(headline.language) in _SIGNING
    calling = {name for name in transcript.classes if name and _is_calling(name, is_signing=is_signing)}
    if not calling:
        return
    called = (
        element
        for element, name in zip(transcript.elements, transcript.classes, strict=True)
        if name in calling and element.tag in _TAGS
    )
    around = ancestors(heading_of(headline))
    elements = [
        element
        for element in islice(called, MAX_CANDIDATES)
        if not (stands_elsewhere(element, around) or is_of_another_story(element, around, page))
    ]
    for element in elements:
        if _signs_beside(element, headline):
            yield [text for mate in _together(element, elements) for text in _texts(mate)]


def _marked(transcript: Transcript) -> Iterator[tuple[int, etree._Element]]:
    """The elements that speak of an author, each with its kind."""
    tags = [tag if tag in _TAGS else "" for tag in transcript.tags]
    names = {*transcript.classes, *transcript.ids}
    hinting = {name for name in names if name and _is_hinting(name)}
    told: dict[etree._Element, bool] = {}
    for place, element, name, identity in zip(
        transcript.places, transcript.elements, transcript.classes, transcript.ids, strict=True
    ):
        if tags[place]:
            kind = _explicit(element, is_named=name in hinting or identity in hinting)
            kind = _worded_kind(element, tags[place], told) if kind is None else kind
            if kind is not None:
                yield kind, element


def _explicit(element: etree._Element, *, is_named: bool) -> int | None:
    """How explicit an element's attributes are, 0 the most; None where they say nothing of an author."""
    rel, itemprop = element.get("rel"), element.get("itemprop")
    if itemprop == "author":
        return _ITEMPROP
    if rel == "author":
        return _REL
    if is_named or (rel and _is_hinting(rel)) or (itemprop and _is_hinting(itemprop)):
        hints = f"{element.get('class')} {element.get('id')} {rel} {itemprop}"[:MAX_HINT_CHARS]
        return _NAMED if _AUTHOR.search(hints) and not _BIOGRAPHY.search(hints) else None
    return None


def _worded_kind(element: etree._Element, tag: str, told: dict[etree._Element, bool]) -> int | None:
    """The kind of one that leads to a profile, or begins with a byline's word; `told` are the paragraphs of links so far."""
    if tag == "a" and is_profile(element):
        return None if _is_told_of(element, told) else _LINKED
    text = (element.text or "").lstrip()  # most are indentation, which the pattern would try space by space
    return _WORDED if text and text[0] in _INITIALS and _WORDS.match(text) else None


def _is_told_of(link: etree._Element, told: dict[etree._Element, bool]) -> bool:
    """Whether a link stands in a sentence, which tells of somebody: one that says a whole day may say who wrote on it."""
    holders = islice(link.iterancestors(), _MAX_LEVELS)
    holder = next((element for element in holders if element.tag not in INLINE), None)
    if holder is None or holder.tag not in _PARAGRAPHS:
        return False
    if holder not in told:  # one may hold any number of links, which are no candidates that are counted
        told[holder] = _tells(text_of(holder))
    return told[holder]


def _tells(text: str) -> bool:
    is_long = weigh(text) > STORY_CHARS or (weigh(text) > SENTENCE_CHARS and ends_sentence(text))
    return is_long and not any(days_in(text))


def _is_hinting(values: str) -> bool:
    """Whether attributes may speak of an author: told quickly, as it is asked of all."""
    is_english = "uthor" in values or "yline" in values or "riter" in values or "By" in values
    return is_english or "utor" in values or "uteur" in values


def _is_calling(name: str, *, is_signing: bool) -> bool:
    """Whether a class is, in all its letters, one of those that reporters' names have, and others' amid stories; in some languages what signs is one."""
    if "eporter" not in name and "ournalist" not in name and not (is_signing and _SIGNATURE in name):
        return False
    classes = name[:MAX_HINT_CHARS].split()
    return (is_signing and _SIGNATURE in classes) or any(map(_REPORTER.fullmatch, classes))


def _signs_beside(element: etree._Element, headline: Headline) -> bool:
    """Whether an element stands beside the headline, where its line begins or behind a sign or a day, and no sentence goes on behind it."""
    text = next(filter(None, map(clean, islice(element.itertext(), _MAX_PARTS))), "")
    if text not in headline.beside.behind or ends_sentence(text_of(element)):
        return False
    nodes = [element, *islice(element.iterancestors(), _MAX_LEVELS)]
    within = [*takewhile(lambda node: node.tag in INLINE, nodes)]
    line = nodes[min(len(within), len(nodes) - 1)]
    before, found, _ = text_of(line).partition(text)
    tails = [node.tail or "" for node in within]
    is_begun = bool(found) and not before.rstrip()[-1:].isalpha()
    return is_begun and not any(_GOES_ON.match(tail) or ends_sentence(tail) for tail in tails)


def _together(element: etree._Element, elements: list[etree._Element]) -> list[etree._Element]:
    """The element and those of its kind that share its parent: co-authors."""
    parent, hints = element.getparent(), element.get("class")
    mates = [other for other in elements if other.getparent() is parent and other.get("class") == hints]
    return mates[:_MAX_PARTS] if parent is not None and element in mates else [element]


def _texts(element: etree._Element) -> list[str]:
    """The names that the element holds: marked ones, links to profiles, or its whole short text."""
    chosen = []
    if len(element):
        inner = list(islice(element.iterdescendants("*"), 100))
        links = [link for link in inner if link.tag == "a" and is_profile(link) and text_of(link)]
        chosen = [child for child in inner if child.get("itemprop") == "name"] or links
    texts = [child.get("content") or _parted(child) for child in (chosen or [element])[:_MAX_PARTS]]
    return [text for text in texts if 1 < len(text) <= _MAX_CHARS]


def _parted(element: etree._Element) -> str:
    parts = [clean(text) for text in islice(element.itertext(), _MAX_PARTS)]
    return PART.join(part for part in parts if part)


def _worded(element: etree._Element) -> str:
    """The beginning of a short element that starts with a byline's word; empty where no name follows."""
    text = _parted(element)
    following = element.getnext()
    if len(text) < _MAX_WORD_CHARS and following is not None and following.tag.__class__ is str:
        text = f"{text}{PART}{_parted(following)}"
    match = _WORDS.match(text) if len(text) <= _MAX_CHARS and not _is_prose(text) else None
    return match[0] if match else ""


def _is_prose(text: str) -> bool:
    """Whether a text that begins with a byline's word is a sentence that goes on behind it and names no person there: "By then, the river had risen."."""
    begun = _PROSE.match(text)
    if begun and begun[0].split()[1] != "by":
        return True
    if not ends_sentence(text):
        return False
    name = next(names(text), "")
    return not is_person(name) and len(text.split()) > len(name.split()) + _MOST_WORDS
