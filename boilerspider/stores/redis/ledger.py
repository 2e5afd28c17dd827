"""What the store does to its keys, within one transaction that its caller begins and ends."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timezone
from typing import Any

from boilerspider.model import Candidate
from boilerspider.stores.base import Pruned, Story, Visit
from boilerspider.stores.encoding import TITLE_CHARACTERS, storable, to_microseconds, url_key
from boilerspider.stores.naming import own_story
from boilerspider.stores.redis import layout, pruning, records
from boilerspider.stores.redis.keys import Keys
from boilerspider.stores.redis.layout import Text
from boilerspider.stores.redis.line import Command
from boilerspider.stores.runs import Process
from boilerspider.stores.versions import CROWD, Found, Place, Version, revision_of


class RedisLedger(Keys):
    """The server as a `Ledger`."""

    async def begin_run(self, process: Process, lease_end: datetime, run: int | None = None) -> int:
        begun = run if run is not None else await self._next("run")
        self.write("HSET", layout.RUNS, begun, layout.pack_run(process, lease_end))
        return begun

    async def renew(self, run: int, lease_end: datetime) -> None:
        process, _ = layout.unpack_run(await self.read("HGET", layout.RUNS, run))
        self.write("HSET", layout.RUNS, run, layout.pack_run(process, lease_end))

    async def runs(self) -> list[tuple[int, Process, datetime]]:
        rows = await self.read("HGETALL", layout.RUNS)
        return [(int(run), *layout.unpack_run(packed)) for run, packed in rows.items()]

    async def end_run(self, run: int) -> None:
        self.write("HDEL", layout.RUNS, run)

    async def claims_of(self, run: int) -> list[int]:
        return sorted(map(int, await self.read("HKEYS", layout.claims(run))), reverse=True)

    async def place_of(self, run: int, number: int) -> Place | None:
        member = await self.read("HGET", layout.claims(run), number)
        return None if member is None else layout.place_in(member)

    async def find(self, candidate: Candidate) -> Found:
        fingerprint = candidate.fingerprint
        of_text = [("SMEMBERS", layout.text(fingerprint))] if fingerprint else []
        of_keys = [_crowd(key) for key in candidate.keys]
        urls = [*candidate.addresses, *filter(None, [candidate.copy_of])]
        # The last one is asked for because a new story gets the next number.
        await self.learn([*map(_naming, urls), *of_text, *of_keys, _counting("story")])
        twins = {member for command in of_text for member in self._known[command]}
        neighbours = {member for command in of_keys for member in self._known[command]}
        stories = await self.versions_of(urls, {layout.place_in(member).story for member in twins | neighbours})
        return Found(
            own_story(candidate, [stories.get(address, ()) for address in candidate.addresses]),
            [twin for twin in self._versions_at(twins) if twin.fingerprint == fingerprint],
            self._versions_at(neighbours),
            stories.get(candidate.copy_of, ()) if candidate.copy_of else (),
        )

    async def versions_of(self, urls: Sequence[str], others: Collection[int] = ()) -> dict[str, Sequence[Version]]:
        """Those of the stories that URLs name; other stories are learnt of in the same round trip."""
        await self.learn(map(_naming, urls))
        held = {url: self._known[_naming(url)] for url in urls}
        numbers = {url: int(number) for url, number in held.items() if number is not None}
        await self.learn(map(_story, sorted({*numbers.values(), *others})))
        return {url: self._versions(number)[::-1] for url, number in numbers.items()}

    def _versions_at(self, members: Iterable[bytes]) -> list[Version]:
        """The versions at some places, of stories that are known."""
        places = sorted(map(layout.place_in, members))
        stories = {number: self._versions(number) for number in {place.story for place in places}}
        return [version for place in places for version in stories[place.story] if version.place == place]

    def _versions(self, number: int) -> list[Version]:
        """The versions of a story that is known, the oldest first."""
        return layout.versions_in(number, self._known[_story(number)])

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
            if len(await self.read(*_crowd(key))) < CROWD:
                self.write("SADD", layout.band(key), member)
        own = url_key(candidate.url)
        for address in candidate.addresses:
            digest, holder = url_key(address), await self.read(*_naming(address))
            is_other = holder is not None and int(holder) != number
            # One that names a forgotten story is free, and the candidate's own is taken from another.
            if holder is None or (is_other and (digest == own or not await self.read(*_story(int(holder))))):
                self.write("SET", layout.url(digest), number)
                self.write("SADD", layout.brought(place), digest)
        return place

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
        if await self.read("EXISTS", layout.claimants(place)):
            await self.claim(run, number, place)

    async def confirm(self, run: int, numbers: Sequence[int]) -> None:
        members = await self.read_all([("HGET", layout.claims(run), number) for number in numbers])
        places = {layout.place_in(member) for member in members if member is not None}
        await self.learn(command for place in places for command in (_claimants(place), _is_confirmed(place.story)))
        for place in places:
            for claimant in self._known[_claimants(place)]:
                other, _, others = claimant.partition(b".")
                self.write("HDEL", layout.claims(int(other)), others)
            self.write("DEL", layout.claimants(place), layout.brought(place))
        for story in {place.story for place in places}:
            if not self._known[_is_confirmed(story)]:
                self.write("HSET", layout.story(story), "confirmed", 1)
                self.write("HINCRBY", layout.COUNTERS, "confirmed", 1)

    async def release(self, run: int, number: int) -> None:
        place = await self.place_of(run, number)
        if place is None:
            return
        claimant = f"{run}.{number}".encode()
        others = set(await self.read(*_claimants(place))) - {claimant}
        self.write("HDEL", layout.claims(run), number)
        self.write("SREM", layout.claimants(place), claimant)
        if others:
            heir = int(min(others).partition(b".")[0])
            text = Text.unpack(await self.read("HGET", layout.story(place.story), place.revision))
            self.write("HSET", layout.story(place.story), place.revision, text._replace(run=heir).pack())
        else:
            await self._drop_version(place)

    async def _drop_version(self, place: Place) -> None:
        """Take out a version that nobody claims; a later one keeps the URLs that this one brought."""
        of_urls = ("SMEMBERS", layout.brought(place))
        await self.learn([_story(place.story), of_urls])
        versions = {version.place: version for version in self._versions(place.story)}
        self.drop_text(versions.pop(place))
        digests = self._known[of_urls]
        heir = min((other for other in versions if other > place), default=None)
        if heir is None:
            urls = [layout.url(digest) for digest in digests]
            holders = await self.read_all([("GET", url) for url in urls])
            # Another story may have taken it.
            self.drop([url for url, holder in zip(urls, holders, strict=True) if holder == b"%d" % place.story])
        elif digests and await self.read("EXISTS", layout.claimants(heir)):
            self.write("SADD", layout.brought(heir), *digests)
        self.write("DEL", layout.brought(place))
        if not versions:
            self.write("DEL", layout.story(place.story), layout.copies(place.story))

    async def note(self, visits: Sequence[Visit]) -> None:
        await self.learn(_naming(visit.copy_of) for visit in visits if visit.copy_of)
        for visit in visits:
            named = self._known[_naming(visit.copy_of)] if visit.copy_of else None
            copied = None if named is None else int(named)
            self.write("SET", layout.visit(visit.url), layout.pack_visit(visit, copied))
            if copied is not None:
                self.write("SADD", layout.copies(copied), storable(visit.url))

    async def recall(self, urls: Sequence[str]) -> dict[str, Visit]:
        return await records.recall(self, urls)

    async def stories(self, since: datetime | None, limit: int | None, place: Any) -> tuple[list[Story], Any]:
        del place
        return await records.stories(self, since, limit), None  # all in one act: it keeps nobody waiting

    async def story_of(self, url: str) -> Story | None:
        number = await self.read(*_naming(url))
        return None if number is None else next(iter(await records.told(self, [int(number)])), None)

    async def forget(self, stories: Collection[int] | None, place: Any) -> Pruned:
        return await pruning.forget(self, stories, place)

    async def forget_loose(self, place: Any, kept: Collection[str]) -> Pruned:
        return await pruning.forget_loose(self, place, kept)

    async def remember_sites(self, memories: Sequence[tuple[str, bytes]]) -> None:
        for site, memory in memories:
            self.write("SET", layout.site_memory(site), memory)

    async def recall_site(self, site: str) -> bytes | None:
        memory: bytes | None = await self.read("GET", layout.site_memory(site))
        return memory

    async def remembered(self) -> int:
        return int(await self.read(*_counting("confirmed")) or 0)

    async def prune(self, before: datetime, place: Any) -> Pruned:
        return await pruning.prune(self, before, place)

    async def _next(self, counter: str) -> int:
        """The next number of its kind."""
        number = int(await self.read(*_counting(counter)) or 0) + 1
        self.write("HSET", layout.COUNTERS, counter, number)
        return number


def _naming(url: str) -> Command:
    """What asks which story a URL names."""
    return ("GET", layout.url(url_key(url)))


def _crowd(key: int) -> Command:
    """What asks for the places that are remembered for a key."""
    return ("SMEMBERS", layout.band(key))


def _story(number: int) -> Command:
    """What asks for all that is kept of a story."""
    return ("HGETALL", layout.story(number))


def _claimants(place: Place) -> Command:
    """What asks who claims a version."""
    return ("SMEMBERS", layout.claimants(place))


def _is_confirmed(story: int) -> Command:
    """What asks whether a story is confirmed."""
    return ("HEXISTS", layout.story(story), "confirmed")


def _counting(counter: str) -> Command:
    """What asks how far a counter is."""
    return ("HGET", layout.COUNTERS, counter)
