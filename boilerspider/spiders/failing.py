"""Stories that answer with an error of their own, while their host answers others: they are asked ever more rarely. Told once a site, at the end, those that wait included."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timezone
from typing import NamedTuple
from urllib.parse import urlsplit

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.http import Response

from boilerspider.crawl import keys
from boilerspider.crawl.ages import wait_end
from boilerspider.crawl.redirected import asked_first, redirected_from
from boilerspider.crawl.responses import is_robots_txt
from boilerspider.crawl.retry import host_of
from boilerspider.spiders.callbacks import Callback
from boilerspider.spiders.frontier import form_of
from boilerspider.spiders.memory import Memory
from boilerspider.spiders.outcomes import Outcomes
from boilerspider.spiders.waiting import stamp, unpack
from boilerspider.stores import Visit
from boilerspider.urls import site_of

FEWEST = 4
"""Stories of a site that answer so or wait, at least, before it is told: fewer may have been taken out. Ours."""

_OF_ANOTHER_KIND = frozenset((404, 408, 410, 421, 425, 429))
"""Statuses below 500 that say that there is no page, which is known for good, or that it may be had at once, or later (RFC 9110, 8470, 6585)."""

_OF_A_PAGE = frozenset((500, 501))
"""Those from 500 on that a page may have by itself; the others are a proxy's, or say that the server is busy. Ours."""

_LOOK = "see what a browser shows there, and ask less of it (delay, DOWNLOAD_DELAY), or its owners for leave"
_ADVICE = {401: "they are for those who log in", 402: "they are for subscribers", 451: "the law keeps them back"}
_BROKEN = "its owners may want to know"
_NEVER = datetime.max.replace(tzinfo=timezone.utc)


class _Failed(NamedTuple):
    """How a story failed."""

    status: int
    at: datetime
    place: str
    """Host and port that answered."""
    host: str
    """The same as the downloader keeps it."""


@dataclass(slots=True)
class _Site:
    """The failing stories of one site."""

    failed: Counter[int | None] = field(default_factory=Counter)
    """Status -> how many answered so."""
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
        self._failed: dict[str, _Failed] = {}
        """By the address of the story that was asked at first."""
        self._is_well: dict[str, bool] = {}
        """Address of a story that failed before and that has answered now -> whether without an error."""
        self._alive: set[str] = set()
        """Hosts that have answered with a page, or that it has not changed."""
        crawler.signals.connect(self._scheduled, signals.request_scheduled)
        crawler.signals.connect(self._received, signals.response_received)
        crawler.signals.connect(self._close, signals.spider_closed)

    def heard(self, request: Request, status: int) -> None:
        """A request has failed with a status."""
        is_own = status not in _OF_ANOTHER_KIND if 400 <= status < 500 else status in _OF_A_PAGE
        if is_own and request.callback == self._reads_stories and keys.VISIT in request.meta:
            place = urlsplit(request.url).netloc
            failed = _Failed(status, datetime.now(timezone.utc), place, host_of(self._crawler, request))
            self._failed[form_of(asked_first(request))] = failed

    def _scheduled(self, request: Request) -> None:
        if redirected_from(request):
            self._answered(request, is_well=True)

    def _received(self, response: Response, request: Request) -> None:
        is_page = response.status < 400 and not is_robots_txt(request.url)
        if is_page and keys.PROBE not in request.meta:
            self._alive.add(urlsplit(request.url).netloc)
        if request.callback == self._reads_stories:
            self._failed.pop(form_of(asked_first(request)), None)
            self._answered(request, is_well=response.status < 400)

    def _answered(self, request: Request, *, is_well: bool) -> None:
        first = form_of(asked_first(request))
        if request.callback == self._reads_stories and self._memory.has_failed(first):
            self._is_well[first] = is_well

    async def _close(self) -> None:
        failed = {url: failure for url, failure in self._failed.items() if self._answers(failure)}
        await self._outcomes.failing({url: (failure.status, failure.at) for url, failure in failed.items()})
        await self._outcomes.answered([url for url, is_well in self._is_well.items() if is_well])
        await self._outcomes.list_failing((*failed, *self._memory.waiting))
        for name, site in self._sites(failed).items():
            is_told = site.failed.total() + site.waiting.total() >= FEWEST
            if is_told and self._stats.get_value(keys.walled(name)) is None:
                stat = keys.erring if site.failed else keys.waiting
                self._stats.set_value(stat(name), _told(site))

    def _sites(self, failed: Mapping[str, _Failed]) -> Mapping[str, _Site]:
        sites: defaultdict[str, _Site] = defaultdict(_Site)
        for url, failure in failed.items():
            sites[site_of(url)].failed[failure.status] += 1
        # A page may have led to what a sitemap names, so that it was asked all the same.
        for url in self._memory.waiting.keys() - self._is_well.keys():
            sites[site_of(url)].add(self._memory.waiting[url])
        return sites

    def _answers(self, failed: _Failed) -> bool:
        """Whether the host of a request answers others: it was not given up."""
        is_given_up = self._stats.get_value(keys.failing(failed.host)) is not None
        return failed.place in self._alive and not is_given_up


def _told(site: _Site) -> str:
    """How many stories answered with which errors, how many wait, and what to try."""
    ((status, _),) = (site.failed or site.waiting).most_common(1)
    advice = _BROKEN if status in _OF_A_PAGE else _ADVICE.get(status or 0, _LOOK)
    until = f"the first until {stamp(site.asked_from)}"
    if not site.failed:
        return (
            f"{_counted(site.waiting, 'wait')}, for they failed again and again though others answer, {until}: {advice}"
        )
    waiting = f", and {site.waiting.total()} more wait, {until}" if site.waiting else ""
    return (
        f"{_counted(site.failed, 'failed')} though others answer{waiting}; "
        f"those of sitemaps are asked ever more rarely, once a day at last: {advice}"
    )


def _counted(counts: Counter[int | None], what: str) -> str:
    """How many stories did or do something, and with which status; marks of earlier versions know none."""
    told = ", ".join(f"status {status}: {number}" for status, number in counts.most_common() if status)
    number = counts.total()
    return f"{number} {'story' if number == 1 else 'stories'} {what}" + (f" ({told})" if told else "")
