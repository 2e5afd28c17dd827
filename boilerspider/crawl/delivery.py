"""When is an article safe? When every feed that takes it has it on disk, and not before.

Local feeds are flushed on the loop turn after an item was scraped, many items at once. What a feed
compresses, collects, batches or uploads counts as delivered when its storage has stored it without
an error. Without feeds an item is safe once all pipelines have passed it.

The order of signal handlers is undefined, and a feed can fail to take an item; so items are handed
to Scrapy's exporter from here, and what became of each is seen at once.
"""

from __future__ import annotations

import errno
import logging
from collections.abc import Callable, Iterable
from typing import IO, Any
from weakref import WeakSet

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.extensions import feedexport
from scrapy.extensions.feedexport import FeedExporter, FeedSlot, FileFeedStorage
from scrapy.utils.asyncio import call_later

from boilerspider.crawl.feedend import observe_end, require_in_place
from boilerspider.crawl.feedfile import hold, write_at_end, write_out
from boilerspider.crawl.feedslots import (
    are_wanted,
    is_appended_lines,
    is_plain,
    mend_slot,
    name_feeds,
    open_safely,
    refuse_shared,
    refuse_unwritable,
    warn_of_appending,
)
from boilerspider.crawl.feedtrial import refuse_unfit
from boilerspider.crawl.namedfeeds import named_feeds
from boilerspider.crawl.outputs.folder import Folder
from boilerspider.crawl.stop import stop
from boilerspider.crawl.untaken import Untaken
from boilerspider.crawl.watched import Parcel, Watched, said
from boilerspider.crawl.written import expect, note
from boilerspider.errors import BadConfiguration, FeedError, ItemError

logger = logging.getLogger(__name__)

_OF_AN_ITEM = frozenset((errno.ENAMETOOLONG, errno.EILSEQ, errno.EEXIST, errno.EISDIR, errno.ELOOP))
"""Errors of one item's name, where the feed itself is open; after any other it is taken for one that cannot be written."""


class _NotTaken(Exception):
    """A feed failed at an item, and it was said why."""


class Delivery:
    """Tells which claims have been delivered, by calling `delivered(claims)` with as many as there are.

    Calls `failed(error)` once for each feed that cannot be written; no feed gets an item from there on. Calls `unstored(error)` for
    each feed, or batch of one, that its storage did not store, and for each whose exporter failed at items.
    If `durable`, what is delivered survives a loss of power.
    """

    def __init__(
        self,
        crawler: Crawler,
        delivered: Callable[[list[str]], None],
        failed: Callable[[FeedError], None],
        unstored: Callable[[FeedError], None],
        *,
        durable: bool,
    ) -> None:
        assert crawler.stats is not None
        self._crawler = crawler
        self._untaken = Untaken(crawler.stats)
        self._delivered = delivered
        self._failed = failed
        self._unstored = unstored
        self._durable = durable
        self._watched: dict[int, Watched] = {}
        self._turn_due = False

    def take_over(self) -> None:
        """From here on the feeds are named by `begin`, and get items through `scraped` alone; ends the crawl where it should have feeds and has none."""
        exporter = self._exporter()
        if exporter is not None:
            _TAKEN_OVER.add(self._crawler)
            feedexport.logger.addFilter(_lower)
            self._crawler.signals.disconnect(exporter.open_spider, signals.spider_opened)
            self._crawler.signals.disconnect(exporter.item_scraped, signals.item_scraped)
        elif are_wanted(self._crawler.settings):
            uris = ", ".join(map(str, named_feeds(self._crawler.settings)))
            stop(
                BadConfiguration(f"a feed cannot be made, and no other is without it: {uris}; the line above says why")
            )

    def begin(self) -> None:
        """Name the feeds, and before any is open mend what a crawl that was killed has left, refuse what cannot be named or written."""
        exporter = self._exporter()
        if exporter is not None:
            assert self._crawler.spider is not None
            name_feeds(exporter, self._crawler.spider)
            expect(self._crawler)
        for slot in exporter.slots if exporter else ():
            refuse_unfit(slot)
            self._watch(slot)
            refuse_unwritable(slot)
        refuse_shared(exporter.slots if exporter else ())

    def scraped(self, item: Any, claim: str | None) -> None:
        """An item has passed all pipelines; `claim` is None for one that asked for none."""
        if self._has_failed():
            return
        exporter = self._exporter()
        # It is held here until all feeds were asked. What a feed fails to take is held for good: its claim is never confirmed.
        parcel = None if claim is None else Parcel(claim, 1)
        takers, failing = self._export(exporter, item, parcel) if exporter else ([], [])
        if self._has_failed():
            return
        if exporter is not None and (parcel is not None or takers):
            self._untaken.note(is_taken=bool(takers or failing))
        if parcel is not None and not failing:
            self._arrived([parcel])
        if takers and not self._turn_due:
            self._turn_due = True
            call_later(0, self._turn)

    def slot_closed(self, slot: FeedSlot) -> None:
        """A feed, or a batch of one, has been handed to its storage."""
        watched = self._watched.pop(id(slot), None)
        if watched is None:
            return
        if watched.is_stored:
            self._arrived(watched.arrived())
            note(self._crawler, slot)
        self._tell(watched)

    def all_closed(self) -> None:
        """Scrapy has closed all feeds; of one that could not be finished it has said nothing."""
        for watched in self._watched.values():
            if watched.has_written:
                note(self._crawler, watched.slot)
            self._tell(watched)
        self._untaken.tell()

    def _tell(self, watched: Watched) -> None:
        for loss in watched.losses():
            self._unstored(loss)

    def _export(self, exporter: FeedExporter, item: Any, parcel: Parcel | None) -> tuple[list[Watched], list[Watched]]:
        """Hand an item, with its parcel, to the feeds, one by one; those that took it, and those that wanted it and failed."""
        takers, failing, done, slots = [], [], [], list(exporter.slots)
        try:
            while slots:
                exporter.slots = [slots.pop(0)]
                watched = self._watch(exporter.slots[0])
                try:
                    if self._takes(watched, exporter, item, parcel):
                        takers.append(watched)
                except _NotTaken:
                    failing.append(watched)
                finally:
                    done += exporter.slots  # another one where a batch was full
        finally:
            exporter.slots = done + slots
        return takers, failing

    def _takes(self, watched: Watched, exporter: FeedExporter, item: Any, parcel: Parcel | None) -> bool:
        """Whether a feed wants an item, and has it then, with its parcel; _NotTaken where it wants it and fails."""
        assert self._crawler.spider is not None
        count = watched.slot.itemcount
        if parcel is not None:  # beforehand: without asyncio a batch that it fills is stored within the export
            watched.takes(parcel)
        try:
            exporter.item_scraped(item, self._crawler.spider)
        except OSError as error:
            if error.errno in _OF_AN_ITEM and watched.slot.file is not None:
                logger.error("Feed %s does not take an item: %s", watched.uri, error)  # noqa: TRY400 - one line, it says all
            else:
                self._fail(watched, error)
            raise _NotTaken from error
        except Exception as error:
            # An exporter may be anybody's; what it fails at costs no other feed, and no other item.
            self._refuse(watched, error)
            raise _NotTaken from error
        is_taken = watched.slot.itemcount > count
        if parcel is not None and not is_taken:
            watched.hands_back()
        return is_taken

    def _refuse(self, watched: Watched, error: Exception) -> None:
        """Say that a feed does not take an item; the first time as an error, of an exporter that fails with its traceback, which shows where."""
        line = f"Feed {watched.uri} does not take an item: {said(error)}"
        if watched.refused:
            logger.info("%s", line)
        else:
            logger.error("%s", line, exc_info=None if isinstance(error, ItemError) else error)
        watched.refuses(error)

    def _fail(self, watched: Watched, error: OSError) -> None:
        """Say that a feed cannot be written, once."""
        if watched.has_failed:
            return
        watched.has_failed = True
        watched.has_written = watched.has_written and not isinstance(error, FileNotFoundError)  # it was removed
        # Scrapy would try to store it, and say in a traceback what is said here.
        watched.slot.itemcount, watched.slot.store_empty = 0, False
        self._failed(watched.not_written(error))

    def _has_failed(self) -> bool:
        return any(one.has_failed for one in self._watched.values())

    def _turn(self) -> None:
        self._turn_due = False
        there = [parcel for one in self._watched.values() if self._is_written_out(one) for parcel in one.arrived()]
        self._arrived(there)

    def _is_written_out(self, watched: Watched) -> bool:
        """Whether all that a feed took so far is on disk."""
        file: IO[bytes] | Folder | None = watched.slot.file
        if file is None or not (isinstance(file, Folder) or is_plain(watched.slot)):
            return False
        try:
            if isinstance(file, Folder):
                file.write_out()
            else:
                watched.is_held = watched.is_held or self._is_held(watched.slot, file)
                write_out(file, durable=self._durable)
                require_in_place(file, watched.slot)
        except OSError as error:
            self._fail(watched, error)
            return False
        watched.has_written = True
        return True

    def _is_held(self, slot: FeedSlot, file: IO[bytes]) -> bool:
        if isinstance(slot.storage, FileFeedStorage):
            write_at_end(file)
        return hold(file)

    def _arrived(self, parcels: Iterable[Parcel]) -> None:
        claims = []
        for parcel in parcels:
            parcel.feeds -= 1
            if parcel.feeds == 0:
                claims.append(parcel.claim)
        if claims:
            self._delivered(claims)

    def _watch(self, slot: FeedSlot) -> Watched:
        """What is known of a slot; one that is new is mended or refused before it opens, and its storage is observed."""
        if id(slot) not in self._watched:
            self._watched[id(slot)] = watched = Watched(slot)
            observe_end(watched, durable=self._durable)
            open_safely(slot)
            if is_appended_lines(slot):
                mend_slot(slot)
            warn_of_appending(slot)
        return self._watched[id(slot)]

    def _exporter(self) -> FeedExporter | None:
        return self._crawler.get_extension(FeedExporter)


_TAKEN_OVER: WeakSet[Crawler] = WeakSet()
"""Crawls of whose feeds it is told here, in one line, which could not be stored."""


def _lower(record: logging.LogRecord) -> bool:
    """Scrapy's traceback of that is for whoever looks for it."""
    spider = getattr(record, "spider", None)
    if str(record.msg).startswith("Error storing") and spider is not None and spider.crawler in _TAKEN_OVER:
        record.levelno, record.levelname = logging.DEBUG, logging.getLevelName(logging.DEBUG)
    return True
