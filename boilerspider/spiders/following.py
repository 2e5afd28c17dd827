"""From links to requests: which are wanted, which are known, and what is asked of their servers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from scrapy import Request
from scrapy.http import Response

from boilerspider.crawl import keys
from boilerspider.crawl.queue import LEADING
from boilerspider.crawl.visits import conditions
from boilerspider.discovery import Link, LinkKind, first_addresses, is_trap
from boilerspider.spiders.arguments import Arguments, Discover
from boilerspider.spiders.frontier import Frontier, depth_of, in_turn
from boilerspider.spiders.memory import Memory
from boilerspider.spiders.sitesfile import SiteRules
from boilerspider.stores import Visit
from boilerspider.urls import clean_url, origin_of, site_of

_FOLLOWED = {
    Discover.AUTO: {LinkKind.FEED, LinkKind.SITEMAP, LinkKind.LISTING, LinkKind.NEXT_PAGE, LinkKind.ARTICLE},
    Discover.FEEDS: {LinkKind.FEED},
    Discover.SITEMAPS: {LinkKind.SITEMAP},
    Discover.LINKS: {LinkKind.LISTING, LinkKind.NEXT_PAGE, LinkKind.ARTICLE},
    Discover.NONE: frozenset[LinkKind](),
}

WITHOUT_ROBOTS = (401, 403, 404, 410)
"""Statuses that say of a robots.txt that there is none; the customary sitemap may be there all the same. Ours."""

_Callback = Callable[..., Any]


class Callbacks(Protocol):
    """A spider that reads what links lead to."""

    arguments: Arguments
    sites: set[str]

    @property
    def parse_feed(self) -> _Callback:
        """Reads a feed."""

    @property
    def parse_sitemap(self) -> _Callback:
        """Reads a sitemap."""

    @property
    def parse_listing(self) -> _Callback:
        """Reads a page of links."""

    @property
    def parse_article(self) -> _Callback:
        """Reads an article."""

    @property
    def parse_robots(self) -> _Callback:
        """Reads a robots.txt."""

    @property
    def failed(self) -> _Callback:
        """Hears of a request that came to nothing."""


class Following:
    """Makes a spider's requests."""

    def __init__(self, spider: Callbacks, frontier: Frontier, memory: Memory) -> None:
        self._spider = spider
        self._arguments = spider.arguments
        self._frontier = frontier
        self._memory = memory
        self._vouched: dict[str, Link] = {}
        """Addresses that a link led to before a feed or a sitemap named them."""
        self._passed_over: set[str] = set()
        self._put_off: dict[str, Link] = {}
        """Addresses of what may be later pages of stories, whose first pages are asked before them."""
        self._doubted: set[str] = set()
        """Addresses whose page gave no article because only a link led there."""
        self._callbacks: dict[LinkKind, _Callback] = {
            LinkKind.FEED: spider.parse_feed,
            LinkKind.SITEMAP: spider.parse_sitemap,
            LinkKind.ARTICLE: spider.parse_article,
            LinkKind.LISTING: spider.parse_listing,
            LinkKind.NEXT_PAGE: spider.parse_listing,
        }

    @property
    def kinds(self) -> Collection[LinkKind]:
        """Which links are looked for."""
        return _FOLLOWED[self._arguments.discover]

    async def requests(
        self, links: Iterable[Link], *, source: Response | None = None, depth: int = 0, barren: int = 0
    ) -> Iterator[Request]:
        """The requests for links, and for what a source leads to; of the articles those that are wanted and not known.

        Each is made when it is asked for: those of a sitemap would fill the memory while they go to the queue.
        """
        wanted = [link for link in links if site_of(link.url) in self._spider.sites and self.wants(link)]
        known = await self._memory.recall(wanted)
        as_before = source is not None and self._memory.is_as_before(source)
        news = [link for link in wanted if not self._is_known(link, known.get(link.url), is_as_before=as_before)]
        self._memory.learn_heads(wanted)
        told = await self._told_elsewhere(news)
        passed_over = known.keys() - {link.url for link in news}
        await self._memory.keep(known[url] for url in passed_over)
        if source is not None:
            open_articles = [clean_url(link.url) for link in news if link.kind is LinkKind.ARTICLE]
            children = [link for link in wanted if link.kind is not LinkKind.ARTICLE]
            waiting = (url for url in open_articles if url not in told or url in self._put_off)
            # By a name that is not its address it is only not what this crawl wants.
            passed = [known[url] for url in passed_over if known[url].url == url]
            await self._memory.lead(source, waiting, children, passed)
        requests = (
            self._request_link(link, known.get(link.url), depth, barren)
            for link in in_turn(news, known)
            if link.url not in told
        )
        return (request for request in requests if request is not None)

    async def _told_elsewhere(self, news: Sequence[Link]) -> set[str]:
        """The addresses whose story is known, is asked for, or stands beside them, under another; of these, what may be a later page is put off."""
        variants = self._memory.variants(news)
        told = await self._memory.recall_plain(variants)
        told |= {url for url, plain in variants.items() if not all(map(self._frontier.is_new, plain))}
        articles = {link.url for link in news if link.kind is LinkKind.ARTICLE}
        told |= {url for url in articles if not articles.isdisjoint(first_addresses(url, counted=True))}
        self._put_off |= {
            link.url: link for link in news if link.url in told and first_addresses(link.url, counted=True)
        }
        return told

    def _is_known(self, link: Link, known: Visit | None, *, is_as_before: bool) -> bool:
        """Whether a link need not be followed, by what was found there before; counts it, once an address."""
        if known is None or not self._memory.is_known(link, known, is_as_before=is_as_before):
            return False
        if self._frontier.is_new(link.url) and link.url not in self._passed_over:
            self._passed_over.add(link.url)
            self._memory.skipped()
        return True

    def _request_link(self, link: Link, known: Visit | None, depth: int, barren: int) -> Request | None:
        if link.kind is LinkKind.ARTICLE:
            is_asked = self._is_to_be_asked(link) and not self._arguments.is_too_new(link.published)
            return self.request(link, known, source=link.source, found=link) if is_asked else None
        if not self._frontier.takes(link, depth, barren):
            return None
        if link.kind in (LinkKind.FEED, LinkKind.SITEMAP):
            return self.request(link, known)
        return self.request(link, known, depth=depth_of(link, depth), barren=barren)

    def _is_to_be_asked(self, link: Link) -> bool:
        """Whether an article's address is new, or is named by a source after its page was doubted."""
        if self._frontier.is_new(link.url):
            return True
        if link.source != "link":
            self._vouched.setdefault(link.url, link)
        return link.url in self._vouched and link.url in self._doubted

    def put_off(self) -> list[Link]:
        """The links to what may be later pages that were not followed so far, once, where nobody has asked for them since."""
        left, self._put_off = self._put_off, {}
        return [link for link in left.values() if self._frontier.is_new(link.url)]

    def voucher(self, url: str) -> Link | None:
        """What a feed or a sitemap says of an address that a link had led to before."""
        return self._vouched.get(url)

    def doubt(self, url: str) -> None:
        """The page of an address is no article, unless a feed or a sitemap says so."""
        self._doubted.add(url)

    def wants(self, link: Link) -> bool:
        """Whether a link is of a kind that is looked for, and its article one that the arguments ask for.

        An article that is only too new as yet is: what leads to it is not done while it is not fetched.
        """
        if link.kind is LinkKind.SITEMAP and self._arguments.is_too_old(link.modified):
            return False
        if link.kind is not LinkKind.ARTICLE:
            return link.kind in self.kinds
        return (
            (link.source != "link" or LinkKind.ARTICLE in self.kinds)
            and not is_trap(link.url)
            and self._arguments.wants_url(link.url)
            and not self._arguments.is_too_old(link.published or link.modified)
        )

    def request(self, link: Link, known: Visit | None = None, *, source: str = "link", **kwargs: Any) -> Request:
        """The request for a link; where a visit is known, what has not changed since is not sent again."""
        is_again = link.url in self._doubted
        self._doubted.discard(link.url)
        self._frontier.note(link.url)
        known = self._memory.condition(link, known)
        extractor = self._arguments.of(link.url).extractor
        meta: dict[str, Any] = {keys.SOURCE: source, keys.VISIT: known}
        if link.kind is LinkKind.SITEMAP:
            meta[keys.LEADS_ON] = True
        if known:
            meta["handle_httpstatus_list"] = [304]
        if extractor:
            meta[keys.CONTROL] = {"extractor": extractor}
        return Request(
            clean_url(link.url),
            self._callbacks[link.kind],
            errback=self._spider.failed,
            headers=conditions(known),
            # Feeds and sitemaps before pages: they know dates and titles. Articles before further listings.
            priority={LinkKind.FEED: 10, LinkKind.SITEMAP: LEADING, LinkKind.ARTICLE: 5}.get(link.kind, 0),
            meta=meta,
            cb_kwargs=kwargs,
            dont_filter=is_again,
        )

    def again(self, due: Mapping[Link, Visit]) -> list[Request]:
        """The requests for stories whose time has come, with their last visits, to which nothing has led in this crawl."""
        return [
            self.request(link, visit, source="start")
            for link, visit in due.items()
            if site_of(link.url) in self._spider.sites and self.wants(link) and self._frontier.is_new(link.url)
        ]

    async def of_rules(self, rules: Iterable[SiteRules]) -> list[Request]:
        """The requests for the feeds and sitemaps of a sites file; such a feed leads to its site, wherever it is served."""
        rules = tuple(rules)
        links = [Link(clean_url(url), LinkKind.FEED) for one in rules for url in one.feeds]
        links += [Link(clean_url(url), LinkKind.SITEMAP) for one in rules for url in one.sitemaps]
        known = await self._memory.recall(links)
        requests = [self.request(link, known.get(link.url)) for link in links]
        return [request.replace(meta={**request.meta, "allow_offsite": True}) for request in requests]

    def robots(self, url: str) -> Request:
        """The request for a site's robots.txt, for the sitemaps that it names."""
        meta = {keys.CONTROL: False, "dont_obey_robotstxt": True, "handle_httpstatus_list": list(WITHOUT_ROBOTS)}
        address = f"{origin_of(url)}/robots.txt"
        return Request(address, self._spider.parse_robots, errback=self._spider.failed, meta=meta, priority=20)
