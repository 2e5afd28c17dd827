"""Cards of other stories: small elements that lead to one by its headline, and may say who wrote it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import islice

from lxml import etree

from boilerspider.markup.metadata.surroundings import MAX_HINT_CHARS
from boilerspider.markup.metadata.text import text_of
from boilerspider.markup.prose import weigh

MAX_LEVELS = 8
"""Elements, each in the next, between a byline and its card. Ours."""
MAX_ELEMENTS = 60
"""Of a card, inside which a byline stands: a story's own box has more, or holds its headline. Ours."""
MAX_CARD_CHARS = 1_000
"""A larger element holds a story. Ours."""
HEADLINE_CHARS = 20
"""Of the headline of another story: names and buttons are shorter (`prose.weigh`). Ours."""

PROFILE = re.compile(
    r"/(?:authors?|autor(?:en|es)?|profiles?|people|person|staff|contributors?|writers?|auteurs?)/[^/?#]"
)
"""What leads to a page about an author; in small letters."""
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_BOUNDS = frozenset(("body", "html", "main"))


def is_profile(link: etree._Element) -> bool:
    """Whether a link leads to a page about an author."""
    return PROFILE.search(link.get("href", "")[:MAX_HINT_CHARS].lower()) is not None


def is_of_another_story(byline: etree._Element, around: Collection[etree._Element]) -> bool:
    """Whether a byline stands in a card, or a link, that leads to another story; `around` are the elements that hold the page's own headline."""
    said = text_of(byline)
    for holder in islice(byline.iterancestors(), MAX_LEVELS):
        if holder in around or holder.tag in _BOUNDS:
            return False
        if holder.tag == "a":
            return not is_profile(holder) and weigh(text_of(holder)) - weigh(said) >= HEADLINE_CHARS
        held = list(islice(holder.iterdescendants("*"), MAX_ELEMENTS + 1))
        is_card = len(held) <= MAX_ELEMENTS and sum(map(_chars, held)) <= MAX_CARD_CHARS
        if is_card and any(_leads_on(heading, said) for heading in held if heading.tag in _HEADINGS):
            return True
    return False


def _leads_on(heading: etree._Element, byline: str) -> bool:
    """Whether a heading is that of another story: a link, with more words than the byline beside it has."""
    said = text_of(heading)
    is_headline = weigh(said) >= HEADLINE_CHARS and said not in byline and byline not in said
    return is_headline and any(not is_profile(link) for link in _links(heading))


def _links(heading: etree._Element) -> Iterator[etree._Element]:
    """The links that a heading holds, or stands in."""
    yield from islice(heading.iterdescendants("a"), MAX_LEVELS)
    yield from islice(heading.iterancestors("a"), 1)


def _chars(element: etree._Element) -> int:
    return sum(len(text[: 2 * MAX_CARD_CHARS].strip()) for text in (element.text, element.tail) if text)
