"""Long work in short turns: between two of them the crawl's other business goes on, the downloads of other sites above all."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from itertools import islice
from typing import TypeVar

from scrapy.utils.asyncio import sleep
from scrapy.utils.defer import maybe_deferred_to_future
from twisted.internet.defer import DeferredLock

PART = 100
"""Addresses of a source that are looked at in one turn: some ten milliseconds of work. Ours."""

_Item = TypeVar("_Item")


async def in_parts(items: Iterable[_Item]) -> AsyncIterator[list[_Item]]:
    """The items, so many at once, with a turn for everybody else between two parts; what makes them works in turns, too."""
    rest = iter(items)
    part = list(islice(rest, PART))
    while part:
        yield part
        following = list(islice(rest, PART))
        if following:
            await sleep(0)
        part = following


class OneAtOnce:
    """Lets what may not be done at the same time be done one by one."""

    def __init__(self) -> None:
        self._lock = DeferredLock()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait until nobody else is within."""
        await maybe_deferred_to_future(self._lock.acquire())
        try:
            yield
        finally:
            self._lock.release()
