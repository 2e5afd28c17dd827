"""The queue of requests: a host that hangs keeps its own requests waiting, not those of other hosts.

Scrapy's downloader takes requests up to a number for all hosts together, those included that wait for
their host's robots.txt, delay or answer. A host with many requests and no answers fills it, and the
crawl stands still until they time out.

What leads to many others waits while a host has enough to do: two hundred sitemaps of 50,000 addresses each would
all be read, and kept in memory, before the first of their stories is asked. Where very much waits, of all hosts together,
it waits earlier: never while its host has little else to do, so that no host is kept from its stories.

Stories that failed before wait until nothing else of their host waits, is in hand or is being read, but for one after some
others: a crawl with a limit would ask for nothing else, again and again.

A large sitemap that was read is kept packed, and opened little by little (`room.py`). What is kept has a limit, too, of
each host and of all: so that no archive of one site keeps others from being read, and no number of archives fills the memory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.pqueues import DownloaderInterface, QueueProtocol, ScrapyPriorityQueue
from scrapy.squeues import FifoMemoryQueue

from boilerspider.crawl import keys
from boilerspider.crawl.budgets import BackOff
from boilerspider.crawl.ondisk import OnDisk
from boilerspider.crawl.packed import PackedQueue

_WAVES = 2
"""Requests of a host with the downloader, in multiples of what may run at once: one to run, one to follow. Ours."""


_PAUSED = 1_000_000
"""Added to what a host has in hand while it is left alone, so that it comes after all others and has no room. Above all requests at once. Ours."""

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

_LEADING_AT_ONCE = 2
"""Requests of a host with the downloader that lead on: what the others lead to may be enough. Ours; AutoThrottle aims at two."""

LEADING_OF_ALL = 8
"""The same of all hosts together: the answers of so many are in memory as they were sent, some ten megabytes each at the worst. Ours."""

KEPT_OF_HOST = 4_000_000
"""Bytes of sitemaps of a host that are kept, above which it asks for no other one: some 150,000 addresses. Ours."""

MUCH_KEPT = 24_000_000
"""Bytes of sitemaps of all hosts that are kept, above which only those hosts ask for one of which none is. Ours."""

MOST_KEPT = 64_000_000
"""Bytes of sitemaps of all hosts that are kept, above which nobody asks for one. Ours."""


class _Downloads(DownloaderInterface):
    """What the downloader has in hand of each host, from before robots.txt is asked to after its page is extracted."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._crawler = crawler
        self._leading: Counter[str] = Counter()
        """How many requests of a host that lead on are in hand, or have answers that are being read as a whole."""
        self._kept: Counter[str] = Counter()
        """How many bytes of its sitemaps are kept to be read little by little."""
        self._busy: set[str] = set()
        """Hosts of which anything is in hand, or is being read, that has not failed before."""
        self._most_kept = KEPT_OF_HOST
        self.nobody_leads = False
        """Whether as much of all hosts together is in hand, or kept, as may be."""
        self.is_crowded: Callable[[], bool] = bool
        """Whether so much waits that little is enough for each host."""

    def stats(self, possible_slots: Iterable[str]) -> list[tuple[int, str]]:
        active = self.downloader.active
        in_hand = Counter(map(self.get_slot_key, active))
        self._count_leading(active)
        back_off = self._crawler.get_downloader_middleware(BackOff)
        is_paused = back_off.is_paused if back_off is not None else lambda _: False
        return [(in_hand[host] + _PAUSED * is_paused(host), host) for host in possible_slots]

    def _count_leading(self, active: set[Request]) -> None:
        self._leading, self._kept = Counter(), Counter()
        in_work = active | self._read()
        self._busy = {self.get_slot_key(one) for one in in_work if keys.FAILED not in one.meta}
        for one in in_work:
            if keys.KEPT_BYTES in one.meta:
                self._kept[self.get_slot_key(one)] += one.meta[keys.KEPT_BYTES]
            elif keys.LEADS_ON in one.meta:
                self._leading[self.get_slot_key(one)] += 1
        asked, kept = sum(keys.LEADS_ON in one.meta for one in active), self._kept.total()
        self._most_kept = 0 if kept > MUCH_KEPT else KEPT_OF_HOST
        self.nobody_leads = asked >= LEADING_OF_ALL or kept > MOST_KEPT or self._is_much_read()

    def is_led_on(self, host: str) -> bool:
        """Whether as much of a host that leads on as may be is in hand, or is kept."""
        leading, most_kept = (1, 0) if self.is_crowded() else (_LEADING_AT_ONCE, self._most_kept)
        return self.nobody_leads or self._leading[host] >= leading or self._kept[host] > most_kept

    def led_on(self) -> list[str]:
        """The hosts of which that is so, where it is not so of all: few, of perhaps thousands."""
        return [host for host in self._leading | self._kept if self.is_led_on(host)]

    def is_busy(self, host: str) -> bool:
        """Whether what a host has in hand, or what is read of it, may come to more than what failed before."""
        return host in self._busy

    def has_room(self, host: str, in_hand: int) -> bool:
        """Whether a host may have one more request in hand."""
        slot = self.downloader.slots.get(host)
        concurrency = slot.concurrency if slot is not None else self.downloader.domain_concurrency
        return in_hand < _WAVES * concurrency

    def _is_much_read(self) -> bool:
        """Whether the answers being read come near to what keeps Scrapy from asking anything: those of kept sitemaps would wait for ever."""
        assert self._crawler.engine is not None
        slot = self._crawler.engine.scraper.slot
        return slot is not None and 2 * slot.active_size > slot.max_active_size

    def _read(self) -> set[Request]:
        """The requests whose answers are being read."""
        assert self._crawler.engine is not None
        slot = self._crawler.engine.scraper.slot
        return slot.active if slot is not None else set()


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
        self._downloads = _Downloads(crawler)
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
