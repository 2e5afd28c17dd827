"""What is on its way when a crawl begins to end: by a signal, or by a limit such as CLOSESPIDER_TIMEOUT.

Scrapy waits for all of it, however long a host hangs, and sends what waits for its turn. Here nothing more is sent, and
what has not come after some seconds is given up: both are left to the next crawl.
"""

from __future__ import annotations

import time
from typing import Any, cast

from scrapy import Request, signals
from scrapy.core.downloader.handlers import DownloadHandlers
from scrapy.crawler import Crawler
from scrapy.http import Response
from scrapy.utils.asyncio import create_looping_call
from scrapy.utils.defer import deferred_from_coro, maybe_deferred_to_future
from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from boilerspider.crawl.retry import LOOK, NotNow, is_ending

PATIENCE_S = 5.0
"""Seconds that answers have to come after the crawl's end has begun: most pages take less than one. Ours."""


class InFlight:
    """Stands before the downloader's handlers, for no middleware and no signal ends a download that is under way."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._handlers: DownloadHandlers
        self._downloads: dict[Deferred[Response], Deferred[Response]] = {}
        """What is waited for -> the download that it comes from."""
        self._ends: float | None = None
        """When the downloads are given up, by the monotonic clock."""
        self._looking = create_looping_call(self._look)
        crawler.signals.connect(self._begin, signals.engine_started)
        crawler.signals.connect(self._looking_ends, signals.spider_closed)

    def _begin(self) -> None:
        assert self._crawler.engine is not None
        downloader = self._crawler.engine.downloader
        self._handlers, downloader.handlers = downloader.handlers, cast("DownloadHandlers", self)
        self._looking.start(LOOK, now=False)

    def _looking_ends(self) -> None:
        if self._looking.running:
            self._looking.stop()

    async def download_request_async(self, request: Request) -> Response:
        """The answer of a host; NotNow where the crawl ends before it comes."""
        if is_ending(self._crawler):
            # As RobotsTxtMiddleware takes it, a robots.txt that is not fetched allows all: what waited for it comes here.
            raise NotNow(f"the crawl ends before {request.url} is asked")
        answer: Deferred[Response] = Deferred()
        download = deferred_from_coro(self._handlers.download_request_async(request))
        self._downloads[answer] = download

        def settle(result: Response | Failure) -> None:
            if self._downloads.pop(answer, None) is not None:
                cast("Deferred[Any]", answer).callback(result)

        download.addBoth(settle)
        return await maybe_deferred_to_future(answer)

    def _look(self) -> None:
        """Refuse what waits for its turn, when the crawl is being stopped: a delay may be minutes; give up what does not come."""
        if not is_ending(self._crawler):
            return
        assert self._crawler.engine is not None
        for host, slot in [*self._crawler.engine.downloader.slots.items()]:
            while slot.queue:
                _, waiting = slot.queue.popleft()
                waiting.errback(NotNow(f"the crawl ends before {host} may be asked again"))
        now = time.monotonic()
        self._ends = self._ends or now + PATIENCE_S
        if now >= self._ends:
            self._give_up()

    def _give_up(self) -> None:
        downloads, self._downloads = self._downloads, {}
        for answer, download in downloads.items():
            answer.errback(NotNow("the crawl ends before the answer comes"))
            download.cancel()
