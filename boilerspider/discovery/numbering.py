"""The numbers in addresses: an address as one of the pages of a story; rules on addresses alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple
from urllib.parse import SplitResult, unquote, urlsplit, urlunsplit

from boilerspider.discovery.scoring import STORY_SHAPE_POINTS, shape_points
from boilerspider.discovery.vocabulary import PAGE_ARGUMENTS, PAGE_WORDS
from boilerspider.urls import clean_url

MAX_STORY_PAGES = 20
"""Pages of one story that are asked for, the first one included. Ours: more are a book, a gallery, or a space without end."""

MOST_READINGS = 8
"""Numbers in one address that are tried. Ours: those of real pagers have one or two."""

REMEMBERED = 512
"""Addresses whose readings are kept: those of the pagers at hand, which lead to few addresses by many links. Ours."""

ANY_PAGE_WORD = "|".join(sorted(PAGE_WORDS, key=len, reverse=True))
"""A pattern: the longest first, so that none is found in a longer one."""

_END = r"(?P<end>/|(?:\.[a-z]{3,5}))?$"
# In `front-page/2` the word belongs to the headline.
_BY_WORD = re.compile(
    rf"(?P<stem>.+?)(?:/(?:{ANY_PAGE_WORD})[/_-]?|[,._-](?:{ANY_PAGE_WORD})[_-]?)(?P<number>\d{{1,3}}){_END}",
    re.IGNORECASE,
)
_BY_NUMBER = re.compile(rf"(?P<stem>.+)(?P<mark>[/,_-])(?P<number>\d{{1,2}}){_END}", re.IGNORECASE)
_YEAR = r"(?:19|20)\d\d"
_IN_A_DATE = re.compile(rf"(?:^|[/,._-]){_YEAR}(?:[/,._-]?\d{{1,2}})?$|/\d{{1,2}}$")
"""What a path ends with where a number behind it is a month or a day."""

_FRONT = re.compile(r"(?:^|/)(?:(?:index|default|home|start)(?:\.\w+)?)?$", re.IGNORECASE)


class Numbered(NamedTuple):
    """An address as one of the pages of a story: what they have in common, and the number."""

    stem: str
    number: int
    how: str
    """What the number stands behind: `argument` (of the query), `word`, `/`, `-`."""

    @property
    def is_named(self) -> bool:
        """Whether the address calls its number that of a page."""
        return self.how in ("argument", "word")


def first_addresses(url: str, *, counted: bool = False) -> tuple[str, ...]:
    """Addresses that the first page of a story may have, where an address says by itself that it is a later one's.

    With `counted` a number behind a slash says so too: of use only beside links to what may be first pages.
    """
    later = (one for one in readings(url) if 1 < one.number <= MAX_STORY_PAGES)
    later = (one for one in later if one.is_named or (counted and one.how == "/"))
    stem = next((clean_url(one.stem) for one in later if is_story(one.stem)), "")
    path, mark, query = stem.partition("?")
    return (stem, f"{path}/{mark}{query}") if stem else ()


def without_zero(url: str) -> str:
    """The address without the argument that calls its page the one with the number 0: servers that count so need none for the first."""
    parts = urlsplit(url)
    arguments = [each for each in parts.query.split("&") if not _is_zero(*each.partition("=")[::2])]
    return urlunsplit(parts._replace(query="&".join(arguments)))


def _is_zero(name: str, value: str) -> bool:
    return name.lower() in PAGE_ARGUMENTS and value == "0"


def are_pages(one: str, other: str) -> bool:
    """Whether two addresses can be those of pages of one story, the same page included."""
    return bool({page.stem for page in readings(one)} & {page.stem for page in readings(other)})


def is_story(stem: str) -> bool:
    """Whether an address without its number looks like a story's."""
    return shape_points(stem) >= STORY_SHAPE_POINTS


@lru_cache(maxsize=REMEMBERED)
def readings(url: str, first: int = 1) -> tuple[Numbered, ...]:
    """The ways to read an address: as a first page, and as a numbered one.

    `first` is the number that an argument has on the first page: some servers count from 0. A front page has no pages of a story, nor has what only a word or an argument tells from others and looks like a section.
    """
    cleaned = clean_url(url)
    if not cleaned:
        return ()
    parts = urlsplit(cleaned)
    numbered = filter(_is_page, islice(_numbered(parts, first), MOST_READINGS))
    return (Numbered(_stem(parts, parts.path, parts.query), 1, ""), *numbered)


def _is_page(page: Numbered) -> bool:
    return not _FRONT.search(urlsplit(page.stem).path) and (not page.is_named or is_story(page.stem))


def _numbered(parts: SplitResult, first: int) -> Iterator[Numbered]:
    arguments = parts.query.split("&") if parts.query else []
    for place, argument in enumerate(arguments):
        name, _, value = argument.partition("=")
        if name.lower() in PAGE_ARGUMENTS and value.isdecimal() and len(value) <= 3:
            rest = "&".join(arguments[:place] + arguments[place + 1 :])
            yield Numbered(_stem(parts, parts.path, rest), int(value) + 1 - first, "argument")
    path = unquote(parts.path)
    if found := _BY_WORD.fullmatch(path):
        yield Numbered(
            _stem(parts, found["stem"] + _extension(found["end"]), parts.query), int(found["number"]), "word"
        )
    elif (found := _BY_NUMBER.fullmatch(path)) and not _IN_A_DATE.search(found["stem"]):
        how = "/" if found["mark"] == "/" else "-"
        yield Numbered(_stem(parts, found["stem"] + _extension(found["end"]), parts.query), int(found["number"]), how)


def _extension(end: str | None) -> str:
    return end if end and end != "/" else ""


def _stem(parts: SplitResult, path: str, query: str) -> str:
    """An address without the slash at its end, which some pages of a story have and others not."""
    return urlunsplit((parts.scheme, parts.netloc, unquote(path).rstrip("/"), query, ""))
