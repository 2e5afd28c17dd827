"""The queue of requests: a host that hangs keeps its own requests waiting, not those of other hosts.

Scrapy's downloader takes requests up to a number for all hosts together, those included that wait for
their host's robots.txt, delay or answer. A host with many requests and no answers fills it, and the
crawl stands still until they time out.

What leads to many others waits while a host has enough to do: two hundred sitemaps of 50,000 addresses each would
all be read, and kept in memory, before the first of their stories is asked. Where very much waits, of all hosts together,
it waits earlier: never while its host has little else to do, so that no host is kept from its stories.

Stories that failed before wait until nothing else of their host waits, is in hand or is being read, but for one after some
others: a crawl with a limit would ask for nothing else, again and again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.pqueues import QueueProtocol, ScrapyPriorityQueue
from scrapy.squeues import FifoMemoryQueue

from boilerspider.crawl import keys
from boilerspider.crawl.downloads import Downloads
from boilerspider.crawl.ondisk import OnDisk
from boilerspider.crawl.packed import PackedQueue

FROM_SITEMAP = 4
"""Priority of stories that a sitemap names: behind those of feeds and pages, which are the news. First come, first asked: the newest stand first."""

_LAST = 1_000_000
"""The key under which stories wait that failed before (`keys.FAILED`), whatever retries have made of their priority, and nothing else. Ours, beyond what anybody gives a request."""

IN_TURN = 4
"""Other requests of a host after which one such story of it is asked all the same: what answers again must not wait for ever either. Ours."""

LEADING = 9
"""Priority of requests whose answers lead to many others, sitemaps: before these, as long as the host needs them. Ours."""

ENOUGH = 10_000
"""Other requests of a host that wait, above which those that lead on wait too: more than most hosts answer in an hour. Ours."""

MUCH = 100_000
"""Requests of all hosts that wait in memory, above which a host needs no more than FEW others: some 70 MB with all that is kept of them. Ours."""

FEW = 1_000
"""Other requests of a host that are enough then: more than a polite crawl asks of it in a quarter of an hour. Ours."""


class _HostQueue(ScrapyPriorityQueue):
    """The requests of one host; those that lead on, and those that failed before, are none of its next ones while they have to wait."""

    is_led_on: Callable[[], bool] = bool
    """Whether as many of those are in hand as may be."""
    is_crowded: Callable[[], bool] = bool
    """Whether so much waits, of all hosts together, that little of this one is enough."""
    is_busy: Callable[[], bool] = bool
    """Whether what is in hand, or is being read, may come to more than what failed before."""
    is_on_disk = False
    _given = 0
    """Requests that were given since one was that failed before."""

    def qfactory(self, key: int) -> QueueProtocol:
        """The queue of a priority. Of those that lead on, and of what sitemaps name, the spider knows what it needs first; on disk they come as all others."""
        if self.is_on_disk:
            return super().qfactory(key)
        if key == -LEADING:
            return FifoMemoryQueue()
        queue = super().qfactory(key)
        return queue.in_line() if key == -FROM_SITEMAP and isinstance(queue, PackedQueue) else queue

    def priority(self, request: Request) -> int:
        """The key that a request waits under."""
        return _LAST if keys.FAILED in request.meta else super().priority(request)

    def push(self, request: Request) -> None:
        """Let a request wait; one that leads on among its like, though the user named it and Scrapy has another queue for such."""
        start_queue_cls = self._start_queue_cls
        if keys.LEADS_ON in request.meta:
            self._start_queue_cls = None
        try:
            super().push(request)
        finally:
            self._start_queue_cls = start_queue_cls

    @property
    def others(self) -> int:
        """How many requests wait that neither lead on nor failed before."""
        return len(self) - len(self.queues.get(-LEADING, ())) - len(self.queues.get(_LAST, ()))

    @property
    def has_failed(self) -> bool:
        """Whether anything waits that failed before."""
        return _LAST in self.queues

    @property
    def has_next(self) -> bool:
        """Whether any of those that wait may be asked now."""
        return len(self) > sum(map(len, self._held().values()))

    def pop(self) -> Request | None:
        """The next request; None where it has to wait."""
        held = self._held()
        for key in held:
            del self.queues[key]
        self._update_curprio()
        try:
            request = super().pop()
        finally:  # a request on disk may be one that this version cannot read
            self.queues |= held
            self._update_curprio()
        self._given = 0 if request is not None and keys.FAILED in request.meta else self._given + 1
        return request

    def _held(self) -> dict[int, QueueProtocol]:
        """The queues that have to wait."""
        if self.has_failed and self._given >= IN_TURN:
            return {key: queue for key, queue in self.queues.items() if key != _LAST}
        enough = FEW if self.is_crowded() else ENOUGH
        is_led_on = -LEADING in self.queues and (self.is_led_on() or self.others > enough)
        waits = {-LEADING: is_led_on, _LAST: self.has_failed and self.is_busy()}
        return {key: self.queues[key] for key, is_held in waits.items() if is_held}


class FairQueue(OnDisk):
    """Gives requests of the hosts with the fewest in hand, and none of a host that has enough or is left alone; `SCHEDULER_PRIORITY_QUEUE`."""

    def __init__(self, crawler: Crawler, *args: Any, **kwargs: Any) -> None:
        self._downloads = Downloads(crawler)
        self._downloads.is_crowded = self.is_crowded
        self._waiting = 0
        self._only_leading: set[str] = set()
        """Hosts of which nothing waits but what leads on."""
        self._only_failed: set[str] = set()
        """Hosts of which nothing waits but what failed before, or that and what leads on."""
        super().__init__(crawler, *args, **kwargs)
        self._downloader_interface = self._downloads
        for host in self.pqueues:  # of a crawl that goes on
            self._look_at(host)

    def pqfactory(self, slot: str, startprios: Iterable[int] = ()) -> ScrapyPriorityQueue:
        """The queue of a host."""
        key = super().pqfactory(slot).key
        queue = _HostQueue(self.crawler, self.downstream_queue_cls, key, start_queue_cls=self._start_queue_cls)
        queue.is_led_on = partial(self._downloads.is_led_on, slot)
        queue.is_busy = partial(self._downloads.is_busy, slot)
        queue.is_crowded = self.is_crowded
        queue.is_on_disk = bool(self.key)
        queue.init_prios(startprios)
        return queue

    def push(self, request: Request) -> None:
        """Let a request wait."""
        super().push(request)
        self._waiting += 1
        self._look_at(self._downloads.get_slot_key(request))

    def pop(self) -> Request | None:
        """The next request, or None when every host with requests has enough in hand."""
        downloads = self._downloads
        has_room = (downloads.has_room(host, in_hand) for in_hand, host in self._giving(downloads.stats(self.pqueues)))
        request = super().pop() if any(has_room) else None
        if request is not None:
            self._waiting -= 1
            self._look_at(downloads.get_slot_key(request))
        return request

    def left(self, most: int) -> Iterator[Request]:
        """Takes out what still waits when the crawl has ended and comes before what sitemaps name, the most urgent of each host first: so many at most, of each host as many."""
        for queue in self.pqueues.values():
            for _ in range(max(1, most // len(self.pqueues))):
                # Not by its own `pop`, which has some wait.
                if (
                    queue.curprio is None
                    or queue.curprio >= -FROM_SITEMAP
                    or not (one := ScrapyPriorityQueue.pop(queue))
                ):
                    break
                yield one

    def others(self, host: str) -> int:
        """How many requests of a host wait that neither lead on nor failed before."""
        queue = self.pqueues.get(host)
        return queue.others if isinstance(queue, _HostQueue) else 0

    def is_crowded(self) -> bool:
        """Whether very much waits in memory; what waits on disk takes little of it."""
        return not self.key and self._waiting > MUCH

    def _look_at(self, host: str) -> None:
        """See whether anything of a host waits but what leads on, or has failed before."""
        self._only_leading.discard(host)
        self._only_failed.discard(host)
        if host in self.pqueues and not self.others(host):
            has_failed = getattr(self.pqueues[host], "has_failed", False)
            (self._only_failed if has_failed else self._only_leading).add(host)

    def _next_slot(self, stats: list[tuple[int, str]], *, update_state: bool) -> str:
        return super()._next_slot(self._giving(stats) or stats, update_state=update_state)

    def _giving(self, stats: list[tuple[int, str]]) -> list[tuple[int, str]]:
        """Those of the hosts that have something to be given now."""
        downloads = self._downloads
        waiting = self._only_leading if downloads.nobody_leads else self._only_leading.intersection(downloads.led_on())
        if self._only_failed:
            waiting = waiting.union(host for host in self._only_failed if not self._has_next(host))
        return [(in_hand, host) for in_hand, host in stats if host not in waiting] if waiting else stats

    def _has_next(self, host: str) -> bool:
        queue = self.pqueues[host]
        return not isinstance(queue, _HostQueue) or queue.has_next
