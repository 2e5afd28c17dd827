"""Stories on several pages: asked for in a row behind their first page, and emitted as one article.

What looks like a later page waits for its first page; if that does not take it, it is an article of its own.
"""

from __future__ import annotations

import dataclasses
import logging
from collections.abc import AsyncIterator

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response

from boilerspider.crawl import keys
from boilerspider.crawl.asked import visit_of
from boilerspider.crawl.redirected import redirected_from
from boilerspider.crawl.responses import READ_STATUSES, article_of, declared_encoding, no_page
from boilerspider.crawl.retry import NotNow, is_ending
from boilerspider.discovery import (
    MAX_STORY_PAGES,
    Link,
    LinkKind,
    first_addresses,
    first_page,
    looks_like_listing,
    next_page,
)
from boilerspider.errors import UnreadablePage
from boilerspider.model import Article
from boilerspider.spiders.following import Following
from boilerspider.spiders.frontier import Frontier
from boilerspider.spiders.memory import Memory
from boilerspider.spiders.outcomes import Outcomes
from boilerspider.urls import clean_url, same_site
from boilerspider.whole import goes_on, joined

logger = logging.getLogger(__name__)

GONE = (404, 410)
"""Statuses with which an address has no page (RFC 9110, sections 15.5.5 and 15.5.11)."""


class Paging:
    """Makes whole articles; pages that became a part of one are no articles of their own."""

    def __init__(
        self, crawler: Crawler, frontier: Frontier, memory: Memory, outcomes: Outcomes, following: Following
    ) -> None:
        assert crawler.stats is not None
        self._crawler = crawler
        self._stats = crawler.stats
        self._frontier = frontier
        self._memory = memory
        self._outcomes = outcomes
        self._following = following
        self._later: set[str] = set()
        """Addresses whose text has become a part of an article."""
        self._held: dict[str, tuple[Link, str]] = {}
        """Addresses of what look like later pages and wait for their first ones -> the link to ask again, and its source."""
        self._alone: set[str] = set()
        """Addresses that look like later pages, and that no first page took."""

    def is_part(self, url: str) -> bool:
        """Whether an address was read as a later page of a story in this crawl."""
        return clean_url(url) in self._later

    def first_page(self, response: Response, article: Article) -> str | None:
        """The address of the first page of the story of which a response is a later one; None where it is none."""
        if clean_url(response.url) in self._alone:
            return None
        try:
            found = first_page(response.body, response.url, article.canonical_url, encoding=declared_encoding(response))
        except UnreadablePage:
            return None
        return found if found and same_site(found, response.url) else None

    async def requests(self, response: Response, first: str, found: Link | None) -> list[Request]:
        """What asks for a story's first page behind a later one, where nothing has yet; `found` is the link that led here."""
        source = response.meta.get(keys.SOURCE) or "link"
        mine = Link(response.url, LinkKind.ARTICLE) if found is None else dataclasses.replace(found, url=response.url)
        self._held[clean_url(response.url)] = mine, source
        logger.debug("%s looks like a later page of the story at %s", response.url, first)
        if before := redirected_from(response):
            await self._outcomes.led_to(before, response.url)
        link = dataclasses.replace(mine, url=first, title=None)
        if not self._frontier.is_new(first) or not (source == "start" or self._following.wants(link)):
            return []
        known = (await self._memory.recall([link])).get(first)
        return [self._following.request(link, known, source=source, found=None if source == "start" else link)]

    def left(self) -> list[Request]:
        """What asks, before the crawl ends, for pages that look like later ones and that no first page took."""
        held, self._held = self._held, {}
        rows = [(link, source, True) for url, (link, source) in held.items() if url not in self._later]
        for link in self._following.put_off():
            firsts = first_addresses(link.url, counted=True)
            rows.append((link, link.source, not all(map(self._frontier.is_new, firsts))))
        requests = []
        for link, source, is_alone in rows:
            if is_alone:
                self._alone.add(clean_url(link.url))
                self._stats.inc_value(keys.story_pages("alone"))
                logger.info("%s looks like a later page of a story and is part of none: it is read alone", link.url)
            requests.append(self._following.request(link, source=source, found=link).replace(dont_filter=True))
        return requests

    async def whole(self, response: Response, article: Article) -> Article | None:
        """The article of a first page with the text of all pages; None where a later crawl must ask for all of it again.

        A page that cannot be had ends the story there. Where it is only not to be had now, the next visit looks for the
        rest; where an earlier crawl had that page, what is left would look like a change, so that nothing comes of it for a day.
        """
        is_doubtful = article.source == "link" and looks_like_listing(response.url)
        if article.page_type not in (None, "article") or is_doubtful:
            return article
        whole, later = article, list[str]()
        is_known = visit_of(response) is not None
        try:
            async for addresses, whole in self._pages(response, article):  # noqa: B007 - the last one counts
                later += addresses
        except _NotNow as error:
            is_part = is_known and await self._memory.has_had(error.url)
            if is_ending(self._crawler) or (is_part and not await self._outcomes.has_waited(response)):
                return None
            response.meta[keys.UNVERSIONED] = True
        else:
            if later and is_known:
                await self._outcomes.is_whole(response)
        if later:
            # Of the first page's version nothing follows for the others.
            response.meta[keys.UNVERSIONED] = True
            await self._outcomes.led_to(later, response.url)
        return whole

    async def _pages(self, response: Response, article: Article) -> AsyncIterator[tuple[set[str], Article]]:
        """For each further page its addresses, and the whole so far; _NotNow where one is not to be had for now."""
        here, number = response, 1
        asked = {clean_url(response.url)}
        while (url := self._next(here, number)) and url not in asked:
            if number >= MAX_STORY_PAGES:
                self._stats.inc_value(keys.story_pages("beyond"))
                logger.info("The story at %s has more than %d pages: the rest is left out", response.url, number)
                return
            found = await self._ask(url, response)
            page = article_of(found) if found is not None else None
            if found is None or page is None:
                self._stats.inc_value(keys.story_pages("failed"))
                return
            if page.page_type == "blocked":
                self._failed(url, response, "it keeps robots out", is_passing=True)
            if clean_url(found.url) in asked or not goes_on(article, page):
                return
            addresses = {url, clean_url(found.url)}
            asked |= addresses
            self._later |= addresses
            for address in addresses:
                self._frontier.note(address)
            self._stats.inc_value(keys.story_pages("joined"))
            article, here, number = joined(article, page), found, number + 1
            yield addresses, article

    def _next(self, response: Response, number: int) -> str | None:
        try:
            found = next_page(response.body, response.url, number, encoding=declared_encoding(response))
        except UnreadablePage:
            return None
        return found if found and same_site(found, response.url) else None

    async def _ask(self, url: str, first: Response) -> Response | None:
        """The page at an address, asked for like all others (robots.txt, budgets, delays); None where there is none to be had."""
        engine = self._crawler.engine
        assert engine is not None
        if is_ending(self._crawler):
            raise _NotNow(url)
        meta = {name: first.meta[name] for name in (keys.SOURCE, keys.CONTROL) if name in first.meta}
        try:
            response = await engine.download_async(Request(url, meta=meta))
        except IgnoreRequest as error:
            self._failed(url, first, str(error), is_passing=isinstance(error, NotNow))
        except Exception as error:  # noqa: BLE001 - whatever a download may end with: the first pages are had
            self._failed(url, first, str(error) or type(error).__name__, is_passing=True)
        else:
            what = no_page(response) or (f"status {response.status}" if response.status not in READ_STATUSES else "")
            if not what:
                return response
            self._failed(url, first, what, is_passing=response.status not in GONE)
        return None

    def _failed(self, url: str, first: Response, why: str, *, is_passing: bool) -> None:
        logger.info("%s, a page of the story at %s, is not to be had: %s", url, first.url, why)
        if is_passing:
            self._stats.inc_value(keys.story_pages("failed"))
            raise _NotNow(url)


class _NotNow(Exception):
    """A page is not to be had now; another crawl may have it."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.url = url
