"""Requests that wait on disk (JOBDIR): where they cannot be read or written the crawl ends with one line, exit code 1.

Scrapy logs a traceback, and tries the same again for ever; of files that are gone it says nothing.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from typing import Any, TypeVar

from scrapy import Request, signals
from scrapy.core.scheduler import Scheduler
from scrapy.crawler import Crawler
from scrapy.pqueues import DownloaderAwarePriorityQueue, QueueProtocol
from twisted.internet.defer import Deferred

from boilerspider.crawl.ending import Ending
from boilerspider.crawl.stop import stop
from boilerspider.errors import QueueError

_Queue = TypeVar("_Queue", bound="OnDisk")


class OnDisk(DownloaderAwarePriorityQueue):
    """Scrapy's queue of all hosts, whose failures end the crawl where it is kept on disk."""

    ending: Ending | None = None
    """The end that the crawl comes to; in memory nothing fails but what is wrong with the program."""

    @classmethod
    def from_crawler(  # noqa: PYI019 - Python 3.10 has no Self
        cls: type[_Queue],
        crawler: Crawler,
        downstream_queue_cls: type[QueueProtocol],
        key: str,
        startprios: dict[str, Iterable[int]] | None = None,
        **kwargs: Any,
    ) -> _Queue:
        try:
            queue = super().from_crawler(crawler, downstream_queue_cls, key, startprios, **kwargs)
            queue.look_for(startprios or {})
        except Exception as error:
            if key:
                stop(_of(crawler, error))
            raise
        if key:
            queue.ending = Ending(crawler)
            crawler.signals.connect(queue.ending.leave, signals.engine_stopped)
        return queue

    def look_for(self, left: dict[str, Iterable[int]]) -> None:
        """OSError where a clean stop has left requests of a host and a priority that are not there."""
        for host, priorities in left.items():
            queues = self.pqueues[host]
            if {*priorities} - {*queues.queues, *queues._start_queues}:  # noqa: SLF001 - the only place that tells it
                raise FileNotFoundError(f"files of {host} are gone")

    def push(self, request: Request) -> None:
        """Let a request wait; one that the crawl ends over is lost."""
        try:
            super().push(request)
        except (OSError, struct.error) as error:  # of others, what cannot be pickled among them, the scheduler knows
            self.end_over(error)

    def pop(self) -> Request | None:
        """The next request; None where the crawl ends over it."""
        try:
            return super().pop()
        except Exception as error:  # noqa: BLE001 - whatever unpickling what another version wrote may raise
            self.end_over(error)
            return None

    def close(self) -> dict[str, list[int]]:
        """Write out what waits; nothing can go on with what could not be written."""
        try:
            for host in self.pqueues.values():
                _drop_empty(host.queues)
                _drop_empty(host._start_queues)  # noqa: SLF001 - the other half of what is told as left
            return super().close()
        except OSError as error:
            self.end_over(error)
            return {}

    def end_over(self, error: Exception) -> None:
        """End the crawl, where this is kept on disk."""
        if self.ending is None:
            raise error
        self.ending.over_queue(_of(self.crawler, error))


class JobScheduler(Scheduler):
    """Scrapy's scheduler, whose own files (what was asked, what is left) end the crawl as those of its queues do; `SCHEDULER`."""

    def enqueue_request(self, request: Request) -> bool:
        """Let a request wait; one that the crawl ends over is lost."""
        try:
            return super().enqueue_request(request)
        except OSError as error:
            self._end_over(error)
            return True

    def close(self, reason: str) -> Deferred[None] | None:
        """Write out what waits, and what was asked; nothing can go on with what could not be written."""
        try:
            return super().close(reason)
        except OSError as error:
            self._end_over(error)
            return None

    def _end_over(self, error: OSError) -> None:
        queue: object = self.dqs  # of the class that the settings name
        if not isinstance(queue, OnDisk):
            raise error
        queue.end_over(error)


def _drop_empty(queues: dict[int, QueueProtocol]) -> None:
    """Let go what was made for a request that could not be pickled, and has none: its file will not be there."""
    for priority in [priority for priority, queue in queues.items() if not queue]:
        queues.pop(priority).close()


def _of(crawler: Crawler, error: Exception) -> QueueError:
    folder = crawler.settings["JOBDIR"]
    return QueueError(
        f"JOBDIR = {folder!r}: the requests that wait there cannot be read or written ({type(error).__name__}: {error}); "
        "remove the folder, and see that its disk has room"
    )
