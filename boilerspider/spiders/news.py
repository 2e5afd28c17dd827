"""`scrapy crawl news`: from the front pages of sites to their articles.

The spider routes: what a body links to, `boilerspider.discovery` reads; what an article is, the
middleware has read already. A story is asked for once, under its clean URL; listing pages are
followed to a depth, and only while they still lead to articles.
"""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncIterator, Iterable, Iterator
from datetime import datetime, timezone
from typing import Any
from urllib.parse import urlsplit

import scrapy
from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import CloseSpider, IgnoreRequest
from scrapy.http import Response
from scrapy.spidermiddlewares.httperror import HttpError
from twisted.python.failure import Failure

from boilerspider.crawl import keys
from boilerspider.crawl.outputs.partition import part_feeds
from boilerspider.crawl.stop import stop
from boilerspider.demo import Newspaper
from boilerspider.discovery import (
    Link,
    LinkKind,
    is_trap,
    kind_of_response,
    looks_like_listing,
    parse_feed,
    parse_sitemap,
    read_links,
    robots_sitemaps,
)
from boilerspider.errors import BadConfiguration, UnreadablePage
from boilerspider.model import Article
from boilerspider.spiders.arguments import Arguments, Discover
from boilerspider.spiders.frontier import Frontier, depth_of
from boilerspider.spiders.judging import is_article
from boilerspider.urls import clean_url, origin_of, site_of

DEFAULT_FEED = "articles.jsonl"
"""Where articles go when neither the settings nor the command line name a feed."""

HEADLINE_CHARACTERS = 15
"""Characters of a link's text from which it may be a headline; "read more" has fewer. Ours."""

_FOLLOWED = {
    Discover.AUTO: {LinkKind.FEED, LinkKind.SITEMAP, LinkKind.LISTING, LinkKind.NEXT_PAGE, LinkKind.ARTICLE},
    Discover.FEEDS: {LinkKind.FEED},
    Discover.SITEMAPS: {LinkKind.SITEMAP},
    Discover.LINKS: {LinkKind.LISTING, LinkKind.NEXT_PAGE, LinkKind.ARTICLE},
    Discover.NONE: frozenset[LinkKind](),
}


class NewsSpider(scrapy.Spider):
    """Emits the articles of news sites; without arguments, those of the embedded newspaper."""

    name = "news"

    def __init__(self, arguments: Arguments) -> None:
        super().__init__()
        self.arguments = arguments
        self.authorizations = arguments.authorizations
        self.closing_words: tuple[tuple[str, str], ...] = ()
        self._newspaper: Newspaper | None = None
        self.allowed_domains: list[str] = []
        self.sites: set[str] = set()
        self._frontier = Frontier(arguments.depth)
        self._emitted = 0

    @classmethod
    def from_crawler(cls, crawler: Crawler, **kwargs: str) -> NewsSpider:
        try:
            arguments = Arguments.read(kwargs)
        except BadConfiguration as error:
            stop(error)
        if arguments.is_demonstration:
            _demonstrate(crawler)
        if not crawler.settings.getdict("FEEDS"):
            feed = {"format": "jsonlines", "encoding": "utf-8", "overwrite": arguments.is_demonstration}
            crawler.settings.set("FEEDS", {DEFAULT_FEED: feed}, "spider")
        named = (*arguments.sites, *arguments.feeds, *arguments.sitemaps, *arguments.urls)
        part_feeds(crawler.settings, map(site_of, named))
        if arguments.fresh:
            crawler.settings.set("BOILERSPIDER_DEDUP_SCOPE", "run", "cmdline")
        spider = cls(arguments)
        spider._set_crawler(crawler)
        crawler.signals.connect(spider._dropped, signals.item_dropped)
        return spider

    async def start(self) -> AsyncIterator[Any]:
        """The requests for what the arguments name, or for the embedded newspaper."""
        arguments = self.arguments
        if arguments.is_demonstration:
            arguments = self._open_newspaper()
        mine = arguments.shard.mine
        self._enter(*mine((*arguments.sites, *arguments.sitemaps, *arguments.urls)))
        for url in mine(arguments.sites):
            # A site that has moved is followed to where it is now.
            front = self._request(Link(url, LinkKind.LISTING), self.parse_listing)
            yield front.replace(meta={**front.meta, "allow_offsite": True})
            if LinkKind.SITEMAP in self._kinds:
                meta = {keys.CONTROL: False, "dont_obey_robotstxt": True}
                robots = scrapy.Request(
                    f"{origin_of(url)}/robots.txt", self.parse_robots, errback=self.failed, meta=meta
                )
                yield robots.replace(priority=20)
        for url in arguments.feeds:
            self._enter(*mine([url]))
            feed = self._request(Link(url, LinkKind.FEED), self.parse_feed, any_site=True)
            # Each share reads it, for it may lead to sites of all.
            yield feed.replace(meta={**feed.meta, "allow_offsite": True})
        for url in mine(arguments.sitemaps):
            yield self._request(Link(url, LinkKind.SITEMAP), self.parse_sitemap)
        for url in mine(arguments.urls):
            yield self._request(Link(url, LinkKind.ARTICLE), self.parse_article, source="start")

    def parse_robots(self, response: Response) -> Iterator[Request]:
        """The sitemaps that robots.txt names, or the customary one."""
        named = robots_sitemaps(response.body, response.url)
        yield from self._follow(named or [Link(response.urljoin("/sitemap.xml"), LinkKind.SITEMAP)])

    def parse_feed(self, response: Response, *, any_site: bool = False) -> Iterator[Request]:
        """The articles of a feed; a feed that the user named may lead to any site."""
        links = parse_feed(response.body, response.url)
        if any_site:
            self._enter(*self.arguments.shard.mine(link.url for link in links))
        if not links:
            self.logger.info("No article in feed %s", response.url)
        yield from self._follow(links)

    def parse_sitemap(self, response: Response) -> Iterator[Request]:
        """The articles and sitemaps of a sitemap."""
        yield from self._follow(parse_sitemap(response.body, response.url))

    def parse_listing(self, response: Response, *, depth: int = 0, barren: int = 0) -> Iterator[Any]:
        """The links of a page that lists articles; the page itself, if it says that it is an article."""
        if kind_of_response(response.body, _content_type(response), response.url) != "html":
            return
        if depth == 0:
            self._enter(response.url)
        elif self._is_story_after_all(response):
            yield from self.parse_article(response)
        links = self._links(response)
        yield from self._follow(links, depth=depth, barren=self._frontier.barren(links, barren))

    def parse_article(self, response: Response, *, found: Link | None = None) -> Iterator[Article]:
        """The page's article, if it is one and is wanted."""
        article = response.meta.get(keys.ARTICLE)
        if not isinstance(article, Article) or site_of(response.url) not in self.sites:
            return
        if not is_article(article):
            self.logger.info("No article: %s (%s, %d words)", article.url, article.page_type, article.word_count)
            return
        if found is not None:
            article = dataclasses.replace(
                article, title=_headline(article.title, found.title), published=article.published or found.published
            )
        if self._wants(article):
            self._emitted += 1
            yield article

    def failed(self, failure: Failure) -> None:
        """One line for a request that came to nothing."""
        request = failure.request  # type: ignore[attr-defined]
        reason = failure.value
        if isinstance(reason, HttpError):
            self.logger.info("%s answers with status %d", request.url, reason.response.status)
        elif isinstance(reason, IgnoreRequest):
            self.logger.debug("%s is not fetched: %s", request.url, reason)
        else:
            why = failure.getErrorMessage() or type(reason).__name__
            self.logger.warning("%s cannot be fetched: %s", request.url, why)

    @property
    def day(self) -> str:
        """The day of the crawl in UTC, for `%(day)s` in the URI of a feed."""
        return f"{datetime.now(timezone.utc):%Y-%m-%d}"

    @property
    def _kinds(self) -> Iterable[LinkKind]:
        return _FOLLOWED[self.arguments.discover]

    def _follow(self, links: Iterable[Link], *, depth: int = 0, barren: int = 0) -> Iterator[Request]:
        for link in links:
            if site_of(link.url) not in self.sites:
                continue
            if link.kind is LinkKind.ARTICLE:
                if self._is_wanted(link):
                    yield self._request(link, self.parse_article, source=link.source, found=link)
            elif link.kind in self._kinds and self._frontier.takes(link, depth, barren):
                yield self._request_links(link, depth_of(link, depth), barren)

    def _request_links(self, link: Link, depth: int, barren: int) -> Request:
        if link.kind is LinkKind.FEED:
            return self._request(link, self.parse_feed)
        if link.kind is LinkKind.SITEMAP:
            return self._request(link, self.parse_sitemap)
        return self._request(link, self.parse_listing, depth=depth, barren=barren)

    def _is_wanted(self, link: Link) -> bool:
        """Whether the article behind a link is looked for, new, and what the arguments ask for."""
        return (
            (link.source != "link" or LinkKind.ARTICLE in self._kinds)
            and self._frontier.is_new(link.url)
            and not is_trap(link.url)
            and self.arguments.wants_url(link.url)
            and self.arguments.wants_date(link.published)
        )

    def _request(self, link: Link, callback: Any, *, source: str | None = None, **kwargs: Any) -> Request:
        self._frontier.note(link.url)
        return Request(
            clean_url(link.url),
            callback,
            errback=self.failed,
            # Feeds and sitemaps before pages: they know dates and titles. Articles before further listings.
            priority={LinkKind.FEED: 10, LinkKind.SITEMAP: 10, LinkKind.ARTICLE: 5}.get(link.kind, 0),
            meta={keys.SOURCE: source or "link"},
            cb_kwargs=kwargs,
        )

    def _is_story_after_all(self, response: Response) -> bool:
        """Whether what looked like a listing from outside says that it is an article, or has led to one."""
        article = response.meta.get(keys.ARTICLE)
        if not isinstance(article, Article) or article.page_type == "article":
            return article is not None
        led_elsewhere = bool(response.meta.get("redirect_urls")) and self._frontier.is_new(response.url)
        self._frontier.note(response.url)
        return led_elsewhere and not looks_like_listing(response.url)

    def _links(self, response: Response) -> tuple[Link, ...]:
        try:
            return read_links(response.body, response.url)
        except UnreadablePage as error:
            self.logger.info("No links: %s", error)
            return ()

    def _wants(self, article: Article) -> bool:
        wanted = self.arguments
        if not (wanted.wants_date(article.published) and wanted.wants_language(article.language)):
            return False
        if wanted.max_articles and self._emitted >= wanted.max_articles:
            raise CloseSpider(f"max_articles={wanted.max_articles} reached")
        return True

    def _dropped(self, item: Any) -> None:
        self._emitted -= isinstance(item, Article)

    def _enter(self, *urls: str) -> None:
        """Let the crawl visit the sites of these URLs; `SitesOnly`, or Scrapy's own, keeps redirects to them too."""
        self.sites |= {site_of(url) for url in urls}
        self.allowed_domains = sorted({urlsplit(f"//{site}").hostname or site for site in self.sites})

    def _open_newspaper(self) -> Arguments:
        """Serve the embedded newspaper for as long as the crawl runs."""
        self._newspaper = Newspaper()
        self._newspaper.start()
        self.crawler.signals.connect(self._close_newspaper, signals.spider_closed)
        self.closing_words = (
            ("this was", f"the embedded newspaper, on {len(self._newspaper.sites)} hosts of this machine"),
            ("next", "make crawl SITES=https://example.com"),
        )
        return dataclasses.replace(self.arguments, sites=tuple(self._newspaper.sites))

    def _close_newspaper(self) -> None:
        if self._newspaper is not None:
            self._newspaper.stop()


def _headline(title: str | None, anchor: str | None) -> str | None:
    """The page's title, without the site's name where the link to it shows what is the headline in it."""
    if title is None:
        return anchor
    return anchor if anchor and len(anchor) >= HEADLINE_CHARACTERS and anchor in title else title


def _demonstrate(crawler: Crawler) -> None:
    """The demonstration gives the same articles each time: no memory, no waiting for a server of ours."""
    settings = crawler.settings
    settings.set("BOILERSPIDER_STORE", "memory:", "spider")
    settings.set("AUTOTHROTTLE_ENABLED", value=False, priority="spider")


def _content_type(response: Response) -> str | None:
    header = response.headers.get(b"Content-Type")
    return header.decode("latin-1") if header else None
