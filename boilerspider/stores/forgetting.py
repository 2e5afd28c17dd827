"""Forgetting what is old, part by part, so that other runs come in between."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime

from boilerspider.stores.base import Store


async def forget_older(
    store: Store,
    before: datetime,
    sleep: Callable[[float], Awaitable[object]],
    is_wanted: Callable[[], bool] = lambda: True,
) -> int:
    """Forget stories and visits that are older, as long as that is wanted; how many stories it were."""
    forgotten, place = 0, None
    while True:
        pruned = await store.prune(before, place)
        forgotten, place = forgotten + pruned.stories, pruned.place
        if place is None or not is_wanted():
            return forgotten
        await sleep(pruned.pause)
