"""Politeness: robots.txt's Crawl-delay as a floor under AutoThrottle, host by host.

Scrapy reads Crawl-delay and never applies it, and AutoThrottle sets a host's delay anew with each
response; so the floor stands in the downloader's slot settings and under the throttle's own result.
A crawl that is being stopped waits for no delay (`InFlight`): what has not been sent is left to the next one.
"""

from __future__ import annotations

import contextlib
import logging

from scrapy import Request, Spider, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.extensions.throttle import AutoThrottle
from scrapy.http import Response
from scrapy.robotstxt import RobotParser

from boilerspider.crawl import offers
from boilerspider.crawl.inflight import InFlight
from boilerspider.crawl.retry import host_of
from boilerspider.crawl.stop import configured
from boilerspider.urls import site_of

logger = logging.getLogger(__name__)

CRAWL_DELAY_CAP = 60.0
"""Seconds. A longer Crawl-delay is a mistake or a prohibition; it is cut to this, with a warning. Ours."""


class CrawlDelay(AutoThrottle):
    """AutoThrottle that never goes below the Crawl-delay of a host; the floor holds without AutoThrottle too."""

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler
        self._floors: dict[str, float] = {}
        with contextlib.suppress(NotConfigured):
            super().__init__(crawler)
        self._in_flight = InFlight(crawler)
        crawler.signals.connect(self._request_scheduled, signals.request_scheduled)
        if configured(crawler.settings).obey_crawl_delay:
            crawler.signals.connect(self._robots_parsed, signals.robots_parsed)

    def _request_scheduled(self, request: Request, spider: Spider) -> None:
        """The spider may know of a site that wants to be asked slowly: its `delays`, site -> seconds."""
        delays = offers.delays(spider)
        if not delays:
            return
        host = host_of(self.crawler, request)
        if host not in self._floors and (delay := delays.get(site_of(request.url))):
            self._set_floor(host, max(delay, self.crawler.settings.getfloat("DOWNLOAD_DELAY")))

    def _robots_parsed(self, robotparser: RobotParser, request: Request) -> None:
        settings = self.crawler.settings
        asked = robotparser.crawl_delay(settings["ROBOTSTXT_USER_AGENT"] or settings["USER_AGENT"])
        if not asked:
            return
        host = host_of(self.crawler, request)
        if asked > CRAWL_DELAY_CAP:
            logger.warning("%s asks for a Crawl-delay of %g s and gets %g s", host, asked, CRAWL_DELAY_CAP)
        least = max(settings.getfloat("DOWNLOAD_DELAY"), self._floors.get(host, 0.0))
        self._set_floor(host, max(min(asked, CRAWL_DELAY_CAP), least))

    def _set_floor(self, host: str, floor: float) -> None:
        assert self.crawler.engine is not None
        downloader = self.crawler.engine.downloader
        self._floors[host] = floor
        # No jitter: it would take half of the delay away from every second request.
        downloader.per_slot_settings.setdefault(host, {}).update(delay=floor, concurrency=1, jitter=0.0)
        if host in downloader.slots:
            slot = downloader.slots[host]
            slot.delay, slot.concurrency, slot.jitter = max(slot.delay, floor), 1, 0.0

    def _response_downloaded(self, response: Response, request: Request, spider: Spider) -> None:
        super()._response_downloaded(response, request, spider)
        key, slot = self._get_slot(request, spider)
        if slot is not None and key in self._floors:
            slot.delay = max(slot.delay, self._floors[key])
