"""What every store must tell of its stories and visits, and forget."""

from __future__ import annotations

import dataclasses
from datetime import datetime, timedelta, timezone
from typing import Any

from tests.stores.helpers import ELSEWHERE, A, B, C, candidate, duplicate, new, visit


class RecordsContract:
    """Mixed into `StoreContract`."""

    store: Any

    def known(self, url: str, text: str, **more: Any) -> None:
        """A confirmed story."""
        self.store.confirm([self.store.admit(candidate(url, text, **more)).claim])

    def test_many_visits_are_noted_and_recalled_at_once(self) -> None:
        urls = [f"{A}{number}" for number in range(1_200)]
        self.store.note(*(visit(url) for url in urls[::2]))
        asked = self.store.recall_all(urls)
        assert asked == {url: visit(url) for url in urls[::2]}
        assert self.store.recall_all([]) == {}
        self.store.note()

    def test_a_visit_knows_the_first(self) -> None:
        first = datetime(2026, 11, 1, 8, 30, 0, 1, tzinfo=timezone.utc)
        self.store.note(dataclasses.replace(visit(A), first=first))
        assert self.store.recall(A) == dataclasses.replace(visit(A), first=first)

    def test_stories_are_told_the_newest_first(self) -> None:
        start = datetime.now(timezone.utc)
        published = datetime(2026, 11, 19, tzinfo=timezone.utc)
        self.known(A, "one", title="Bridge closed", published=published)
        self.known(B, "two")
        self.known(A, "three", title="Bridge open")
        self.store.admit(candidate(C, "not confirmed"))
        self.store.admit(candidate(B, "not confirmed either"))
        second, first = self.store.stories()
        assert (first.url, first.site, first.title, first.published) == (A, "news.example", "Bridge closed", published)
        assert (first.revision, second.revision) == (1, 0)
        assert start <= first.first_seen <= second.first_seen <= first.changed <= datetime.now(timezone.utc)
        assert second.url == B
        assert self.store.stories(None, 1) == [second]
        assert self.store.stories(second.first_seen + timedelta(microseconds=1)) == []

    def test_a_url_names_its_story(self) -> None:
        self.known(A, "one", canonical=B)
        self.store.admit(candidate(C, "two"))
        assert self.store.story_of(B) == self.store.story_of(A) == self.store.stories()[0]
        assert self.store.story_of(C) is None
        assert self.store.story_of(ELSEWHERE) is None

    def test_what_is_forgotten_was_never_there(self) -> None:
        self.known(A, "one", canonical=B)
        self.known(ELSEWHERE, "two")
        self.store.note(visit(A), visit(C), visit(ELSEWHERE))
        assert self.store.forget([self.store.story_of(A).number]) == 1
        assert [story.url for story in self.store.stories()] == [ELSEWHERE]
        assert self.store.remembered() == 1
        assert self.store.recall_all([A, C, ELSEWHERE]) == {ELSEWHERE: visit(ELSEWHERE)}
        assert self.admit(B, "one") == new()
        assert self.admit(C, "two") == duplicate(ELSEWHERE)

    def test_all_but_what_is_claimed_can_be_forgotten(self) -> None:
        self.known(A, "one")
        self.known(B, "two")
        claim = self.store.admit(candidate(C, "three")).claim
        self.store.note(visit(A))
        assert self.store.forget() == 2
        assert self.store.recall(A) is None
        self.store.confirm([claim])
        assert [story.url for story in self.store.stories()] == [C]
        assert self.store.remembered() == 1
