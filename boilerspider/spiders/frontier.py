"""Which addresses a crawl has met, and which pages of links are still worth a request.

A path through listing pages ends at its depth, after some pages that list nothing new, and at a
budget for each site; so no space of pages without end is followed far.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from boilerspider.discovery import Link, LinkKind, is_trap
from boilerspider.urls import clean_url, site_of

MAX_LISTINGS = 1_000
"""Listing pages that are fetched of one site, at most. Ours."""

MAX_SITEMAPS = 200
"""Sitemaps, and feeds, that are fetched of one site, at most. Ours."""

BARREN_PAGES = 3
"""Listing pages in a row without an article that no listing had before, after which a path is given up. Ours."""

_LISTINGS = (LinkKind.LISTING, LinkKind.NEXT_PAGE)


class Frontier:
    """The memory of one crawl."""

    def __init__(self, depth: int) -> None:
        self._depth = depth
        self._seen: set[str] = set()
        self._listed: set[str] = set()
        self._fetched: Counter[tuple[str, LinkKind]] = Counter()

    def is_new(self, url: str) -> bool:
        """Whether nobody has asked for the address yet, under this or another spelling."""
        return clean_url(url) not in self._seen

    def note(self, url: str) -> None:
        """The address is asked for, or has answered."""
        self._seen.add(clean_url(url))

    def takes(self, link: Link, depth: int, barren: int) -> bool:
        """Whether a page of links, met at a depth and behind so many barren pages, is worth a request; counts it if so."""
        kind = LinkKind.LISTING if link.kind in _LISTINGS else link.kind
        if kind is LinkKind.LISTING and (barren >= BARREN_PAGES or depth_of(link, depth) > self._depth):
            return False
        place = site_of(link.url), kind
        budget = MAX_LISTINGS if kind is LinkKind.LISTING else MAX_SITEMAPS
        if is_trap(link.url) or not self.is_new(link.url) or self._fetched[place] >= budget:
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


def depth_of(link: Link, depth: int) -> int:
    """How deep the page behind a link lies: the next page of a listing lies as deep as the listing."""
    return depth + (link.kind is LinkKind.LISTING)
