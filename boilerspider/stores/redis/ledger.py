"""What the store does to its keys, within one transaction that its caller begins and ends.

All is read first, and written at the end, together: what is written cannot be read in the same transaction.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timezone
from typing import Any

from boilerspider.model import Candidate
from boilerspider.stores.base import Pruned, Story, Visit
from boilerspider.stores.encoding import TITLE_CHARACTERS, storable, to_microseconds, url_key
from boilerspider.stores.judgement import CROWD, Found, Place, Version, revision_of
from boilerspider.stores.naming import own_story
from boilerspider.stores.redis import layout, pruning, records
from boilerspider.stores.redis.layout import Text
from boilerspider.stores.runs import Process


class RedisLedger:
    """The keys, through a pipeline that watches the clock: it reads at once; `write` collects what is to be written."""

    def __init__(self, reader: Any, client: Any) -> None:
        self.reader = reader
        self._client = client
        self.writes: list[tuple[Any, ...]] = []

    async def begin_run(self, process: Process, lease_end: datetime, run: int | None = None) -> int:
        begun = run if run is not None else await self._next("run")
        self.write("HSET", layout.RUNS, begun, layout.pack_run(process, lease_end))
        return begun

    async def stands(self, run: int) -> bool:
        return bool(await self.reader.hexists(layout.RUNS, str(run)))

    async def renew(self, run: int, lease_end: datetime) -> None:
        packed = await self.reader.hget(layout.RUNS, str(run))
        process, _ = layout.unpack_run(packed)
        self.write("HSET", layout.RUNS, run, layout.pack_run(process, lease_end))

    async def runs(self) -> list[tuple[int, Process, datetime]]:
        rows = await self.reader.hgetall(layout.RUNS)
        return [(int(run), *layout.unpack_run(packed)) for run, packed in rows.items()]

    async def end_run(self, run: int) -> None:
        self.write("HDEL", layout.RUNS, run)

    async def claims_of(self, run: int) -> list[int]:
        return sorted(map(int, await self.reader.hkeys(layout.claims(run))), reverse=True)

    async def place_of(self, run: int, number: int) -> Place | None:
        member = await self.reader.hget(layout.claims(run), str(number))
        return None if member is None else layout.place_in(member)

    async def find(self, candidate: Candidate) -> Found:
        fingerprint = candidate.fingerprint
        twins = await self.reader.smembers(layout.text(fingerprint)) if fingerprint else ()
        neighbours = {member for key in candidate.keys for member in await self.reader.smembers(layout.band(key))}
        return Found(
            await self._story_for(candidate),
            [twin for twin in await self._versions_at(twins) if twin.fingerprint == fingerprint],
            await self._versions_at(neighbours),
            await self.versions_of(candidate.copy_of) if candidate.copy_of else (),
        )

    async def _story_for(self, candidate: Candidate) -> Sequence[Version]:
        """The versions of the story that is the candidate's by its addresses, the latest first."""
        return own_story(candidate, [await self.versions_of(address) for address in candidate.addresses])

    async def versions_of(self, url: str) -> list[Version]:
        number = await self.reader.get(layout.url(url_key(url)))
        return [] if number is None else list(reversed(await self._versions(int(number))))

    async def _versions_at(self, members: Iterable[bytes]) -> list[Version]:
        places = sorted(map(layout.place_in, members))
        stories = {number: await self._versions(number) for number in {place.story for place in places}}
        return [version for place in places for version in stories[place.story] if version.place == place]

    async def _versions(self, number: int) -> list[Version]:
        """The versions of a story, the oldest first."""
        return layout.versions_in(number, await self.reader.hgetall(layout.story(number)))

    async def add_version(
        self, candidate: Candidate, versions: Sequence[Version], run: int, first_seen: datetime
    ) -> Place:
        number = versions[0].place.story if versions else await self._add_story(candidate, first_seen)
        place = Place(number, revision_of(candidate, versions))
        member = layout.written(place)
        text = Text(run, datetime.now(timezone.utc), candidate.fingerprint, candidate.sketch or None)
        self.write("HSET", layout.story(number), place.revision, text.pack())
        if candidate.fingerprint:
            self.write("SADD", layout.text(candidate.fingerprint), member)
        for key in candidate.sketch.keys if candidate.sketch else ():
            if await self.reader.scard(layout.band(key)) < CROWD:
                self.write("SADD", layout.band(key), member)
        own = url_key(candidate.url)
        for digest in {url_key(address) for address in candidate.addresses}:
            holder = await self.reader.get(layout.url(digest))
            is_other = holder is not None and int(holder) != number
            # One that names a forgotten story is free, and the candidate's own is taken from another.
            if holder is None or (is_other and (digest == own or not await self._is_story(int(holder)))):
                self.write("SET", layout.url(digest), number)
                self.write("SADD", layout.brought(place), digest)
        return place

    async def _is_story(self, number: int) -> bool:
        return bool(await self.reader.exists(layout.story(number)))

    async def _add_story(self, candidate: Candidate, first_seen: datetime) -> int:
        number = await self._next("story")
        fields = {"site": storable(candidate.site), "url": storable(candidate.url)}
        fields["first_seen"] = str(to_microseconds(first_seen))
        if candidate.published is not None:
            fields["published"] = str(to_microseconds(candidate.published))
        if candidate.title is not None:
            fields["title"] = storable(candidate.title[:TITLE_CHARACTERS])
        self.write("HSET", layout.story(number), *(part for pair in fields.items() for part in pair))
        return number

    async def claim(self, run: int, number: int, place: Place) -> None:
        self.write("HSET", layout.claims(run), number, layout.written(place))
        self.write("SADD", layout.claimants(place), f"{run}.{number}")

    async def join_claims(self, run: int, number: int, place: Place) -> None:
        if await self.reader.exists(layout.claimants(place)):
            await self.claim(run, number, place)

    async def confirm(self, run: int, numbers: Sequence[int]) -> None:
        stories = set()
        for number in numbers:
            place = await self.place_of(run, number)
            if place is None:
                continue
            for claimant in await self.reader.smembers(layout.claimants(place)):
                other, _, others = claimant.partition(b".")
                self.write("HDEL", layout.claims(int(other)), others)
            self.write("DEL", layout.claimants(place), layout.brought(place))
            stories.add(place.story)
        for story in stories:
            if not await self.reader.hexists(layout.story(story), "confirmed"):
                self.write("HSET", layout.story(story), "confirmed", 1)
                self.write("HINCRBY", layout.COUNTERS, "confirmed", 1)

    async def release(self, run: int, number: int) -> None:
        place = await self.place_of(run, number)
        if place is None:
            return
        claimant = f"{run}.{number}".encode()
        others = await self.reader.smembers(layout.claimants(place)) - {claimant}
        self.write("HDEL", layout.claims(run), number)
        self.write("SREM", layout.claimants(place), claimant)
        if others:
            heir = int(min(others).partition(b".")[0])
            text = Text.unpack(await self.reader.hget(layout.story(place.story), str(place.revision)))
            self.write("HSET", layout.story(place.story), place.revision, text._replace(run=heir).pack())
        else:
            await self._drop_version(place)

    async def _drop_version(self, place: Place) -> None:
        """Take out a version that nobody claims; a later one keeps the URLs that this one brought."""
        versions = {version.place: version for version in await self._versions(place.story)}
        self._drop_text(versions.pop(place))
        digests = await self.reader.smembers(layout.brought(place))
        heir = min((other for other in versions if other > place), default=None)
        if heir is None:
            for digest in digests:
                # Another story may have taken it.
                if await self.reader.get(layout.url(digest)) == b"%d" % place.story:
                    self.write("DEL", layout.url(digest))
        elif digests and await self.reader.exists(layout.claimants(heir)):
            self.write("SADD", layout.brought(heir), *digests)
        self.write("DEL", layout.brought(place))
        if not versions:
            self.write("DEL", layout.story(place.story), layout.copies(place.story))

    def _drop_text(self, version: Version) -> None:
        """Let nothing find a version any more."""
        member = layout.written(version.place)
        self.write("HDEL", layout.story(version.place.story), version.place.revision)
        if version.fingerprint:
            self.write("SREM", layout.text(version.fingerprint), member)
        for key in version.sketch.keys if version.sketch else ():
            self.write("SREM", layout.band(key), member)

    async def note(self, visits: Sequence[Visit]) -> None:
        for visit in visits:
            named = await self.reader.get(layout.url(url_key(visit.copy_of))) if visit.copy_of else None
            copied = None if named is None else int(named)
            self.write("SET", layout.visit(visit.url), layout.pack_visit(visit, copied))
            if copied is not None:
                self.write("SADD", layout.copies(copied), storable(visit.url))

    async def recall(self, urls: Sequence[str]) -> dict[str, Visit]:
        return await records.recall(self.reader, urls)

    async def stories(self, since: datetime | None, limit: int | None) -> list[Story]:
        return await records.stories(self, since, limit)

    async def story_of(self, url: str) -> Story | None:
        number = await self.reader.get(layout.url(url_key(url)))
        return None if number is None else await records.story(self.reader, int(number))

    async def forget(self, stories: Collection[int] | None, place: Any) -> Pruned:
        return await pruning.forget(self, stories, place)

    async def forget_loose(self, place: Any) -> Pruned:
        return await pruning.forget_loose(self, place)

    async def remember_site(self, site: str, memory: bytes) -> None:
        self.write("SET", layout.site_memory(site), memory)

    async def recall_site(self, site: str) -> bytes | None:
        memory: bytes | None = await self.reader.get(layout.site_memory(site))
        return memory

    async def remembered(self) -> int:
        return int(await self.reader.hget(layout.COUNTERS, "confirmed") or 0)

    async def prune(self, before: datetime, place: Any) -> Pruned:
        return await pruning.prune(self, before, place)

    def drop_story(self, number: int, versions: Iterable[Version]) -> None:
        """Take out a story that nobody claims; URLs still name it."""
        for version in versions:
            self._drop_text(version)
        self.write("DEL", layout.story(number), layout.copies(number))

    def drop(self, keys: Sequence[bytes]) -> None:
        """Take out keys."""
        if keys:
            self.write("DEL", *keys)

    async def _next(self, counter: str) -> int:
        """The next number of its kind."""
        number = int(await self.reader.hget(layout.COUNTERS, counter) or 0) + 1
        self.write("HSET", layout.COUNTERS, counter, number)
        return number

    async def read_all(self, commands: Iterable[tuple[Any, ...]]) -> list[Any]:
        """What many commands answer, asked at once: an act that takes long gives way to others for ever."""
        async with self._client.pipeline(transaction=False) as many:
            for command in commands:
                many.execute_command(*command)
            return list(await many.execute())

    def write(self, *command: Any) -> None:
        """Have a command carried out with all others when the transaction ends."""
        self.writes.append(command)
