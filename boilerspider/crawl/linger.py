"""Workers that share one queue end together: none ends while another may still fill it."""

from __future__ import annotations

import time

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.exceptions import DontCloseSpider, NotConfigured


class Linger:
    """Keeps a crawl open until it has had nothing to do for SCHEDULER_IDLE_BEFORE_CLOSE seconds; extension.

    The setting is scrapy-redis' own; its priority queue passes it over.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._busy_at = time.monotonic()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Linger:
        seconds = crawler.settings.getfloat("SCHEDULER_IDLE_BEFORE_CLOSE")
        if not seconds:
            raise NotConfigured
        extension = cls(seconds)
        crawler.signals.connect(extension._busy, signals.request_reached_downloader)
        crawler.signals.connect(extension._idle, signals.spider_idle)
        return extension

    def _busy(self) -> None:
        self._busy_at = time.monotonic()

    def _idle(self) -> None:
        if time.monotonic() - self._busy_at < self._seconds:
            raise DontCloseSpider
