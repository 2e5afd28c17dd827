"""Document -> links: which of a page's anchors lead to articles, to listings, to the next page, to feeds.

What is never followed gives no link: other sites (but for feeds and sitemaps, which may live
elsewhere), files, what the site asks not to follow, what readers do rather than read, and traps.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, partial

from boilerspider.discovery.anchors import Anchor, Place, anchors
from boilerspider.discovery.base import Link, LinkKind
from boilerspider.discovery.fields import plain, web_link
from boilerspider.discovery.pagination import leads_on, position
from boilerspider.discovery.rules import is_page, is_service, is_trap, may_be_service
from boilerspider.discovery.scoring import (
    ARTICLE_POINTS,
    STORY_SHAPE_POINTS,
    Company,
    company_points,
    place_points,
    shape_points,
    tells_day,
    text_points,
    word_count,
)
from boilerspider.markup.tree import Document, parse
from boilerspider.slugs import SLUG_WORDS
from boilerspider.urls import clean_url, site_of

_FEED_TYPES = frozenset(
    {"application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json", "text/rss+xml"}
)
_FEED_PATH = re.compile(r"(?:/(?:rss|atom|feed|index)\.(?:xml|rdf)|\.(?:rss|rdf|atom)|/feed/?)$", re.IGNORECASE)
_COMMENT_FEED = re.compile(r"comment|replies|kommentar|comentario|commentaire", re.IGNORECASE)
_PLAIN_PATH = re.compile(r"(?:/[A-Za-z0-9_~-][A-Za-z0-9_.~-]*)+/?")
_ORIGIN = re.compile(r"https?://[a-z0-9_.-]+(?=/)")
_NOT_FOLLOWED = frozenset({"nofollow", "sponsored", "ugc", "license", "author", "tag", "search", "help"})


@dataclass(frozen=True, slots=True)
class _Page:
    """What a link is judged against: the page it stands on, and the structures that the page repeats."""

    url: str
    own_hosts: frozenset[str]
    """Hosts of the page's links, with their ports, that lie on its site."""
    companies: Mapping[str, Company]
    storied: Callable[[], frozenset[str]]
    """Of these structures those that stories alone, or nearly, repeat; asked for where a link is in doubt."""


def read_links(html: bytes, url: str, *, encoding: str | None = None, former: Collection[str] = ()) -> tuple[Link, ...]:
    """The links of a page that was fetched; UnreadablePage says why it has none."""
    return page_links(parse(html, url, encoding=encoding), former)


def page_links(document: Document, former: Collection[str] = ()) -> tuple[Link, ...]:
    """The links of a page worth a request, each address once, in document order; the page itself is none of them.

    Its site's own pages lie on that site, and on former ones that have moved there.
    A document without an address gives no links but feeds and sitemaps that are named in full.
    """
    found = anchors(document)
    base = web_link(document.url or "", found.base) or document.url or ""
    resolved = {href: _resolved(base, href) for href in {anchor.href for anchor in found.anchors}}
    together: dict[str, list[Anchor]] = defaultdict(list)
    for anchor in found.anchors:
        together[resolved[anchor.href]].append(anchor)
    address = document.url or ""
    storied = cache(partial(_storied, together))
    page = _Page(
        clean_url(address), _own_hosts(together, {site_of(address), *former}), _companies(together.values()), storied
    )
    kinds = (
        (url, group, _kind(url, group, page)) for url, group in together.items() if url and not _is_same(url, page.url)
    )
    return tuple(Link(url, kind, plain(_said(group))) for url, group, kind in kinds if kind)


def _resolved(base: str, href: str) -> str:
    """What `web_link` makes of a reference; most are plain paths, and joined as they are."""
    if _PLAIN_PATH.fullmatch(href) and (origin := _ORIGIN.match(base)):
        return clean_url(origin[0] + href)
    return web_link(base, href)


def _own_hosts(urls: Iterable[str], sites: Collection[str]) -> frozenset[str]:
    return frozenset(host for host in set(map(_host, urls)) if host and site_of(f"http://{host}/") in sites)


def _host(url: str) -> str:
    """The host of a clean address, with its port."""
    return url.split("/", 3)[2] if url else ""


def _is_same(url: str, page_url: str) -> bool:
    return url.partition("://")[2] == page_url.partition("://")[2]


def _kind(url: str, group: list[Anchor], page: _Page) -> LinkKind | None:
    """What an address is by all anchors that lead to it; None where it is not followed."""
    followed = [anchor for anchor in group if not anchor.rel & _NOT_FOLLOWED]
    declared = _declared(url, followed, page)
    if declared or _host(url) not in page.own_hosts or not is_page(url):
        return declared
    followed = [anchor for anchor in followed if anchor.tag == "a" or "next" in anchor.rel]
    if not followed:
        return None
    place = position(url, page.url)
    if place and any(leads_on(anchor, place) for anchor in followed):
        return LinkKind.NEXT_PAGE
    if is_service(url) or is_trap(url) or (place and _is_pager(followed, place)):
        return None
    if any("next" in anchor.rel for anchor in followed) and shape_points(url) < STORY_SHAPE_POINTS:
        return LinkKind.NEXT_PAGE
    return _story_or_list(url, followed, page)


def _story_or_list(url: str, group: list[Anchor], page: _Page) -> LinkKind | None:
    """What an address is by its points; None where a house notice may be, which lists nothing."""
    if may_be_service(url) and not any(_is_newsrooms(url, anchor, page) for anchor in group):
        return None
    if _points(url, group, page) >= ARTICLE_POINTS:
        return LinkKind.ARTICLE
    return None if may_be_service(url) else LinkKind.LISTING


def _is_newsrooms(url: str, anchor: Anchor, page: _Page) -> bool:
    """Whether an anchor leads to a story though the name of a service stands in the path: `/help/how-to-reset-your-password` no newsroom heads, and none lists it among stories."""
    if anchor.place is Place.FRAME:
        return False
    return bool(anchor.headline) or tells_day(url) or anchor.signature in page.storied()


def _is_pager(group: list[Anchor], place: tuple[int, int]) -> bool:
    """Whether anchors lead back, or far ahead by a number: the way on leads there, or came from there."""
    current, number = place
    words = max(word_count(anchor.text) for anchor in group)
    return all(anchor.text.isdecimal() for anchor in group) or (number < current and words < SLUG_WORDS)


def _declared(url: str, group: list[Anchor], page: _Page) -> LinkKind | None:
    """FEED or SITEMAP where the page says so; they may lie on another site."""
    if any(anchor.tag == "link" and "sitemap" in anchor.rel for anchor in group):
        return LinkKind.SITEMAP
    is_feed = any("alternate" in anchor.rel and anchor.type in _FEED_TYPES for anchor in group) or (
        _FEED_PATH.search(url) and any(anchor.tag == "a" for anchor in group)
    )
    return LinkKind.FEED if is_feed and not _COMMENT_FEED.search(url) and not _is_storys_own(url, page) else None


def _is_storys_own(url: str, page: _Page) -> bool:
    """Whether a feed lies under the address of the story that names it: then it carries the readers' comments."""
    return url.startswith(page.url) and shape_points(page.url) >= STORY_SHAPE_POINTS


def _points(url: str, group: list[Anchor], page: _Page) -> float:
    words = word_count(_said(group) or "")
    alone = Company(0, 0.0)
    places = (
        place_points(anchor, words) + company_points(page.companies.get(anchor.signature, alone)) for anchor in group
    )
    return shape_points(url) + text_points(words, is_headline=any(anchor.headline for anchor in group)) + max(places)


def _said(group: list[Anchor]) -> str | None:
    """The best that the anchors to one address say: a headline, else the longest text, else a label."""
    for texts in ([a.headline for a in group], [a.text for a in group], [a.label for a in group]):
        if best := max(texts, key=len):
            return best
    return None


def _storied(together: Mapping[str, list[Anchor]]) -> frozenset[str]:
    """The structures that are repeated by addresses of which most are shaped like stories' and below no name of a service."""
    counts: defaultdict[str, list[bool]] = defaultdict(list)
    for url, group in together.items():
        is_story = bool(url) and not may_be_service(url) and shape_points(url) >= STORY_SHAPE_POINTS
        for signature in {anchor.signature for anchor in group if anchor.tag == "a"}:
            counts[signature].append(is_story)
    return frozenset(signature for signature, found in counts.items() if 2 * sum(found) > max(len(found), 2))


def _companies(groups: Iterable[list[Anchor]]) -> dict[str, Company]:
    """The structures that repeat on the page, with the mean words of what their anchors say; pictures do not count."""
    words: dict[str, list[int]] = defaultdict(list)
    for anchor in (anchor for group in groups for anchor in group):
        if anchor.tag == "a" and anchor.text:
            words[anchor.signature].append(word_count(anchor.headline or anchor.text))
    return {signature: Company(len(counts), sum(counts) / len(counts)) for signature, counts in words.items()}
