"""One live line on a terminal, for whoever watches; nothing where standard error is a file or a pipe."""

from __future__ import annotations

import logging
import shutil
import time

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.utils.asyncio import create_looping_call
from scrapy.utils.log import get_scrapy_root_handler

from boilerspider.crawl import keys, screen
from boilerspider.crawl.summary import Totals

INTERVAL = 0.5
"""Seconds between two looks at the figures. Ours."""

CLEAR = "\r\x1b[K"
"""Back to the beginning of the line, and nothing on it (ECMA-48: CR, EL)."""


class Progress:
    """Writes the line, and takes it away before each line of the log; extension."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._began = time.monotonic()
        self._writing = create_looping_call(self._write)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Progress:
        if not screen.is_terminal():
            raise NotConfigured
        progress = cls(crawler)
        crawler.signals.connect(progress._open, signals.spider_opened)
        crawler.signals.connect(progress._close, signals.spider_closed)
        return progress

    def filter(self, record: logging.LogRecord) -> bool:  # noqa: ARG002 - the logging module's signature
        """Make room for a line of the log; every record passes."""
        screen.write(CLEAR)
        return True

    def _open(self) -> None:
        handler = get_scrapy_root_handler()
        if handler is not None:
            handler.addFilter(self)
        self._writing.start(INTERVAL, now=False)

    def _close(self) -> None:
        if self._writing.running:
            self._writing.stop()
        screen.write(CLEAR)

    def _write(self) -> None:
        width = shutil.get_terminal_size().columns
        screen.write(CLEAR + self._line()[: width - 1])

    def _line(self) -> str:
        assert self._crawler.stats is not None
        stats = self._crawler.stats.get_stats()
        totals = Totals.of(stats)
        seconds = time.monotonic() - self._began
        answers = int(stats.get("response_received_count", 0))
        parts = [f"{answers} answers, {answers / seconds:.1f} a second", f"{totals.articles} articles"]
        parts += [f"{totals.duplicates} copies"] if totals.duplicates else []
        parts += [f"{totals.known} known"] if totals.known else []
        waiting = int(stats.get("scheduler/enqueued", 0)) - int(stats.get("scheduler/dequeued", 0))
        parts += [f"{waiting} waiting", f"{stats.get(keys.sites('given_up'), 0)} hosts given up"]
        return " · ".join(part for part in parts if not part.startswith("0 hosts"))
