"""What the store can tell: visits by URL, and stories to be listed. Each function reads at once, within a transaction or alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from operator import itemgetter
from typing import Any

from boilerspider.stores.base import Story, Visit
from boilerspider.stores.judgement import Place
from boilerspider.stores.redis import layout
from boilerspider.stores.redis.layout import Text


async def recall(reader: Any, urls: Sequence[str]) -> dict[str, Visit]:
    """URL -> what is remembered of its last visit."""
    visits = {}
    for url, (visit, copied) in (await _visits(reader, urls)).items():
        original = None if copied is None else await reader.hget(layout.story(copied), "url")
        visits[url] = visit if original is None else replace(visit, copy_of=original.decode())
    return visits


async def stories(reader: Any, since: datetime | None, limit: int | None) -> list[Story]:
    """The confirmed stories first seen since then, the newest first."""
    found: list[Story] = []
    last = int(await reader.hget(layout.COUNTERS, "story") or 0)
    for number in range(last, 0, -1):
        told = await story(reader, number)
        if told is not None and since is not None and told.first_seen < since:
            break  # numbers are counted up, so that all others are older
        found += [told] if told is not None else []
        if len(found) == limit:
            break
    return found


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
