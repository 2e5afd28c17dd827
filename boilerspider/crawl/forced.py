"""A second signal ends a crawl at once, and its exit code tells so: 130 after SIGINT, 143 after SIGTERM.

Scrapy by itself ends with exit code 0 then, as after a first signal, which lets a crawl deliver what it has and give the
rest back. A first signal that comes before the engine runs makes Scrapy leave at once as well, with exit code 0 and nothing
closed. Here such a signal waits until the engine runs; where Scrapy has heard it already the process ends with its code.
It is a code, and no death by the signal: systemd takes a service that SIGTERM killed for one that ended well.
"""

from __future__ import annotations

import _thread
import asyncio
import logging
import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import NoReturn

from scrapy import signals
from scrapy.crawler import Crawler, CrawlerProcessBase
from scrapy.extensions.feedexport import BlockingFeedStorage, FeedExporter
from scrapy.extensions.postprocessing import PostProcessingManager
from scrapy.utils.ossignal import install_shutdown_handlers

from boilerspider.crawl.stop import leave, leave_now

logger = logging.getLogger(__name__)

SIGNALLED = 128
"""What shells add to a signal's number for the exit code (POSIX shell, 2.8.2)."""


LOOK_S = 0.05
"""Seconds between two looks at whether the engine runs, after a signal that came before. Ours."""


GRACE_S = 3.0
"""Seconds that the code which a second signal came upon has to come to its end: that of a line of a feed takes milliseconds. Ours."""


class ForcedStop:
    """Takes the second signal in the place of Scrapy, where Scrapy takes the signals at all; extension."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._scrapys: Callable[[int, FrameType | None], None] | None = None
        self._loop: asyncio.AbstractEventLoop

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> ForcedStop:
        extension = cls(crawler)
        extension.begin()
        # A process that begins its crawls before its reactor has no handlers yet.
        crawler.signals.connect(extension.begin, signals.engine_started)
        return extension

    def begin(self) -> None:
        """Stand between Scrapy and its first signal."""
        handler = signal.getsignal(signal.SIGTERM)
        process = getattr(handler, "__self__", None)
        if self._scrapys is not None or not callable(handler) or not isinstance(process, CrawlerProcessBase):
            return
        if handler == process._signal_kill:  # noqa: SLF001 - only by it one knows that a first signal came
            leave(SIGNALLED + signal.SIGTERM)  # or SIGINT: which, Scrapy does not keep
        self._scrapys, self._loop = handler, asyncio.get_running_loop()
        install_shutdown_handlers(self._first, override_sigint=signal.getsignal(signal.SIGINT) == handler)

    def _first(self, number: int, frame: FrameType | None) -> None:
        assert self._scrapys is not None
        if not self._is_starting():
            self._scrapys(number, frame)
        else:
            self._loop.call_soon_threadsafe(self._wait, number)
        install_shutdown_handlers(self._second)

    def _is_starting(self) -> bool:
        """Whether the engine is yet to run; of a crawl that has ended it is not, though others in its process go on."""
        engine = self._crawler._engine  # noqa: SLF001 - `engine` raises before
        return self._crawler.crawling and not (engine is not None and engine.running)

    def _wait(self, number: int) -> None:
        """Hand a signal on when the engine runs."""
        assert self._scrapys is not None
        if self._is_starting():
            self._loop.call_later(LOOK_S, self._wait, number)
            return
        self._scrapys(number, None)
        install_shutdown_handlers(self._second)

    def _second(self, number: int, _: FrameType | None) -> None:
        install_shutdown_handlers(signal.SIG_IGN)
        # The code that the signal came upon may be in the midst of a line of a feed, or may never end.
        self._loop.call_soon_threadsafe(self._leave, number)
        # Not by `threading`, whose lock that code may hold.
        _thread.start_new_thread(_leave_late, (SIGNALLED + number,))
        self._remove_temporary()

    def _remove_temporary(self) -> None:
        """Remove what lies in temporary files for feeds that are uploaded at the end (S3, FTP): nobody else will. Whoever has one open reads on."""
        exporter = None if self._is_starting() else self._crawler.get_extension(FeedExporter)
        for slot in exporter.slots if exporter is not None else ():
            file = slot.file.file if isinstance(slot.file, PostProcessingManager) else slot.file
            # What a storage of a project's own opens may be meant to stay.
            if file is not None and getattr(type(slot.storage), "open", None) is BlockingFeedStorage.open:
                with suppress(OSError):
                    Path(file.name).unlink()

    def _leave(self, number: int) -> NoReturn:
        logger.warning(
            "Received %s after a first signal: the crawl ends at once, and what no feed has comes again with the next one",
            signal.Signals(number).name,
        )
        leave_now(SIGNALLED + number)


def _leave_late(code: int) -> None:
    """End the process if it is still there after a while."""
    time.sleep(GRACE_S)
    os._exit(code)
