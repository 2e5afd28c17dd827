"""The part of the contract that says what is new, revised or a duplicate."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from boilerspider.model import Scope
from boilerspider.stores import Store
from tests.stores.helpers import (
    ELSEWHERE,
    A,
    B,
    Blocking,
    C,
    candidate,
    duplicate,
    fingerprint,
    new,
    revised,
    summary,
    variant,
)


class OpenedStore:
    """A store in `self.store`, opened for the test and closed after it."""

    @pytest.fixture(autouse=True)
    def _place(self, tmp_path: Path) -> Iterator[None]:
        self.place = tmp_path
        self.opened: list[Blocking] = []
        self.store = self.open()
        yield
        for store in self.opened:
            store.close()

    def make(self) -> Store:
        raise NotImplementedError

    def open(self) -> Blocking:
        store = Blocking(self.make())
        store.open()
        self.opened.append(store)
        return store

    def reopen(self) -> None:
        self.store.close()
        self.store.open()

    def admit(self, *args: Any, scope: Scope = Scope.ALL, **more: Any) -> tuple[Any, ...]:
        """Admit and confirm."""
        verdict = self.store.admit(candidate(*args, **more), scope)
        if verdict.claim is not None:
            self.store.confirm([verdict.claim])
        return summary(verdict)

    def claim(self, *args: Any, scope: Scope = Scope.ALL, **more: Any) -> str:
        claim = self.store.admit(candidate(*args, **more), scope).claim
        assert claim is not None
        return claim


class VerdictContract(OpenedStore):
    """What a store answers."""

    def test_what_is_not_known_is_new(self) -> None:
        before = datetime.now(timezone.utc)
        verdict = self.store.admit(candidate())
        assert summary(verdict) == new()
        assert verdict.first_seen.utcoffset() == timedelta(0)
        assert before - timedelta(seconds=1) <= verdict.first_seen <= datetime.now(timezone.utc)

    def test_the_same_url_unchanged_is_a_duplicate_of_itself(self) -> None:
        first = self.store.admit(candidate())
        second = self.store.admit(candidate())
        assert summary(second) == duplicate(A)
        assert second.first_seen == first.first_seen

    def test_another_url_with_a_known_text_is_a_duplicate(self) -> None:
        self.admit(A)
        assert self.admit(B) == self.admit(ELSEWHERE) == duplicate(A)

    def test_what_is_claimed_and_not_confirmed_counts_as_known(self) -> None:
        self.claim(A)
        assert self.admit(B) == duplicate(A)

    def test_the_oldest_story_is_the_original(self) -> None:
        self.admit(C, "three")
        self.admit(A, "one")
        self.admit(C, "one")
        assert self.admit(B, "one") == duplicate(C, 0)

    def test_the_same_url_with_another_text_is_a_revision(self) -> None:
        first = self.store.admit(candidate(A, "one"))
        second = self.store.admit(candidate(A, "two"))
        assert summary(second) == revised(1, "one")
        assert second.first_seen == first.first_seen
        assert self.admit(A, "three") == revised(2, "two")
        assert self.admit(A, "three") == duplicate(A, 2)

    def test_a_text_that_comes_back_is_a_revision(self) -> None:
        self.admit(A, "one")
        self.admit(A, "two")
        assert self.admit(A, "one") == revised(2, "two")
        assert self.admit(A, "one") == duplicate(A, 2)

    def test_a_former_text_of_a_story_is_known(self) -> None:
        self.admit(A, "one")
        self.admit(A, "two")
        assert self.admit(B, "one") == duplicate(A)

    def test_a_story_that_takes_over_anothers_text_is_revised(self) -> None:
        self.admit(A, "one")
        self.admit(B, "two")
        assert self.admit(B, "one") == revised(1, "two", B)

    def test_a_duplicates_url_names_no_story(self) -> None:
        self.admit(A, "one")
        assert self.admit(B, "one") == duplicate(A)
        assert self.admit(B, "two") == new()

    # Canonical URLs

    def test_the_canonical_url_names_the_same_story(self) -> None:
        claim = self.claim(A, "one", canonical=C)
        assert self.admit(C, "one") == duplicate(A)
        self.store.confirm([claim])
        self.reopen()
        assert self.admit(C, "two") == revised(1, "one")

    def test_another_page_of_a_story_is_no_revision_of_it_within_one_run(self) -> None:
        self.admit(A, "one")
        assert self.admit(B, "one, abridged", canonical=A) == variant(A)
        self.admit(C, "two", canonical=ELSEWHERE)
        assert self.admit(ELSEWHERE, "two, at length") == variant(C)
        assert self.admit(A, "one, corrected") == revised(1, "one", A)

    def test_the_url_itself_names_the_story_before_the_canonical_one(self) -> None:
        self.admit(A, "one")
        self.admit(B, "two")
        assert self.admit(A, "three", canonical=B) == revised(1, "one", A)
        assert self.admit(B, "four") == revised(1, "two", B)

    def test_a_canonical_url_equal_to_the_url_changes_nothing(self) -> None:
        claim = self.claim(A, canonical=A)
        self.store.release([claim])
        assert self.admit(A, canonical=A) == new()

    # Fingerprints

    def test_only_values_of_one_algorithm_and_version_are_compared(self) -> None:
        self.admit(A, "one")
        assert self.admit(B, fingerprint=fingerprint("one", "exact", 2)) == new()
        assert self.admit(C, fingerprint=fingerprint("one", "other", 1)) == new()
        assert self.admit(A, fingerprint=fingerprint("one", "exact", 2)) == revised(1, "one")

    def test_an_empty_text_equals_only_itself(self) -> None:
        assert self.admit(A, "") == self.admit(B, "") == new()
        assert self.admit(A, "") == duplicate(A)
        assert self.admit(A, "one") == revised(1, "")
        assert self.admit(A, "") == revised(2, "one")
        assert self.store.remembered() == 2

    # Scopes

    def test_the_scope_of_the_site_does_not_see_other_sites(self) -> None:
        self.admit(A, "one")
        assert self.admit(ELSEWHERE, "one", scope=Scope.SITE) == new()
        assert self.admit(B, "one", scope=Scope.SITE) == duplicate(A)
        assert self.admit("https://other.example/b", "one", scope=Scope.SITE) == duplicate(ELSEWHERE)
        assert self.admit("https://third.example/b", "one") == duplicate(A)

    def test_the_scope_of_the_run_sees_what_the_run_has_claimed(self) -> None:
        assert self.admit(A, "one", scope=Scope.RUN) == new()
        assert self.admit(A, "one", scope=Scope.RUN) == self.admit(B, "one", scope=Scope.RUN) == duplicate(A)
        self.claim(C, "three")
        assert self.admit(ELSEWHERE, "three", scope=Scope.RUN) == duplicate(C)

    def test_the_scope_of_the_run_does_not_see_former_runs(self) -> None:
        self.admit(A, "one")
        self.reopen()
        assert self.admit(A, "one", scope=Scope.RUN) == new()
        assert self.admit(A, "one", scope=Scope.RUN) == duplicate(A)
        assert self.admit(B, "one", scope=Scope.RUN) == duplicate(A)
        assert self.admit(A, "two", scope=Scope.RUN) == revised(1, "one")
        self.reopen()
        assert self.admit(B, "one", scope=Scope.RUN) == new()
        assert self.admit(A, "one", scope=Scope.RUN) == duplicate(B)

    def test_what_a_run_finds_again_is_one_story_still(self) -> None:
        first = self.store.admit(candidate(A, "one"))
        self.store.confirm([first.claim])
        self.reopen()
        again = self.store.admit(candidate(A, "one"), Scope.RUN)
        self.store.confirm([again.claim])
        assert again.first_seen == first.first_seen
        assert self.store.remembered() == 1
        self.reopen()
        assert self.admit(A, "one") == duplicate(A)
        assert self.admit(A, "two") == revised(1, "one")

    def test_what_a_run_finds_changed_is_remembered_as_a_revision(self) -> None:
        self.admit(A, "one")
        self.reopen()
        assert self.admit(A, "two", scope=Scope.RUN) == new()
        assert self.admit(A, "three", scope=Scope.RUN) == revised(2, "two")
        self.reopen()
        assert self.admit(A, "three") == duplicate(A, 2)
        assert self.store.remembered() == 1

    def test_what_a_run_found_again_and_gave_back_is_out_of_its_sight(self) -> None:
        self.admit(A, "one")
        self.reopen()
        self.store.release([self.claim(A, "one", scope=Scope.RUN)])
        assert self.store.remembered() == 1
        assert self.admit(A, "one", scope=Scope.RUN) == new()
