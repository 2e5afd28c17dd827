"""From links to requests: which are wanted, which are known, and what is asked of their servers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from scrapy import Request
from scrapy.http import Response

from boilerspider.crawl import keys
from boilerspider.crawl.asked import conditions
from boilerspider.discovery import Link, LinkKind, first_addresses, is_endless, is_vouched
from boilerspider.spiders.callbacks import Callback, Callbacks
from boilerspider.spiders.frontier import Frontier, depth_of, in_turn
from boilerspider.spiders.lending import anywhere, lender_of
from boilerspider.spiders.memory import Memory
from boilerspider.spiders.met import Met
from boilerspider.spiders.outcomes import Outcomes
from boilerspider.spiders.passedover import PassedOver
from boilerspider.spiders.priorities import priority_of
from boilerspider.spiders.reading import Reading
from boilerspider.spiders.sitesfile import SiteRules
from boilerspider.spiders.turns import in_parts
from boilerspider.spiders.variants import Variants
from boilerspider.spiders.wanted import KINDS, is_looked_for, refuser_of_link
from boilerspider.stores import Visit
from boilerspider.urls import clean_url, origin_of, plain_addresses, site_of

WITHOUT_ROBOTS = (401, 403, 404, 410)
"""Statuses that say of a robots.txt that there is none; the customary sitemap may be there all the same. Ours."""


class Following:
    """Makes a spider's requests."""

    def __init__(
        self, spider: Callbacks, frontier: Frontier, memory: Memory, outcomes: Outcomes, passed: PassedOver
    ) -> None:
        self._spider = spider
        self._frontier = frontier
        self._memory = memory
        self._outcomes = outcomes
        self.passed = passed
        self._variants = Variants()
        self._vouched: dict[str, Link] = {}
        """Addresses that a link led to before a feed or a sitemap named them."""
        self._put_off: dict[str, Link] = {}
        """Addresses of what may be later pages of stories, whose first pages are asked before them."""
        self._doubted: set[str] = set()
        """Addresses whose page gave no article because only a link led there."""
        self._callbacks: dict[LinkKind, Callback] = {
            LinkKind.FEED: spider.parse_feed,
            LinkKind.SITEMAP: spider.parse_sitemap,
            LinkKind.ARTICLE: spider.parse_article,
            LinkKind.LISTING: spider.parse_listing,
            LinkKind.NEXT_PAGE: spider.parse_listing,
        }

    @property
    def kinds(self) -> Collection[LinkKind]:
        """Which links are looked for."""
        return KINDS[self._spider.arguments.discover]

    async def requests(
        self,
        links: Iterable[Link],
        *,
        source: Reading | None = None,
        depth: int = 0,
        barren: int = 0,
        lender: str | None = None,
    ) -> Iterator[Request]:
        """The requests for links, and for what a source leads to; of the articles those that are wanted and not known.

        Where the lender has said that its feeds and sitemaps lie elsewhere, or its stories behind other hosts, they are asked there at its cost.
        Each is made when it is asked for: those of a sitemap would fill the memory while they go to the queue.
        """
        met = await self._meet(links, lender, as_before=source is not None and source.is_as_before)
        told = await self._told_elsewhere(met)
        passed_over = met.known.keys() - {link.url for link in met.news}
        async for part in in_parts(passed_over):
            await self._memory.keep(met.known[url] for url in part)
        if source is not None:
            waiting = (url for url in met.open_urls if url not in told or url in self._put_off)
            # By a name that is not its address it is only not what this crawl wants.
            passed = [met.known[url] for url in passed_over if met.known[url].url == url]
            source.leads(waiting, met.children, passed)
            source.names(met.sites, self._spider.sites)
        requests = (
            self._request_link(link, met.known.get(link.url), depth, barren, lender)
            for link in in_turn(met.news, met.known)
            if link.url not in told
        )
        return (request for request in requests if request is not None)

    def lend(self, lender: str, urls: Iterable[str]) -> None:
        """Let feeds, sitemaps or what a feed leads to be asked wherever they lie, at the cost of a site."""
        self._frontier.lend(lender, urls)

    async def of_source(
        self, links: Iterable[Link], response: Response, lender: str | None = None
    ) -> Iterator[Request]:
        """The requests for all that a feed leads to, or through which it leads to the stories of a lender."""
        source = self._memory.reading(response)
        requests = await self.requests(links, source=source, lender=lender)
        await source.ends()
        return requests

    async def of_sitemap(
        self, links: Collection[Link], response: Response, source: Reading | None = None
    ) -> Iterator[Request]:
        """The requests for what a sitemap leads to; the sitemaps that it names are its site's, wherever they lie."""
        lender = lender_of(response)
        named = (link.url for link in links if link.kind is LinkKind.SITEMAP)
        self._frontier.lend(lender, (response.url, *named))
        return await self.requests(links, source=source, lender=lender)

    async def of_unchanged(self, response: Response) -> Iterator[Request]:
        """The requests for what a sitemap leads to that has not changed."""
        await self._outcomes.unchanged(response)
        return await self.of_sitemap(await self._memory.children(response), response)

    async def _meet(self, links: Iterable[Link], lender: str | None, *, as_before: bool) -> Met:
        """Those of the links that this crawl wants, and what is known of them."""
        met = Met()
        async for part in in_parts(links):
            ours = (link for link in part if self._is_ours(link) or (lender and self._frontier.is_lent(link, lender)))
            met.sites |= {site_of(link.url) for link in part if link.kind is LinkKind.ARTICLE}
            wanted = [link for link in ours if self._is_to_follow(link)]
            known = await self._memory.recall(wanted, lender)
            news = [link for link in wanted if not self._is_known(link, known.get(link.url), is_as_before=as_before)]
            articles = [link for link in news if link.kind is LinkKind.ARTICLE]
            self._variants.learn(wanted)
            met.known |= known
            met.news += news
            met.open_urls += [clean_url(link.url) for link in (*articles, *filter(self._memory.waits, wanted))]
            met.children += [link for link in wanted if link.kind is not LinkKind.ARTICLE]
            met.other_forms += [
                link for link in articles if plain_addresses(link.url) or first_addresses(link.url, counted=True)
            ]
        return met

    def _is_ours(self, link: Link) -> bool:
        return site_of(link.url) in self._spider.sites

    async def _told_elsewhere(self, met: Met) -> set[str]:
        """The articles whose story is known, is asked for, or stands beside them, under another address; of these, what may be a later page is put off."""
        told: set[str] = set()
        articles = {link.url for link in met.news if link.kind is LinkKind.ARTICLE} if met.other_forms else set()
        async for part in in_parts(met.other_forms):
            variants = self._variants.of(part)
            later = {link.url: first_addresses(link.url, counted=True) for link in part}
            told |= await self._memory.recall_plain(variants)
            told |= {url for url, first in later.items() if not articles.isdisjoint(first)}
            told |= {url for url, plain in variants.items() if not all(map(self._frontier.is_new, plain))}
            self._put_off |= {link.url: link for link in part if link.url in told and later[link.url]}
        return told

    def _is_known(self, link: Link, known: Visit | None, *, is_as_before: bool) -> bool:
        """Whether a link need not be followed, or not yet, by what was found there before; counts it, once an address."""
        why = self._memory.passes_over(link, known, is_as_before=is_as_before)
        if why and self._frontier.is_new(link.url):
            # What is known by a name that is not its address is only not what this crawl wants.
            self.passed.known(link.url, why, is_wanted=known is None or known.url == link.url)
        return bool(why)

    def _is_endless(self, link: Link) -> bool:
        """Whether what a feed or a sitemap names is passed over for its address; counts it, once an address."""
        is_passed = link.source != "link" and is_endless(link.url)
        if is_passed:
            self.passed.once(link.url, keys.ENDLESS)
        return is_passed

    def _is_to_follow(self, link: Link) -> bool:
        """Whether a link is wanted, as far as the arguments and its address say; counts an article that they do not want, once an address."""
        if not is_looked_for(link, self.kinds):
            return False
        if (why := self._refuser(link)) and link.kind is LinkKind.ARTICLE:
            self._pass_over(link, why)
        return not why and not self._is_endless(link)

    def _pass_over(self, link: Link, why: str) -> None:
        if self._frontier.is_new(link.url):
            self.passed.address(link.url, why, link.published or link.modified)

    def _request_link(
        self, link: Link, known: Visit | None, depth: int, barren: int, lender: str | None
    ) -> Request | None:
        payer = None if self._is_ours(link) else lender
        if link.kind is LinkKind.ARTICLE:
            if self._spider.arguments.is_too_new(link.published):
                self._pass_over(link, "until")
                return None
            if not (self._frontier.takes(link, depth, barren, payer) if payer else self._is_to_be_asked(link)):
                return None
            source = link.source if is_vouched(link) else "link"
            return self.request(link, known, source=source, payer=payer, found=link)
        if not self._frontier.takes(link, depth, barren, payer):
            return None
        if link.kind in (LinkKind.FEED, LinkKind.SITEMAP):
            return self.request(link, known, payer=payer)
        return self.request(link, known, depth=depth_of(link, depth), barren=barren)

    def _is_to_be_asked(self, link: Link) -> bool:
        """Whether an article's address is new, or is named by a source after its page was doubted."""
        if self._frontier.is_new(link.url):
            return True
        if is_vouched(link):
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
        """Whether a link is of a kind that is looked for, and its article one that the arguments ask for."""
        return is_looked_for(link, self.kinds) and not self._refuser(link)

    def _refuser(self, link: Link) -> str:
        return refuser_of_link(self._spider.arguments, link, is_ours=self._is_ours(link))

    def request(
        self, link: Link, known: Visit | None = None, *, source: str = "link", payer: str | None = None, **kwargs: Any
    ) -> Request:
        """The request for a link, anywhere if the site of a payer has it asked; where a visit is known, what has not changed since is not sent again."""
        is_again = link.url in self._doubted
        self._doubted.discard(link.url)
        self._frontier.note(link.url)
        self.passed.asked(link.url)
        if link.kind is LinkKind.ARTICLE:
            self.passed.tried(payer or link.url)
        if link.kind in (LinkKind.LISTING, LinkKind.NEXT_PAGE):
            self._frontier.note_listing(link.url)
        known = self._memory.condition(link, known)
        rules = self._spider.arguments.of(payer or link.url)
        meta: dict[str, Any] = {keys.SOURCE: source, keys.VISIT: known}
        if link.kind is LinkKind.SITEMAP:
            meta[keys.LEADS_ON] = True
        if link.kind in (LinkKind.FEED, LinkKind.SITEMAP):
            meta[keys.LENDER] = link.url  # wherever it is redirected to
        if link.source == "sitemap" and source == "link":
            meta[keys.IN_SITEMAP] = True
        if has_failed := self._memory.comes_last(link, known):
            meta[keys.FAILED] = True
        if known:
            meta["handle_httpstatus_list"] = [304]
        if rules.extractor:
            meta[keys.CONTROL] = {"extractor": rules.extractor}
        if rules.similarity:
            meta[keys.SIMILARITY] = rules.similarity
        request = Request(
            clean_url(link.url),
            self._callbacks[link.kind],
            errback=self._spider.failed,
            headers=conditions(known),
            priority=priority_of(link, has_failed=has_failed),
            meta=meta,
            cb_kwargs=kwargs,
            dont_filter=is_again,
        )
        return anywhere(request, {keys.LENDER: payer}) if payer else request

    def is_left(self, link: Link) -> bool:
        """Whether a story whose time has come is one of the crawl, and nothing has led to it."""
        return self._is_ours(link) and self.wants(link) and self._frontier.is_new(link.url)

    def again(self, due: Mapping[Link, Visit | None]) -> list[Request]:
        """The requests for stories whose time has come, with their last visits, to which nothing has led in this crawl."""
        return [
            self.request(link, visit, source="start" if visit is not None and visit.had_story else "link")
            for link, visit in due.items()
            if self.is_left(link)
        ]

    async def of_rules(self, rules: Iterable[SiteRules]) -> list[Request]:
        """The requests for the feeds and sitemaps of a sites file, wherever they are served; they lead to their site, which pays."""
        named = {Link(clean_url(url), LinkKind.FEED): one for one in rules for url in one.feeds}
        named |= {Link(clean_url(url), LinkKind.SITEMAP): one for one in rules for url in one.sitemaps}
        known = await self._memory.recall([*named])
        return [self.request(link, known.get(link.url), payer=f"https://{one.site}/") for link, one in named.items()]

    def robots(self, url: str) -> Request:
        """The request for a site's robots.txt, for the sitemaps that it names."""
        meta = {keys.CONTROL: False, "dont_obey_robotstxt": True, "handle_httpstatus_list": list(WITHOUT_ROBOTS)}
        address = f"{origin_of(url)}/robots.txt"
        return Request(address, self._spider.parse_robots, errback=self._spider.failed, meta=meta, priority=20)
