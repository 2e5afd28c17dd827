"""What the downloader has in hand of each host: how much, and how much of it leads to many others.

A large sitemap that was read is kept packed, and opened little by little (`room.py`). What is kept has a limit, too, of
each host and of all: so that no archive of one site keeps others from being read, and no number of archives fills the memory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.pqueues import DownloaderInterface

from boilerspider.crawl import keys
from boilerspider.crawl.budgets import BackOff

_WAVES = 2
"""Requests of a host with the downloader, in multiples of what may run at once: one to run, one to follow. Ours."""

_PAUSED = 1_000_000
"""Added to what a host has in hand while it is left alone, so that it comes after all others and has no room. Above all requests at once. Ours."""

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


class Downloads(DownloaderInterface):
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
