"""What the news spider remembers of earlier crawls: which addresses are known, and which version of what leads to them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, time, timedelta, timezone
from functools import partial

from scrapy.http import Response

from boilerspider.crawl.ages import LONGEST_WAIT, is_due, wait_end
from boilerspider.crawl.asked import Asked, first_visited
from boilerspider.crawl.desk import Desk
from boilerspider.crawl.missed import recall_missed
from boilerspider.crawl.nodesk import NoDesk
from boilerspider.crawl.options import Options
from boilerspider.crawl.visits import WAITING
from boilerspider.discovery import Link, LinkKind, is_list, looks_like_listing
from boilerspider.model import Scope
from boilerspider.spiders.children import unpack
from boilerspider.spiders.names import SOURCES, Names, first_address
from boilerspider.spiders.reading import Reading
from boilerspider.spiders.waiting import holds
from boilerspider.stores import UrlOutcome, Visit
from boilerspider.urls import clean_url, site_of

LATE = timedelta(days=1)
"""How long after a story's last age crawls still ask for it although nothing leads to it any more. Ours."""


class Memory:
    """Asked before each request, and told what still leads where; without a store it knows nothing."""

    def __init__(self, desk: Desk | NoDesk, names: Names, options: Options) -> None:
        self._desk = desk
        self._names = names
        self._ages = options.recheck
        self._half_life = timedelta(days=options.ttl_days / 2)
        """After it what is still led to is remembered anew, so that it is not forgotten; 0: nothing is forgotten."""
        self._is_asked = isinstance(desk, Desk) and options.dedup_scope is not Scope.RUN
        self._to_read: dict[str, Visit | None] = {}
        """Feeds and sitemaps that are read whether they have changed or not, for the time has come for what they led to -> their last visits."""
        self._failing: dict[str, Visit] = {}
        """Stories that failed when they were asked last -> when that was."""
        self.waiting: dict[str, Visit] = {}
        """Those of them that this crawl passed over, for they wait."""
        self._began = datetime.now(timezone.utc)

    async def recall(self, links: Sequence[Link], lender: str | None = None) -> dict[str, Visit]:
        """What is known of the addresses of links, as it concerns this crawl; what a lender's feed names is wanted or not as of its site."""
        if not self._is_asked:
            return {}
        names = {name: link.url for link in links for name in self._names.of(link, lender)}
        found = await self._desk.visits.recall(list(names))
        waiting = {name: visit for name, visit in found.items() if name.endswith(WAITING)}
        now = datetime.now(timezone.utc)
        self._to_read |= {
            names[name]: found.get(name.removesuffix(WAITING))
            for name, visit in waiting.items()
            if visit.outcome is UrlOutcome.NOTHING and is_due(visit, self._ages, now)
        }
        failing = {names[name]: found.pop(name) for name in list(found) if name.endswith(self._names.failing)}
        told = sorted((visit.checked, name) for name, visit in found.items() if name not in waiting)
        known = {names[name]: found[name] for _, name in told}  # the latest word on each
        self._failing |= {url: visit for url, visit in failing.items() if holds(visit, known.get(url))}
        return known

    def has_failed(self, url: str) -> bool:
        """Whether something was recalled of an address that failed when it was asked last."""
        return url in self._failing

    def failed_at(self, url: str) -> datetime:
        """When such an address was asked last."""
        return self._failing[url].checked

    def comes_last(self, link: Link, known: Visit | None) -> bool:
        """Whether a link leads to a story that came to nothing when it was asked last, or failed: others come first."""
        was_nothing = known is not None and known.outcome is UrlOutcome.NOTHING
        return link.kind is LinkKind.ARTICLE and (was_nothing or self.has_failed(link.url))

    def keeps_failing(self, link: Link) -> bool:
        """Whether a story, of which something was recalled, failed when it was asked last, and before."""
        failed = self._failing.get(link.url)
        return link.kind is LinkKind.ARTICLE and failed is not None and failed.checked > first_visited(failed)

    def waits(self, link: Link) -> bool:
        """Whether such a story need not be asked as yet: its sitemap has no later word on it. What feeds and pages name is lost while it waits: they roll."""
        return link.source == "sitemap" and self._rests(link)

    def _rests(self, link: Link) -> bool:
        if 0 in self._ages or not self.keeps_failing(link):
            return False
        failed = self._failing[link.url]
        is_changed = any(day is not None and _end_of(day) > failed.checked for day in (link.modified, link.published))
        return not is_changed and self._began < wait_end(failed)

    def passes_over(self, link: Link, visit: Visit | None, *, is_as_before: bool) -> str:
        """Why a link need not be followed, as `keys.known` counts it; empty where it is."""
        if visit is not None and self.is_known(link, visit, is_as_before=is_as_before):
            return "skipped"
        if not self.waits(link):
            return ""
        self.waiting[link.url] = self._failing[link.url]
        return "waiting"

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
        if link.kind in SOURCES or is_due(visit, self._ages, datetime.now(timezone.utc)):
            return False
        # What pages link to as a listing is one, whatever it said of itself; a sitemap names stories.
        is_listing = is_list if link.source == "sitemap" else looks_like_listing
        return link.kind is LinkKind.ARTICLE or (visit.had_story and not is_listing(link.url))

    def condition(self, link: Link, visit: Visit | None) -> Visit | None:
        """The visit since which a link's answer must have changed to be of interest; None where it is wanted anyway."""
        is_always_read = link.kind in SOURCES and (
            0 in self._ages or link.url in self._to_read or (visit is not None and self._fades(first_visited(visit)))
        )
        return None if is_always_read or link.kind in (LinkKind.LISTING, LinkKind.NEXT_PAGE) else visit

    async def keep(self, visits: Iterable[Visit]) -> None:
        """Something leads to these addresses, which are not asked: they are remembered for longer."""
        now = datetime.now(timezone.utc)
        fading = [
            replace(visit, checked=now, first=first_visited(visit)) for visit in visits if self._fades(visit.checked)
        ]
        if fading:
            await self._desk.note_visits(fading)

    def _fades(self, since: datetime | None) -> bool:
        """Whether half the time has passed after which what happened then is forgotten."""
        return bool(self._half_life and since and datetime.now(timezone.utc) - since > self._half_life)

    async def recall_plain(self, variants: dict[str, tuple[str, ...]]) -> set[str]:
        """Those of the variants whose story is known under another address."""
        if not self._is_asked:
            return set()
        found = await self._desk.visits.recall([url for plain in variants.values() for url in plain])
        stories = {url: visit for url, visit in found.items() if visit.had_story}
        await self.keep(stories.values())
        return {variant for variant, plain in variants.items() if not stories.keys().isdisjoint(plain)}

    async def has_had(self, url: str) -> bool:
        """Whether an earlier crawl had the text that stands at an address."""
        if not self._is_asked:
            return False
        visit = await self._desk.visits.known(clean_url(url))
        return visit is not None and visit.had_story

    async def had_since(self, age: timedelta) -> list[str]:
        """Addresses of the stories that earlier crawls have had since then, of all sites."""
        return [story.url for story in await self._desk.stories(self._began - age)] if self._is_asked else []

    def reading(self, response: Response) -> Reading:
        """A feed or sitemap whose answer is being read."""
        # For a source the first visit is the first of what it is now.
        asked = replace(Asked.of(response, self._names.of_source(response)), first=None)
        before, site = self._is_as_before(response), site_of(response.url)
        return Reading(self._desk.visits, asked, partial(self.children, response), is_as_before=before, site=site)

    async def children(self, response: Response) -> list[Link]:
        """What a sitemap led to when it was last read."""
        name = self._names.of_source(response)
        packed = await self._desk.visits.children(name)
        if packed is None:  # as boilerspider kept it that knew no other place
            packed = (await self._desk.recall_site(f"children of {name}") or b"[]").decode()
        return unpack(packed)

    async def due(self, *, with_missed: bool) -> dict[Link, Visit | None]:
        """The stories whose time to be asked again has come, with their last visits: those that were had, and those that sites in trouble did not give and of which nothing else is known."""
        ages = [age for age in self._ages if age]
        if not self._is_asked or not ages:
            return {}
        now = datetime.now(timezone.utc)
        since = now - timedelta(seconds=max(ages)) - LATE
        had = [Link(story.url, LinkKind.ARTICLE, None, story.published) for story in await self._desk.stories(since)]
        # One that keeps failing may have been left alone when its time was over.
        listed = await recall_missed(self._desk.visits, since - LONGEST_WAIT) if with_missed else set()
        missed = [Link(url, LinkKind.ARTICLE) for url in listed]
        visits = await self.recall([*had, *missed])
        due = {url: visit for url, visit in visits.items() if is_due(visit, ages, now)}
        again: dict[Link, Visit | None] = {link: due[link.url] for link in had if link.url in due}
        for link in missed:
            visit = visits.get(link.url)
            is_open = visit is None or (link.url in due and visit.outcome is UrlOutcome.NOTHING)
            if is_open and not self._rests(link):
                again[replace(link, source="feed")] = visit  # it is asked wherever stories are looked for
        return again


def _end_of(moment: datetime) -> datetime:
    """The last that a date in a sitemap may mean: one without an hour is the whole day."""
    return moment + timedelta(days=1) if moment.time() == time.min else moment
