"""Forgetting what is older than the settings want it remembered, at the start of a crawl; by a clock that can be believed.

A clock that is wrong by years would forget all. So the store keeps when a crawl was last at work, and since when
the clock has gone on without a leap.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from typing import NamedTuple

from scrapy.utils.asyncio import sleep

from boilerspider.crawl.ages import AHEAD, LONG_AGO
from boilerspider.stores import Store, forget_older

logger = logging.getLogger(__name__)

CLOCK = "#clock"
"""What is known of the clock stands where else what is known of a site; no site is called so."""

_SILENCE = timedelta(days=30)
"""Without a new story for so long beyond what is to be forgotten, the clock is believed to be wrong: all would be forgotten. Ours."""

LEAP = timedelta(days=40)
"""Where so much time lies between two crawls, or half of the days for which things are remembered if that is more, the clock has leapt, or nobody crawled, which
looks the same. Monthly crawls make no leap. Ours."""

TRUSTED = timedelta(days=7)
"""After so long without a leap a clock is believed again: by then somebody has read the warnings. Ours."""

_OLDEST = datetime(1971, 1, 1, tzinfo=timezone.utc)
"""Nothing that a right clock has noted is older, whatever the number of days."""


class _Clock(NamedTuple):
    """What earlier crawls tell of the clock."""

    since: datetime
    """When it leapt last."""
    last: datetime
    """When a crawl was last at work."""

    def pack(self) -> bytes:
        return json.dumps([moment.isoformat() for moment in self]).encode()

    @classmethod
    def unpack(cls, packed: bytes) -> _Clock:
        return cls(*map(datetime.fromisoformat, json.loads(packed)))


async def forget_old(store: Store, days: float, is_wanted: Callable[[], bool]) -> None:
    """Forget what is so many days old, as long as that is wanted, unless the clock cannot be believed."""
    now = datetime.now(timezone.utc)
    before = min(max(now - timedelta(days=days), _OLDEST), now)
    doubt = await _doubt(store, days, before, now)
    if doubt:
        logger.warning(
            "Nothing is forgotten: by this machine's clock %s. If it is right, `scrapy articles prune` forgets", doubt
        )
        return
    forgotten = await forget_older(store, before, sleep, is_wanted)
    if forgotten:
        logger.info("%d articles without a new text in %g days are forgotten", forgotten, days)


async def _doubt(store: Store, days: float, before: datetime, now: datetime) -> str:
    """Why the clock cannot be believed; "" where it can. Notes that a crawl is at work."""
    is_silent = bool(await store.remembered()) and not await store.stories(before - _SILENCE, 1)
    packed = await store.recall_site(CLOCK)
    known = _Clock.unpack(packed) if packed else _Clock(now if is_silent else LONG_AGO, now)
    leap = max(LEAP, timedelta(days=days / 2))
    has_leapt = not now - leap <= known.last <= now + AHEAD
    clock = _Clock(now if has_leapt else known.since, now)
    await store.remember_site(CLOCK, clock.pack())
    if is_silent:
        return f"nothing new was found in {days + _SILENCE.days:g} days"
    if now - clock.since < TRUSTED:
        again = clock.since + TRUSTED
        return f"there was no crawl for long, or it was set, until {clock.since:%Y-%m-%d}; from {again:%Y-%m-%d} on crawls forget"
    return ""
