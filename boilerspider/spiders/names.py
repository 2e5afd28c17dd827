"""Under which names something is remembered of an address, its last visit and what is to be known beside it.

Visits are kept under clean addresses. What depends on a crawl's arguments (which of a feed's articles
it wants, and what a page's own date and language decide) is kept under the address and a name of
those arguments, so that a crawl with others looks for itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from scrapy.http import Response

from boilerspider.crawl.redirected import asked_first
from boilerspider.crawl.visits import WAITING
from boilerspider.discovery import Link, LinkKind, is_vouched
from boilerspider.urls import clean_url

UNVOUCHED = "#link"
"""Its page is no article as long as no feed or sitemap names it."""

UNREAD = "#unread"
"""Its page called itself an article, and had no text, once."""

PAGELESS = "#pageless"
"""Nothing that is a page came in its place, and since when."""

PARTLY = "#partly"
"""A page of its story is missing that was had before, and since when."""

REFUSED = "#refused"
"""A feed or a sitemap led to it, and it might not be asked, and since when."""

WALLED = "#walled"
"""A wall that a cookie may open keeps it from crawls without cookies, and since when."""

FAILING = "#failing"
"""It answered with an error of its own while its host answered others, and since when; void once something else was noted of it."""

SITES = "#sites"
"""The sites that it leads to, a feed that the user named, in the field of the version."""

SOURCES = (LinkKind.FEED, LinkKind.SITEMAP)
"""What leads to others."""


@dataclass(frozen=True, slots=True)
class Names:
    """The names that concern one crawl, by its arguments and by whether it has cookies."""

    filters_of: Callable[[str], str]
    """Address -> the name of what is wanted of its site; "" where that is all."""
    has_cookies: bool

    @property
    def walled(self) -> str:
        """What is put behind an address that a wall keeps from this crawl: nothing where even cookies do not open it, which holds for all crawls."""
        return "" if self.has_cookies else WALLED

    @property
    def failing(self) -> str:
        """What is put behind an address that failed in this crawl: one with cookies may be let in where one without was not."""
        return FAILING + self.walled

    def of(self, link: Link, lender: str | None) -> tuple[str, ...]:
        """All that may tell what is known of a link; what a lender's feed names is wanted or not as of its site."""
        named = link.url + self.suffix(lender if lender and link.source == "feed" else link.url)
        if link.kind in SOURCES:
            return (named, named + WAITING)
        names = tuple(dict.fromkeys((link.url, named, link.url + self.walled)))
        if link.kind is LinkKind.ARTICLE:
            names += (link.url + self.failing,)
        return (*names, link.url + UNVOUCHED) if not is_vouched(link) else names

    def of_source(self, response: Response) -> str:
        """That of a feed or a sitemap, which leads to what is wanted alone."""
        url = first_address(response)
        return url + self.suffix(url)

    def suffix(self, url: str) -> str:
        """What is put behind an address whose meaning depends on what is wanted of its site."""
        name = self.filters_of(url)
        return f"#{name}" if name else ""


def first_address(response: Response) -> str:
    """The clean form of the address that was asked before any redirect."""
    return clean_url(asked_first(response))
