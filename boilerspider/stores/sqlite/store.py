"""The store in one file, for one machine: any number of processes, one writer at a time.

Each act is one transaction that takes the writer's lock at its start, so that nothing can come
between the question and the claim. An act takes some 80 microseconds; that is why none waits
in a thread.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Final

from boilerspider.errors import BadConfiguration, StoreError
from boilerspider.model import Candidate, Outcome, Outline, Scope, Verdict
from boilerspider.stores.base import Change, Pruned, Story, Visit
from boilerspider.stores.claims import Claims
from boilerspider.stores.encoding import url_key
from boilerspider.stores.judgement import SIMILARITY, View, judge
from boilerspider.stores.rows import REMEMBERED
from boilerspider.stores.runs import Process, this_process
from boilerspider.stores.sqlite import acts, leases, pruning, records
from boilerspider.stores.sqlite.file import explained
from boilerspider.stores.sqlite.opening import connect
from boilerspider.stores.versions import Place, Version, is_echo, latest_outline

LOCK_TIMEOUT_S: Final = 10.0
"""Seconds that an act waits for other processes; they need milliseconds. Ours."""

REMEMBER_SITE: Final = """
    INSERT INTO site_memory (site, memory) VALUES (?, ?) ON CONFLICT (site) DO UPDATE SET memory = excluded.memory
"""
RECALL_SITE: Final = "SELECT memory FROM site_memory WHERE site = ?"


class SqliteStore:
    """The memory of all runs that name the same file."""

    def __init__(
        self,
        path: Path,
        *,
        durable: bool = False,
        lock_timeout_s: float = LOCK_TIMEOUT_S,
        process: Callable[[], Process] = this_process,
    ) -> None:
        self.path = path
        self._durable = durable
        self._lock_timeout_s = lock_timeout_s
        self._process = process
        self._connection: sqlite3.Connection | None = None
        self._run = 0
        self._claims = Claims()

    @classmethod
    def at(cls, location: str, *, durable: bool = False) -> SqliteStore:
        """The store in a file: `relative/path`, `/absolute/path` or `///absolute/path`."""
        if location.startswith("//") and not location.startswith("///"):
            raise BadConfiguration(
                f"store 'sqlite:{location}' names a machine; write sqlite:relative/path or sqlite:///absolute/path"
            )
        path = location[2:] if location.startswith("///") else location
        if path in {"", ":memory:"}:
            raise BadConfiguration("store 'sqlite:' needs a path, sqlite:PATH; memory: keeps nothing on disk")
        return cls(Path(path).expanduser(), durable=durable)

    async def open(self) -> None:
        """Open the file, give back what dead runs had claimed, and begin a run."""
        if self._connection is not None:
            raise StoreError(f"store sqlite:{self.path}: is open already; close it first, or use another object")
        with explained(self.path), ExitStack() as stack:
            connection = connect(self.path, durable=self._durable, lock_timeout_s=self._lock_timeout_s)
            stack.enter_context(closing(connection))
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                process = self._process()
                leases.give_back_dead(connection, process.host)
                self._run = leases.begin_run(connection, process)
            stack.pop_all()
            self._connection = connection
        self._claims = Claims(self._run)

    async def remembered(self) -> int:
        """How many articles (confirmed stories) the store holds."""
        with explained(self.path):
            (count,) = self._opened().execute(REMEMBERED).fetchone()
        return int(count)

    async def admit(self, candidate: Candidate, scope: Scope = Scope.ALL, similarity: float = SIMILARITY) -> Verdict:
        """Ask and claim in one atomic act."""
        view = View(scope, self._run, self._claims.echoes, similarity)
        with self._act() as connection:
            found = acts.found_for(connection, candidate)
            versions = found.versions
            verdict = judge(candidate, view, found, datetime.now(timezone.utc))
            if verdict.outcome is Outcome.DUPLICATE:
                return verdict
            number = self._claims.next_number()
            place = self._claim(connection, number, candidate, versions, verdict.first_seen)
        return self._claims.add(number, candidate, versions, place, verdict)

    async def confirm(self, claims: Sequence[str]) -> None:
        """Remember the claimed versions for good."""
        with self._act() as connection:
            for claim in self._claims.of(claims):
                acts.confirm(connection, self._run, claim.number)
        self._claims.drop(claims)

    async def release(self, claims: Sequence[str]) -> None:
        """Give claims back."""
        with self._act() as connection:
            for claim in self._claims.of(claims):
                acts.release(connection, self._run, claim.number)
        self._claims.release(claims)

    async def note(self, *visits: Visit) -> None:
        """Remember what fetching URLs came to."""
        with self._act() as connection:
            records.note(connection, visits)

    async def recall(self, urls: Sequence[str]) -> dict[str, Visit]:
        """What is remembered of those of the URLs that were visited."""
        with explained(self.path):
            return {visit.url: visit for visit in records.recall(self._opened(), urls)}

    async def amend(self, url: str, change: Change) -> None:
        """Note what is made of what is remembered of a URL."""
        with self._act() as connection:
            records.note(connection, change(next(iter(records.recall(connection, [url])), None)))

    async def stories(self, since: datetime | None = None, limit: int | None = None) -> list[Story]:
        """The confirmed stories first seen since then, the newest first."""
        with explained(self.path):
            return records.stories(self._opened(), since, limit)

    async def story_of(self, url: str) -> Story | None:
        """The confirmed story that a URL names."""
        with explained(self.path):
            return records.story_of(self._opened(), url)

    async def forget(self, stories: Collection[int] | None = None, place: Any = None) -> Pruned:
        """Forget some of these stories."""
        with self._act() as connection:
            return pruning.forget(connection, stories, place)

    async def forget_loose(self, place: Any = None, kept: Collection[str] = ()) -> Pruned:
        """Forget some of the visits that belong to no story."""
        with self._act() as connection:
            return pruning.forget_loose(connection, place, kept)

    async def prune(self, before: datetime, place: Any = None) -> Pruned:
        """Forget some of the stories and visits that are older."""
        with self._act() as connection:
            return pruning.prune(connection, before, place)

    async def remember_site(self, site: str, memory: bytes) -> None:
        """Keep what was learnt of a site."""
        with self._act() as connection:
            connection.execute(REMEMBER_SITE, (url_key(site), memory))

    async def recall_site(self, site: str) -> bytes | None:
        """What was kept of a site."""
        with explained(self.path):
            row = self._opened().execute(RECALL_SITE, (url_key(site),)).fetchone()
        return None if row is None else bytes(row[0])

    async def outline_of(self, url: str) -> Outline:
        """That of the latest text of a URL's story."""
        with explained(self.path):
            return latest_outline(acts.versions_of(self._opened(), url))

    async def renew(self) -> None:
        """Renew this run's lease."""
        with self._act() as connection:
            leases.renew(connection, self._run)

    async def close(self) -> None:
        """End the run, giving back what it claimed and never confirmed."""
        connection, self._connection = self._connection, None
        if connection is None:
            return
        with explained(self.path), closing(connection), connection:
            connection.execute("BEGIN IMMEDIATE")
            acts.give_back(connection, self._run)

    def _opened(self) -> sqlite3.Connection:
        if self._connection is None:
            raise StoreError(f"store sqlite:{self.path}: is not open; call open() first")
        return self._connection

    @contextmanager
    def _act(self) -> Iterator[sqlite3.Connection]:
        """One transaction of this run: all that is done in it, or nothing; StoreError when it fails."""
        connection = self._opened()
        with explained(self.path), connection:
            connection.execute("BEGIN IMMEDIATE")
            if not leases.stands(connection, self._run):
                self._come_back(connection)
            yield connection

    def _come_back(self, connection: sqlite3.Connection) -> None:
        """Another run took this one for dead: begin it again, and claim again what it had claimed."""
        leases.begin_run(connection, self._process(), self._run)
        for name, claim in self._claims:
            versions = acts.own_versions(connection, claim.candidate)
            place = self._claim(connection, claim.number, claim.candidate, versions, claim.first_seen)
            self._claims.hold(name, claim._replace(place=place), versions)

    def _claim(
        self,
        connection: sqlite3.Connection,
        number: int,
        candidate: Candidate,
        versions: Sequence[Version],
        first_seen: datetime,
    ) -> Place:
        """Claim the candidate's version in its story: a new one, or the one that stands there."""
        if is_echo(candidate, versions):
            place = versions[0].place
            acts.join_claims(connection, self._run, number, place)
        else:
            place = acts.add_version(connection, candidate, versions, run=self._run, first_seen=first_seen)
            acts.claim(connection, self._run, number, place)
        return place
