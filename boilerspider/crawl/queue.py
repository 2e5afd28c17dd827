"""The queue of requests: a host that hangs keeps its own requests waiting, not those of other hosts.

Scrapy's downloader takes requests up to a number for all hosts together, those included that wait for
their host's robots.txt, delay or answer. A host with many requests and no answers fills it, and the
crawl stands still until they time out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.pqueues import DownloaderAwarePriorityQueue, DownloaderInterface

from boilerspider.crawl.budgets import BackOff

_WAVES = 2
"""Requests of a host with the downloader, in multiples of what may run at once: one to run, one to follow. Ours."""


_PAUSED = 1_000_000
"""Added to what a host has in hand while it is left alone, so that it comes after all others and has no room. Above all requests at once. Ours."""


class _Downloads(DownloaderInterface):
    """What the downloader has in hand of each host, from before robots.txt is asked to after its page is extracted."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._crawler = crawler

    def stats(self, possible_slots: Iterable[str]) -> list[tuple[int, str]]:
        in_hand = Counter(map(self.get_slot_key, self.downloader.active))
        back_off = self._crawler.get_downloader_middleware(BackOff)
        is_paused = back_off.is_paused if back_off is not None else lambda _: False
        return [(in_hand[host] + _PAUSED * is_paused(host), host) for host in possible_slots]

    def has_room(self, host: str, in_hand: int) -> bool:
        """Whether a host may have one more request in hand."""
        slot = self.downloader.slots.get(host)
        concurrency = slot.concurrency if slot is not None else self.downloader.domain_concurrency
        return in_hand < _WAVES * concurrency


class FairQueue(DownloaderAwarePriorityQueue):
    """Gives requests of the hosts with the fewest in hand, and none of a host that has enough or is left alone; `SCHEDULER_PRIORITY_QUEUE`."""

    def __init__(self, crawler: Crawler, *args: Any, **kwargs: Any) -> None:
        super().__init__(crawler, *args, **kwargs)
        self._downloader_interface: _Downloads = _Downloads(crawler)

    def pop(self) -> Request | None:
        """The next request, or None when every host with requests has enough in hand."""
        downloads = self._downloader_interface
        if any(downloads.has_room(host, in_hand) for in_hand, host in downloads.stats(self.pqueues)):
            return super().pop()
        return None
