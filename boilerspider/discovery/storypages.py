"""Stories on several pages: where the next page stands, and whose later page this is; rules on addresses and pagers.

Counting decides: the pages of a story differ in one number of their addresses. What is called "next" and is no
such page is another story. Whether two pages do tell one story, their own words decide: `boilerspider.whole`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, product
from urllib.parse import unquote

from boilerspider.discovery.anchors import Anchor, anchors
from boilerspider.discovery.fields import web_link
from boilerspider.discovery.numbering import ANY_PAGE_WORD, Numbered, is_story, readings, without_zero
from boilerspider.discovery.pagination import says_next
from boilerspider.discovery.rules import is_trap
from boilerspider.markup.entities import unescape
from boilerspider.markup.tree import parse
from boilerspider.urls import clean_url

MAX_LOOKED_AT = 200
"""Addresses below the story's own that are looked at on one page. Ours: a pager of all pages has a few dozen."""

_PAGE_WORD = re.compile(rf"(?:{ANY_PAGE_WORD})\b", re.IGNORECASE)
_PAGE_NUMBER = re.compile(rf"(?:(?:{ANY_PAGE_WORD})\s*)?(\d{{1,3}})", re.IGNORECASE)
_BACK = re.compile(r"(?:^|[\W_])prev(?:ious)?(?:$|[\W_])|^[‹«←<]", re.IGNORECASE)
_EXTENSION = re.compile(r"\.[a-z]{3,5}$", re.IGNORECASE)
_DIGITS = re.compile(r"\d+")
_TALK = re.compile(r"comment|kommentar|respon|repl[iy]|disqus|discuss|forum|opinion", re.IGNORECASE)
_VALUE = re.compile(rb"\s*=\s*[\"']?\s*([^\"'\s>]{1,2000})")
_NUMBERED = re.compile(rb"[/,_.=-](?:[^\W\d]{1,12}[/_-]?)?0*(\d{1,2})(?:/|\.[a-z]{3,5})?(?:[?#&]|$)", re.IGNORECASE)


def next_page(html: bytes, url: str, number: int, *, encoding: str | None = None) -> str | None:
    """Where page `number + 1` of the story stands, by page `number` at `url`; None where the page leads to none.

    Pagers of comments and galleries are none of the story's. UnreadablePage for what is no HTML.
    """
    if not _may_lead_on(html, url, number):
        return None
    pager = _pager(html, url, encoding)
    counted = _counted_from(pager, url)
    for first in (1, 0) if counted is None else (counted,):
        here = {(one.stem, one.how) for one in readings(url, first) if one.number == number}
        for address, anchor in pager:
            is_next = any(
                there.number == number + 1
                and ((there.stem, there.how) in here or (there.stem, "") in here)
                and _leads_to(anchor, there)
                for there in readings(address, first)
            )
            if is_next and not is_trap(address):
                return address
    return None


def first_page(html: bytes, url: str, canonical: str | None, *, encoding: str | None = None) -> str | None:
    """The address of a story's first page, where the page at `url` is a later one by its canonical link or its pager.

    A page whose canonical link names itself is none: posts are numbered so too (`/?p=7`), and lead to each other.
    """
    if not _later(url, 0) or (canonical and _is_same(canonical, url)):
        return None
    if canonical and _is_named(canonical, url, 1):
        return clean_url(canonical)
    pager = _pager(html, url, encoding)
    first = _counted_from(pager, url)
    if first == 0 and canonical and _is_named(canonical, url, 0):
        return without_zero(clean_url(canonical))
    return _first_of(pager, url, canonical, 1 if first is None else first)


def _first_of(pager: list[tuple[str, Anchor]], url: str, canonical: str | None, first: int) -> str | None:
    """The address of the first page, where a pager shows that the page at `url` is one of those behind it."""
    named = {one.stem for one in readings(canonical or "", first) if one.number == 1}
    firsts: dict[str, str] = {}
    evident: set[str] = set()
    for address, anchor in pager:
        for there, mine in product(readings(address, first), _later(url, first)):
            if mine.stem != there.stem or mine.number == there.number:
                continue
            is_number = anchor.text.strip() == str(there.number)
            is_word = mine.is_named and ("prev" in anchor.rel or _leads_to(anchor, there))
            if there.number == 1 and (is_number or mine.is_named or mine.stem in named):
                firsts.setdefault(mine.stem, address)
            if is_number or is_word:
                evident.add(mine.stem)
    found = next((address for stem, address in firsts.items() if stem in evident), None)
    return without_zero(found) if found and first == 0 else found


def _later(url: str, first: int) -> list[Numbered]:
    return [one for one in readings(url, first) if one.number > 1]


def _is_named(canonical: str, url: str, first: int) -> bool:
    """Whether a canonical link names the first page of what the page at `url` is a later one of."""
    named = {one.stem for one in readings(canonical, first) if one.number == 1}
    return any(one.stem in named and (one.is_named or is_story(one.stem)) for one in _later(url, first))


def _counted_from(pager: list[tuple[str, Anchor]], url: str) -> int | None:
    """Which number an argument has on the first page, 0 or 1, as the pager of the page at `url` shows; None where it does not.

    Where "2" leads to page=1 pages are counted from 0, and where page=1 has a page before it without a number.
    """
    shown, numbers, is_behind, has_one = set[int](), [0], False, False
    for address, anchor in pager:
        text = _PAGE_NUMBER.fullmatch(anchor.text.strip())
        for there in readings(address):
            if there.how == "argument":
                numbers.append(there.number)
                shown |= {0} if there.number == 0 else {1 - int(text[1]) + there.number} if text else set()
            elif not there.how and _is_one(url, there.stem):
                is_behind = is_behind or _says_back(anchor)
                has_one = has_one or bool(text and int(text[1]) == 1)
    if 1 in shown:
        return 1
    return 0 if 0 in shown or is_behind or (has_one and max(numbers) <= 1) else None


def _is_one(url: str, stem: str) -> bool:
    """Whether an address is that of the page 1 of something, whichever number is the first."""
    return any(one.how == "argument" and one.number == 1 and one.stem == stem for one in readings(url))


def _says_back(anchor: Anchor) -> bool:
    return "prev" in anchor.rel or bool(_BACK.search(f"{anchor.text} {anchor.label} {anchor.marks}"))


def _may_lead_on(html: bytes, url: str, number: int) -> bool:
    """Whether an address on the page may be that of the next one: most stories have one page, and it is not read again for this."""
    stems = {page.stem for page in readings(url)}
    # Cutting at a word is ten times as fast as looking for a pattern.
    values = dict.fromkeys(found[1] for rest in html.split(b"href")[1:] if (found := _VALUE.match(rest)))
    numbered = (href for href in values if any(_is_number(found, number) for found in _NUMBERED.finditer(href)))
    addresses = (web_link(url, unescape(href.decode("utf-8", "replace"))) for href in numbered)
    for address in _below(addresses, url):
        for first in (1, 0):
            if any(page.stem in stems and page.number == number + 1 for page in readings(address, first)):
                return True
    return b"<base" in html or not values


def _is_number(found: re.Match[bytes], number: int) -> bool:
    """Whether what is found in an address is the number behind this one, or in an argument that may count from 0 this one."""
    return int(found[1]) == number + 1 or (int(found[1]) == number and found[0].startswith(b"="))


def _below(addresses: Iterator[str], url: str) -> Iterator[str]:
    """The addresses that begin as those of the pages of a story do, the first few."""
    beginning = min((_beginning(page.stem) for page in readings(url)), key=len, default="")
    return islice((address for address in addresses if _beginning(address).startswith(beginning)), MAX_LOOKED_AT)


def _beginning(address: str) -> str:
    """An address's path without the extension that the number stands before."""
    path = address.partition("#")[0].partition("?")[0].partition("://")[2].partition("/")[2]
    return _EXTENSION.sub("", unquote(path).rstrip("/"))


def _is_same(canonical: str, url: str) -> bool:
    return clean_url(canonical).rstrip("/") == clean_url(url).rstrip("/")


def _pager(html: bytes, url: str, encoding: str | None) -> list[tuple[str, Anchor]]:
    """The links of a page that lead to pages of the same thing, as far as their addresses say."""
    found = anchors(parse(html, url, encoding=encoding))
    base = web_link(url, found.base) or url
    stems = {page.stem for page in readings(url)}
    addresses = dict.fromkeys(web_link(base, anchor.href) for anchor in found.anchors)
    near = {one for one in _below(iter(addresses), url) if any(there.stem in stems for there in readings(one))}
    pager = []
    for anchor in found.anchors:
        if anchor.is_apart or (anchor.tag == "link" and not anchor.rel & {"next", "prev"}):
            continue
        if _TALK.search(anchor.href.partition("#")[2]) or "nofollow" in anchor.rel:
            continue
        if (address := web_link(base, anchor.href)) in near:
            pager.append((address, anchor))
    return pager


def _leads_to(anchor: Anchor, there: Numbered) -> bool:
    """Whether an anchor says that it leads to a numbered page: by the number, or as the next one.

    Two stories of one title are told apart by a `-2` too, and lead to each other as next: there the pager must speak of pages.
    """
    text = anchor.text.strip()
    if text == str(there.number):
        return True
    said = _DIGITS.findall(text)
    if said and there.is_named and int(said[0][:6]) == there.number:
        return True
    return says_next(anchor) and (there.how != "-" or bool(_PAGE_WORD.search(f"{text} {anchor.label}")))
