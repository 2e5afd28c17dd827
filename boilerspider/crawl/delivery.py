"""When is an article safe? When every feed that takes it has it on disk, and not before.

Local feeds are flushed on the loop turn after an item was scraped, many items at once. What a feed
compresses, batches or uploads counts as delivered when its storage has stored it without an error.
Without feeds an item is safe once all pipelines have passed it.

Feeds take items in the order in which they were scraped, so an item is known by its number in its
feed: a batch of a feed holds a range of these numbers.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import IO, Any

from scrapy.crawler import Crawler
from scrapy.extensions.feedexport import FeedExporter, FeedSlot, FileFeedStorage
from scrapy.extensions.postprocessing import PostProcessingManager
from scrapy.utils.asyncio import call_later
from scrapy.utils.defer import ensure_awaitable

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class _Parcel:
    """A claim on its way, and how many feeds have yet to deliver it."""

    claim: str
    feeds: int


@dataclass(slots=True)
class _Feed:
    """One feed's items: how many it took, how many lie flushed, and the parcels not yet delivered."""

    taken: int = 0
    flushed: int = 0
    waiting: dict[int, _Parcel] = field(default_factory=dict)

    def take(self, parcel: _Parcel | None) -> None:
        if parcel is not None:
            self.waiting[self.taken] = parcel
        self.taken += 1

    def arrived(self, start: int, end: int) -> list[_Parcel]:
        found = [self.waiting.pop(number, None) for number in range(start, end)]
        return [parcel for parcel in found if parcel is not None]


class Delivery:
    """Tells which claims have been delivered, by calling `delivered(claims)` with as many as there are."""

    def __init__(self, crawler: Crawler, delivered: Callable[[list[str]], None]) -> None:
        self._crawler = crawler
        self._delivered = delivered
        self._feeds: dict[str, _Feed] = {}
        self._stored: set[int] = set()
        self._watched: dict[int, FeedSlot] = {}
        self._turn_due = False

    def watch(self) -> None:
        """Note the feeds' open slots, so that it is seen whether their storage works."""
        for slot in self._slots():
            if id(slot) not in self._watched:
                self._watched[id(slot)] = slot
                self._watch_storage(slot)

    def scraped(self, item: Any, claim: str | None) -> None:
        """An item has passed all pipelines; `claim` is None for one that asked for none."""
        self.watch()
        exporter = self._exporter()
        takers = [uri for uri in exporter.feeds if exporter.filters[uri].accepts(item)] if exporter else []
        parcel = _Parcel(claim, len(takers)) if claim is not None else None
        for uri in takers:
            self._feeds.setdefault(uri, _Feed()).take(parcel)
        if takers and not self._turn_due:
            self._turn_due = True
            call_later(0, self._turn)
        elif claim is not None and not takers:
            self._delivered([claim])

    def slot_closed(self, slot: FeedSlot) -> None:
        """A feed, or a batch of one, has been handed to its storage."""
        self._watched.pop(id(slot), None)
        start, end = _numbers(slot)
        if id(slot) in self._stored:
            self._stored.discard(id(slot))
            self._arrived(slot.uri_template, start, end)
        elif slot.itemcount:
            logger.error("Feed %s was not stored: its %d items count as not emitted", slot.uri, slot.itemcount)

    def _turn(self) -> None:
        self._turn_due = False
        for slot in self._slots():
            if _is_plain_file(slot) and self._flush(slot):
                start, end = _numbers(slot)
                feed = self._feeds.setdefault(slot.uri_template, _Feed())
                self._arrived(slot.uri_template, max(start, feed.flushed), end)
                feed.flushed = end

    def _flush(self, slot: FeedSlot) -> bool:
        assert slot.file is not None
        try:
            slot.file.flush()
        except OSError as error:
            logger.error("Feed %s cannot be written: %s", slot.uri, error)  # noqa: TRY400 - one line, it says all
            return False
        return True

    def _arrived(self, uri: str, start: int, end: int) -> None:
        claims = []
        for parcel in self._feeds.setdefault(uri, _Feed()).arrived(start, end):
            parcel.feeds -= 1
            if parcel.feeds == 0:
                claims.append(parcel.claim)
        if claims:
            self._delivered(claims)

    def _watch_storage(self, slot: FeedSlot) -> None:
        """Scrapy signals a closed slot even when the storage failed; only the storage itself knows."""
        original = slot.storage.store

        async def store(file: IO[bytes]) -> None:
            await ensure_awaitable(original(file))
            self._stored.add(id(slot))

        slot.storage.store = store  # type: ignore[method-assign, assignment]

    def _exporter(self) -> FeedExporter | None:
        return self._crawler.get_extension(FeedExporter)

    def _slots(self) -> list[FeedSlot]:
        exporter = self._exporter()
        return exporter.slots if exporter else []


def _numbers(slot: FeedSlot) -> tuple[int, int]:
    """The range of its feed's items that a slot holds; all batches before it are full."""
    start = (slot.batch_id - 1) * int(slot.feed_options["batch_item_count"] or 0)
    return start, start + slot.itemcount


def _is_plain_file(slot: FeedSlot) -> bool:
    return (
        isinstance(slot.storage, FileFeedStorage)
        and slot.file is not None
        and not slot.file.closed
        and not isinstance(slot.file, PostProcessingManager)
    )
