"""Stories that answer with errors: those with one of their own, while their host answers others, are asked ever more rarely. Told once a site, at the end, those that wait included.

Those that gave no page for another reason (too busy, no answer, an empty one) are asked by each crawl, after others.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timezone
from typing import NamedTuple
from urllib.parse import urlsplit

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.http import Response

from boilerspider.crawl import keys
from boilerspider.crawl.ages import wait_end
from boilerspider.crawl.asked import was_had
from boilerspider.crawl.outages import LOOK, Missed
from boilerspider.crawl.owners import Way
from boilerspider.crawl.redirected import asked_first, redirected_from, way_of
from boilerspider.crawl.responses import FIRST_ERROR, is_robots_txt
from boilerspider.crawl.retry import host_of
from boilerspider.crawl.stop import configured
from boilerspider.spiders.callbacks import Callback
from boilerspider.spiders.frontier import form_of
from boilerspider.spiders.judging import gave_no_page
from boilerspider.spiders.left import waiting
from boilerspider.spiders.memory import Memory
from boilerspider.spiders.outcomes import Outcomes
from boilerspider.spiders.waiting import stamp, unpack
from boilerspider.stores import Visit
from boilerspider.urls import site_of

FEWEST = 4
"""Stories of a site that fail or wait, at least, before it is told: fewer may have been taken out. Ours."""

_OF_ANOTHER_KIND = frozenset((404, 408, 410, 421, 425, 429))
"""Statuses below 500 that say that there is no page, which is known for good, or that it may be had at once, or later (RFC 9110, 8470, 6585)."""

_OF_A_PAGE = frozenset((500, 501))
"""Those from 500 on that a page may have by itself; the others are a proxy's, or say that the server is busy. Ours."""

_SERVERS_FAULT = 500
"""The first of the statuses that speak of the server (RFC 9110)."""

_LOOK = f"{LOOK}, and ask less of it (delay, DOWNLOAD_DELAY), or its owners for leave"
_ADVICE = {401: "they are for those who log in", 402: "they are for subscribers", 451: "the law keeps them back"}
_BROKEN = "its owners may want to know"
_NEVER = datetime.max.replace(tzinfo=timezone.utc)


_Answer = tuple[int | None, datetime]
"""The status, None where no answer came, and when that was."""


class _Failed(NamedTuple):
    """How a story failed."""

    status: int | None
    """None: no answer came."""
    at: datetime
    place: str
    """Host and port that answered."""
    host: str
    """The same as the downloader keeps it."""
    is_own: bool
    """Whether the error is the story's own."""
    is_mapped: bool
    """Whether a sitemap led to it."""


@dataclass(slots=True)
class _Site:
    """The failing stories of one site."""

    failed: Counter[int | None] = field(default_factory=Counter)
    """Status -> how many answered so."""
    rare: int = 0
    """How many of them later crawls ask ever more rarely."""
    waiting: Counter[int | None] = field(default_factory=Counter)
    """Status, where it is known -> how many answered so when they were asked last."""
    asked_from: datetime = _NEVER
    """When the first of those that wait is asked again."""

    def add(self, mark: Visit) -> None:
        """One waits, as its mark says."""
        status, _ = unpack(mark)
        self.waiting[status] += 1
        self.asked_from = min(self.asked_from, wait_end(mark))


class Failing:
    """Hears of stories that answer with errors, and notes them when the crawl ends: by then it is known whether their host answers."""

    def __init__(self, crawler: Crawler, memory: Memory, outcomes: Outcomes, reads_stories: Callback) -> None:
        assert crawler.stats is not None
        self._crawler = crawler
        self._stats = crawler.stats
        self._memory = memory
        self._outcomes = outcomes
        self._reads_stories = reads_stories
        self._asks_all = 0 in configured(crawler.settings).recheck
        self._failed: dict[str, _Failed] = {}
        """By the address of the story that was asked at first."""
        self._ways: dict[str, Way] = {}
        """By the same -> how it was asked when it failed last."""
        self._not_had: dict[str, _Answer] = {}
        """By the same of one whose answer is neither a page nor an error -> its status, and when that was."""
        self._missed: dict[str, Missed] = {}
        """By the same all these, and those that were not asked, for their host was given up, their site had had its share, the crawl was ended, or nobody knows what its robots.txt forbids;
        but for those that sitemaps lead to, which name theirs for long."""
        self._is_well: dict[str, bool] = {}
        """Address of a story that failed before and that has answered now -> whether without an error."""
        self._alive: set[str] = set()
        """Hosts that have answered with a page, or that it has not changed."""
        crawler.signals.connect(self._scheduled, signals.request_scheduled)
        crawler.signals.connect(self._received, signals.response_received)
        crawler.signals.connect(self._close, signals.spider_closed)

    def heard(self, request: Request, status: int | None = None) -> None:
        """A request has failed with a status, or without an answer."""
        if request.callback != self._reads_stories or keys.VISIT not in request.meta:
            return
        self._miss(request)
        first = form_of(asked_first(request))
        self._ways[first] = Way.of(request)
        if status is not None and status < FIRST_ERROR:
            self._not_had[first] = status, datetime.now(timezone.utc)
            return
        self._failed[first] = _Failed(
            status,
            at=datetime.now(timezone.utc),
            place=urlsplit(request.url).netloc,
            host=host_of(self._crawler, request),
            is_own=_is_own(status),
            is_mapped=request.meta.get(keys.SOURCE) == "sitemap",
        )

    def not_asked(self, request: Request, *, is_left: bool) -> None:
        """A request was refused for now: its host was given up, its robots.txt cannot be had, or, where it is left to later crawls, its site had had its share, or the crawl ends."""
        if request.callback == self._reads_stories:
            self._miss(request, is_left=is_left)

    def _miss(self, request: Request, *, is_left: bool = False) -> None:
        if (source := request.meta.get(keys.SOURCE)) != "sitemap":
            self._missed[form_of(asked_first(request))] = Missed(
                Way.of(request),
                was_had(request),
                host_of(self._crawler, request),
                is_fed=source == "feed",
                is_left=is_left,
            )

    def _scheduled(self, request: Request) -> None:
        self._answered(request, redirected_from(request), is_well=True)

    def _received(self, response: Response, request: Request) -> None:
        is_page = response.status < FIRST_ERROR and not is_robots_txt(request.url)
        if is_page and keys.PROBE not in request.meta:
            self._alive.add(urlsplit(request.url).netloc)
        if request.callback == self._reads_stories:
            first = form_of(asked_first(request))
            for failed in (self._failed, self._not_had, self._missed):
                failed.pop(first, None)
            if gave_no_page(response):
                self.heard(request, response.status)
            self._answered(request, way_of(request), is_well=response.status < FIRST_ERROR)

    def _answered(self, request: Request, urls: Iterable[str], *, is_well: bool) -> None:
        if request.callback == self._reads_stories:
            self._is_well |= dict.fromkeys(filter(self._memory.has_failed, map(form_of, urls)), is_well)

    async def _close(self) -> None:
        for request in waiting(self._crawler):
            self.not_asked(request, is_left=True)
        answers: dict[str, _Answer] = {url: (failure.status, failure.at) for url, failure in self._failed.items()}
        failed = {url for url, failure in self._failed.items() if self._is_to_blame(failure)}
        others = {url: answer for url, answer in answers.items() if url not in failed}
        await self._outcomes.answered([url for url, is_well in self._is_well.items() if is_well])
        await self._outcomes.failing(self._under_all_names({url: answers[url] for url in failed}))
        await self._outcomes.not_had(self._under_all_names({**self._not_had, **others}))
        given_up = set(filter(self._is_given_up, {each.host for each in self._missed.values()}))
        await self._outcomes.missed([*self._missed.values()], given_up)
        await self._outcomes.list_failing((*(self._again(url)[0] for url in failed), *self._memory.waiting))
        alive = {site_of(f"http://{place}/") for place in self._alive}
        for name, site in self._sites(failed).items():
            is_told = site.failed.total() + site.waiting.total() >= FEWEST
            if is_told and not self._is_told_otherwise(name, site):
                stat = keys.erring if site.failed else keys.waiting
                self._stats.set_value(stat(name), _told(site, others_answer=name in alive))

    def _again(self, first: str) -> list[str]:
        """The addresses by which later crawls ask for a story that failed."""
        return [form_of(url) for url in self._outcomes.owners.again(self._ways[first])]

    def _under_all_names(self, answers: Mapping[str, _Answer]) -> dict[str, _Answer]:
        """The same under those, too, beside the one that leads to it."""
        return {url: answer for first, answer in answers.items() for url in (first, *self._again(first))}

    def _sites(self, to_blame: Collection[str]) -> Mapping[str, _Site]:
        sites: defaultdict[str, _Site] = defaultdict(_Site)
        for url, failure in self._failed.items():
            if not self._is_given_up(failure.host):  # that is told
                site = sites[self._outcomes.owners.site(self._ways[url])]
                site.failed[failure.status] += 1
                site.rare += url in to_blame and failure.is_mapped and not self._asks_all
        # A page may have led to what a sitemap names, so that it was asked all the same.
        for url in self._memory.waiting.keys() - self._is_well.keys() - self._failed.keys():
            sites[site_of(url)].add(self._memory.waiting[url])
        return sites

    def _is_to_blame(self, failed: _Failed) -> bool:
        """Whether a story failed by itself: its host answers others."""
        return failed.is_own and failed.place in self._alive and not self._is_given_up(failed.host)

    def _is_given_up(self, host: str) -> bool:
        return self._stats.get_value(keys.failing(host)) is not None

    def _is_told_otherwise(self, name: str, site: _Site) -> bool:
        """Whether another line says why a site's stories were not had: a wall stands before them, or nothing of it answers."""
        has_page = self._stats.get_value(keys.gave_nothing(name)) is None
        return self._stats.get_value(keys.walled(name)) is not None or (bool(site.failed) and not has_page)


def _is_own(status: int | None) -> bool:
    """Whether an error is the story's own, if others answer."""
    if status is None or status >= _SERVERS_FAULT:
        return status in _OF_A_PAGE
    return status not in _OF_ANOTHER_KIND


def _told(site: _Site, *, others_answer: bool) -> str:
    """How many stories answered with which errors, how many wait or will, and what to try."""
    ((status, _),) = (site.failed or site.waiting).most_common(1)
    advice = _BROKEN if (status or 0) >= _SERVERS_FAULT else _ADVICE.get(status or 0, _LOOK)
    until = f"the first until {stamp(site.asked_from)}"
    if not site.failed:
        return (
            f"{_counted(site.waiting, 'wait')}, for they failed again and again though others answer, {until}: {advice}"
        )
    others = " though others answer" if others_answer else ", and nothing else answered"
    waiting = f", and {site.waiting.total()} more wait, {until}" if site.waiting else ""
    return f"{_counted(site.failed, 'failed', none='no answer')}{others}{waiting}; {_asked_again(site)}: {advice}"


def _asked_again(site: _Site) -> str:
    """When those that failed are asked again: a page or a feed, which do not name them for long, has each crawl ask them while it does."""
    often, by_each = site.failed.total() - site.rare, "by each crawl while something leads to them"
    if not site.rare:
        return f"asked again {by_each}"
    others = f", the others ({often}) {by_each}" if often else ""
    return f"those that only sitemaps name ({site.rare}) are asked ever more rarely, once a day at last{others}"


def _counted(counts: Counter[int | None], what: str, *, none: str = "") -> str:
    """How many stories did or do something, and with which status; what it means that there is none: marks of earlier versions know none."""
    named = ((f"status {status}" if status else none, number) for status, number in counts.most_common())
    told = ", ".join(f"{name}: {number}" for name, number in named if name)
    number = counts.total()
    return f"{number} {'story' if number == 1 else 'stories'} {what}" + (f" ({told})" if told else "")
