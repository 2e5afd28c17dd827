"""What the store does to its tables, within a transaction that its caller holds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import datetime, timezone
from typing import Any, Final

from boilerspider.model import Candidate, Sketch
from boilerspider.stores.base import Pruned, Story, Visit
from boilerspider.stores.encoding import from_microseconds, to_microseconds, url_key
from boilerspider.stores.forgetting import part_of
from boilerspider.stores.naming import own_story
from boilerspider.stores.postgresql import names, records
from boilerspider.stores.postgresql.records import storable
from boilerspider.stores.rows import (
    REMEMBERED,
    copies_in,
    last_of,
    row_of,
    row_of_story,
    story_in,
    version_in,
    visit_in,
)
from boilerspider.stores.runs import Process
from boilerspider.stores.versions import CROWD, Found, Place, Version, revision_of

VERSION: Final = """
    SELECT versions.story, versions.revision, algorithm, algorithm_version, value, run, sites.name, url, first_seen,
           sketched_by, sketched_version, sketch, title
    FROM versions JOIN stories ON stories.id = versions.story JOIN sites ON sites.id = stories.site
"""
STORIES_OF_URLS: Final = "SELECT key, story FROM urls WHERE key = ANY(%s) AND story IS NOT NULL"
NAMED_STORIES: Final = "SELECT story FROM urls WHERE key = ANY(%s)"
VERSIONS_OF_URLS: Final = VERSION + f"WHERE versions.story IN ({NAMED_STORIES}) ORDER BY versions.revision DESC"
VERSIONS_OF_TEXT: Final = (
    VERSION
    + "WHERE value = %s AND algorithm = %s AND algorithm_version = %s ORDER BY versions.story, versions.revision"
)
PLACES_OF_KEYS: Final = """
    SELECT story, revision FROM unnest(%s::integer[]) AS asked (key)
    CROSS JOIN LATERAL (SELECT story, revision FROM bands WHERE bands.key = asked.key LIMIT %s) AS found
"""
VERSIONS_OF_KEYS: Final = VERSION + f"WHERE (versions.story, versions.revision) IN ({PLACES_OF_KEYS})"
NEXT_STORY: Final = "SELECT nextval(pg_get_serial_sequence('stories', 'id'))"
"""What the column would count up to: a new story's number is asked for with all else, and lost where it is none."""
ADD_SITE: Final = "INSERT INTO sites (name) SELECT %s WHERE NOT EXISTS (SELECT 1 FROM sites WHERE name = %s)"
ADD_STORY: Final = """
    INSERT INTO stories (id, site, first_seen, published, url, title) OVERRIDING SYSTEM VALUE
    VALUES (%s, (SELECT id FROM sites WHERE name = %s), %s, %s, %s, %s)
"""
ADD_VERSION: Final = """
    INSERT INTO versions (
        story, revision, run, seen, algorithm, algorithm_version, value, sketched_by, sketched_version, sketch
    ) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
"""
ADD_KEYS: Final = """
    INSERT INTO bands (key, story, revision)
    SELECT DISTINCT key, %s::bigint, %s::integer FROM unnest(%s::integer[]) AS asked (key)
    WHERE (SELECT count(*) FROM (SELECT 1 FROM bands WHERE bands.key = asked.key LIMIT %s) AS crowd) < %s
"""
ADD_CLAIM: Final = "INSERT INTO claims (run, number, story, revision) VALUES (%s, %s, %s, %s)"
JOIN_CLAIMS: Final = """
    INSERT INTO claims (run, number, story, revision)
    SELECT %s, %s, story, revision FROM claims WHERE story = %s AND revision = %s LIMIT 1
"""
PLACE_OF_CLAIM: Final = "SELECT story, revision FROM claims WHERE run = %s AND number = %s"
TAKE_CLAIMS: Final = "DELETE FROM claims WHERE run = %s AND number = ANY(%s) RETURNING story, revision"
DROP_CLAIMS: Final = "DELETE FROM claims WHERE story = %s AND revision = %s"
OTHER_CLAIM: Final = "SELECT run FROM claims WHERE story = %s AND revision = %s"
HAND_VERSION_ON: Final = "UPDATE versions SET run = %s WHERE story = %s AND revision = %s"
DROP_VERSION: Final = "DELETE FROM versions WHERE story = %s AND revision = %s RETURNING sketch"
DROP_KEYS: Final = "DELETE FROM bands WHERE key = ANY(%s) AND story = %s AND revision = %s"
DROP_STORY_WITHOUT_VERSIONS: Final = """
    WITH dropped AS (
        DELETE FROM stories WHERE id = %s AND NOT EXISTS (SELECT 1 FROM versions WHERE story = stories.id) RETURNING id
    )
    DELETE FROM copies WHERE story IN (SELECT id FROM dropped)
"""
LATER_VERSION: Final = "SELECT min(revision) FROM versions WHERE story = %s AND revision > %s"
CLAIMS_OF_RUN: Final = "SELECT number FROM claims WHERE run = %s ORDER BY number DESC"
BEGIN_RUN: Final = """
    INSERT INTO runs (host, pid, started, lease_end) VALUES (%s, %s, %s, %s) RETURNING id
"""
BEGIN_RUN_AGAIN: Final = """
    INSERT INTO runs (host, pid, started, lease_end, id) VALUES (%s, %s, %s, %s, %s)
    ON CONFLICT (id) DO UPDATE SET lease_end = excluded.lease_end RETURNING id
"""
RUNS: Final = "SELECT id, host, pid, started, lease_end FROM runs"
RENEW: Final = "UPDATE runs SET lease_end = %s WHERE id = %s"
END_RUN: Final = "DELETE FROM runs WHERE id = %s"
REMEMBER_SITE: Final = """
    INSERT INTO site_memory (site, memory) VALUES (%s, %s) ON CONFLICT (site) DO UPDATE SET memory = excluded.memory
"""
RECALL_SITE: Final = "SELECT memory FROM site_memory WHERE site = %s"


class PostgresLedger:
    """The tables, through a connection that is in a transaction and has taken the lock; its pipeline sends what it is told at once."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection
        self._next_story: Any = None
        """Of the candidate that was asked about last: what its number comes from, should it be new."""

    async def begin_run(self, process: Process, lease_end: datetime, run: int | None = None) -> int:
        row = (process.host, process.pid, process.started, to_microseconds(lease_end))
        (begun,) = await self._row(*((BEGIN_RUN, row) if run is None else (BEGIN_RUN_AGAIN, (*row, run))))
        return int(begun)

    async def renew(self, run: int, lease_end: datetime) -> None:
        await self._do(RENEW, (to_microseconds(lease_end), run))

    async def runs(self) -> list[tuple[int, Process, datetime]]:
        rows = await self._rows(RUNS)
        return [(run, Process(host, pid, started), from_microseconds(end)) for run, host, pid, started, end in rows]

    async def end_run(self, run: int) -> None:
        await self._do(END_RUN, (run,))

    async def claims_of(self, run: int) -> list[int]:
        return [number for (number,) in await self._rows(CLAIMS_OF_RUN, (run,))]

    async def place_of(self, run: int, number: int) -> Place | None:
        rows = await self._rows(PLACE_OF_CLAIM, (run, number))
        return Place(*rows[0]) if rows else None

    async def find(self, candidate: Candidate) -> Found:
        fingerprint, keys = candidate.fingerprint, list(candidate.keys)
        text = (fingerprint.value, fingerprint.algorithm, fingerprint.version)
        twins = await self._do(VERSIONS_OF_TEXT, text) if fingerprint else None
        neighbours = await self._do(VERSIONS_OF_KEYS, (keys, CROWD)) if keys else None
        self._next_story = await self._do(NEXT_STORY)
        stories = await self.versions_of([*candidate.addresses, *filter(None, [candidate.copy_of])])
        return Found(
            own_story(candidate, [stories.get(url, ()) for url in candidate.addresses]),
            [version_in(row) for row in await twins.fetchall()] if twins else (),
            [version_in(row) for row in await neighbours.fetchall()] if neighbours else (),
            stories.get(candidate.copy_of, ()) if candidate.copy_of else (),
        )

    async def versions_of(self, urls: Sequence[str]) -> dict[str, Sequence[Version]]:
        keys = [url_key(url) for url in urls]
        named, told = await self._do(STORIES_OF_URLS, (keys,)), await self._do(VERSIONS_OF_URLS, (keys,))
        numbers, versions = dict(await named.fetchall()), [version_in(row) for row in await told.fetchall()]
        stories: defaultdict[int, list[Version]] = defaultdict(list)
        for version in versions:
            stories[version.place.story].append(version)
        return {url: stories[numbers[key]] for url, key in zip(urls, keys, strict=True) if key in numbers}

    async def add_version(
        self, candidate: Candidate, versions: Sequence[Version], run: int, first_seen: datetime
    ) -> Place:
        story = versions[0].place.story if versions else await self._add_story(candidate, first_seen)
        place = Place(story, revision_of(candidate, versions))
        fingerprint, sketch = candidate.fingerprint, candidate.sketch
        text = (fingerprint.algorithm, fingerprint.version, fingerprint.value)
        sketched = (sketch.algorithm, sketch.version, sketch.pack()) if sketch else (None, None, None)
        seen = to_microseconds(datetime.now(timezone.utc))
        await self._do(ADD_VERSION, (*place, run, seen, *text, *sketched))
        if sketch:
            await self._do(ADD_KEYS, (*place, list(sketch.keys), CROWD, CROWD))
        named = list({url_key(url) for url in candidate.addresses})
        await self._do(names.NAME_STORY, (story, named, url_key(candidate.url), *place))
        return place

    async def _add_story(self, candidate: Candidate, first_seen: datetime) -> int:
        ((story,),) = await self._next_story.fetchall()
        row = row_of_story(candidate, first_seen, storable)
        site = row[0]
        await self._do(ADD_SITE, (site, site))
        await self._do(ADD_STORY, (story, *row))
        return int(story)

    async def claim(self, run: int, number: int, place: Place) -> None:
        await self._do(ADD_CLAIM, (run, number, *place))

    async def join_claims(self, run: int, number: int, place: Place) -> None:
        await self._do(JOIN_CLAIMS, (run, number, *place))

    async def confirm(self, run: int, numbers: Sequence[int]) -> None:
        for place in await self._rows(TAKE_CLAIMS, (run, list(numbers))):
            await self._do(DROP_CLAIMS, place)
            await self._do(names.DROP_CLAIMED_URLS, place)

    async def release(self, run: int, number: int) -> None:
        for place in await self._rows(TAKE_CLAIMS, (run, [number])):
            others = await self._rows(OTHER_CLAIM, place)
            if others:
                await self._do(HAND_VERSION_ON, (*others[0], *place))
            else:
                await self._drop_version(Place(*place))

    async def _drop_version(self, place: Place) -> None:
        """Take out a version that nobody claims; a later one keeps the URLs that this one brought."""
        dropped, following = await self._do(DROP_VERSION, place), await self._do(LATER_VERSION, place)
        ((packed,),), ((later,),) = await dropped.fetchall(), await following.fetchall()
        if packed is not None:
            await self._do(DROP_KEYS, (list(Sketch.unpack("", 0, packed).keys), *place))
        if later is None:
            await self._do(names.UNNAME_STORY, place)
            await self._do(names.DROP_EMPTY_URLS, place)
        elif await self._rows(OTHER_CLAIM, (place.story, later)):
            await self._do(names.HAND_URLS_ON, (later, *place))
        await self._do(names.DROP_CLAIMED_URLS, place)
        await self._do(DROP_STORY_WITHOUT_VERSIONS, (place.story,))

    async def note(self, visits: Sequence[Visit]) -> None:
        visits = last_of(visits)
        rows = [row_of(visit, storable) for visit in visits]
        async with self._connection.cursor() as cursor:
            await cursor.executemany(records.NOTE, rows)
            await cursor.execute(records.DROP_COPIES, ([row[0] for row in rows],))
            await cursor.executemany(records.ADD_COPY, copies_in(visits, storable))

    async def recall(self, urls: Sequence[str]) -> dict[str, Visit]:
        named = {url_key(url): url for url in urls}
        rows = await self._rows(records.RECALL, (list(named),))
        return {named[key]: visit_in(named[key], rest) for key, *rest in rows}

    async def stories(self, since: datetime | None, limit: int | None, place: Any) -> tuple[list[Story], Any]:
        start = None if since is None else to_microseconds(since)
        if limit is not None and limit <= records.LISTED_AT_ONCE:
            return [story_in(row) for row in await self._rows(records.RECENT, (start, start, limit))], None
        behind = (start, start, place or 0)
        (last,) = await self._row(records.LAST_BEHIND, (*behind, records.LISTED_AT_ONCE))
        return [story_in(row) for row in await self._rows(records.BETWEEN, (*behind, last, None))], last

    async def story_of(self, url: str) -> Story | None:
        rows = await self._rows(records.NAMED, (url_key(url), 1))
        return story_in(rows[0]) if rows else None

    async def forget(self, stories: Collection[int] | None, place: Any) -> Pruned:
        part = part_of(stories, place or 0, records.STORIES_AT_ONCE)
        if part is None:
            await self._do(records.ALL_UNCLAIMED, (place or 0, records.STORIES_AT_ONCE))
            part = [story for (story,) in await self._rows(records.CHOSEN)]
        else:
            await self._do(records.UNCLAIMED, (part,))
        for statement in records.DROP_URLS_OF_CHOSEN:
            await self._do(statement)
        return Pruned(await self._forget_chosen(), part[-1] if len(part) == records.STORIES_AT_ONCE else None)

    async def forget_loose(self, place: Any, kept: Collection[str]) -> Pruned:
        rows = await self._rows(records.LOOSE_VISITS, (place or b"", records.VISITS_AT_ONCE))
        keys = [key for (key,) in rows]
        spared = set(map(url_key, kept))
        for statement in records.DROP_LOOSE:
            await self._do(statement, ([key for key in keys if key not in spared],))
        return Pruned(0, keys[-1] if len(keys) == records.VISITS_AT_ONCE else None)

    async def remember_sites(self, memories: Sequence[tuple[str, bytes]]) -> None:
        async with self._connection.cursor() as cursor:
            await cursor.executemany(REMEMBER_SITE, [(url_key(site), memory) for site, memory in memories])

    async def recall_site(self, site: str) -> bytes | None:
        rows = await self._rows(RECALL_SITE, (url_key(site),))
        return bytes(rows[0][0]) if rows else None

    async def remembered(self) -> int:
        (count,) = await self._row(REMEMBERED)
        return int(count)

    async def prune(self, before: datetime, place: Any) -> Pruned:
        moment = to_microseconds(before)
        if isinstance(place, bytes):
            rows = await self._rows(records.OLD_VISITS, (place, moment, records.VISITS_AT_ONCE))
            keys = [key for (key,) in rows]
            for statement in records.FORGET_VISITS:
                await self._do(statement, (keys,))
            return Pruned(0, keys[-1] if len(keys) == records.VISITS_AT_ONCE else None)
        await self._do(records.OLD_STORIES, (place or 0, moment, records.STORIES_AT_ONCE))
        (last,) = await self._row(records.LAST_CHOSEN)
        forgotten = await self._forget_chosen()
        return Pruned(forgotten, last if forgotten == records.STORIES_AT_ONCE else b"")

    async def _forget_chosen(self) -> int:
        """Take out the stories in the table of the chosen; how many it were."""
        for story, revision, packed in await self._rows(records.CHOSEN_SKETCHES):
            await self._do(DROP_KEYS, (list(Sketch.unpack("", 0, packed).keys), story, revision))
        for statement in records.FORGET:
            await self._do(statement)
        return len(await self._rows(records.FORGET_STORIES))

    async def _do(self, statement: str, values: Sequence[Any] = ()) -> Any:
        """Have a statement carried out; what waits for its rows waits a round trip for all that was sent by then."""
        return await self._connection.execute(statement, values)

    async def _rows(self, query: str, values: Sequence[Any] = ()) -> list[Any]:
        return list(await (await self._do(query, values)).fetchall())

    async def _row(self, query: str, values: Sequence[Any] = ()) -> Any:
        (row,) = await self._rows(query, values)
        return row
