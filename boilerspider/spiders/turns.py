"""Long work in short turns: between two of them the crawl's other business goes on, the downloads of other sites above all."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from itertools import islice
from typing import TypeVar

from scrapy.utils.asyncio import sleep

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
