"""Stories on several pages: where the next page stands, and whose later page this is; rules on addresses and pagers.

Counting decides: the pages of a story differ in one number of their addresses. What is called "next" and is no
such page is another story. Whether two pages do tell one story, their own words decide: `boilerspider.whole`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from itertools import islice
from typing import NamedTuple
from urllib.parse import SplitResult, unquote, urlsplit, urlunsplit

from boilerspider.discovery.anchors import Anchor, anchors
from boilerspider.discovery.fields import web_link
from boilerspider.discovery.pagination import says_next
from boilerspider.discovery.rules import is_trap
from boilerspider.discovery.scoring import STORY_SHAPE_POINTS, shape_points
from boilerspider.discovery.vocabulary import PAGE_ARGUMENTS, PAGE_WORDS
from boilerspider.markup.tree import parse
from boilerspider.urls import clean_url

MAX_STORY_PAGES = 20
"""Pages of one story that are asked for, the first one included. Ours: more are a book, a gallery, or a space without end."""

MAX_LOOKED_AT = 200
"""Addresses below the story's own that are looked at on one page. Ours: a pager of all pages has a few dozen."""

_WORDS = "|".join(sorted(PAGE_WORDS, key=len, reverse=True))
_END = r"(?P<end>/|(?:\.[a-z]{3,5}))?$"
# In `front-page/2` the word belongs to the headline.
_BY_WORD = re.compile(
    rf"(?P<stem>.+?)(?:/(?:{_WORDS})[/_-]?|[,._-](?:{_WORDS})[_-]?)(?P<number>\d{{1,3}}){_END}", re.IGNORECASE
)
_BY_NUMBER = re.compile(rf"(?P<stem>.+)(?P<mark>[/,_-])(?P<number>\d{{1,2}}){_END}", re.IGNORECASE)
_YEAR = r"(?:19|20)\d\d"
_IN_A_DATE = re.compile(rf"(?:^|[/,._-]){_YEAR}(?:[/,._-]?\d{{1,2}})?$|/\d{{1,2}}$")
"""What a path ends with where a number behind it is a month or a day."""

_FRONT = re.compile(r"(?:^|/)(?:(?:index|default|home|start)(?:\.\w+)?)?$", re.IGNORECASE)
_PAGE_WORD = re.compile(rf"(?:{_WORDS})\b", re.IGNORECASE)
_EXTENSION = re.compile(r"\.[a-z]{3,5}$", re.IGNORECASE)
_DIGITS = re.compile(r"\d+")
_TALK = re.compile(r"comment|kommentar|respon|repl[iy]|disqus|discuss|forum|opinion", re.IGNORECASE)
_VALUE = re.compile(rb"\s*=\s*[\"']?\s*([^\"'\s>]{1,2000})")
_NUMBERED = re.compile(rb"[/,_.=-](?:[^\W\d]{1,12}[/_-]?)?0*(\d{1,2})(?:/|\.[a-z]{3,5})?(?:[?#&]|$)", re.IGNORECASE)


class Numbered(NamedTuple):
    """An address as one of the pages of a story: what they have in common, and the number."""

    stem: str
    number: int
    how: str
    """What the number stands behind: `word`, `/`, `-`."""


def next_page(html: bytes, url: str, number: int, *, encoding: str | None = None) -> str | None:
    """Where page `number + 1` of the story stands, by page `number` at `url`; None where the page leads to none.

    Pagers of comments and galleries are none of the story's. UnreadablePage for what is no HTML.
    """
    if not _may_lead_on(html, url, number):
        return None
    here = {(one.stem, one.how) for one in _readings(url) if one.number == number}
    for address, anchor, there in _pager(html, url, encoding):
        is_next = there.number == number + 1 and ((there.stem, there.how) in here or (there.stem, "") in here)
        if is_next and _leads_to(anchor, there) and not is_trap(address):
            return address
    return None


def first_page(html: bytes, url: str, canonical: str | None, *, encoding: str | None = None) -> str | None:
    """The address of a story's first page, where the page at `url` is a later one by its canonical link or its pager.

    A page whose canonical link names itself is none: posts are numbered so too (`/?p=7`), and lead to each other.
    """
    later = [one for one in _readings(url) if one.number > 1]
    if not later or (canonical and _is_same(canonical, url)):
        return None
    named = {one.stem for one in _readings(canonical or "") if one.number == 1}
    if canonical and any(one.stem in named and (one.how == "word" or _is_story(one.stem)) for one in later):
        return clean_url(canonical)
    firsts: dict[str, str] = {}
    evident: set[str] = set()
    for address, anchor, there in _pager(html, url, encoding):
        for mine in (one for one in later if one.stem == there.stem and one.number != there.number):
            is_number = anchor.text.strip() == str(there.number)
            is_word = mine.how == "word" and ("prev" in anchor.rel or _leads_to(anchor, there))
            if there.number == 1 and (is_number or mine.how == "word" or mine.stem in named):
                firsts.setdefault(mine.stem, address)
            if is_number or is_word:
                evident.add(mine.stem)
    return next((address for stem, address in firsts.items() if stem in evident), None)


def first_addresses(url: str, *, counted: bool = False) -> tuple[str, ...]:
    """Addresses that the first page of a story may have, where an address says by itself that it is a later one's.

    With `counted` a number behind a slash says so too: of use only beside links to what may be first pages.
    """
    hows = ("word", "/") if counted else ("word",)
    later = (one for one in _readings(url) if one.how in hows and 1 < one.number <= MAX_STORY_PAGES)
    stem = next((clean_url(one.stem) for one in later if _is_story(one.stem)), "")
    path, mark, query = stem.partition("?")
    return (stem, f"{path}/{mark}{query}") if stem else ()


def are_pages(one: str, other: str) -> bool:
    """Whether two addresses can be those of pages of one story, the same page included."""
    return bool({page.stem for page in _readings(one)} & {page.stem for page in _readings(other)})


def _may_lead_on(html: bytes, url: str, number: int) -> bool:
    """Whether an address on the page may be that of the next one: most stories have one page, and it is not read again for this."""
    wanted, stems = str(number + 1).encode(), {page.stem for page in _readings(url)}
    # Cutting at a word is ten times as fast as looking for a pattern.
    values = dict.fromkeys(found[1] for rest in html.split(b"href")[1:] if (found := _VALUE.match(rest)))
    numbered = (href for href in values if any(found[1] == wanted for found in _NUMBERED.finditer(href)))
    addresses = (web_link(url, unescape(href.decode("utf-8", "replace"))) for href in numbered)
    for address in _below(addresses, url):
        if any(page.stem in stems and page.number == number + 1 for page in _readings(address)):
            return True
    return b"<base" in html or not values


def _below(addresses: Iterator[str], url: str) -> Iterator[str]:
    """The addresses that begin as those of the pages of a story do, the first few."""
    beginning = min((_beginning(page.stem) for page in _readings(url)), key=len, default="")
    return islice((address for address in addresses if _beginning(address).startswith(beginning)), MAX_LOOKED_AT)


def _beginning(address: str) -> str:
    """An address's path without the extension that the number stands before."""
    path = address.partition("#")[0].partition("?")[0].partition("://")[2].partition("/")[2]
    return _EXTENSION.sub("", unquote(path).rstrip("/"))


def _is_same(canonical: str, url: str) -> bool:
    return clean_url(canonical).rstrip("/") == clean_url(url).rstrip("/")


def _is_story(stem: str) -> bool:
    return shape_points(stem) >= STORY_SHAPE_POINTS


def _readings(url: str) -> Iterator[Numbered]:
    """The ways to read an address: as a first page, and as a numbered one.

    A front page has no pages of a story, nor has what only a word or an argument tells from others and looks like a section.
    """
    cleaned = clean_url(url)
    if not cleaned:
        return
    parts = urlsplit(cleaned)
    yield Numbered(_stem(parts, parts.path, parts.query), 1, "")
    for page in _numbered(parts):
        path = urlsplit(page.stem).path
        if not _FRONT.search(path) and (page.how != "word" or _is_story(page.stem)):
            yield page


def _numbered(parts: SplitResult) -> Iterator[Numbered]:
    arguments = parts.query.split("&") if parts.query else []
    for place, argument in enumerate(arguments):
        name, _, value = argument.partition("=")
        if name.lower() in PAGE_ARGUMENTS and value.isdecimal() and len(value) <= 3:
            rest = "&".join(arguments[:place] + arguments[place + 1 :])
            yield Numbered(_stem(parts, parts.path, rest), int(value), "word")
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


def _pager(html: bytes, url: str, encoding: str | None) -> Iterator[tuple[str, Anchor, Numbered]]:
    """The links of a page that lead to pages of the same thing, as far as their addresses say, with each way to read them."""
    found = anchors(parse(html, url, encoding=encoding))
    base = web_link(url, found.base) or url
    stems = {page.stem for page in _readings(url)}
    near: dict[str, list[Numbered]] = {}
    addresses = (web_link(base, anchor.href) for anchor in found.anchors)
    for address in _below(iter(dict.fromkeys(addresses)), url):
        near[address] = [there for there in _readings(address) if there.stem in stems]
    for anchor in found.anchors:
        if anchor.is_apart or (anchor.tag == "link" and not anchor.rel & {"next", "prev"}):
            continue
        if _TALK.search(anchor.href.partition("#")[2]) or "nofollow" in anchor.rel:
            continue
        address = web_link(base, anchor.href)
        yield from ((address, anchor, there) for there in near.get(address, ()))


def _leads_to(anchor: Anchor, there: Numbered) -> bool:
    """Whether an anchor says that it leads to a numbered page: by the number, or as the next one.

    Two stories of one title are told apart by a `-2` too, and lead to each other as next: there the pager must speak of pages.
    """
    text = anchor.text.strip()
    if text == str(there.number):
        return True
    said = _DIGITS.findall(text)
    if said and there.how == "word" and int(said[0][:6]) == there.number:
        return True
    return says_next(anchor) and (there.how != "-" or bool(_PAGE_WORD.search(f"{text} {anchor.label}")))
