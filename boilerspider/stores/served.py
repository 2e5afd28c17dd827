"""A store on a server, for several machines: what is the same whatever the server is.

A server keeps the tables (a `Ledger`, seen from within one transaction); when a run is taken for dead, and what
it claims, is decided here. An act of which nobody knows whether it was done, for the server went away meanwhile
(`Patience`), is looked up before it is done again.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from datetime import datetime, timezone
from typing import Any

from boilerspider.errors import StoreError
from boilerspider.model import Candidate, Outcome, Outline, Scope, Verdict
from boilerspider.stores.base import Change, Pruned, Story, Visit, has_ended, lease_end
from boilerspider.stores.claims import Claims, OpenClaim
from boilerspider.stores.judgement import SIMILARITY, View, judge
from boilerspider.stores.ledger import Act, Answer, Ledger, TakenForDead, release, require_loop
from boilerspider.stores.patience import PATIENCE_S, Patience, ServerLost
from boilerspider.stores.runs import Process, this_process
from boilerspider.stores.together import Asked, Together
from boilerspider.stores.versions import Found, Place, Version, is_echo, latest_outline


class ServedStore(ABC):
    """The memory of all runs that name the same server and database."""

    def __init__(
        self, name: str, *, patience_s: float = PATIENCE_S, process: Callable[[], Process] = this_process
    ) -> None:
        self._name = name
        """What messages call it: never with a password."""
        self._patience = Patience(patience_s, self._reconnect)
        self._process = process
        self._is_open = False
        self._run = 0
        self._is_whole = True
        """Whether the server has all that this run claims, as far as this run knows."""
        self._claims = Claims()
        self._confirms: Together[int, None] = self._together(lambda ledger, asked: ledger.confirm(self._run, asked))
        self._notes: Together[Visit, None] = self._together(lambda ledger, asked: ledger.note(asked))
        self._recalls: Together[str, dict[str, Visit]] = self._together(lambda ledger, asked: ledger.recall(asked))
        self._versions: Together[str, dict[str, Sequence[Version]]] = self._together(
            lambda ledger, asked: ledger.versions_of(asked)
        )
        self._sites: Together[tuple[str, bytes], None] = self._together(
            lambda ledger, asked: ledger.remember_sites(asked)
        )

    @abstractmethod
    async def _connect(self) -> None:
        """Reach the server and see to it that our tables are there; ServerLost or StoreError otherwise."""

    @abstractmethod
    async def _disconnect(self) -> None:
        """Let the connection go, whatever state it is in."""

    @abstractmethod
    async def _transact(self, act: Act[Answer], run: int | None = None) -> Answer:
        """Do all of an act or nothing of it, with no other run in between; TakenForDead where it is that of a run that was ended."""

    async def open(self) -> None:
        """Reach the server, give back what dead runs had claimed, and begin a run."""
        if self._is_open:
            raise StoreError(f"{self._name}: is open already; close it first, or use another object")
        require_loop(self._name)
        try:
            await self._connect()
            process = self._process()
            await self._give_back_dead(process.host)
            self._run = await self._transact(lambda ledger: ledger.begin_run(process, lease_end()))
        except ServerLost as error:
            await self._disconnect()
            raise StoreError(f"{error}; start it, or name another store") from error
        except StoreError:
            await self._disconnect()
            raise
        self._is_open = self._is_whole = True
        self._claims = Claims(self._run)
        self._patience.begin()

    async def remembered(self) -> int:
        """How many articles (confirmed stories) the store holds."""
        return await self._act(lambda ledger: ledger.remembered())

    async def admit(self, candidate: Candidate, scope: Scope = Scope.ALL, similarity: float = SIMILARITY) -> Verdict:
        """Ask and claim in one atomic act."""
        number = self._claims.next_number()
        told: list[tuple[Verdict, Found, Place | None]] = []

        async def ask(ledger: Ledger) -> tuple[Verdict, Found, Place | None]:
            if told and await ledger.place_of(self._run, number) is not None:
                return told[-1]  # The server had done it before it went away.
            found = await ledger.find(candidate)
            view = View(scope, self._run, self._claims.echoes, similarity)
            verdict = judge(candidate, view, found, datetime.now(timezone.utc))
            place = None
            if verdict.outcome is not Outcome.DUPLICATE:
                place = await self._claim(ledger, number, candidate, found.versions, verdict.first_seen)
            told.append((verdict, found, place))
            return told[-1]

        verdict, found, place = await self._act(ask)
        return verdict if place is None else self._claims.add(number, candidate, found.versions, place, verdict)

    async def confirm(self, claims: Sequence[str]) -> None:
        """Remember the claimed versions for good."""
        await self._confirms.do([claim.number for claim in self._claims.of(claims)])
        self._claims.drop(claims)

    async def release(self, claims: Sequence[str]) -> None:
        """Give claims back."""
        self._refuse_closed()
        for claim in self._claims.of(claims):
            await self._act(release(self._run, claim.number))
        self._claims.release(claims)

    async def note(self, *visits: Visit) -> None:
        """Remember what fetching URLs came to."""
        await self._notes.do(visits)

    async def recall(self, urls: Sequence[str]) -> dict[str, Visit]:
        """What is remembered of those of the URLs that were visited."""
        found = await self._recalls.do(urls)
        return {url: found[url] for url in urls if url in found}

    async def amend(self, url: str, change: Change) -> None:
        """Note what is made of what is remembered of a URL."""

        async def act(ledger: Ledger) -> None:
            await ledger.note(change((await ledger.recall([url])).get(url)))

        await self._act(act)

    async def stories(self, since: datetime | None = None, limit: int | None = None) -> list[Story]:
        """The confirmed stories first seen since then; many of them part by part, for other runs may wait while an act lasts."""

        def part(place: Any) -> Act[tuple[list[Story], Any]]:
            return lambda ledger: ledger.stories(since, limit, place)

        found: list[Story] = []
        place: Any = None
        while True:
            more, place = await self._act(part(place))
            found += more
            if place is None:
                return sorted(found, key=lambda story: (story.first_seen, story.number), reverse=True)[:limit]

    async def story_of(self, url: str) -> Story | None:
        """The confirmed story that a URL names."""
        return await self._act(lambda ledger: ledger.story_of(url))

    async def forget(self, stories: Collection[int] | None = None, place: Any = None) -> Pruned:
        """Forget some of these stories."""
        return await self._act(lambda ledger: ledger.forget(stories, place))

    async def forget_loose(self, place: Any = None, kept: Collection[str] = ()) -> Pruned:
        """Forget some of the visits that belong to no story."""
        return await self._act(lambda ledger: ledger.forget_loose(place, kept))

    async def remember_site(self, site: str, memory: bytes) -> None:
        """Keep what was learnt of a site."""
        await self._sites.do([(site, memory)])

    async def recall_site(self, site: str) -> bytes | None:
        """What was kept of a site."""
        return await self._act(lambda ledger: ledger.recall_site(site))

    async def outline_of(self, url: str) -> Outline:
        """That of the latest text of a URL's story."""
        return latest_outline((await self._versions.do([url])).get(url, ()))

    async def prune(self, before: datetime, place: Any = None) -> Pruned:
        """Forget some of the stories and visits that are older."""
        return await self._act(lambda ledger: ledger.prune(before, place))

    async def renew(self) -> None:
        """Renew this run's lease."""
        await self._act(lambda ledger: ledger.renew(self._run, lease_end()))

    async def close(self) -> None:
        """End the run, giving back what it claimed and never confirmed."""
        if not self._is_open:
            return
        try:
            await asyncio.sleep(0)  # what was asked for before takes its turn before
            await self._patience.attempt(lambda: self._end(self._run))
        finally:
            self._is_open = False
            await self._disconnect()

    def _together(self, act: Callable[[Ledger, list[Asked]], Awaitable[Answer]]) -> Together[Asked, Answer]:
        """Acts of one kind, of which those that wait are one."""
        return Together(lambda asked: self._act(lambda ledger: act(ledger, asked())))

    def _refuse_closed(self) -> None:
        if not self._is_open:
            raise StoreError(f"{self._name}: is not open; call open() first")

    def _refuse_newer(self, version: int, known: int) -> None:
        """StoreError where our tables are of a later schema than this code knows."""
        if version > known:
            raise StoreError(
                f"{self._name}: a newer boilerspider made it (schema {version}, this one knows {known}); "
                "upgrade boilerspider, or name another database"
            )

    async def _act(self, act: Act[Answer]) -> Answer:
        """One transaction of this run; a run that another has taken for dead comes back first."""

        async def attempt() -> Answer:
            self._refuse_closed()  # or what waits for its turn behind the last act would begin the run again
            if self._is_whole:
                with suppress(TakenForDead):
                    return await self._transact(act, self._run)
            await self._come_back()
            return await self._transact(act)

        return await self._patience.attempt(attempt)

    async def _reconnect(self) -> None:
        await self._disconnect()
        await self._connect()

    async def _give_back_dead(self, here: str) -> None:
        """End the runs whose process is gone, and those of unknown processes whose lease has ended."""
        for run, process, lease in await self._transact(lambda ledger: ledger.runs()):
            gone = process.is_gone(here)
            if gone or (gone is None and has_ended(lease)):
                await self._end(run)

    async def _end(self, run: int) -> None:
        for number in await self._transact(lambda ledger: ledger.claims_of(run)):
            await self._transact(release(run, number))
        await self._transact(lambda ledger: ledger.end_run(run))

    async def _come_back(self) -> None:
        """Begin this run again, and claim again what it had claimed; where the server goes away meanwhile, the next attempt goes on."""
        self._is_whole = False
        await self._transact(lambda ledger: ledger.begin_run(self._process(), lease_end(), self._run))
        for name, claim in self._claims:

            async def again(ledger: Ledger, claim: OpenClaim = claim) -> tuple[Found, Place]:
                found = await ledger.find(claim.candidate)
                held = await ledger.place_of(self._run, claim.number)
                if held is not None:
                    return found, held
                return found, await self._claim(ledger, claim.number, claim.candidate, found.versions, claim.first_seen)

            found, place = await self._transact(again)
            self._claims.hold(name, claim._replace(place=place), found.versions)
        self._is_whole = True

    async def _claim(
        self, ledger: Ledger, number: int, candidate: Candidate, versions: Sequence[Version], first_seen: datetime
    ) -> Place:
        """Claim the candidate's version in its story: a new one, or the one that stands there."""
        if is_echo(candidate, versions):
            place = versions[0].place
            await ledger.join_claims(self._run, number, place)
        else:
            place = await ledger.add_version(candidate, versions, self._run, first_seen)
            await ledger.claim(self._run, number, place)
        return place
