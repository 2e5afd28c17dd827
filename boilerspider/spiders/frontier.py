"""Which addresses a crawl has met, and which pages of links are still worth a request.

A path through listing pages ends at its depth, after some pages that list nothing new, and at a
budget for each site; so no space of pages without end is followed far.
"""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timezone

from scrapy import Request
from scrapy.http import Response

from boilerspider.crawl.redirected import redirected_from
from boilerspider.discovery import Link, LinkKind, is_trap
from boilerspider.stores import Visit
from boilerspider.urls import clean_url, site_of

MAX_LISTINGS = 1_000
"""Listing pages that are fetched of one site, at most. Ours."""

MAX_SITEMAPS = 200
"""Sitemaps, feeds, and addresses on other hosts that lead to its stories, that are fetched of one site, at most. Ours."""

MAX_LENT = 5
"""Sites of others on which one site of the crawl has its feeds and sitemaps, and what these lead on through, at most: real ones have them on one or two. Ours."""

BARREN_PAGES = 3
"""Listing pages in a row without an article that no listing had before, after which a path is given up. Ours."""

_LISTINGS = (LinkKind.LISTING, LinkKind.NEXT_PAGE)
_NEVER = datetime.min.replace(tzinfo=timezone.utc)


class Frontier:
    """The memory of one crawl."""

    def __init__(self, depth: int) -> None:
        self._depth = depth
        self._seen: set[str] = set()
        self._listed: set[str] = set()
        self._listings: set[str] = set()
        self._fetched: Counter[tuple[str, LinkKind]] = Counter()
        self._lent: defaultdict[str, set[str]] = defaultdict(set)
        """Site of the crawl -> sites of others, of which it has feeds, sitemaps and entries of feeds alone asked."""

    def is_new(self, url: str) -> bool:
        """Whether nobody has asked for the address yet, under this or another spelling."""
        return form_of(url) not in self._seen

    def note(self, url: str) -> None:
        """The address is asked for, or has answered."""
        self._seen.add(form_of(url))

    def note_listing(self, url: str) -> None:
        """The address is asked for as that of a page of links."""
        self._listings.add(clean_url(url))

    def is_listing(self, url: str) -> bool:
        """Whether the address was asked for as that of a page of links."""
        return clean_url(url) in self._listings

    def lend(self, lender: str, urls: Iterable[str]) -> None:
        """The site of an address says that its feeds or sitemaps lie where these addresses are; the first few such sites count."""
        lent = self._lent[site_of(lender)]
        for site in map(site_of, urls):
            if site != site_of(lender) and len(lent) < MAX_LENT:
                lent.add(site)

    def give_place(self, lender: str, url: str) -> bool:
        """Give another address, to which a feed or a sitemap of the site of an address is redirected, one of the places that there are; whether it has one, for only then it is followed there."""
        self.lend(lender, [url])
        return site_of(url) in self._lent[site_of(lender)]

    def is_lent(self, link: Link, lender: str) -> bool:
        """Whether a link leads to a feed or a sitemap, or from a feed on to a story, where the site of an address says that it has some."""
        is_leading = link.kind in (LinkKind.FEED, LinkKind.SITEMAP) or link.source == "feed"
        return is_leading and site_of(link.url) in self._lent.get(site_of(lender), ())

    def takes(self, link: Link, depth: int, barren: int, payer: str | None = None) -> bool:
        """Whether a page of links, met at a depth and behind so many barren pages, is worth a request; counts it if so.

        What lies elsewhere counts as one of the payer's, the site that has it asked.
        """
        kind = LinkKind.LISTING if link.kind in _LISTINGS else link.kind
        if kind is LinkKind.LISTING and (barren >= BARREN_PAGES or depth_of(link, depth) > self._depth):
            return False
        place = site_of(payer or link.url), kind
        budget = MAX_LISTINGS if kind is LinkKind.LISTING else MAX_SITEMAPS
        if (link.source == "link" and is_trap(link.url)) or not self.is_new(link.url) or self._fetched[place] >= budget:
            return False
        self.note(link.url)
        self._fetched[place] += 1
        return True

    def barren(self, links: Iterable[Link], before: int) -> int:
        """How many pages in a row have listed nothing new, this one included, after `before` of them."""
        listed = {clean_url(link.url) for link in links if link.kind is LinkKind.ARTICLE}
        # New to listings, not to the crawl: sitemaps may have named them all before.
        found = bool(listed - self._listed)
        self._listed |= listed
        return 0 if found else before + 1


def form_of(url: str) -> str:
    """The address in the one form under which it is asked once; one without it, for it is very long, as it is."""
    return clean_url(url) or url


def place_of(url: str) -> str:
    """An address without its arguments, which may say where each wanted to go."""
    return form_of(url).partition("?")[0]


def leads_to_itself(asked: Request | Response) -> bool:
    """Whether redirects have led back to an address that was asked on the way, under this or another spelling."""
    return form_of(asked.url) in map(form_of, redirected_from(asked))


def in_turn(links: Sequence[Link], visits: Mapping[str, Visit]) -> list[Link]:
    """The links, with those sitemaps first that a crawl should read first: it may not come to read all.

    By turns those that were changed last, or have the latest day or number in their address; any; the first;
    and those that were not read for longest: one that is never done must not keep others from their turn.
    """
    sitemaps = [link for link in links if link.kind is LinkKind.SITEMAP]
    if len(sitemaps) < 2:
        return list(links)
    newest = sorted(sitemaps, key=_newness, reverse=True)
    longest = sorted(newest, key=lambda link: visits[link.url].checked if link.url in visits else _NEVER)
    turns = zip(newest, random.sample(sitemaps, len(sitemaps)), sitemaps, longest, strict=True)
    ordered = iter(dict.fromkeys(link for turn in turns for link in turn))
    return [next(ordered, link) if link.kind is LinkKind.SITEMAP else link for link in links]


def _newness(link: Link) -> tuple[datetime, list[int]]:
    """When a sitemap was changed, and the numbers in its address."""
    return link.modified or _NEVER, [int(digits) for digits in re.findall(r"[0-9]{1,18}", link.url)]


def depth_of(link: Link, depth: int) -> int:
    """How deep the page behind a link lies: the next page of a listing lies as deep as the listing."""
    return depth + (link.kind is LinkKind.LISTING)
