"""What the store can tell: visits by URL, and stories to be listed. Each function reads at once, within a transaction or alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final

from boilerspider.stores.base import Story, Visit
from boilerspider.stores.encoding import from_microseconds
from boilerspider.stores.judgement import Place
from boilerspider.stores.redis import layout
from boilerspider.stores.redis.layout import Text

if TYPE_CHECKING:
    from boilerspider.stores.redis.ledger import RedisLedger

LOOKED_AT: Final = 200
"""Stories whose times are asked at once. Ours."""

OLDER: Final = 1_000
"""Older stories in a row after which all others are older: numbers are counted up, but clocks differ, and one may have been wrong for a crawl. Ours."""


async def recall(reader: Any, urls: Sequence[str]) -> dict[str, Visit]:
    """URL -> what is remembered of its last visit."""
    visits = {}
    for url, (visit, copied) in (await _visits(reader, urls)).items():
        original = None if copied is None else await reader.hget(layout.story(copied), "url")
        visits[url] = visit if original is None else replace(visit, copy_of=original.decode())
    return visits


async def stories(ledger: RedisLedger, since: datetime | None, limit: int | None) -> list[Story]:
    """The confirmed stories first seen since then, the newest first."""
    found: list[Story] = []
    older = 0
    (counters,) = await ledger.read_all([("HGETALL", layout.COUNTERS)])
    last, oldest = int(counters.get(b"story", 0)), int(counters.get(layout.OLDEST.encode(), 1))
    for top in range(last, oldest - 1, -LOOKED_AT):
        numbers = range(top, max(top - LOOKED_AT, oldest - 1), -1)
        times = await ledger.read_all([("HGET", layout.story(number), "first_seen") for number in numbers])
        seen = {n: from_microseconds(int(time)) for n, time in zip(numbers, times, strict=True) if time is not None}
        young = [number for number, first in seen.items() if since is None or first >= since]
        told = [await story(ledger.reader, number) for number in young]
        found += [one for one in told if one is not None]
        older = 0 if young else older + len(seen)
        if older >= OLDER or (limit is not None and len(found) >= limit):
            break
    return sorted(found, key=lambda one: (one.first_seen, one.number), reverse=True)[:limit]


async def story(reader: Any, number: int) -> Story | None:
    """A story as it is told; None where there is none, or none of its texts is confirmed."""
    fields = await reader.hgetall(layout.story(number))
    versions = [(int(name), Text.unpack(packed)) for name, packed in fields.items() if name.isdigit()]
    for revision, text in sorted(versions, key=itemgetter(0), reverse=True):
        if not await reader.exists(layout.claimants(Place(number, revision))):
            return layout.story_in(number, fields, text.seen, revision, await _copies(reader, number))
    return None


async def _visits(reader: Any, urls: Sequence[str]) -> dict[str, tuple[Visit, int | None]]:
    """URL -> its last visit, and the number of the story of which it is a copy."""
    found = await reader.mget(list(map(layout.visit, urls))) if urls else ()
    visits = zip(urls, found, strict=True)
    return {url: layout.unpack_visit(url, packed) for url, packed in visits if packed is not None}


async def _copies(reader: Any, number: int) -> list[str]:
    """The URLs whose last visit found a story's text."""
    members = [member.decode() for member in await reader.smembers(layout.copies(number))]
    return [url for url, (_, copied) in (await _visits(reader, members)).items() if copied == number]
