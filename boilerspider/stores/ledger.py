"""What a store on a server needs of the server: its tables, within one transaction."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from datetime import datetime
from typing import Any, Protocol, TypeVar

from boilerspider.errors import StoreError
from boilerspider.model import Candidate
from boilerspider.stores.base import Pruned, Story, Visit
from boilerspider.stores.runs import Process
from boilerspider.stores.versions import Found, Place, Version

Answer = TypeVar("Answer")


class TakenForDead(Exception):
    """Another run has ended this one."""


class Ledger(Protocol):
    """A server's tables within one transaction. See `Store` for what the words mean."""

    async def begin_run(self, process: Process, lease_end: datetime, run: int | None = None) -> int:
        """Begin a run, or the same run again, and answer with its number."""

    async def renew(self, run: int, lease_end: datetime) -> None:
        """Let the lease end later."""

    async def runs(self) -> list[tuple[int, Process, datetime]]:
        """All runs, and when their leases end."""

    async def end_run(self, run: int) -> None:
        """Forget a run that claims nothing any more."""

    async def claims_of(self, run: int) -> list[int]:
        """The numbers of a run's open claims, the latest first."""

    async def place_of(self, run: int, number: int) -> Place | None:
        """What a claim claims."""

    async def find(self, candidate: Candidate) -> Found:
        """All that the verdict on a candidate may depend on."""

    async def add_version(
        self, candidate: Candidate, versions: Sequence[Version], run: int, first_seen: datetime
    ) -> Place:
        """Remember the candidate's text as the next version of its story, and its URLs as the story's."""

    async def claim(self, run: int, number: int, place: Place) -> None:
        """Claim a version that was just added."""

    async def join_claims(self, run: int, number: int, place: Place) -> None:
        """Claim a version that stands there already; one that is confirmed needs no claim."""

    async def confirm(self, run: int, numbers: Sequence[int]) -> None:
        """Remember claimed versions for good, whoever else claims them too."""

    async def release(self, run: int, number: int) -> None:
        """Give a claim back; the version goes with its last claim."""

    async def note(self, visits: Sequence[Visit]) -> None:
        """Remember what fetching URLs came to."""

    async def recall(self, urls: Sequence[str]) -> dict[str, Visit]:
        """What is remembered of those of the URLs that were visited."""

    async def stories(self, since: datetime | None, limit: int | None, place: Any) -> tuple[list[Story], Any]:
        """Some of the confirmed stories first seen since then, from a place on, and the next place (None: that was all); in all parts together are the newest, as many as asked for."""

    async def story_of(self, url: str) -> Story | None:
        """The confirmed story that a URL names."""

    async def forget(self, stories: Collection[int] | None, place: Any) -> Pruned:
        """Forget some of these stories that nobody claims, with their URLs, from a place on."""

    async def forget_loose(self, place: Any, kept: Collection[str]) -> Pruned:
        """Forget some of the visits that belong to no story, and to no URL that is kept, from a place on."""

    async def remember_sites(self, memories: Sequence[tuple[str, bytes]]) -> None:
        """Keep what was learnt of sites."""

    async def recall_site(self, site: str) -> bytes | None:
        """What was kept of a site."""

    async def versions_of(self, urls: Sequence[str]) -> dict[str, Sequence[Version]]:
        """Those of the stories that URLs name, by URL, the latest first; not all URLs need name one."""

    async def remembered(self) -> int:
        """How many confirmed stories there are."""

    async def prune(self, before: datetime, place: Any) -> Pruned:
        """Forget some of what is older, from a place on."""


Act = Callable[[Ledger], Awaitable[Answer]]
"""Something done with a ledger. It may be done twice, when the first time came to nothing."""


def release(run: int, number: int) -> Act[None]:
    """The act that gives a claim back."""
    return lambda ledger: ledger.release(run, number)


def require_loop(name: str) -> None:
    """Raise StoreError where no event loop of asyncio runs, which the clients of servers need."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        raise StoreError(
            f"{name}: a store on a server needs Scrapy's asyncio reactor (its default); leave TWISTED_REACTOR out, or use sqlite:"
        ) from None
