"""Scrapy's feeds, each a slot of its exporter: which are wanted, which can be written, and what became of what is in them."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import IO, Any

from scrapy import Spider, exporters
from scrapy.extensions.feedexport import FeedExporter, FeedSlot, FileFeedStorage, StdoutFeedStorage
from scrapy.extensions.postprocessing import PostProcessingManager
from scrapy.settings import BaseSettings
from scrapy.utils.conf import build_component_list
from scrapy.utils.misc import load_object

from boilerspider.crawl.feedfile import mend, try_to_make
from boilerspider.crawl.namedfeeds import named_feeds
from boilerspider.crawl.outputs.folder import FolderStorage
from boilerspider.crawl.stop import stop
from boilerspider.errors import BadConfiguration

logger = logging.getLogger(__name__)

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


_NOT_APPENDED = "a Parquet file cannot be appended to; overwrite it (-O), or put %(time)s into its name"


def are_wanted(settings: BaseSettings) -> bool:
    """Whether the project names feeds and has not switched Scrapy's exporter off."""
    extensions = build_component_list(settings.getwithbase("EXTENSIONS"))
    return bool(named_feeds(settings)) and any(load_object(one) is FeedExporter for one in extensions)


def name_feeds(exporter: FeedExporter, spider: Spider) -> None:
    """Have Scrapy name its feeds, and end the crawl where it cannot: it would log a traceback, and go on without this feed and those after it."""
    try:
        exporter.open_spider(spider)
    except Exception as error:  # noqa: BLE001 - uri_params are the project's own, and may come to anything
        unnamed = next(islice(exporter.feeds, len(exporter.slots), None), f"of {type(exporter).__qualname__}")
        stop(
            BadConfiguration(
                f"feed {unnamed} cannot be named ({error!r}): "
                "a parameter in it is neither Scrapy's nor an attribute of the spider, or its uri_params fail; mend its URI"
            )
        )


def refuse_unwritable(slot: FeedSlot) -> None:
    """End the crawl, now and not with its first item, where a file or a folder cannot be written."""
    storage: object = slot.storage
    if slot.format == "parquet" and _is_appended(slot):
        stop(BadConfiguration(f"feed {slot.uri}: {_NOT_APPENDED}"))
    try:
        if type(storage) is FileFeedStorage:
            try_to_make(Path(storage.path))
        elif isinstance(storage, FolderStorage):
            storage.folder.try_to_write()
    except OSError as error:
        kind = "folder" if isinstance(storage, FolderStorage) else "file"
        stop(BadConfiguration(f"feed {slot.uri} cannot be written: {error.strerror}; name another {kind}"))


def refuse_shared(slots: Iterable[FeedSlot]) -> None:
    """End the crawl where two feeds are one file, whatever they call it: what one writes the other would tear or write over."""
    known: dict[Path, FeedSlot] = {}
    for slot in slots:
        if type(slot.storage) is not FileFeedStorage:
            continue
        path = Path(slot.storage.path)
        first = known.setdefault(path.resolve(), slot)
        if first is not slot and (path.is_file() or not path.exists()):  # a device takes what comes
            stop(
                BadConfiguration(
                    f"feeds {first.uri_template} and {slot.uri_template} are one file; name another for one of them"
                )
            )


def open_safely(slot: FeedSlot) -> None:
    """Let a file make its folder although another crawl may be making it, and fail with an OSError where it is a batch of a Parquet feed and would be appended to."""
    storage: Any = slot.storage
    original = storage.open

    def open_(spider: Spider) -> IO[bytes]:
        if slot.format == "parquet" and _is_appended(slot):
            raise OSError(_NOT_APPENDED)
        Path(storage.path).parent.mkdir(parents=True, exist_ok=True)
        opened: IO[bytes] = original(spider)
        return opened

    if type(storage) is FileFeedStorage:
        storage.open = open_  # type: ignore[method-assign]


def is_plain(slot: FeedSlot) -> bool:
    """Whether what an open slot wrote has reached its place once it is flushed; subclasses may put it elsewhere."""
    return (
        type(slot.storage) in (FileFeedStorage, StdoutFeedStorage)
        and isinstance(slot.exporter, _WRITES_AT_ONCE)
        and slot.file is not None
        and not slot.file.closed
        and not isinstance(slot.file, PostProcessingManager)
    )


def is_appended_lines(slot: FeedSlot) -> bool:
    """Whether a slot will append lines of JSON to a file, in an encoding that writes line breaks as ASCII does."""
    return (
        isinstance(slot.storage, FileFeedStorage)
        and slot.storage.write_mode == "ab"
        and _is_a(slot.exporters[slot.format], exporters.JsonLinesItemExporter)
        and "postprocessing" not in slot.feed_options
        and "\n".encode(slot.feed_options["encoding"] or "utf-8") == b"\n"
    )


def _is_a(exporter: object, kind: type) -> bool:
    """Whether what makes the exporters of a feed is a class of a kind; it may be a function."""
    return isinstance(exporter, type) and issubclass(exporter, kind)


def mend_slot(slot: FeedSlot) -> None:
    """Cut off half a line that a crawl which was killed has left in a slot's file."""
    assert isinstance(slot.storage, FileFeedStorage)
    try:
        done = mend(Path(slot.storage.path))
    except OSError:
        return  # the feed will say itself that it cannot be written
    if done is not None:
        logger.info("Feed %s was left by a crawl that was killed: %s", slot.uri, done)


def warn_of_appending(slot: FeedSlot) -> None:
    """Say what becomes of a file that holds items already and whose format ends once."""
    if not _is_appended(slot):
        return
    exporter = slot.exporters[slot.format]
    for kind, second in _ENDS_ONCE.items():
        if _is_a(exporter, kind):
            logger.warning(
                "Feed %s holds something already: what this crawl appends is %s. "
                "Name it .jsonl, which can be appended to and bears a kill, or overwrite it with -O",
                *(slot.uri, second),
            )


def _is_appended(slot: FeedSlot) -> bool:
    """Whether a slot will append to a file that holds something."""
    storage = slot.storage
    if not isinstance(storage, FileFeedStorage) or storage.write_mode != "ab":
        return False
    try:
        return Path(storage.path).is_file() and Path(storage.path).stat().st_size > 0
    except OSError:
        return False
