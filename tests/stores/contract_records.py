"""What every store must tell of its stories and visits, and forget."""

from __future__ import annotations

import dataclasses
from datetime import datetime, timedelta, timezone
from random import Random
from typing import Any

from boilerspider.model import Scope
from boilerspider.stores import UrlOutcome, Visit
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

    def test_what_is_known_of_an_address_is_amended(self) -> None:
        told = []

        def counted(found: Visit | None) -> list[Visit]:
            told.append(found)
            return [dataclasses.replace(visit(A), etag=f"{found.etag}+" if found else "+")]

        self.store.amend(A, counted)
        self.store.amend(A, counted)
        assert [found and found.etag for found in told] == [None, "+"]
        self.store.amend(A, lambda _: [])
        assert self.store.recall(A).etag == "++"

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

    def test_stories_of_days_for_which_utc_has_no_year_are_told_with_the_others(self) -> None:
        first = datetime.min.replace(tzinfo=timezone(timedelta(hours=14)))
        last = datetime.max.replace(tzinfo=timezone(timedelta(hours=-12)))
        self.known(A, "one", published=first)
        self.known(B, "two", published=last)
        assert [(story.url, story.published.year) for story in self.store.stories()] == [(B, 9999), (A, 1)]
        assert self.store.story_of(A).url == A

    def test_addresses_may_be_long(self) -> None:
        long, longer = (A + "".join(Random(1).choices("abcdefghij0123456789", k=8_000)) + end for end in ("", "x"))
        for url, text in ((long, "one"), (longer, "two")):
            self.known(url, text, canonical=f"{url}/", title=url)
            self.store.note(visit(url), dataclasses.replace(visit(f"{url}#", UrlOutcome.DUPLICATE), copy_of=url))
            assert self.store.story_of(f"{url}/").url == url
            assert self.store.recall_all([url, f"{url}#"]).keys() == {url, f"{url}#"}
            assert self.store.story_of(url).copies == (f"{url}#",)
        assert self.store.remembered() == 2

    def test_a_url_names_its_story(self) -> None:
        self.known(A, "one", canonical=B)
        self.store.admit(candidate(C, "two"))
        assert self.store.story_of(B) == self.store.story_of(A) == self.store.stories()[0]
        assert self.store.story_of(C) is None
        assert self.store.story_of(ELSEWHERE) is None

    def test_a_story_stays_one_of_its_site_whoever_brings_its_next_text(self) -> None:
        self.known(ELSEWHERE, "one", canonical=A)
        self.store.close()
        self.store.open()
        self.known(A, "two")
        told = [(story.url, story.site, story.revision) for story in self.store.stories()]
        assert told == [(ELSEWHERE, "other.example", 1)]

    def test_a_story_that_two_addresses_name_is_forgotten_once(self) -> None:
        self.known(A, "one", canonical=B)
        self.known(C, "two")
        assert self.store.forget([self.store.story_of(url).number for url in (A, B)]) == 1
        assert [story.url for story in self.store.stories()] == [C]

    def copied(self, url: str, of: str = A) -> None:
        self.store.note(dataclasses.replace(visit(url, UrlOutcome.DUPLICATE), copy_of=of))

    def test_a_story_tells_its_copies_and_a_copy_its_story(self) -> None:
        self.known(A, "one", canonical=B)
        self.copied(ELSEWHERE)
        self.copied(C, of=B)
        self.copied(C, of=B)
        assert self.store.story_of(B).copies == (C, ELSEWHERE)
        assert self.store.stories()[0].copies == (C, ELSEWHERE)
        assert self.store.recall(C) == dataclasses.replace(visit(C, UrlOutcome.DUPLICATE), copy_of=A)
        self.store.note(visit(C))
        assert self.store.story_of(A).copies == (ELSEWHERE,)
        assert self.store.recall(C) == visit(C)
        assert self.store.story_of(ELSEWHERE) is None

    def test_the_last_of_several_visits_at_once_counts(self) -> None:
        self.known(A, "one")
        copies = [dataclasses.replace(visit(url, UrlOutcome.DUPLICATE), copy_of=A) for url in (B, C)]
        self.store.note(*copies, *copies, visit(C))
        assert self.store.story_of(A).copies == (B,)
        assert self.store.recall(C) == visit(C)

    def test_a_copy_of_what_is_not_known_is_a_visit_like_any(self) -> None:
        self.copied(B)
        assert self.store.recall(B) == visit(B, UrlOutcome.DUPLICATE)
        self.known(A, "one")
        assert self.store.story_of(A).copies == ()

    def test_copies_of_a_story_that_is_given_back_or_forgotten_are_of_none(self) -> None:
        claim = self.store.admit(candidate(A, "one")).claim
        self.copied(B)
        self.store.release([claim])
        assert self.store.recall(B).copy_of is None
        self.known(A, "two")
        assert self.store.story_of(A).copies == ()
        self.copied(C)
        self.store.forget([self.store.story_of(A).number])
        self.known(A, "three")
        assert self.store.story_of(A).copies == ()

    def test_copies_not_seen_for_long_are_told_no_more(self) -> None:
        self.known(A, "one")
        self.copied(B)
        self.store.prune(visit(B).checked + timedelta(seconds=1))
        assert self.store.story_of(A).copies == ()
        assert self.store.recall(B) is None

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

    def test_visits_that_are_kept_are_not_forgotten(self) -> None:
        self.known(A, "one")
        self.store.note(visit(A), visit(B), visit(C), visit(ELSEWHERE))
        assert (
            self.store.forget([self.store.story_of(A).number], kept=[B, ELSEWHERE, "https://example.com/unknown"]) == 1
        )
        assert self.store.recall_all([A, B, C, ELSEWHERE]) == {B: visit(B), ELSEWHERE: visit(ELSEWHERE)}

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

    def test_what_is_known_and_was_found_again_can_be_forgotten(self) -> None:
        self.known(A, "one")
        self.reopen()
        claim = self.store.admit(candidate(A, "one"), Scope.RUN).claim
        assert self.store.forget() == 1
        self.store.release([claim])
        assert self.store.remembered() == 0
        assert self.admit(A, "one") == new()
