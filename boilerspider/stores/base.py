"""What a plug of drawer three promises: the memory of fingerprints across crawls (not the articles)."""

from __future__ import annotations

import enum
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Any, Protocol

from boilerspider.model import Candidate, Outline, Scope, Verdict
from boilerspider.stores.judgement import SIMILARITY


class UrlOutcome(enum.Enum):
    """What fetching a URL came to."""

    ARTICLE = "article"
    DUPLICATE = "duplicate"
    NOTHING = "nothing"
    SOURCE = "source"
    """A feed or a sitemap: it leads to articles."""


@dataclass(frozen=True, slots=True)
class Visit:
    """What is remembered of a fetched URL. Validators and times only, never a text."""

    url: str
    outcome: UrlOutcome
    checked: datetime
    etag: str | None = None
    last_modified: str | None = None
    first: datetime | None = None
    """When the URL was first visited; None: with this visit."""
    copy_of: str | None = None
    """For a duplicate: a URL of the story whose text it has; when recalled, that under which the story was first admitted, and None once it is forgotten."""

    @property
    def had_story(self) -> bool:
        """Whether a story stood there, a new one or a copy."""
        return self.outcome in (UrlOutcome.ARTICLE, UrlOutcome.DUPLICATE)


Change = Callable[["Visit | None"], "Sequence[Visit]"]
"""What is to be noted, by what is remembered."""


@dataclass(frozen=True, slots=True)
class Story:
    """What is remembered of a confirmed story; its texts are not."""

    number: int
    """What the store calls it."""
    url: str
    """The URL under which it was first admitted."""
    site: str
    title: str | None
    published: datetime | None
    first_seen: datetime
    changed: datetime
    """When its latest text was admitted."""
    revision: int
    """The number of that text."""
    copies: tuple[str, ...] = ()
    """The URLs whose last visit found its text, in alphabetical order."""


@dataclass(frozen=True, slots=True)
class Pruned:
    """What a part of forgetting came to."""

    stories: int
    """How many were forgotten."""
    place: Any = None
    """Where the next part begins, as the store writes it; None: there is none."""
    pause: float = 0.0
    """Seconds before it in which others come in."""


class Store(Protocol):
    """Admit, confirm, release; every act is atomic under any number of processes.

    A claim belongs to a run, and a run holds a lease that it renews while it lives. Claims of a
    run that is dead are given back when the store is next opened; those of a live run are not.
    A run that was taken for dead and is not (a laptop that slept) gets its lease and its open
    claims back with its next act: nothing is lost, though another run may have emitted the same.
    Every method raises StoreError with one line that says what, where and the fix.

    A plug is a class with a class method `at(location, *, durable)`: `location` is what follows
    the scheme in the URI, and a wrong one is a BadConfiguration.
    """

    async def open(self) -> None:
        """Open the store and begin a run; refuses what is damaged, locked or newer than this code."""

    async def remembered(self) -> int:
        """How many articles (confirmed stories) the store holds."""

    async def admit(self, candidate: Candidate, scope: Scope = Scope.ALL, similarity: float = SIMILARITY) -> Verdict:
        """Ask and claim in one atomic act: the verdict is that of `judge` (docs/deduplication.md), and what is no duplicate is claimed.

        The candidate is compared with the texts of stories, claimed ones too, within the scope: `Scope.SITE` are those
        of its site, `Scope.RUN` what this run has claimed or confirmed. What lies outside is remembered under the story
        that it belongs to all the same; a story keeps the revision numbers and the `first_seen` of the store.
        """

    async def confirm(self, claims: Sequence[str]) -> None:
        """The feed has these articles on disk: remember them for good. Unknown claims are ignored."""

    async def release(self, claims: Sequence[str]) -> None:
        """Give claims back: as if they had never been admitted. Confirmed ones are not touched.

        What another claim was built upon stays: the URLs of a story of which a later revision was
        admitted, and that revision's number; a URL that it took from another story is free.
        """

    async def note(self, *visits: Visit) -> None:
        """Remember what fetching URLs came to, replacing what was known of them."""

    async def recall(self, urls: Sequence[str]) -> dict[str, Visit]:
        """What is remembered of those of the URLs that were visited, by URL."""

    async def amend(self, url: str, change: Change) -> None:
        """Note what is made of what is remembered of a URL (None: nothing), in one act: no other run notes anything in between.

        It may be made more than once, of what another run has noted meanwhile, and takes no time.
        """

    async def stories(self, since: datetime | None = None, limit: int | None = None) -> list[Story]:
        """The confirmed stories first seen since then, the newest first, at most so many."""

    async def story_of(self, url: str) -> Story | None:
        """The confirmed story that a URL names."""

    async def forget(self, stories: Collection[int] | None = None, place: Any = None) -> Pruned:
        """Forget the stories of these numbers (None: all) with their URLs: some of them, from a place on.

        Other runs wait no longer than a part of it takes. Stories with an open claim stay.
        """

    async def forget_loose(self, place: Any = None, kept: Collection[str] = ()) -> Pruned:
        """Forget the visits that belong to no story, but for those of URLs that are kept: some of them, from a place on."""

    async def prune(self, before: datetime, place: Any = None) -> Pruned:
        """Forget the stories that have had no new text since then, and the visits before: some of them, from a place on.

        Other runs wait no longer than a part of it takes. Stories with an open claim stay.
        """

    async def remember_site(self, site: str, memory: bytes) -> None:
        """Keep what was learnt of a site, in the place of what was kept before; the bytes mean nothing to the store."""

    async def recall_site(self, site: str) -> bytes | None:
        """What was kept of a site."""

    async def outline_of(self, url: str) -> Outline:
        """That of the latest text of the story that the URL names, confirmed or not; an empty one where none is known."""

    async def renew(self) -> None:
        """Renew this run's lease; to be called well within LEASE_SECONDS."""

    async def close(self) -> None:
        """End the run, giving back what it claimed and never confirmed. Safe to call twice."""


LEASE_SECONDS = 60.0
"""How long a run that says nothing counts as alive, where its process cannot be looked at. Ours."""

LONGEST_LEASE = timedelta(days=1)
"""A lease that ends later was written by a clock that was wrong; the clocks of two machines may differ by less. Ours."""


def lease_end() -> datetime:
    """When a lease that is renewed now ends."""
    return datetime.now(timezone.utc) + timedelta(seconds=LEASE_SECONDS)


def has_ended(lease: datetime) -> bool:
    """Whether a run whose lease ends then counts as dead now."""
    now = datetime.now(timezone.utc)
    return not now <= lease <= now + LONGEST_LEASE
