"""Forgetting, part by part, so that other runs come in between."""

from __future__ import annotations

import heapq
from collections.abc import Awaitable, Callable, Collection
from datetime import datetime
from functools import partial
from typing import Any

from boilerspider.stores.base import Pruned, Store

WINDOW = 5_000
"""Chosen stories that a store is given at once: some parts of its own. Ours."""

_Sleep = Callable[[float], Awaitable[object]]


async def forget_older(
    store: Store, before: datetime, sleep: _Sleep, is_wanted: Callable[[], bool] = lambda: True
) -> int:
    """Forget stories and visits that are older, as long as that is wanted; how many stories it were."""
    return await _in_parts(partial(store.prune, before), sleep, is_wanted)


async def forget_chosen(
    store: Store, stories: Collection[int] | None, sleep: _Sleep, kept: Collection[str] = ()
) -> int:
    """Forget the stories of these numbers (None: all) with their URLs, and all visits that belong to no story, but for those of URLs that are kept; how many stories it were.

    Feeds and sitemaps belong to none: unless they are read anew, nothing leads to what was forgotten. So they go
    first, lest the rest be lost where it ends half-way, and again at last, for other runs may have read them meanwhile.
    """
    loose = partial(store.forget_loose, kept=kept)
    await _in_parts(loose, sleep)
    forgotten = 0
    for some in _windows(stories):
        forgotten += await _in_parts(partial(store.forget, some), sleep)
    await _in_parts(loose, sleep)
    return forgotten


def _windows(stories: Collection[int] | None) -> list[list[int] | None]:
    """The numbers, so many at once: each part of forgetting goes through those that it is given."""
    if stories is None:
        return [None]
    numbers = sorted(set(stories))
    return [numbers[start : start + WINDOW] for start in range(0, len(numbers), WINDOW)]


async def _in_parts(
    part: Callable[[Any], Awaitable[Pruned]], sleep: _Sleep, is_wanted: Callable[[], bool] = lambda: True
) -> int:
    """Do one part after the other, as long as that is wanted; how many stories were forgotten."""
    forgotten, place = 0, None
    while True:
        pruned = await part(place)
        forgotten, place = forgotten + pruned.stories, pruned.place
        if place is None or not is_wanted():
            return forgotten
        await sleep(pruned.pause)


def part_of(chosen: Collection[int] | None, after: int, count: int) -> list[int] | None:
    """The next of the chosen numbers, in their order, each once; None where nothing is chosen, which is all."""
    return None if chosen is None else heapq.nsmallest(count, {number for number in chosen if number > after})
