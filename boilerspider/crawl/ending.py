"""What broke under a crawl, and the end that it comes to: one line, exit code 1.

A process that is Scrapy's own (`scrapy crawl`, a `CrawlerProcess`) ends with the last of its crawls. A script that
runs its crawls by a `CrawlerRunner` may go on to others, and has an exit code and an end of its own: it asks what broke.
A store, a feed, an archive or a JOBDIR that cannot be written ends the crawl at once; a feed that was not stored is told at its end.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.utils.asyncio import sleep
from scrapy.utils.defer import deferred_from_coro
from scrapy.utils.reactor import is_reactor_installed

from boilerspider.crawl.stop import BROKEN, line_of, scrapys_process, stop_late
from boilerspider.errors import ArchiveError, FeedError, QueueError, StoreError

logger = logging.getLogger(__name__)

_LOOK_S = 0.05
"""How often it is looked whether a spider has closed, or all has left. Ours."""

_PATIENCE_S = 10.0
"""How long a process that is told to end waits for what is closing already: a store may be slow. Ours."""


class Ending:
    """Remembers the first failure of the store, and of what else is written, until the crawl is over."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._store: StoreError | None = None
        self._output: FeedError | ArchiveError | QueueError | None = None
        self._is_closing = False
        crawler.signals.connect(self._begin, signals.engine_started)
        crawler.signals.connect(self._hold, signals.engine_stopped)

    def keeps_figures(self, crawler: Crawler) -> bool:
        """Whether what a crawl came to is not known for certain before this has left."""
        return crawler is self._crawler

    @property
    def store_has_failed(self) -> bool:
        """Whether the store is of no use any more."""
        return self._store is not None

    def over_store(self, error: StoreError) -> None:
        """End the crawl over a broken store: what it cannot remember would be emitted again and again."""
        if self._store is not None:
            return
        self._store = error
        logger.critical("%s; the crawl ends, what it has not emitted comes again with the next one", error)
        self._close_spider("store_failed")

    def over_feed(self, error: FeedError) -> None:
        """End the crawl over a feed that cannot be written: all that it brings would be fetched in vain."""
        logger.error("%s; the crawl ends, what is not in all feeds comes again with the next one", error)
        self._over_output(error, "feed_failed")

    def over_archive(self, error: ArchiveError) -> None:
        """End the crawl over an archive that cannot be written on: what it lacks would never be asked again."""
        logger.error("%s; the crawl ends, what is not in the archive comes again with the next one", error)
        self._over_output(error, "archive_failed")

    def over_queue(self, error: QueueError) -> None:
        """End the crawl over requests that cannot be had or kept: it would stand still for ever, or miss them. Each further one fails too, and is not told."""
        if self._is_closing:
            return
        logger.error("%s; the crawl ends, what is not in all feeds comes again with the next one", error)
        self._over_output(error, "queue_failed")

    def note_feed(self, error: FeedError) -> None:
        """Say that a feed, or a batch of one, was not stored; other batches may be, so the crawl goes on to its end.

        How to mend it is left to the line that the process ends with, where that will be its own.
        """
        is_last_line = not (self._store or self._output or BROKEN) and scrapys_process() is not None
        logger.error("%s", error.what if is_last_line else error)
        self._output = self._output or error

    def note_store(self, error: StoreError) -> None:
        """The store could not be closed, which ends nothing: the crawl is over."""
        self._store = self._store or error

    async def spider_closed(self) -> None:
        """When the spider has closed, its feeds with it: after a signal while it does so the engine stops before that."""
        while self._crawler.engine is not None and self._crawler.engine.spider is not None:
            await sleep(_LOOK_S)

    def leave(self) -> None:
        """When the last of its crawls is over, end a process of Scrapy's with the line of what broke first, if anything did."""
        _GOING_ON.discard(self)
        failure = self._store or self._output
        if failure is not None:
            BROKEN.append(failure)
        if BROKEN and not _GOING_ON and scrapys_process() is not None:
            first = BROKEN[0]
            BROKEN.clear()
            stop_late(first)

    def _begin(self) -> None:
        _GOING_ON.add(self)

    def _hold(self) -> None:
        """Have a signal that comes from now on wait until this has left: Scrapy has nothing left to stop then, and would end the process at once."""
        if is_reactor_installed():
            from twisted.internet import reactor  # noqa: PLC0415 - its import installs one

            reactor.addSystemEventTrigger("before", "shutdown", lambda: deferred_from_coro(self._left()))  # type: ignore[arg-type] # it is declared without self

    async def _left(self) -> None:
        end = time.monotonic() + _PATIENCE_S
        while self in _GOING_ON and time.monotonic() < end:
            await sleep(_LOOK_S)

    def _over_output(self, error: FeedError | ArchiveError | QueueError, reason: str) -> None:
        """What ends the crawl is told in the place of what was only noted."""
        if not self._is_closing:
            self._is_closing = True
            self._output = error
            self._close_spider(reason)

    def _close_spider(self, reason: str) -> None:
        engine = self._crawler.engine
        if engine is not None and engine.spider is not None:
            deferred_from_coro(engine.close_spider_async(reason=reason))


class LastWord(Ending):
    """Says what a crawl came to when all else of it has left: feeds are delivered while its spider closes, and what they have is confirmed after that."""

    def __init__(self, crawler: Crawler, say: Callable[[], None]) -> None:
        super().__init__(crawler)
        self._say = say
        crawler.signals.connect(self._over, signals.engine_stopped)

    def keeps_figures(self, crawler: Crawler) -> bool:  # noqa: ARG002 - as endings are asked
        """Nothing changes by what is said."""
        return False

    async def _over(self) -> None:
        await self.spider_closed()
        while any(other.keeps_figures(self._crawler) for other in _GOING_ON):
            await sleep(_LOOK_S)
        try:
            self._say()
        finally:
            self.leave()


_GOING_ON: set[Ending] = set()
"""Those of the crawls of this process: one that breaks ends no other."""


def broken() -> str | None:
    """The line of what broke first under the crawls of this process that are over, or kept one from beginning, for `sys.exit`; None where nothing did."""
    return line_of(BROKEN[0]) if BROKEN else None
