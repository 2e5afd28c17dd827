"""What one crawl asks of each site at most, and what it does about a site that keeps failing.

These act in boilerspider's own project; the add-on does not touch the politeness of yours. What is not
asked for either reason is asked by the next crawl.
"""

from __future__ import annotations

import logging
import math
import time
from collections import Counter
from dataclasses import dataclass

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK

from boilerspider.crawl import keys, offers
from boilerspider.crawl.reasons import reason
from boilerspider.crawl.responses import robots_txt
from boilerspider.crawl.retry import GivenUp, OverBudget, host_of, is_ending, wait_for
from boilerspider.urls import origin_of, same_site, site_of

logger = logging.getLogger(__name__)

FAILURES_IN_A_ROW = 5
"""Answers that a host owes in a row before it is left alone for a while. Ours."""

FIRST_PAUSE = 5.0
"""Seconds; each further pause is twice as long. Ours."""

MOST_PAUSES = 3
"""Pauses after which a host that fails again is given up for this crawl. Ours."""

PROBES_IN_VAIN = 2
"""Probes that find a host alive, while none of its stories answers, before what fails is not retried. Ours."""

_BUSY = 429
_UNAVAILABLE = 503

_LENT = ("allow_offsite", "download_slot", "proxy", keys.LENDER)
"""What a probe takes over of the request that failed: how its host is reached, and who pays."""


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
        if request.callback is NO_CALLBACK:
            return
        payer = request.meta.get(keys.LENDER, request.url)
        budget = offers.budget_of(self._crawler.spider, payer)
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
        raise OverBudget(f"{site} has had its share: {why}")


@dataclass(slots=True)
class _Host:
    """How a host has been doing."""

    failures: int = 0
    """In a row."""
    pauses: int = 0
    until: float = 0.0
    why: str = ""
    throttles: bool = False
    """Whether one of the failures was its own word that too much is asked of it."""


class BackOff:
    """Leaves a host that keeps failing alone, ever longer, and gives it up; downloader middleware, order 570: before Scrapy's retries.

    A failure is an exception or a status from 500 on, or 429; any other answer makes it a host like all others. Whether a host is
    down, or some of its pages are, a page says that has answered, or its front page: it is asked once before each pause but the
    first, and before the host is given up, unless the host says itself that too much is asked of it. Where that answers again
    and again and nothing else does (a cache in front of a dead server), what fails is not retried until something answers.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._hosts: dict[str, _Host] = {}
        self._answered: dict[str, str] = {}
        """Host -> the first page that it answered with."""
        self._in_vain: Counter[str] = Counter()
        """Host -> how many probes found it alive since one of its stories has answered."""
        self._told: set[str] = set()

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
        if host is None or keys.PROBE in request.meta:
            return
        # A probe may wait for its robots.txt itself.
        is_needed = robots_txt(request) is not None
        await wait_for(self._crawler, name, lambda: 0.0 if is_needed and host.until == math.inf else host.until)
        if host.pauses > MOST_PAUSES:
            raise GivenUp(f"{name} is given up for this crawl: {host.why}")

    async def process_response(self, request: Request, response: Response) -> Response:
        if keys.PROBE in request.meta:
            return response
        if _is_failure(response):
            await self._failed(request, f"status {response.status}", throttles=_is_throttling(response))
            return response
        name = host_of(self._crawler, request)
        self._hosts.pop(name, None)
        if _may_be_story(request):
            self._in_vain.pop(name, None)
        if response.status < 400 and keys.LEADS_ON not in request.meta and not robots_txt(request):
            self._answered.setdefault(name, request.url)
        return response

    async def process_exception(self, request: Request, exception: Exception) -> None:
        if not isinstance(exception, IgnoreRequest) and keys.PROBE not in request.meta:
            await self._failed(request, reason(exception))

    async def _failed(self, request: Request, why: str, *, throttles: bool = False) -> None:
        name = host_of(self._crawler, request)
        await self._judge(name, request, why, throttles=throttles)
        # A host that is too busy says itself when to ask again.
        if not throttles and self._in_vain[name] >= PROBES_IN_VAIN and _may_be_story(request):
            request.meta["dont_retry"] = True

    async def _judge(self, name: str, request: Request, why: str, *, throttles: bool) -> None:
        host = self._hosts.setdefault(name, _Host())
        host.throttles = host.throttles or throttles
        _count(host, why)
        if host.failures < FAILURES_IN_A_ROW or time.monotonic() < host.until or host.pauses > MOST_PAUSES:
            return  # what was under way when the pause began counts with what began it
        is_told = not host.pauses or host.throttles or robots_txt(request)  # a probe would ask for the same robots.txt
        if is_told or not await self._is_alive(name, host, request):
            self._leave_alone(name, host)

    def _leave_alone(self, name: str, host: _Host) -> None:
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

    async def _is_alive(self, name: str, host: _Host, request: Request) -> bool:
        """Whether a host that keeps failing has answered meanwhile, or answers a probe; then it is one like all others."""
        url = self._answered.get(name) or f"{origin_of(request.url)}/"
        host.until = math.inf  # everything else waits for what the probe says
        try:
            why = await self._probe(url, request)
        finally:
            host.until = 0.0
        if self._hosts.get(name) is not host or is_ending(self._crawler):
            return True
        if why is not None:
            if why:
                _count(host, why)
            return False
        del self._hosts[name]
        self._in_vain[name] += 1
        if self._in_vain[name] == PROBES_IN_VAIN:
            logger.info("%s: what fails is asked once in this crawl, until a story answers", name)
        level = logging.DEBUG if name in self._told else logging.INFO
        self._told.add(name)
        logger.log(level, "%s is not given up, for %s answers: %s", name, url, host.why)
        return True

    async def _probe(self, url: str, failed: Request) -> str | None:
        """Ask for a page once, with all that holds for others, and for what it leads to; why that failed, "" where it may not be asked, None where it answers."""
        assert self._crawler.engine is not None
        download = self._crawler.engine.download_async
        lent = {name: failed.meta[name] for name in _LENT if name in failed.meta}
        meta = {
            **lent,
            keys.PROBE: True,
            keys.CONTROL: False,
            "dont_retry": True,
            "dont_redirect": True,
            "dont_cache": True,
        }
        try:
            response = await download(Request(url, meta=meta))
            if place := _leads_to(response):
                response = await download(Request(place, meta=meta))
                if response.status >= 400:  # a login that is closed says nothing of the pages behind it
                    return f"status {response.status}"
        except IgnoreRequest:
            return ""
        except Exception as error:  # noqa: BLE001 - whatever a download may end with: there is no answer
            return reason(error)
        # What leads to another site, or on and on, may be a proxy's word, whatever stands behind it.
        return f"status {response.status}" if _is_failure(response) or 300 <= response.status < 400 else None


def _count(host: _Host, why: str) -> None:
    host.failures += 1
    host.why = f"{host.failures} failures in a row, the last one: {why}"


def _may_be_story(request: Request) -> bool:
    """Whether a request is for none of the few pages on which all others hang: a front page, a feed, a sitemap, robots.txt."""
    return request.meta.keys().isdisjoint((keys.LEADS_ON, keys.NAMED)) and not robots_txt(request)


def _leads_to(response: Response) -> str:
    """Where a redirect leads within its site, as front pages do to that of a language; "" for none."""
    if not 300 <= response.status < 400 or b"Location" not in response.headers:
        return ""
    place = response.urljoin((response.headers[b"Location"] or b"").decode("latin-1"))
    return place if same_site(place, response.url) else ""


def _is_failure(response: Response) -> bool:
    return response.status >= 500 or response.status == _BUSY


def _is_throttling(response: Response) -> bool:
    """Whether a host says that too much is asked of it, all in all."""
    return response.status == _BUSY or (response.status == _UNAVAILABLE and b"Retry-After" in response.headers)
