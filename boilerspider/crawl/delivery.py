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
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import IO, Any

from scrapy import exporters, signals
from scrapy.crawler import Crawler
from scrapy.extensions.feedexport import FeedExporter, FeedSlot, FileFeedStorage, StdoutFeedStorage
from scrapy.extensions.postprocessing import PostProcessingManager
from scrapy.settings import BaseSettings
from scrapy.utils.asyncio import call_later
from scrapy.utils.conf import build_component_list
from scrapy.utils.defer import ensure_awaitable
from scrapy.utils.misc import load_object

from boilerspider.crawl.feedfile import hold, mend, try_to_write, write_out
from boilerspider.crawl.outputs.folder import Folder, FolderStorage
from boilerspider.crawl.stop import stop
from boilerspider.errors import BadConfiguration, FeedError

logger = logging.getLogger(__name__)

_OF_AN_ITEM = frozenset((errno.ENAMETOOLONG, errno.EILSEQ, errno.EEXIST, errno.EISDIR, errno.ELOOP))
"""Errors of one item's name in a folder; after any other a feed is taken for one that cannot be written."""

_WRITES_AT_ONCE = (
    exporters.JsonLinesItemExporter,
    exporters.JsonItemExporter,
    exporters.CsvItemExporter,
    exporters.XmlItemExporter,
    exporters.PickleItemExporter,
    exporters.MarshalItemExporter,
    exporters.PprintItemExporter,
)
"""Exporters that have written an item when `export_item` returns; others may collect them (columns, rows of a table)."""

_ENDS_ONCE: Mapping[type, str] = MappingProxyType(
    {
        exporters.JsonItemExporter: "a second JSON array, and no reader takes two",
        exporters.XmlItemExporter: "a second XML document, and no reader takes two",
        exporters.CsvItemExporter: "a second line of column names, after half a row where a crawl was killed",
    }
)
"""What appending to a file of these exporters makes of it; Scrapy does so without a word."""


@dataclass(slots=True)
class _Parcel:
    """A claim on its way, and how many feeds have yet to deliver it."""

    claim: str
    feeds: int


@dataclass(slots=True)
class _Watched:
    """A feed, or one batch of it, with the parcels that it took and has not delivered."""

    slot: FeedSlot
    parcels: list[_Parcel] = field(default_factory=list)
    is_stored: bool = False
    is_held: bool = False
    has_failed: bool = False

    def arrived(self) -> list[_Parcel]:
        """What it took so far; it has that on disk now."""
        parcels, self.parcels = self.parcels, []
        return parcels


class Delivery:
    """Tells which claims have been delivered, by calling `delivered(claims)` with as many as there are.

    Calls `failed(error)` once for each feed that cannot be written; no feed gets an item from there on.
    If `durable`, what is delivered survives a loss of power.
    """

    def __init__(
        self,
        crawler: Crawler,
        delivered: Callable[[list[str]], None],
        failed: Callable[[FeedError], None],
        *,
        durable: bool,
    ) -> None:
        self._crawler = crawler
        self._delivered = delivered
        self._failed = failed
        self._durable = durable
        self._watched: dict[int, _Watched] = {}
        self._turn_due = False

    def take_over(self) -> None:
        """From here on the feeds get items through `scraped` alone; ends the crawl where it should have feeds and has none."""
        exporter = self._exporter()
        if exporter is not None:
            self._crawler.signals.disconnect(exporter.item_scraped, signals.item_scraped)
        elif _are_wanted(self._crawler.settings):
            stop(
                BadConfiguration("a feed of FEEDS cannot be made (the line above says why), and no other is without it")
            )

    def begin(self) -> None:
        """The feeds are named and none is open yet: mend what a crawl that was killed has left, refuse what cannot be written."""
        exporter = self._exporter()
        for slot in exporter.slots if exporter else ():
            self._watch(slot)
            _refuse_unwritable(slot)

    def scraped(self, item: Any, claim: str | None) -> None:
        """An item has passed all pipelines; `claim` is None for one that asked for none."""
        if self._has_failed():
            return
        exporter = self._exporter()
        # What a feed fails to take is nowhere noted: its claim is never confirmed.
        takers = self._export(exporter, item) if exporter else []
        if self._has_failed():
            return
        if claim is not None:
            parcel = _Parcel(claim, len(takers))
            for watched in takers:
                watched.parcels.append(parcel)
            if not takers:
                self._delivered([claim])
        if takers and not self._turn_due:
            self._turn_due = True
            call_later(0, self._turn)

    def slot_closed(self, slot: FeedSlot) -> None:
        """A feed, or a batch of one, has been handed to its storage."""
        watched = self._watched.pop(id(slot), None)
        if watched is not None and watched.is_stored:
            self._arrived(watched.arrived())
        elif slot.itemcount:
            logger.error(
                "Feed %s was not stored: what it had not delivered of its %d items comes again",
                *(slot.uri, slot.itemcount),
            )

    def _export(self, exporter: FeedExporter, item: Any) -> list[_Watched]:
        """Hand an item to the feeds, one by one; those that took it."""
        takers, done, slots = [], [], list(exporter.slots)
        try:
            while slots:
                exporter.slots = [slots.pop(0)]
                watched = self._watch(exporter.slots[0])
                try:
                    if self._takes(watched, exporter, item):
                        takers.append(watched)
                finally:
                    done += exporter.slots  # another one where a batch was full
        finally:
            exporter.slots = done + slots
        return takers

    def _takes(self, watched: _Watched, exporter: FeedExporter, item: Any) -> bool:
        assert self._crawler.spider is not None
        count = watched.slot.itemcount
        try:
            exporter.item_scraped(item, self._crawler.spider)
        except OSError as error:
            if error.errno in _OF_AN_ITEM:
                logger.error("Feed %s does not take an item: %s", watched.slot.uri, error)  # noqa: TRY400 - one line, it says all
            else:
                self._fail(watched, error)
            return False
        return watched.slot.itemcount > count

    def _fail(self, watched: _Watched, error: OSError) -> None:
        """Say that a feed cannot be written, once."""
        if watched.has_failed:
            return
        watched.has_failed = True
        # Scrapy would try to store it, and say in a traceback what is said here.
        watched.slot.itemcount, watched.slot.store_empty = 0, False
        self._failed(
            FeedError(f"feed {watched.slot.uri} cannot be written: {error}; make room or name another, and crawl again")
        )

    def _has_failed(self) -> bool:
        return any(one.has_failed for one in self._watched.values())

    def _turn(self) -> None:
        self._turn_due = False
        there = [parcel for one in self._watched.values() if self._is_written_out(one) for parcel in one.arrived()]
        self._arrived(there)

    def _is_written_out(self, watched: _Watched) -> bool:
        """Whether all that a feed took so far is on disk."""
        file: IO[bytes] | Folder | None = watched.slot.file
        if file is None or not (isinstance(file, Folder) or _is_plain(watched.slot)):
            return False
        try:
            if isinstance(file, Folder):
                file.write_out(durable=self._durable)
            else:
                watched.is_held = watched.is_held or hold(file)
                write_out(file, durable=self._durable)
        except OSError as error:
            self._fail(watched, error)
            return False
        return True

    def _arrived(self, parcels: Iterable[_Parcel]) -> None:
        claims = []
        for parcel in parcels:
            parcel.feeds -= 1
            if parcel.feeds == 0:
                claims.append(parcel.claim)
        if claims:
            self._delivered(claims)

    def _watch(self, slot: FeedSlot) -> _Watched:
        """What is known of a slot; one that is new is mended before it opens, and its storage is observed."""
        if id(slot) not in self._watched:
            self._watched[id(slot)] = watched = _Watched(slot)
            self._observe_storage(watched)
            if _is_appended_lines(slot):
                _mend(slot)
            _warn_of_appending(slot)
        return self._watched[id(slot)]

    def _observe_storage(self, watched: _Watched) -> None:
        """Scrapy signals a closed slot even when the storage failed; only the storage itself knows."""
        storage = watched.slot.storage
        original = storage.store

        async def store(file: IO[bytes]) -> None:
            try:
                if type(storage) in (FileFeedStorage, StdoutFeedStorage):
                    write_out(file, durable=self._durable)
            finally:
                await ensure_awaitable(original(file))
            watched.is_stored = True

        storage.store = store  # type: ignore[method-assign, assignment]

    def _exporter(self) -> FeedExporter | None:
        return self._crawler.get_extension(FeedExporter)


def _are_wanted(settings: BaseSettings) -> bool:
    """Whether the project names feeds and has not switched Scrapy's exporter off."""
    extensions = build_component_list(settings.getwithbase("EXTENSIONS"))
    return bool(settings.getdict("FEEDS")) and any(load_object(one) is FeedExporter for one in extensions)


def _refuse_unwritable(slot: FeedSlot) -> None:
    """End the crawl, now and not with its first item, where a file or a folder cannot be written."""
    storage: object = slot.storage
    try:
        if type(storage) is FileFeedStorage:
            try_to_write(Path(storage.path))
        elif isinstance(storage, FolderStorage):
            storage.folder.try_to_write()
    except OSError as error:
        kind = "folder" if isinstance(storage, FolderStorage) else "file"
        stop(BadConfiguration(f"feed {slot.uri} cannot be written: {error.strerror}; name another {kind}"))


def _is_plain(slot: FeedSlot) -> bool:
    """Whether what an open slot wrote has reached its place once it is flushed; subclasses may put it elsewhere."""
    return (
        type(slot.storage) in (FileFeedStorage, StdoutFeedStorage)
        and isinstance(slot.exporter, _WRITES_AT_ONCE)
        and slot.file is not None
        and not slot.file.closed
        and not isinstance(slot.file, PostProcessingManager)
    )


def _is_appended_lines(slot: FeedSlot) -> bool:
    """Whether a slot will append lines of JSON to a file, in an encoding that writes line breaks as ASCII does."""
    return (
        isinstance(slot.storage, FileFeedStorage)
        and slot.storage.write_mode == "ab"
        and issubclass(slot.exporters[slot.format], exporters.JsonLinesItemExporter)
        and "postprocessing" not in slot.feed_options
        and "\n".encode(slot.feed_options["encoding"] or "utf-8") == b"\n"
    )


def _mend(slot: FeedSlot) -> None:
    assert isinstance(slot.storage, FileFeedStorage)
    try:
        done = mend(Path(slot.storage.path))
    except OSError:
        return  # the feed will say itself that it cannot be written
    if done is not None:
        logger.info("Feed %s was left by a crawl that was killed: %s", slot.uri, done)


def _warn_of_appending(slot: FeedSlot) -> None:
    """Say what becomes of a file that holds items already and whose format ends once."""
    storage, exporter = slot.storage, slot.exporters[slot.format]
    if not isinstance(storage, FileFeedStorage) or storage.write_mode != "ab" or not _has_content(storage.path):
        return
    for kind, second in _ENDS_ONCE.items():
        if issubclass(exporter, kind):
            logger.warning(
                "Feed %s holds something already: what this crawl appends is %s. "
                "Name it .jsonl, which can be appended to and bears a kill, or overwrite it with -O",
                *(slot.uri, second),
            )


def _has_content(path: str) -> bool:
    try:
        return Path(path).is_file() and Path(path).stat().st_size > 0
    except OSError:
        return False
