"""`scrapy crawl news`: from the front pages of sites to their articles.

The spider routes: what a body links to, `boilerspider.discovery` reads; what an article is, the
middleware has read already. A story is asked for once, under its clean URL; listing pages are
followed to a depth, and only while they still lead to articles.
"""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncIterator
from datetime import datetime, timezone
from typing import Any
from urllib.parse import urlsplit

import scrapy
from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.http import Response
from twisted.python.failure import Failure

from boilerspider.crawl import keys
from boilerspider.crawl.nodesk import desk_of
from boilerspider.crawl.offers import Budget
from boilerspider.crawl.responses import READ_STATUSES, content_type
from boilerspider.crawl.stop import configured, stop
from boilerspider.discovery import Link, LinkKind, kind_of_response, parse_feed, robots_sitemaps
from boilerspider.errors import BadConfiguration
from boilerspider.spiders import demonstration
from boilerspider.spiders.arguments import Arguments
from boilerspider.spiders.beginning import first_requests
from boilerspider.spiders.due import Due
from boilerspider.spiders.failures import Failures
from boilerspider.spiders.fed import Fed
from boilerspider.spiders.feeds import set_up_feeds
from boilerspider.spiders.following import Following
from boilerspider.spiders.frontier import Frontier
from boilerspider.spiders.jobdir import begin_work, refuse_unfit
from boilerspider.spiders.judging import may_be_story, why_nothing
from boilerspider.spiders.memory import Memory
from boilerspider.spiders.named import Named
from boilerspider.spiders.names import Names
from boilerspider.spiders.outcomes import Outcomes
from boilerspider.spiders.pagelinks import PageLinks
from boilerspider.spiders.paging import Paging
from boilerspider.spiders.passedover import PassedOver
from boilerspider.spiders.redirects import Redirects
from boilerspider.spiders.sitemaps import Sitemaps
from boilerspider.spiders.stories import Stories
from boilerspider.spiders.through import Through
from boilerspider.urls import site_of


class NewsSpider(scrapy.Spider):
    """Emits the articles of news sites; without arguments, those of the embedded newspaper."""

    name = "news"

    def __init__(self, arguments: Arguments) -> None:
        super().__init__()
        self.arguments = arguments
        self.authorizations = arguments.authorizations
        self.delays = {site: rules.delay for site, rules in arguments.rules.items() if rules.delay}
        self.closing_words: tuple[tuple[str, str], ...] = ()
        self.allowed_domains: list[str] = []
        self.sites: set[str] = set()
        self._frontier = Frontier(arguments.depth)
        self.give_place = self._frontier.give_place
        self._memory: Memory
        self._outcomes: Outcomes
        self._stories: Stories
        self._passed: PassedOver
        self._following: Following
        self._pagelinks: PageLinks
        self._sitemaps: Sitemaps
        self._paging: Paging
        self._named: Named
        self._redirects: Redirects
        self._through: Through
        self._fed: Fed
        self._due: Due
        self.named = arguments.named

    @classmethod
    def from_crawler(cls, crawler: Crawler, **kwargs: str) -> NewsSpider:
        try:
            arguments = Arguments.read(kwargs)
        except BadConfiguration as error:
            stop(error)
        refuse_unfit(crawler.settings)
        if arguments.is_demonstration:
            demonstration.configure(crawler)
        sites = (*map(site_of, arguments.named), *arguments.rules)
        set_up_feeds(crawler, sites, fresh=arguments.fresh, overwrite=arguments.is_demonstration)
        spider = cls(arguments)
        spider._set_crawler(crawler)
        crawler.signals.connect(spider._open, signals.spider_opened)
        crawler.signals.connect(spider._filtered, signals.request_dropped)
        crawler.signals.connect(spider._idle, signals.spider_idle)
        return spider

    def _open(self) -> None:
        """Be ready for answers: of a crawl that goes on (JOBDIR) some come before the first of what `start` gives."""
        arguments = self.arguments
        assert self.crawler.stats is not None
        desk = desk_of(self.crawler)
        names = Names(arguments.filters_of, has_cookies=self.settings.getbool("COOKIES_ENABLED"))
        self._memory = Memory(desk, names, configured(self.settings))
        self._outcomes = Outcomes(desk, names, self.crawler.stats)
        self._passed = PassedOver(self.crawler, arguments, self._memory)
        self._following = Following(self, self._frontier, self._memory, self._outcomes, self._passed)
        self._sitemaps = Sitemaps(self.crawler, self._following)
        self._paging = Paging(self.crawler, self._frontier, self._memory, self._outcomes, self._following)
        self._named = Named(self.crawler, arguments)
        self._pagelinks = PageLinks(self._frontier, self._following, self._named)
        failures = Failures(self.crawler, self._memory, self._outcomes, self._named)
        self._redirects = Redirects(self.crawler, self._frontier, self._outcomes, self._named, failures)
        self._through = Through(self, self._following, self._memory, self._outcomes, self._named)
        self._stories = Stories(self, self._outcomes, self._following, self._paging, self._redirects)
        self._fed = Fed(self.crawler, desk.visits, desk.outages.owners)
        self._due = Due(self.crawler, self._following, self._memory)
        fronts = (f"https://{site}/" for site in arguments.rules)
        self._enter(*self._passed.mine((*arguments.sites, *arguments.sitemaps, *arguments.urls, *fronts)))

    async def start(self) -> AsyncIterator[Any]:
        """The requests for what the arguments name, or for the embedded newspaper."""
        begin_work(self.settings)
        arguments = self.arguments
        is_for_news = set(arguments.named) != set(arguments.urls)
        await self._due.learn(is_for_news=is_for_news, reads_feeds=arguments.reads_feeds)
        if arguments.is_demonstration:
            arguments = dataclasses.replace(arguments, sites=demonstration.open_newspaper(self.crawler))
            self.closing_words = demonstration.closing_words(arguments.sites)
        async for request in first_requests(arguments, self._following, self._memory, self._named, self._enter):
            yield request

    async def parse_robots(self, response: Response) -> AsyncIterator[Request]:
        """The sitemaps that robots.txt names, or the customary one."""
        named = robots_sitemaps(response.body, response.url) if response.status == 200 else ()
        self._frontier.lend(response.url, (link.url for link in named))
        links = named or [Link(response.urljoin("/sitemap.xml"), LinkKind.SITEMAP)]
        for request in await self._following.requests(links, lender=response.url):
            yield self._named.source(request) if named else request

    async def parse_feed(self, response: Response, *, any_site: bool = False) -> AsyncIterator[Request]:
        """The articles of a feed; a feed that the user named may lead to any site."""
        is_unchanged = response.status == 304
        links = () if is_unchanged else parse_feed(response.body, response.url)
        kind = kind_of_response(response.body, content_type(response), response.url)
        if self._redirects.send_back(response, is_one=is_unchanged or bool(links) or kind != "html"):
            return
        if any_site:
            self._enter(*self._passed.mine(await self._fed.sites(response, links)))
        if is_unchanged:
            self._named.had(response)
            await self._outcomes.unchanged(response)
            return
        is_ours = any_site or any(site_of(link.url) in self.sites for link in links)
        if links and not is_ours:
            async for request in self._through.requests(response, links):
                yield request
            return
        if links:
            self._named.had(response, links)
        else:
            self._named.nothing(response, "it has no article" if kind == "feed" else "it is no feed")
            self.logger.info("No article in feed %s", response.url)
            if kind != "feed":
                return  # What stands in its place for a while has a version of its own, by which the feed would be known.
        for request in await self._following.of_source(links, response):
            yield self._fed.request(request, response) if any_site else request

    async def parse_sitemap(self, response: Response) -> AsyncIterator[Request]:
        """The articles and sitemaps of a sitemap, which may be a feed."""
        if response.status == 304:
            self._named.had(response)
            for request in await self._following.of_unchanged(response):
                yield self._named.child(request, response)
            return
        kind = kind_of_response(response.body, content_type(response), response.url)
        if kind == "feed":  # RSS and Atom may be named as sitemaps (sitemaps.org)
            async for request in self.parse_feed(response):
                yield request
            return
        if self._redirects.send_back(response, is_one=kind != "html"):
            return
        is_sitemap = kind == "sitemap"
        source = self._memory.reading(response)
        async for names_any, requests in self._sitemaps.read(response, source, is_sitemap=is_sitemap):
            is_sitemap = is_sitemap or names_any
            for request in requests:
                yield self._named.child(request, response)
        self._named.mapped(response, source, is_sitemap=is_sitemap)

    async def parse_listing(self, response: Response, *, depth: int = 0, barren: int = 0) -> AsyncIterator[Any]:
        """The links of a page that lists articles; the page itself, if it says that it is an article."""
        links = self._pagelinks.read(response, self.logger, is_front=depth == 0)
        if links is None:
            return
        has_stories = any(link.kind is LinkKind.ARTICLE for link in links)
        if depth == 0:
            if self._redirects.send_back(response, is_one=has_stories):
                return
            if site_of(response.url) not in self.sites and LinkKind.SITEMAP in self._following.kinds:
                yield self._following.robots(response.url)  # of where the site has moved to
            self._enter(response.url)
            await self._redirects.no_story(response)
        elif await self._redirects.hand_over(response, has_stories=has_stories):
            return
        elif may_be_story(response):
            async for article in self._stories.articles(response):
                yield article
        else:
            await self._redirects.no_story(response)
        for request in await self._pagelinks.requests(links, response, depth=depth, barren=barren):
            yield request

    async def parse_article(self, response: Response, *, found: Link | None = None) -> AsyncIterator[Any]:
        """The page's article, if it is one and is wanted; of a later page of a story the request for the first one."""
        if response.status == 304:
            await self._outcomes.unchanged(response)
            return
        if response.status not in READ_STATUSES:
            await self._redirects.unanswered(response)
            return
        if keys.THROUGH in response.meta:
            await self._through.note(response)
            if not self._through.is_home(response):
                return
        elif response.meta.get("allow_offsite"):
            self._enter(response.url)
            await self._fed.leads_to(response)
        if not await self._redirects.hand_over(response):
            if keys.ALWAYS in response.meta and (why := why_nothing(response)):
                self._named.nothing(response, why)
            async for article in self._stories.articles(response, found):
                yield article

    async def failed(self, failure: Failure) -> None:
        """A request came to nothing."""
        self._passed.failed(failure)
        self._fed.failed(failure.request)  # type: ignore[attr-defined]
        await self._redirects.failed(failure)

    def budget_of(self, url: str) -> Budget:
        """What may be asked of an address's site in this crawl."""
        return self.arguments.budget_of(url)

    @property
    def day(self) -> str:
        """The day of the crawl in UTC, for `%(day)s` in the URI of a feed."""
        return f"{datetime.now(timezone.utc):%Y-%m-%d}"

    def _idle(self) -> None:
        """Ask, before the crawl ends, for stories whose time it is and for later pages that no story took."""
        assert self.crawler.engine is not None
        # A story that is asked again may take such a page: those wait until nothing else is left to ask.
        for request in self._due.rest() or self._paging.left():
            self.crawler.engine.crawl(request)

    def _filtered(self, request: Request) -> None:
        """A request was dropped, because its address is asked already or may not be."""
        is_ours = site_of(request.url) in self.sites or bool(request.meta.get("allow_offsite"))
        self._redirects.dropped(request, is_ours=is_ours)

    def _enter(self, *urls: str) -> None:
        """Let the crawl visit the sites of these URLs; `SitesOnly`, or Scrapy's own, keeps redirects to them too."""
        self.sites |= {site_of(url) for url in urls}
        self.allowed_domains = sorted({urlsplit(f"//{site}").hostname or site for site in self.sites})
