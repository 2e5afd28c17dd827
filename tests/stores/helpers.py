"""What the tests of stores say it with."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Collection
from datetime import datetime, timezone
from functools import cache
from hashlib import blake2b
from typing import Any

from boilerspider.model import Candidate, Fingerprint, Outcome, Verdict
from boilerspider.stores import Store, UrlOutcome, Visit, forget_chosen, forget_older

A, B, C = "https://news.example/a", "https://news.example/b", "https://news.example/c"
ELSEWHERE = "https://other.example/a"


@cache
def loop() -> asyncio.AbstractEventLoop:
    """A loop in a thread of its own: that of the tests may be running Twisted's."""
    made = asyncio.new_event_loop()
    threading.Thread(target=made.run_forever, name="stores", daemon=True).start()
    return made


class Blocking:
    """A store whose methods are awaited for the caller."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def recall(self, url: str) -> Visit | None:
        """What is remembered of one URL."""
        return self.recall_all([url]).get(url)  # type: ignore[no-any-return]

    def recall_all(self, urls: list[str]) -> dict[str, Visit]:
        """What is remembered of URLs."""
        return self.__getattr__("recall")(urls)  # type: ignore[no-any-return]

    def prune(self, before: datetime, sleep: Any = asyncio.sleep) -> int:
        """Forget all that is older, part by part."""
        pruned = forget_older(self.store, before, sleep)
        return asyncio.run_coroutine_threadsafe(pruned, loop()).result(timeout=60)

    def forget(
        self, stories: Collection[int] | None = None, sleep: Any = asyncio.sleep, kept: Collection[str] = ()
    ) -> int:
        """Forget stories, and the visits that belong to none, part by part."""
        forgotten = forget_chosen(self.store, stories, sleep, kept)
        return asyncio.run_coroutine_threadsafe(forgotten, loop()).result(timeout=60)

    def __getattr__(self, name: str) -> Any:
        method = getattr(self.store, name)
        return lambda *args: asyncio.run_coroutine_threadsafe(method(*args), loop()).result(timeout=60)


def fingerprint(text: str, algorithm: str = "exact", version: int = 1) -> Fingerprint:
    return Fingerprint(algorithm, version, blake2b(text.encode(), digest_size=16).digest() if text else b"")


def candidate(url: str = A, text: str = "one", canonical: str | None = None, **more: Any) -> Candidate:
    more = {"site": url.split("/")[2], "fingerprint": fingerprint(text), **more}
    return Candidate(url=url, canonical_url=canonical, **more)


def summary(verdict: Verdict) -> tuple[Any, ...]:
    """All of a verdict but its claim's name and the time."""
    return (
        verdict.outcome,
        verdict.claim is None,
        verdict.revision,
        verdict.original_url,
        verdict.previous,
        verdict.similarity,
    )


def new() -> tuple[Any, ...]:
    return (Outcome.NEW, False, 0, None, None, None)


def revised(revision: int, previous: str, url: str = A) -> tuple[Any, ...]:
    return (Outcome.REVISED, False, revision, url, fingerprint(previous), None)


def duplicate(url: str = A, revision: int = 0) -> tuple[Any, ...]:
    return (Outcome.DUPLICATE, True, revision, url, None, 1.0)


def variant(url: str = A, revision: int = 0) -> tuple[Any, ...]:
    return (Outcome.DUPLICATE, True, revision, url, None, None)


def visit(url: str = A, outcome: UrlOutcome = UrlOutcome.ARTICLE) -> Visit:
    checked = datetime(2026, 11, 20, 12, 30, 15, 123456, tzinfo=timezone.utc)
    return Visit(url, outcome, checked, '"5f3-62ab"', "Fri, 20 Nov 2026 12:00:00 GMT")
