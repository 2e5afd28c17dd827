"""What the store can tell: visits by URL, and stories to be listed. Each function reads within a transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from boilerspider.stores.base import Story, Visit
from boilerspider.stores.encoding import from_microseconds
from boilerspider.stores.redis import layout
from boilerspider.stores.redis.keys import Keys
from boilerspider.stores.redis.layout import Text
from boilerspider.stores.versions import Place

LOOKED_AT: Final = 200
"""Stories whose times are asked at once. Ours."""

OLDER: Final = 1_000
"""Older stories in a row after which all others are older: numbers are counted up, but clocks differ, and one may have been wrong for a crawl. Ours."""


async def recall(keys: Keys, urls: Sequence[str]) -> dict[str, Visit]:
    """URL -> what is remembered of its last visit."""
    visits = await _visits(keys, urls)
    numbers = sorted({copied for _, copied in visits.values() if copied is not None})
    named = await keys.read_all([("HGET", layout.story(number), "url") for number in numbers])
    originals = {number: url.decode() for number, url in zip(numbers, named, strict=True) if url is not None}
    return {
        url: visit if copied not in originals else replace(visit, copy_of=originals[copied])
        for url, (visit, copied) in visits.items()
    }


async def stories(keys: Keys, since: datetime | None, limit: int | None) -> list[Story]:
    """The confirmed stories first seen since then, the newest among them where only so many are asked for."""
    found: list[Story] = []
    older = 0
    oldest, last = await keys.ends()
    for top in range(last, oldest - 1, -LOOKED_AT):
        numbers = range(top, max(top - LOOKED_AT, oldest - 1), -1)
        times = await keys.read_all([("HGET", layout.story(number), "first_seen") for number in numbers])
        seen = {n: from_microseconds(int(time)) for n, time in zip(numbers, times, strict=True) if time is not None}
        young = [number for number, first in seen.items() if since is None or first >= since]
        found += await told(keys, young)
        older = 0 if young else older + len(seen)
        if older >= OLDER or (limit is not None and len(found) >= limit):
            break
    return found


async def told(keys: Keys, numbers: Sequence[int]) -> list[Story]:
    """Stories as they are told, but those that are not there, or of which no text is confirmed."""
    found = zip(numbers, await keys.read_all([("HGETALL", layout.story(n)) for n in numbers]), strict=True)
    # A claim that is given back meanwhile looks like one that is confirmed.
    kept = {number: fields for number, fields in found if b"confirmed" in fields}
    texts = {
        Place(n, int(name)): Text.unpack(packed) for n in kept for name, packed in kept[n].items() if name.isdigit()
    }
    claimed = await keys.read_all([("EXISTS", layout.claimants(place)) for place in texts])
    confirmed = sorted(place for place, is_claimed in zip(texts, claimed, strict=True) if not is_claimed)
    latest = {place.story: place for place in confirmed}
    copies = await _copies(keys, list(latest))
    return [
        layout.story_in(n, kept[n], texts[latest[n]].seen, latest[n].revision, copies[n])
        for n in numbers
        if n in latest
    ]


async def _visits(keys: Keys, urls: Sequence[str]) -> dict[str, tuple[Visit, int | None]]:
    """URL -> its last visit, and the number of the story of which it is a copy."""
    (found,) = await keys.read_all([("MGET", *map(layout.visit, urls))]) if urls else ((),)
    visits = zip(urls, found, strict=True)
    return {url: layout.unpack_visit(url, packed) for url, packed in visits if packed is not None}


async def _copies(keys: Keys, numbers: Sequence[int]) -> dict[int, list[str]]:
    """The URLs whose last visit found a story's text."""
    members = await keys.read_all([("SMEMBERS", layout.copies(number)) for number in numbers])
    urls = {number: [url.decode() for url in some] for number, some in zip(numbers, members, strict=True)}
    visits = await _visits(keys, [url for some in urls.values() for url in some])
    return {n: [url for url in some if url in visits and visits[url][1] == n] for n, some in urls.items()}
