"""The end of a feed, or of a batch of it: finished, then stored. Scrapy signals one that has failed as it does any other; only here it shows."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from scrapy.extensions.feedexport import FeedSlot, FileFeedStorage, StdoutFeedStorage
from scrapy.utils.defer import ensure_awaitable

from boilerspider.crawl.feedfile import require_there, write_out
from boilerspider.crawl.screen import let_go
from boilerspider.crawl.watched import Watched, said


def observe_end(watched: Watched, *, durable: bool) -> None:
    """Let a feed know whether it was stored, or else why not; one that could not be finished is not handed to its storage."""
    storage, finish, store = watched.slot.storage, watched.slot.finish_exporting, watched.slot.storage.store
    unfinished: list[Exception] = []

    def finish_() -> None:
        try:
            finish()
        except Exception as error:  # noqa: BLE001 - of anybody's exporter; Scrapy would tell of it in a task that nobody awaits
            unfinished.append(error)
            watched.problem = said(error)

    async def store_(file: IO[bytes]) -> None:
        if unfinished:
            _close(storage, file)
            raise unfinished[0]
        try:
            try:
                if type(storage) in (FileFeedStorage, StdoutFeedStorage):
                    write_out(file, durable=durable)
                    require_in_place(file, watched.slot)
            finally:
                await ensure_awaitable(store(file))
        except Exception as error:
            watched.problem = said(error)
            if isinstance(storage, StdoutFeedStorage):
                let_go(sys.stdout)
            raise
        watched.is_stored = True

    watched.slot.finish_exporting = finish_  # type: ignore[method-assign]
    try:
        storage.store = store_  # type: ignore[method-assign, assignment]
    except AttributeError:  # it has slots
        watched.slot.storage = type(type(storage).__name__, (_Standing,), {})(storage, store_)


class _Standing:
    """Stands for a storage to which nothing can be put."""

    def __init__(self, storage: Any, store: Any) -> None:
        self._storage = storage
        self.store = store

    def __getattr__(self, name: str) -> Any:
        return getattr(self._storage, name)


def _close(storage: object, file: IO[bytes]) -> None:
    """What lies in a file of Scrapy's own is written, as far as it goes; temporary ones go."""
    if not isinstance(storage, StdoutFeedStorage):
        with suppress(OSError, ValueError):
            file.close()


def require_in_place(file: IO[bytes], slot: FeedSlot) -> None:
    """Raise OSError where the file of a slot was removed while it is written."""
    if isinstance(slot.storage, FileFeedStorage):
        require_there(file, Path(slot.storage.path))
