"""What the news spider remembers of earlier crawls: which addresses are known, and which version of what leads to them.

Visits are kept under clean addresses. What depends on a crawl's arguments (which of a feed's articles
it wants, and what a page's own date and language decide) is kept under the address and a name of
those arguments, so that a crawl with others looks for itself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from functools import partial

from scrapy.crawler import Crawler
from scrapy.http import Response

from boilerspider.crawl import keys
from boilerspider.crawl.ages import is_due
from boilerspider.crawl.asked import Asked, first_visited
from boilerspider.crawl.desk import Desk
from boilerspider.crawl.pipelines import DeduplicationPipeline
from boilerspider.crawl.redirected import asked_first
from boilerspider.crawl.stop import configured
from boilerspider.crawl.visits import WAITING
from boilerspider.discovery import Link, LinkKind, first_addresses, is_list, is_vouched, looks_like_listing
from boilerspider.model import Scope
from boilerspider.spiders.children import unpack
from boilerspider.spiders.names import PARTLY, UNREAD, UNVOUCHED, WALLED
from boilerspider.spiders.puttingoff import PuttingOff
from boilerspider.spiders.reading import Reading
from boilerspider.stores import UrlOutcome, Visit
from boilerspider.urls import clean_url, origin_of, plain_addresses, site_of

MOST_HEADS = 16
"""First path segments of a site's stories that are tried for an AMP address; more say that no segment means "story". Ours."""

LATE = timedelta(days=1)
"""How long after a story's last age crawls still ask for it although nothing leads to it any more. Ours."""

PATIENCE = timedelta(days=1)
"""How long a story waits for a page of it that was had before and is missing; then it is told without. Ours: servers are mended sooner."""

_SOURCES = (LinkKind.FEED, LinkKind.SITEMAP)


class Memory:
    """Asked before each request, and told what each answer came to; without a store it knows nothing."""

    def __init__(self, crawler: Crawler, filters_of: Callable[[str], str]) -> None:
        assert crawler.stats is not None
        self._stats = crawler.stats
        self._filters_of = filters_of
        options = configured(crawler.settings)
        self._ages = options.recheck
        self._half_life = timedelta(days=options.ttl_days / 2)
        """After it what is still led to is remembered anew, so that it is not forgotten; 0: nothing is forgotten."""
        self._walled = "" if crawler.settings.getbool("COOKIES_ENABLED") else WALLED  # to cookies a wall may open
        pipeline = crawler.get_item_pipeline(DeduplicationPipeline)
        self._desk: Desk | None = pipeline.desk if pipeline is not None else None
        self.putting_off = PuttingOff(self._desk, self._walled)
        self._is_asked = self._desk is not None and options.dedup_scope is not Scope.RUN
        self._heads: defaultdict[str, set[str]] = defaultdict(set)
        self._to_read: dict[str, Visit | None] = {}
        """Feeds and sitemaps that are read whether they have changed or not, for the time has come for what they led to -> their last visits."""

    async def recall(self, links: Sequence[Link], lender: str | None = None) -> dict[str, Visit]:
        """What is known of the addresses of links, as it concerns this crawl; what a lender's feed names is wanted or not as of its site."""
        if self._desk is None or not self._is_asked:
            return {}
        names = {name: link.url for link in links for name in self._names(link, lender)}
        found = await self._desk.visits.recall(list(names))
        waiting = {name: visit for name, visit in found.items() if name.endswith(WAITING)}
        now = datetime.now(timezone.utc)
        self._to_read |= {
            names[name]: found.get(name.removesuffix(WAITING))
            for name, visit in waiting.items()
            if visit.outcome is UrlOutcome.NOTHING and is_due(visit, self._ages, now)
        }
        told = sorted((visit.checked, name) for name, visit in found.items() if name not in waiting)
        return {names[name]: found[name] for _, name in told}  # the latest word on each

    def _is_as_before(self, source: Response) -> bool:
        """Whether a source was read only because the time has come for what came to nothing, and has not changed."""
        before, now = self._to_read.get(first_address(source)), Asked.of(source)
        if before is None or 0 in self._ages or not (now.etag or now.last_modified):
            return False
        return (now.etag, now.last_modified) == (before.etag, before.last_modified)

    def is_known(self, link: Link, visit: Visit, *, is_as_before: bool = False) -> bool:
        """Whether a link need not be followed, by what was found at its address before; where its source is as before, by that alone."""
        if is_as_before and link.kind is LinkKind.ARTICLE and visit.outcome is not UrlOutcome.NOTHING:
            return True
        if link.kind in _SOURCES or is_due(visit, self._ages, datetime.now(timezone.utc)):
            return False
        # What pages link to as a listing is one, whatever it said of itself; a sitemap names stories.
        is_listing = is_list if link.source == "sitemap" else looks_like_listing
        return link.kind is LinkKind.ARTICLE or (visit.had_story and not is_listing(link.url))

    def skipped(self) -> None:
        """Count an address that is not asked because it is known."""
        self._stats.inc_value(keys.known("skipped"))

    def endless(self) -> None:
        """Count an address that is not asked because of its shape."""
        self._stats.inc_value(keys.ENDLESS)

    def condition(self, link: Link, visit: Visit | None) -> Visit | None:
        """The visit since which a link's answer must have changed to be of interest; None where it is wanted anyway."""
        is_always_read = link.kind in _SOURCES and (
            0 in self._ages or link.url in self._to_read or (visit is not None and self._fades(first_visited(visit)))
        )
        return None if is_always_read or link.kind in (LinkKind.LISTING, LinkKind.NEXT_PAGE) else visit

    async def keep(self, visits: Iterable[Visit]) -> None:
        """Something leads to these addresses, which are not asked: they are remembered for longer."""
        now = datetime.now(timezone.utc)
        fading = [
            replace(visit, checked=now, first=first_visited(visit)) for visit in visits if self._fades(visit.checked)
        ]
        if fading and self._desk is not None:
            await self._desk.note_visits(fading)

    def _fades(self, since: datetime | None) -> bool:
        """Whether half the time has passed after which what happened then is forgotten."""
        return bool(self._half_life and since and datetime.now(timezone.utc) - since > self._half_life)

    def learn_heads(self, links: Iterable[Link]) -> None:
        """Note the first path segments of stories."""
        for link in links:
            if link.kind is LinkKind.ARTICLE and not plain_addresses(link.url):
                heads = self._heads[origin_of(link.url)]
                if len(heads) < MOST_HEADS:
                    heads.add(link.url.split("/")[3].partition("?")[0])

    def variants(self, links: Iterable[Link]) -> dict[str, tuple[str, ...]]:
        """AMP and print addresses, and those of later pages, among the links -> addresses under which their stories may be known."""
        urls = (link.url for link in links if link.kind is LinkKind.ARTICLE)
        found = {url: plain_addresses(url, self._tried_heads(url)) or first_addresses(url) for url in urls}
        return {url: plain for url, plain in found.items() if plain}

    def _tried_heads(self, url: str) -> Iterable[str]:
        heads = self._heads[origin_of(url)]
        return sorted(heads) if len(heads) < MOST_HEADS else ()

    async def recall_plain(self, variants: dict[str, tuple[str, ...]]) -> set[str]:
        """Those of the variants whose story is known under another address."""
        if self._desk is None or not self._is_asked:
            return set()
        found = await self._desk.visits.recall([url for plain in variants.values() for url in plain])
        stories = {url: visit for url, visit in found.items() if visit.had_story}
        await self.keep(stories.values())
        return {variant for variant, plain in variants.items() if not stories.keys().isdisjoint(plain)}

    async def nothing(self, response: Response) -> None:
        """There is no article at an address."""
        if self._desk is not None:
            await self._desk.visits.note(Asked.of(response), UrlOutcome.NOTHING)

    async def doubted(self, response: Response) -> None:
        """There is no article at an address, as long as only links lead there, or a sitemap without a word on it."""
        if self._desk is None or keys.IN_SITEMAP not in response.meta:
            await self._note_as(response, UNVOUCHED)
            return
        asked = Asked.of(response)
        for url in asked.urls:
            await self._desk.visits.put_off(url, url + UNVOUCHED, asked.first)

    async def unread(self, response: Response, *, is_wall: bool = False) -> None:
        """A page says that it is an article, or is a wall before it, and nothing could be read of it; once more it is asked, then it is none."""
        if self._desk is None:
            return
        urls = Asked.of(response).urls
        if not await self._desk.visits.recall([url + UNREAD for url in urls]):
            await self._note_as(response, UNREAD)
        elif is_wall and self._walled:
            await self.putting_off.had_not(urls, self._walled)
        else:
            await self.nothing(response)

    async def unwanted(self, response: Response) -> None:
        """There is an article at an address that crawls with these arguments do not want."""
        if self._desk is not None:
            await self._note_as(response, self._filters(response.url))
            await self._desk.visits.settle(Asked.of(response).urls)

    async def _note_as(self, response: Response, name: str) -> None:
        """There is no article at an address, for those who ask for it under this name too."""
        if self._desk is not None:
            for url in Asked.of(response).urls:
                await self._desk.visits.note(Asked.of(response, url + name), UrlOutcome.NOTHING)

    async def unchanged(self, response: Response) -> None:
        """An address answers that nothing has changed since the visit before."""
        visit = response.meta.get(keys.VISIT)
        if self._desk is None or not isinstance(visit, Visit):
            return
        if visit.outcome is UrlOutcome.SOURCE:
            self._stats.inc_value(keys.known("sources"))
            await self._desk.visits.unchanged(Asked.of(response, self._source_name(response)))
        else:
            self._stats.inc_value(keys.known("unchanged"))
            await self._desk.visits.note(Asked.of(response), visit.outcome)

    async def may_have_moved(self, urls: Iterable[str], target: str) -> bool:
        """Whether a story of addresses that lead to another one may stand there unknown."""
        return self._desk is not None and await self._desk.visits.may_have_moved(urls, target)

    async def led_to(self, urls: Iterable[str], target: str) -> None:
        """Addresses lead to one that another request asks."""
        if self._desk is not None:
            await self._desk.visits.same(urls, target)

    async def has_had(self, url: str) -> bool:
        """Whether an earlier crawl had the text that stands at an address."""
        if self._desk is None or not self._is_asked:
            return False
        visit = await self._desk.visits.known(clean_url(url))
        return visit is not None and visit.had_story

    async def has_waited(self, response: Response) -> bool:
        """Whether a page of the story at an address, had before, is missing for longer than patience lasts; begins to count."""
        since = await self._partly_since(response)
        if since is None and self._desk is not None:
            await self._note_as(response, PARTLY)
        return since is not None and datetime.now(timezone.utc) - since > PATIENCE

    async def is_whole(self, response: Response) -> None:
        """All pages of the story at an address were had: what was missing before is forgotten."""
        if self._desk is not None and await self._partly_since(response):
            for url in Asked.of(response).urls:
                await self._desk.visits.note(Asked.of(response, url + PARTLY), UrlOutcome.ARTICLE)

    async def _partly_since(self, response: Response) -> datetime | None:
        if self._desk is None:
            return None
        found = await self._desk.visits.recall([url + PARTLY for url in Asked.of(response).urls])
        return min((visit.checked for visit in found.values() if visit.outcome is UrlOutcome.NOTHING), default=None)

    async def led_nowhere(self, asked: Asked) -> None:
        """What was asked for leads to another site, or to a page of links."""
        if self._desk is not None:
            await self._desk.visits.note(asked, UrlOutcome.NOTHING)

    def reading(self, response: Response) -> Reading:
        """A feed or sitemap whose answer is being read."""
        # For a source the first visit is the first of what it is now.
        asked = replace(Asked.of(response, self._source_name(response)), first=None)
        visits = self._desk.visits if self._desk is not None else None
        before, site = self._is_as_before(response), site_of(response.url)
        return Reading(visits, asked, partial(self.children, response), is_as_before=before, site=site)

    async def children(self, response: Response) -> list[Link]:
        """What a sitemap led to when it was last read."""
        if self._desk is None:
            return []
        name = self._source_name(response)
        packed = await self._desk.visits.children(name)
        if packed is None:  # as boilerspider kept it that knew no other place
            packed = (await self._desk.recall_site(f"children of {name}") or b"[]").decode()
        return unpack(packed)

    async def due(self) -> dict[Link, Visit]:
        """The stories whose time to be asked again has come, with their last visits."""
        ages = [age for age in self._ages if age]
        if self._desk is None or not self._is_asked or not ages:
            return {}
        now = datetime.now(timezone.utc)
        stories = await self._desk.stories(now - timedelta(seconds=max(ages)) - LATE)
        links = [Link(story.url, LinkKind.ARTICLE, None, story.published) for story in stories]
        visits = await self.recall(links)
        known = {link: visits[link.url] for link in links if link.url in visits}
        return {link: visit for link, visit in known.items() if is_due(visit, ages, now)}

    def _names(self, link: Link, lender: str | None) -> tuple[str, ...]:
        named = link.url + self._filters(lender if lender and link.source == "feed" else link.url)
        if link.kind in _SOURCES:
            return (named, named + WAITING)
        names = tuple(dict.fromkeys((link.url, named, link.url + self._walled)))
        return (*names, link.url + UNVOUCHED) if not is_vouched(link) else names

    def _source_name(self, response: Response) -> str:
        url = first_address(response)
        return url + self._filters(url)

    def _filters(self, url: str) -> str:
        """What is put behind an address whose meaning depends on what is wanted of its site."""
        name = self._filters_of(url)
        return f"#{name}" if name else ""


def first_address(response: Response) -> str:
    """The address that was asked at first, before redirects."""
    return clean_url(asked_first(response.request or response))
