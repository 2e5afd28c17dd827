"""Cards of other stories: small elements that lead to one by its headline, and may say who wrote it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple
from urllib.parse import urlsplit

from lxml import etree

from boilerspider.markup.metadata.addresses import absolute
from boilerspider.markup.metadata.fields import Source, addresses, said_titles
from boilerspider.markup.metadata.names import names
from boilerspider.markup.metadata.surroundings import MAX_HINT_CHARS
from boilerspider.markup.metadata.text import text_of
from boilerspider.markup.metadata.titles import fold
from boilerspider.markup.prose import weigh

MAX_LEVELS = 8
"""Elements, each in the next, between a byline and its card. Ours."""
MAX_ELEMENTS = 60
"""Of a card, inside which a byline stands: a story's own box has more, or holds its headline. Ours."""
MAX_CARD_CHARS = 1_000
"""A larger element holds a story. Ours."""
REMEMBERED = 1_024
"""Addresses whose places are remembered: bylines that stand together ask for the same ones. Ours."""
HEADLINE_CHARS = 20
"""Of the headline of another story: names and buttons are shorter (`prose.weigh`). Ours."""

_PROFILE = re.compile(
    r"/(?:authors?|autor(?:en|es)?|profiles?|people|person|staff|contributors?|writers?|auteurs?)/(?!(?:log-?(?:in|out)|sign-?(?:in|up|out)|"
    r"regist(?:er|ration)|account|me|edit|settings|password)(?:[./?#]|$))[^/?#]"
)
"""What leads to a page about an author, not to the reader's own; in small letters."""
_PERSONAL = re.compile(
    r"//(?:[a-z]+\.)?(?:twitter|x|facebook|instagram|linkedin|xing|threads|bsky|youtube)\.[a-z]+/"
    r"|/(?:team|about|about-us|ueber-uns|redaktion|redaction|redaccion|redazione|redactie|equipo|equipe|journalists?|columnists?)/[^/?#]"
)
"""What leads to a person elsewhere: on a network, or among those who work for the site; in small letters."""
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_BOUNDS = frozenset(("body", "html", "main"))


def is_profile(link: etree._Element) -> bool:
    """Whether a link leads to a page about an author."""
    return _PROFILE.search(link.get("href", "")[:MAX_HINT_CHARS].lower()) is not None


class Own(NamedTuple):
    """What a page is called, and where it is."""

    titles: tuple[str, ...]
    """Their letters and digits alone."""
    places: frozenset[str]
    """Hosts and paths of its addresses."""
    base: str | None
    """By which its links are read."""


def own(source: Source) -> Own:
    """What the page says of itself, and where it was found."""
    url = source.document.url
    known = [url, *(absolute(address, url) for address in addresses(source))]
    titles = tuple(filter(None, map(fold, said_titles(source.marks))))
    places = frozenset(_place(address, url) for address in known)
    return Own(titles, places - {""}, next(filter(None, known), None))


@lru_cache(maxsize=REMEMBERED)
def _place(address: str | None, base: str | None) -> str:
    """The host and the path of an address, empty for none: a scheme and arguments say little of where a story is."""
    parts = urlsplit(absolute(address, base) or "")
    return f"{(parts.hostname or '').removeprefix('www.')}{parts.path.rstrip('/')}"


def is_of_another_story(byline: etree._Element, around: Collection[etree._Element], page: Own) -> bool:
    """Whether a byline stands in a card, or a link, that leads to another story than the page's; `around` are the elements that hold the page's own headline."""
    said = text_of(byline)
    name = fold(next(names(said), ""))
    for holder in islice(byline.iterancestors(), MAX_LEVELS):
        if holder in around or holder.tag in _BOUNDS:
            return False
        if holder.tag == "a":
            return _leads_away(holder, name, page) and weigh(text_of(holder)) - weigh(said) >= HEADLINE_CHARS
        held = list(islice(holder.iterdescendants("*"), MAX_ELEMENTS + 1))
        is_card = len(held) <= MAX_ELEMENTS and sum(map(_chars, held)) <= MAX_CARD_CHARS
        if is_card and any(_leads_on(heading, said, name, page) for heading in held if heading.tag in _HEADINGS):
            return True
    return False


def _leads_on(heading: etree._Element, byline: str, name: str, page: Own) -> bool:
    """Whether a heading is that of another story: a link, with more words than the byline beside it has."""
    said = text_of(heading)
    if weigh(said) < HEADLINE_CHARS or said in byline or byline in said:
        return False
    links = list(_links(heading))
    if not links or any(fold(said) in title for title in page.titles):
        return False
    return all(_leads_away(link, name, page) for link in links)


def _leads_away(link: etree._Element, name: str, page: Own) -> bool:
    """Whether a link leads neither to the page itself nor to somebody, perhaps of this name."""
    href = link.get("href", "")[:MAX_HINT_CHARS].strip()
    return not _leads_to(href, name) and _place(href, page.base) not in page.places


@lru_cache(maxsize=REMEMBERED)
def _leads_to(href: str, name: str) -> bool:
    """Whether a link leads to a place on its page, or to somebody, perhaps of this name."""
    small = href.lower()
    is_personal = _PROFILE.search(small) or _PERSONAL.search(small) or (name and fold(small).endswith(name))
    return href[:1] in ("", "#") or bool(is_personal)


def _links(heading: etree._Element) -> Iterator[etree._Element]:
    """The links that a heading holds, or stands in."""
    yield from islice(heading.iterdescendants("a"), MAX_LEVELS)
    yield from islice(heading.iterancestors("a"), 1)


def _chars(element: etree._Element) -> int:
    return sum(len(text[: 2 * MAX_CARD_CHARS].strip()) for text in (element.text, element.tail) if text)
