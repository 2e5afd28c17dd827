"""Stories that answer with an error of their own, while their host answers others: they are asked ever more rarely. Told once a site, at the end."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import datetime, timezone
from typing import NamedTuple
from urllib.parse import urlsplit

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.http import Response

from boilerspider.crawl import keys
from boilerspider.crawl.redirected import asked_first
from boilerspider.crawl.responses import is_robots_txt
from boilerspider.crawl.retry import host_of
from boilerspider.spiders.callbacks import Callback
from boilerspider.spiders.frontier import form_of
from boilerspider.spiders.outcomes import Outcomes
from boilerspider.urls import site_of

FEWEST = 4
"""Stories of a site that answer so, at least, before it is told: fewer may have been taken out. Ours."""

_OF_ANOTHER_KIND = frozenset((404, 408, 410, 421, 425, 429))
"""Statuses below 500 that say that there is no page, which is known for good, or that it may be had at once, or later (RFC 9110, 8470, 6585)."""

_OF_A_PAGE = frozenset((500, 501))
"""Those from 500 on that a page may have by itself; the others are a proxy's, or say that the server is busy. Ours."""

_LOOK = "see what a browser shows there, and ask less of it (delay, DOWNLOAD_DELAY), or its owners for leave"
_ADVICE = {401: "they are for those who log in", 402: "they are for subscribers", 451: "the law keeps them back"}
_BROKEN = "its owners may want to know"


class _Failed(NamedTuple):
    """How a story failed."""

    status: int
    at: datetime
    place: str
    """Host and port that answered."""
    host: str
    """The same as the downloader keeps it."""


class Failing:
    """Hears of stories that answer with errors, and notes them when the crawl ends: by then it is known whether their host answers."""

    def __init__(self, crawler: Crawler, outcomes: Outcomes, reads_stories: Callback) -> None:
        assert crawler.stats is not None
        self._crawler = crawler
        self._stats = crawler.stats
        self._outcomes = outcomes
        self._reads_stories = reads_stories
        self._failed: dict[str, _Failed] = {}
        """By the address of the story that was asked at first."""
        self._alive: set[str] = set()
        """Hosts that have answered with a page, or that it has not changed."""
        crawler.signals.connect(self._received, signals.response_received)
        crawler.signals.connect(self._close, signals.spider_closed)

    def heard(self, request: Request, status: int) -> None:
        """A request has failed with a status."""
        is_own = status not in _OF_ANOTHER_KIND if 400 <= status < 500 else status in _OF_A_PAGE
        if is_own and request.callback == self._reads_stories and keys.VISIT in request.meta:
            place = urlsplit(request.url).netloc
            failed = _Failed(status, datetime.now(timezone.utc), place, host_of(self._crawler, request))
            self._failed[form_of(asked_first(request))] = failed

    def _received(self, response: Response, request: Request) -> None:
        is_page = response.status < 400 and not is_robots_txt(request.url)
        if is_page and keys.PROBE not in request.meta:
            self._alive.add(urlsplit(request.url).netloc)
        if request.callback == self._reads_stories:
            self._failed.pop(form_of(asked_first(request)), None)

    async def _close(self) -> None:
        failed = {url: failure for url, failure in self._failed.items() if self._answers(failure)}
        await self._outcomes.failing({url: failure.at for url, failure in failed.items()})
        sites: defaultdict[str, Counter[int]] = defaultdict(Counter)
        for url, failure in failed.items():
            sites[site_of(url)][failure.status] += 1
        for site, counts in sites.items():
            if counts.total() >= FEWEST and self._stats.get_value(keys.walled(site)) is None:
                self._stats.set_value(keys.erring(site), _told(counts))

    def _answers(self, failed: _Failed) -> bool:
        """Whether the host of a request answers others: it was not given up."""
        is_given_up = self._stats.get_value(keys.failing(failed.host)) is not None
        return failed.place in self._alive and not is_given_up


def _told(counts: Counter[int]) -> str:
    """How many stories answered with which errors, and what to try."""
    by_number = counts.most_common()
    told = ", ".join(f"status {status}: {number}" for status, number in by_number)
    status, _ = by_number[0]
    advice = _BROKEN if status in _OF_A_PAGE else _ADVICE.get(status, _LOOK)
    return (
        f"{counts.total()} stories failed ({told}) though others answer; "
        f"those of sitemaps are asked ever more rarely, once a day at last: {advice}"
    )
