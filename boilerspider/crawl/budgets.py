"""What one crawl asks of each site at most, and what it does about a site that keeps failing.

These act in boilerspider's own project; the add-on does not touch the politeness of yours. What is not
asked for either reason is asked by the next crawl.
"""

from __future__ import annotations

import logging
import time
from collections import Counter
from dataclasses import dataclass
from typing import Protocol

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK

from boilerspider.crawl import keys
from boilerspider.crawl.reasons import reason
from boilerspider.crawl.retry import NotNow, host_of, wait_for
from boilerspider.urls import site_of

logger = logging.getLogger(__name__)

FAILURES_IN_A_ROW = 5
"""Answers that a host owes in a row before it is left alone for a while. Ours."""

FIRST_PAUSE = 5.0
"""Seconds; each further pause is twice as long. Ours."""

MOST_PAUSES = 3
"""Pauses after which a host that fails again is given up for this crawl. Ours."""

_BUSY = 429


@dataclass(frozen=True, slots=True)
class Budget:
    """What may be asked of a site: so many pages, and so many seconds after the first of them; 0: no end."""

    pages: int = 0
    seconds: float = 0.0


class Budgeted(Protocol):
    """A spider that knows what may be asked of a site."""

    def budget_of(self, url: str) -> Budget:
        """The budget of an address's site."""


class SiteBudgets:
    """Refuses what goes beyond the spider's `budget_of(url)`; downloader middleware, order 45."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._asked: Counter[str] = Counter()
        self._began: dict[str, float] = {}
        self._told: set[str] = set()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> SiteBudgets:
        return cls(crawler)

    async def process_request(self, request: Request) -> None:
        budget_of = getattr(self._crawler.spider, "budget_of", None)
        if budget_of is None or request.callback is NO_CALLBACK:
            return
        payer = request.meta.get(keys.LENDER, request.url)
        budget: Budget = budget_of(payer)
        site, now = site_of(payer), time.monotonic()
        if budget.pages and self._asked[site] >= budget.pages:
            self._refuse(site, f"{budget.pages} pages of it were asked")
        if budget.seconds and now - self._began.setdefault(site, now) >= budget.seconds:
            self._refuse(site, f"its {budget.seconds:g} s are over")
        self._asked[site] += 1

    def _refuse(self, site: str, why: str) -> None:
        assert self._crawler.stats is not None
        self._crawler.stats.inc_value(keys.OVER_BUDGET)
        if site not in self._told:
            self._told.add(site)
            logger.info("%s: no more in this crawl, %s", site, why)
            self._crawler.stats.inc_value(keys.sites("over_budget"))
        raise NotNow(f"{site} has had its share: {why}")


@dataclass(slots=True)
class _Host:
    """How a host has been doing."""

    failures: int = 0
    """In a row."""
    pauses: int = 0
    until: float = 0.0
    why: str = ""


class BackOff:
    """Leaves a host that keeps failing alone, ever longer, and gives it up; downloader middleware, order 570: before Scrapy's retries.

    A failure is an exception or a status from 500 on, or 429; any other answer makes it a host like all others.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._hosts: dict[str, _Host] = {}

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> BackOff:
        return cls(crawler)

    def is_paused(self, host: str) -> bool:
        """Whether a host is left alone now; `FairQueue` gives none of its requests then, so that they take no places of others."""
        known = self._hosts.get(host)
        return known is not None and known.until > time.monotonic()

    async def process_request(self, request: Request) -> None:
        """Wait for a host in its pause; refuse what asks one that was given up."""
        name = host_of(self._crawler, request)
        host = self._hosts.get(name)
        if host is None:
            return
        await wait_for(self._crawler, name, lambda: host.until)
        if host.pauses > MOST_PAUSES:
            raise NotNow(f"{name} is given up for this crawl: {host.why}")

    async def process_response(self, request: Request, response: Response) -> Response:
        if response.status >= 500 or response.status == _BUSY:
            self._failed(request, f"status {response.status}")
        else:
            self._hosts.pop(host_of(self._crawler, request), None)
        return response

    async def process_exception(self, request: Request, exception: Exception) -> None:
        if not isinstance(exception, IgnoreRequest):
            self._failed(request, reason(exception))

    def _failed(self, request: Request, why: str) -> None:
        name = host_of(self._crawler, request)
        host = self._hosts.setdefault(name, _Host())
        host.failures += 1
        host.why = f"{host.failures} failures in a row, the last one: {why}"
        if host.failures < FAILURES_IN_A_ROW or time.monotonic() < host.until or host.pauses > MOST_PAUSES:
            return  # what was under way when the pause began counts with what began it
        host.pauses += 1
        assert self._crawler.stats is not None
        if host.pauses > MOST_PAUSES:
            logger.warning("%s is given up for this crawl: %s; the next one asks it again", name, host.why)
            self._crawler.stats.inc_value(keys.sites("given_up"))
            self._crawler.stats.set_value(keys.failing(name), host.why)
            return
        pause = FIRST_PAUSE * 2 ** (host.pauses - 1)
        host.until = time.monotonic() + pause
        logger.info("%s is left alone for %g s: %s", name, pause, host.why)
