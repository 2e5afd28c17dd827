"""What every store must do. A back end's test subclasses `StoreContract` and gives it `make`.

A store that several runs can open at once subclasses `SharedStoreContract` instead: there `make`
answers with another store on the same memory each time.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime, timedelta, timezone

import pytest

from boilerspider.errors import StoreError
from boilerspider.model import Outcome, Scope
from boilerspider.stores import UrlOutcome, Visit, forgetting
from tests.stores.contract_copies import CopiesContract
from tests.stores.contract_naming import NamingContract
from tests.stores.contract_near import NearContract
from tests.stores.contract_records import RecordsContract
from tests.stores.contract_series import SeriesContract
from tests.stores.contract_sites import SitesContract
from tests.stores.contract_verdicts import VerdictContract
from tests.stores.helpers import (
    A,
    B,
    C,
    candidate,
    duplicate,
    new,
    revised,
    summary,
    visit,
)


class StoreContract(
    VerdictContract, NamingContract, NearContract, CopiesContract, SeriesContract, RecordsContract, SitesContract
):
    """Behaviour of one run after the other."""

    # Claims

    def test_a_released_story_was_never_there(self) -> None:
        self.store.release([self.claim(A, "one", canonical=C)])
        assert self.store.remembered() == 0
        assert self.admit(C, "two") == new()
        assert self.admit(B, "one") == new()
        assert self.admit(A, "three") == new()

    def test_a_released_revision_gives_text_and_number_back(self) -> None:
        self.admit(A, "one")
        self.store.release([self.claim(A, "two", canonical=C)])
        assert self.admit(A, "one") == duplicate(A)
        assert self.admit(B, "two") == new()
        assert self.admit(C, "four") == new()
        assert self.admit(A, "three") == revised(1, "one")

    def test_a_release_below_a_later_revision_leaves_that_one_standing(self) -> None:
        first = self.claim(A, "one", canonical=C)
        second = self.claim(A, "two")
        self.store.release([first])
        assert self.store.remembered() == 0
        assert self.admit(B, "one") == new()
        assert self.admit(C, "two") == duplicate(A, 1)
        self.store.confirm([second])
        assert self.store.remembered() == 2
        self.reopen()
        assert self.admit(A, "three") == revised(2, "two")

    def test_when_all_revisions_are_released_the_story_is_gone(self) -> None:
        first, second = self.claim(A, "one", canonical=C), self.claim(A, "two")
        self.store.release([first])
        self.store.release([second])
        assert self.admit(C, "three") == new()
        assert self.admit(C, "four") == revised(1, "three", C)
        assert self.admit(A, "two") == new()
        assert self.admit(A, "one") == revised(1, "two", A)

    def test_a_url_outlives_the_release_when_a_later_revision_was_confirmed(self) -> None:
        first, second = self.claim(A, "one"), self.claim(A, "two")
        self.store.confirm([second])
        self.store.release([first])
        assert self.admit(A, "two") == duplicate(A, 1)
        assert self.store.remembered() == 1

    def test_unknown_claims_are_ignored(self) -> None:
        self.store.confirm(["", "no such", "1.1", "-1", "\ud800"])
        self.store.release(["", "no such", "1.1", "-1", "\ud800"])
        assert self.store.remembered() == 0

    def test_a_confirmed_claim_cannot_be_released(self) -> None:
        claim = self.claim(A)
        self.store.confirm([claim, claim])
        self.store.release([claim])
        self.store.confirm([claim])
        assert self.store.remembered() == 1
        assert self.admit(A) == duplicate(A)

    def test_a_released_claim_cannot_be_confirmed(self) -> None:
        claim = self.claim(A)
        self.store.release([claim, claim])
        self.store.confirm([claim])
        assert self.store.remembered() == 0

    def test_a_claims_name_is_never_used_again(self) -> None:
        first = self.claim(A)
        self.store.release([first])
        second = self.claim(A)
        self.store.release([first])
        self.store.confirm([second])
        assert self.store.remembered() == 1

    def test_confirmed_stories_are_what_is_remembered(self) -> None:
        claims = [self.claim(f"{A}{number}", str(number)) for number in range(5)]
        assert self.store.remembered() == 0
        self.store.confirm(claims[:3])
        assert self.store.remembered() == 3
        self.claim(f"{A}0", "changed")
        assert self.store.remembered() == 3

    # Runs

    def test_closing_gives_back_what_was_not_confirmed(self) -> None:
        self.admit(A, "one")
        self.claim(A, "two")
        open_claim = self.claim(B, "three")
        self.reopen()
        self.store.confirm([open_claim])
        assert self.store.remembered() == 1
        assert self.admit(A, "one") == duplicate(A)
        assert self.admit(B, "three") == new()

    def test_closing_twice_is_safe(self) -> None:
        self.store.close()
        self.store.close()

    def test_a_store_that_is_not_open_says_so(self) -> None:
        self.store.close()
        for act in (
            lambda: self.store.admit(candidate()),
            lambda: self.store.confirm(["1"]),
            lambda: self.store.release(["1"]),
            lambda: self.store.note(visit()),
            lambda: self.store.recall(A),
            self.store.renew,
            self.store.remembered,
            self.store.stories,
            lambda: self.store.story_of(A),
            self.store.forget,
            self.store.forget_loose,
        ):
            with pytest.raises(StoreError, match=r"^store .*not open; call open\(\) first$"):
                act()

    def test_a_store_that_is_open_cannot_be_opened(self) -> None:
        with pytest.raises(StoreError, match="is open already"):
            self.store.open()
        self.admit(A)

    def test_renewing_keeps_claims(self) -> None:
        claim = self.claim(A)
        self.store.renew()
        self.store.confirm([claim])
        assert self.store.remembered() == 1

    # Visits

    def test_visits_are_recalled_as_they_were_noted(self) -> None:
        for outcome in UrlOutcome:
            self.store.note(visit(A, outcome))
            assert self.store.recall(A) == visit(A, outcome)
        bare = Visit(B, UrlOutcome.NOTHING, datetime(2026, 1, 1, tzinfo=timezone.utc))
        self.store.note(bare)
        self.reopen()
        assert self.store.recall(B) == bare
        assert self.store.recall(C) is None

    def test_a_later_visit_replaces_the_former(self) -> None:
        self.store.note(visit(A))
        later = Visit(A, UrlOutcome.NOTHING, datetime.now(timezone.utc))
        self.store.note(later)
        assert self.store.recall(A) == later

    def test_visits_and_stories_do_not_touch_each_other(self) -> None:
        self.store.note(visit(A))
        claim = self.claim(A)
        assert self.store.recall(A) == visit(A)
        self.store.release([claim])
        assert self.store.recall(A) == visit(A)
        assert self.store.recall(B) is None
        self.claim(B, "two")
        assert self.store.recall(B) is None
        assert self.store.remembered() == 0

    # Input from the web

    def test_hostile_texts_are_taken(self) -> None:
        hostile = "https://news.example/\ud800\0'\"; DROP TABLE stories; --\u202e"
        title = "\udfff\0" + "t" * 100_000
        assert self.admit(hostile, "one", title=title, published=datetime(2026, 1, 1)) == new()  # noqa: DTZ001  # items may lack a zone
        assert self.admit(hostile, "one")[0] is Outcome.DUPLICATE
        assert self.admit(A, "two", published=datetime.min.replace(tzinfo=timezone(timedelta(hours=14)))) == new()
        assert self.admit(B, "three", published=datetime.max.replace(tzinfo=timezone.utc)) == new()
        self.store.note(visit(hostile))
        assert self.store.recall(hostile) == visit(hostile)

    def test_many_claims_at_once(self) -> None:
        claims = [self.claim(f"{A}{number}", str(number)) for number in range(2_500)]
        self.store.confirm(claims)
        assert self.store.remembered() == 2_500


FEED = "https://a.example/rss.xml"


class SharedStoreContract(StoreContract):
    """Behaviour of runs at the same time."""

    SMALL_PARTS: Mapping[str, int]
    """The store's constants that say how much is forgotten at once -> less than a test forgets."""

    def test_another_live_run_keeps_its_claims(self) -> None:
        claim = self.claim(A)
        other = self.open()
        assert summary(other.admit(candidate(B))) == duplicate(A)
        other.confirm([claim])
        other.release([claim])
        other.close()
        self.store.confirm([claim])
        assert self.store.remembered() == 1

    def test_what_two_runs_amend_at_once_is_all_kept(self) -> None:
        other = self.open()

        def adds(number: int) -> Callable[[Visit | None], list[Visit]]:
            return lambda found: [
                dataclasses.replace(visit(A), etag=f"{found.etag if found and found.etag else ''}{number} ")
            ]

        with ThreadPoolExecutor(4) as threads:
            for done in [threads.submit((self.store, other)[n % 2].amend, A, adds(n)) for n in range(12)]:
                done.result(timeout=60)
        assert sorted(map(int, self.store.recall(A).etag.split())) == list(range(12))

    def test_the_scope_of_the_run_does_not_see_another_run(self) -> None:
        other = self.open()
        self.admit(A, "one")
        assert summary(other.admit(candidate(A), Scope.RUN)) == new()
        assert summary(other.admit(candidate(B), Scope.RUN)) == duplicate(A)
        assert self.admit(A, "one", scope=Scope.RUN) == duplicate(A)

    def test_what_another_run_emits_too_outlives_the_first_claim(self) -> None:
        other = self.open()
        first = self.claim(A)
        second = other.admit(candidate(A), Scope.RUN)
        self.store.release([first])
        assert self.admit(A, scope=Scope.RUN) == new()
        assert summary(other.admit(candidate(A), Scope.RUN)) == duplicate(A)
        other.confirm([second.claim])
        assert other.remembered() == 1

    def test_what_another_run_confirmed_cannot_be_released(self) -> None:
        other = self.open()
        first = self.claim(A)
        other.confirm([other.admit(candidate(A), Scope.RUN).claim])
        self.store.release([first])
        assert self.store.remembered() == 1

    def test_the_last_of_two_claims_on_a_version_takes_it_along(self) -> None:
        other = self.open()
        first, second = self.claim(A), other.admit(candidate(A), Scope.RUN).claim
        other.release([second])
        assert self.store.remembered() == 0
        assert self.admit(B) == duplicate(A)
        self.store.release([first])
        assert self.admit(B) == new()

    def test_visits_are_shared(self) -> None:
        other = self.open()
        other.note(visit(A))
        assert self.store.recall(A) == visit(A)

    @pytest.fixture
    def small_parts(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for constant, number in self.SMALL_PARTS.items():
            monkeypatch.setattr(constant, number)

    def nine(self) -> list[int]:
        """The numbers of nine stories that are remembered with their visits, a copy each, and a feed."""
        for number in range(9):
            self.store.confirm([self.claim(f"{A}{number}", f"old {number}", canonical=f"{C}{number}")])
            self.store.note(visit(f"{A}{number}"), visit(f"{C}{number}"), visit(f"{A}nothing{number}"))
        self.store.note(Visit(FEED, UrlOutcome.SOURCE, datetime.now(timezone.utc), '"1"'))
        return [story.number for story in self.store.stories()]

    @pytest.mark.usefixtures("small_parts")
    @pytest.mark.parametrize("is_chosen", [True, False])
    def test_forgetting_what_is_chosen_lets_other_runs_act_in_between(self, is_chosen: bool) -> None:
        numbers = self.nine()
        other, acted = self.open(), []
        claim = other.admit(candidate(B, "young")).claim

        async def act(_: float) -> None:
            acted.append(await other.store.remembered())

        assert self.store.forget(set(numbers) if is_chosen else None, act) == 9
        assert len(set(acted)) > 3
        other.confirm([claim])
        assert [story.url for story in self.store.stories()] == [B]
        assert self.store.recall_all([*(f"{A}{n}" for n in range(9)), *(f"{C}{n}" for n in range(9)), FEED]) == {}
        assert [self.admit(f"{C}{number}", f"old {number}") for number in range(9)] == [new()] * 9

    def test_more_stories_than_are_forgotten_at_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(forgetting, "WINDOW", 4)
        numbers = sorted(self.nine())
        assert self.store.forget([*reversed(numbers[1:]), *numbers[3:5]]) == 8
        assert [story.number for story in self.store.stories()] == numbers[:1]

    @pytest.mark.usefixtures("small_parts")
    @pytest.mark.parametrize("parts", [1, 4, 7, 10, 13, 16, 19, 22, 25, 28])
    def test_wherever_forgetting_ends_what_is_forgotten_is_found_again(self, parts: int) -> None:
        self.nine()
        left = iter(range(parts))

        async def interrupt(_: float) -> None:
            if next(left, None) is None:
                raise KeyError("it is stopped")

        with suppress(KeyError):
            self.store.forget(None, interrupt)
        known = {story.url for story in self.store.stories()}
        assert {url for url in (f"{A}{number}" for number in range(9)) if self.store.recall(url)} <= known
        if len(known) < 9:
            assert self.store.recall(FEED) is None

    @pytest.mark.usefixtures("small_parts")
    def test_forgetting_lets_other_runs_act_in_between(self) -> None:
        for number in range(9):
            self.store.confirm([self.claim(f"{A}{number}", f"old {number}", canonical=f"{C}{number}")])
            self.store.note(visit(f"{A}{number}"))
        between = datetime.now(timezone.utc)
        other, noted = self.open(), []
        young = Visit(A, UrlOutcome.NOTHING, between)
        claim = other.admit(candidate(B, "young")).claim

        async def act(_: float) -> None:
            noted.append(dataclasses.replace(young, url=f"{B}{len(noted)}"))
            await other.store.note(noted[-1])

        assert self.store.prune(between, act) == 9
        assert len(noted) > 3
        other.confirm([claim])
        assert self.store.remembered() == 1
        asked = [*(each.url for each in noted), *(f"{A}{number}" for number in range(9))]
        assert self.store.recall_all(asked) == {each.url: each for each in noted}
        assert [self.admit(f"{C}{number}", f"old {number}") for number in range(9)] == [new()] * 9
        assert self.admit(B, "young") == duplicate(B)
