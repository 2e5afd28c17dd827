"""What is old, or chosen, is taken out in small acts: a long one would begin again whenever another run has acted, for ever.

First the stories, by number, up to where they are young; then the URLs that name none any more, and the visits,
as the server lists its keys. Numbers of stories are counted up as time goes on.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timezone
from typing import Final, NamedTuple

from boilerspider.stores.base import Pruned
from boilerspider.stores.encoding import from_microseconds
from boilerspider.stores.forgetting import part_of
from boilerspider.stores.redis import layout
from boilerspider.stores.redis.keys import Keys
from boilerspider.stores.redis.layout import Text
from boilerspider.stores.versions import Version

LOOKED_AT: Final = 100
"""Stories that are looked at in one act: a millisecond or two, for an act of another run in that time makes it begin again. Ours."""

DROPPED: Final = 10
"""Stories that are taken out in one act, for the same reason. Ours."""

LISTED: Final = 1_000
"""Keys among which the server looks for those that are asked for, in one act. Ours."""

YOUNG: Final = 100
"""Young stories in a row after which all are young; fewer may come from a crawl whose clock was wrong. Ours."""


class Place(NamedTuple):
    """Where forgetting goes on."""

    prefix: bytes = layout.STORIES
    """Of the keys that are looked at."""
    cursor: int = 0
    """The number of a story, or where the server's list goes on."""
    end: int = 0
    """From this number on no story was looked at."""


async def prune(keys: Keys, before: datetime, place: Place | None) -> Pruned:
    """Forget some of what is older, from a place on."""
    place = place or Place()
    if place.prefix == layout.STORIES:
        return await _prune_stories(keys, before, place.cursor)
    cursor, found = await _listed(keys, place)
    is_of_urls = place.prefix == layout.URLS
    keys.drop(await _nameless(keys, found, place.end) if is_of_urls else _unseen(found, before))
    if cursor:
        return Pruned(0, place._replace(cursor=cursor))
    return Pruned(0, Place(layout.VISITS) if is_of_urls else None)


async def _prune_stories(keys: Keys, before: datetime, cursor: int) -> Pruned:
    oldest, last = await keys.ends()
    begin = max(cursor, oldest)
    numbers = range(begin, min(begin + LOOKED_AT, last + 1))
    times = await keys.read_all([("HGET", layout.story(number), "first_seen") for number in numbers])
    seen = {n: from_microseconds(int(time)) for n, time in zip(numbers, times, strict=True) if time is not None}
    old = [number for number, first in seen.items() if first < before]
    gone = set(await _dropped(keys, old[:DROPPED], before))
    following = old[DROPPED - 1] + 1 if len(old) > DROPPED else numbers.stop
    if begin == oldest:
        lowest = min((number for number in seen if number not in gone), default=following)
        if lowest != oldest:
            keys.write("HSET", layout.COUNTERS, layout.OLDEST, min(lowest, following))
    now = datetime.now(timezone.utc)
    are_young = len(seen) >= YOUNG and all(before <= first <= now for first in seen.values())
    if are_young or following > last:
        return Pruned(len(gone), Place(layout.URLS, end=following))
    return Pruned(len(gone), Place(cursor=following))


async def forget(keys: Keys, chosen: Collection[int] | None, place: Place | None) -> Pruned:
    """Forget some of these stories that nobody claims, from a number on, and then the URLs that name none any more."""
    place = place or Place()
    if place.prefix == layout.URLS:
        cursor, found = await _listed(keys, place)
        keys.drop(await _nameless(keys, found, place.end))
        return Pruned(0, place._replace(cursor=cursor) if cursor else None)
    part = part_of(chosen, place.cursor, DROPPED)
    if part is None:
        oldest, last = await keys.ends()
        begin = max(place.cursor + 1, oldest)
        part = list(range(begin, min(begin + DROPPED, last + 1)))
    gone = await _dropped(keys, part, None)
    # A visit would keep their addresses from being asked, were this the last part that is done.
    keys.drop([layout.visit(version.url) for told in gone.values() for version in told[:1]])
    if len(part) == DROPPED:
        return Pruned(len(gone), Place(cursor=part[-1], end=max(place.end, part[-1] + 1)))
    return Pruned(len(gone), Place(layout.URLS, end=max(place.end, *(number + 1 for number in part), 0)))


async def forget_loose(keys: Keys, place: Place | None, kept: Collection[str]) -> Pruned:
    """Forget some of the visits that belong to no story, and to no URL that is kept."""
    place = place or Place(layout.VISITS)
    cursor, found = await _listed(keys, place)
    visits = found.keys() - set(map(layout.visit, kept))
    urls = [layout.URLS + key.removeprefix(layout.VISITS) for key in visits]
    (named,) = await keys.read_all([("MGET", *urls)]) if urls else ((),)
    keys.drop([key for key, number in zip(visits, named, strict=True) if number is None])
    return Pruned(0, place._replace(cursor=cursor) if cursor else None)


async def _listed(keys: Keys, place: Place) -> tuple[int, dict[bytes, bytes]]:
    """Some of the keys that the server lists from a place on, with their values, and where the list goes on; 0: nowhere."""
    pattern = place.prefix.replace(b"{", b"\\{") + b"*"
    ((cursor, found),) = await keys.read_all([("SCAN", place.cursor, "MATCH", pattern, "COUNT", LISTED)])
    (values,) = await keys.read_all([("MGET", *found)]) if found else ((),)
    return cursor, {key: value for key, value in zip(found, values, strict=True) if value is not None}


async def _dropped(keys: Keys, numbers: Collection[int], before: datetime | None) -> dict[int, list[Version]]:
    """Take out those of the stories that have had no new text since then (None: all), unless they are claimed; which they are."""
    stories = dict(zip(numbers, await keys.read_all([("HGETALL", layout.story(n)) for n in numbers]), strict=True))
    texts = {n: [Text.unpack(packed) for name, packed in stories[n].items() if name.isdigit()] for n in numbers}
    old = [n for n in numbers if texts[n] and (before is None or all(text.seen < before for text in texts[n]))]
    versions = {n: layout.versions_in(n, stories[n]) for n in old}
    places = [version.place for told in versions.values() for version in told]
    claimed = await keys.read_all([("EXISTS", layout.claimants(place)) for place in places])
    kept = {place.story for place, is_claimed in zip(places, claimed, strict=True) if is_claimed}
    gone = {number: told for number, told in versions.items() if number not in kept}
    for number, told in gone.items():
        keys.drop_story(number, told)
    if gone:
        keys.write("HINCRBY", layout.COUNTERS, "confirmed", -len(gone))
    return gone


async def _nameless(keys: Keys, named: dict[bytes, bytes], end: int) -> list[bytes]:
    """The keys of URLs whose story is no more."""
    numbers = sorted({int(number) for number in named.values() if int(number) < end})
    are_there = await keys.read_all([("EXISTS", layout.story(number)) for number in numbers])
    lost = {number for number, is_there in zip(numbers, are_there, strict=True) if not is_there}
    return [key for key, number in named.items() if int(number) in lost]


def _unseen(visits: dict[bytes, bytes], before: datetime) -> list[bytes]:
    """The keys of visits before then."""
    return [key for key, packed in visits.items() if layout.unpack_visit("", packed)[0].checked < before]
