"""Requests that wait in a Redis which several workers share: where that cannot be used the worker ends with one line, exit code 1.

scrapy-redis passes on what Redis says; Scrapy logs a traceback, and tries the same again for ever.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from redis import RedisError
from scrapy import Request, Spider, signals
from scrapy.crawler import Crawler
from scrapy_redis.scheduler import Scheduler

from boilerspider.crawl.ending import Ending
from boilerspider.crawl.stop import stop
from boilerspider.errors import QueueError

_Answer = TypeVar("_Answer")


class SharedScheduler(Scheduler):  # type: ignore[misc] # it has no types
    """scrapy-redis' scheduler, whose failures end the crawl; `SCHEDULER`."""

    _crawler: Crawler
    _ending: Ending
    _is_lost = False

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> SharedScheduler:
        try:
            scheduler: SharedScheduler = super().from_crawler(crawler)
        except (RedisError, ValueError) as error:  # the latter of a URL that is none
            stop(_of(crawler, error))
        scheduler._crawler = crawler
        scheduler._ending = Ending(crawler)
        crawler.signals.connect(scheduler._ending.leave, signals.engine_stopped)
        return scheduler

    def open(self, spider: Spider) -> None:
        """Look into the queue."""
        try:
            super().open(spider)
        except RedisError as error:
            stop(_of(self._crawler, error))

    def enqueue_request(self, request: Request) -> bool:
        """Let a request wait; one that the crawl ends over comes in the next round."""
        return self._asked(lambda: super(SharedScheduler, self).enqueue_request(request), otherwise=True)

    def next_request(self) -> Request | None:
        """The next request; None where the crawl ends over it."""
        request: Request | None = self._asked(super().next_request, otherwise=None)
        return request

    def has_pending_requests(self) -> bool:
        """Whether requests wait; none does that cannot be had."""
        return self._asked(super().has_pending_requests, otherwise=False)

    def _asked(self, ask: Callable[[], _Answer], *, otherwise: _Answer) -> _Answer:
        if self._is_lost:  # each further question would take its time
            return otherwise
        try:
            return ask()
        except RedisError as error:
            self._is_lost = True
            self._ending.over_queue(_of(self._crawler, error))
            return otherwise


def _of(crawler: Crawler, error: Exception) -> QueueError:
    where = crawler.settings["REDIS_URL"]
    return QueueError(
        f"REDIS_URL = {where!r}: the queue cannot be used: {error}; see that Redis runs there, and crawl again"
    )
