"""The part of the contract that says which story a canonical link or a redirect names, and whose an address is that two stories name."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest

from boilerspider.model import Outcome
from tests.stores.contract_near import downloaded, text, told, with_boxes
from tests.stores.contract_verdicts import OpenedStore
from tests.stores.helpers import A, B, C, candidate, duplicate, new, revised, summary, variant

SHORTER = " ".join(text("bridge").split()[:80])
"""Two fifths of a story, as a page for telephones may have it."""

BRIDGE, FERRY, TRAM = "The bridge", "The ferry", "The tram"


class NamingContract(OpenedStore):
    """What a store answers on a site whose canonical links name one page, and on one whose links are right."""

    def name(self, *args: Any, **more: Any) -> tuple[Any, ...]:
        """Admit a text that is long enough to be compared, and confirm."""
        verdict = self.store.admit(told(*args, **more))
        if verdict.claim is not None:
            self.store.confirm([verdict.claim])
        return summary(verdict)

    def test_stories_that_have_a_canonical_link_and_nothing_else_in_common_are_new(self) -> None:
        for run in (new(), None, None):
            for url, topic in ((A, "bridge"), (B, "ferry"), (C, "tram")):
                assert self.name(url, text(topic), canonical=C) == (run or duplicate(url))
            self.reopen()
        assert self.store.remembered() == 3

    @pytest.mark.parametrize("title", [None, BRIDGE])
    def test_no_headline_makes_them_one_story_where_the_texts_can_be_compared(self, title: str | None) -> None:
        assert self.name(A, text("bridge"), canonical=C, title=title) == new()
        assert self.name(B, text("ferry"), canonical=C, title=title) == new()

    def test_each_of_them_is_revised_under_its_own_address(self) -> None:
        self.name(C, text("tram"), canonical=C)
        self.name(A, text("bridge"), canonical=C)
        for url in (A, C):
            again = self.store.admit(told(url, text("train" + url), canonical=C))
            assert (again.outcome, again.original_url, again.revision) == (Outcome.REVISED, url, 1)

    def test_where_texts_cannot_be_compared_headlines_that_differ_say_so(self) -> None:
        assert self.admit(A, "one", canonical=C, title=BRIDGE) == new()
        assert self.admit(B, "two", canonical=C, title=FERRY) == new()
        assert self.admit(C, "three", canonical=C, title=TRAM) == new()
        assert self.admit(C, "four", canonical=C, title=BRIDGE) == revised(1, "three", C)

    def test_where_texts_cannot_be_compared_one_headline_or_none_says_nothing_against_the_link(self) -> None:
        self.admit(A, "one", canonical=C, title=BRIDGE)
        assert self.admit(B, "two", canonical=C, title=" THE BRIDGE! ") == variant(A)
        assert self.admit(B, "three", canonical=C) == variant(A)
        self.reopen()
        assert self.admit(B, "two", canonical=C, title="the\xa0bridge") == revised(1, "one")

    def test_headlines_are_compared_as_far_as_they_are_kept(self) -> None:
        self.admit(A, "one", canonical=C, title="t" * 300)
        assert self.admit(B, "two", canonical=C, title="t" * 400) == variant(A)

    def test_a_page_with_a_good_part_of_the_text_is_another_page_of_the_story_whatever_its_headline(self) -> None:
        self.name(A, text("bridge"), canonical=C, title=BRIDGE)
        assert self.name(B, SHORTER, canonical=C, title=FERRY) == variant(A)
        self.reopen()
        found = self.store.admit(told(B, SHORTER, canonical=C, title=FERRY))
        assert (found.outcome, found.original_url, found.revision) == (Outcome.REVISED, A, 1)

    @pytest.mark.parametrize("count", [1, 4])
    def test_a_page_with_the_first_few_blocks_of_the_story_is_another_page_of_it(self, count: int) -> None:
        parts = [text(topic, 60) for topic in map(str, range(40))]
        self.store.confirm([self.store.admit(downloaded(A, parts, canonical=C)).claim])
        begin = downloaded(B, parts[:count], canonical=C)
        assert summary(self.store.admit(begin)) == variant(A)
        other = downloaded(B, parts[1 : 1 + count], canonical=C)
        assert self.store.admit(other).outcome is Outcome.NEW

    @pytest.mark.parametrize("count", [2, 4])
    def test_a_page_that_is_cut_is_no_revision_of_the_story_in_a_later_run(self, count: int) -> None:
        parts = [text(topic, 40) for topic in map(str, range(6))]
        self.store.confirm([self.store.admit(downloaded(A, parts)).claim])
        self.reopen()
        cut = downloaded(B, parts[:count], "Buy a boat.", canonical=A)
        assert summary(self.store.admit(cut)) == variant(A)
        assert summary(self.store.admit(downloaded(A, parts))) == duplicate(A)
        for edited in ([*parts[1:5], "Nobody came."], [" ".join(parts[0].split()[::-1]), *parts[1:]]):
            verdict = self.store.admit(downloaded(B, edited, canonical=A))
            assert verdict.outcome is Outcome.REVISED
            self.store.release([verdict.claim])

    @pytest.mark.parametrize(("count", "outcome"), [(3, Outcome.REVISED), (5, Outcome.DUPLICATE)])
    def test_a_page_that_is_cut_does_not_cost_the_story_that_comes_after_it_in_one_run(
        self, count: int, outcome: Outcome
    ) -> None:
        parts = [text(topic, 40) for topic in map(str, range(6))]
        self.store.confirm([self.store.admit(downloaded(A, parts[:count], canonical=B)).claim])
        whole = self.store.admit(downloaded(B, parts, "Buy a boat.", canonical=B))
        assert (whole.outcome, whole.original_url) == (outcome, A)
        assert self.store.admit(downloaded(C, parts[:4], canonical=B)).outcome is Outcome.DUPLICATE

    @pytest.mark.parametrize("boxes", [("", "", ""), ("Buy a boat.", "All about cars.", "Join us today!")])
    def test_a_cut_page_that_was_met_first_is_no_revision_once_the_whole_story_is_known(
        self, boxes: Sequence[str]
    ) -> None:
        parts = [text(topic, 40) for topic in map(str, range(8))]
        for box in boxes:
            outcomes = [Outcome.DUPLICATE] * 2 if self.store.remembered() else [Outcome.NEW, Outcome.REVISED]
            cut, whole = downloaded(A, parts[:3], box, canonical=B), downloaded(B, parts, box, canonical=B)
            for page, outcome in zip((cut, whole), outcomes, strict=True):
                verdict = self.store.admit(page)
                assert verdict.outcome is outcome
                self.store.confirm([verdict.claim] if verdict.claim else [])
            self.reopen()
        assert self.store.admit(downloaded(A, parts[:2], canonical=B)).outcome is Outcome.REVISED

    def test_a_story_that_is_cut_under_its_own_address_or_a_later_one_is_a_revision(self) -> None:
        parts = [text(topic, 40) for topic in map(str, range(6))]
        self.store.confirm([self.store.admit(downloaded(A, parts)).claim])
        self.reopen()
        for url, more in ((A, {"canonical": A}), (A, {"canonical": C}), (B, {"canonical": B, "led_by": (A,)})):
            verdict = self.store.admit(downloaded(url, parts[:4], **more))
            assert verdict.outcome is Outcome.REVISED
            self.store.release([verdict.claim])

    def test_a_story_that_was_met_where_it_has_moved_is_no_revision_at_its_old_address(self) -> None:
        """What serves both addresses names the new one as canonical, and a number in the headline has changed."""
        words = with_boxes(text("bridge"), "later")
        assert self.name(A, text("bridge"), canonical=A, title="Toll rises to 27") == new()
        self.reopen()
        assert self.name(B, words, canonical=B, title="Toll rises to 28") == new()
        for _ in range(2):
            assert self.name(A, words, canonical=B, title="Toll rises to 28") == duplicate(B)
            self.reopen()
        assert self.name(A, words, canonical=A, title="Toll rises to 28")[0] is Outcome.REVISED

    def test_a_text_that_the_story_had_before_is_the_storys(self) -> None:
        self.name(A, text("bridge"), canonical=C)
        self.name(A, text("ferry"), canonical=C)
        assert self.name(B, text("bridge"), canonical=C)[:4] == variant(A, 1)[:4]

    def test_the_link_is_asked_where_the_address_names_another_story(self) -> None:
        self.name(A, text("bridge"), canonical=B)
        self.name(C, text("ferry"), canonical=C)
        assert self.name(B, text("ferry"), canonical=C) == duplicate(C)

    # What redirects to a page

    def test_a_story_that_was_corrected_and_has_another_address_is_a_revision_of_itself(self) -> None:
        self.name(A, text("bridge"))
        for number, (url, led_by) in enumerate(((B, (A,)), (B, ()), (C, (A, B)), (C, (B,))), start=1):
            self.reopen()
            words = with_boxes(text("bridge"), *map(str, range(number)))
            again = self.store.admit(told(url, words, led_by=led_by))
            assert (again.outcome, again.original_url, again.revision) == (Outcome.REVISED, A, number)
            self.store.confirm([again.claim])
            assert self.store.story_of(url).url == A
            assert self.name(url, words, led_by=led_by) == duplicate(A, number)
        assert self.store.remembered() == 1

    def test_one_that_has_moved_and_is_written_anew_is_a_revision_of_itself_while_the_first_address_leads_there(
        self,
    ) -> None:
        self.name(A, text("bridge"), title=BRIDGE)
        self.reopen()
        self.name(B, with_boxes(text("bridge"), "box"), led_by=(A,), title=BRIDGE)
        for number, (words, title) in enumerate(((text("ferry"), FERRY), ("too short to be compared", TRAM)), start=2):
            self.reopen()
            again = self.store.admit(told(B, words, led_by=(C, A), title=title))
            assert (again.outcome, again.original_url, again.revision) == (Outcome.REVISED, A, number)
            self.store.confirm([again.claim])
            assert self.name(B, words, title=title) == duplicate(A, number)
        self.reopen()
        assert self.name(B, text("tram"), led_by=(C,)) == new()
        assert self.name(B, text("school"), led_by=(A,))[:4] == (Outcome.REVISED, False, 1, B)

    def test_a_story_that_was_taken_out_and_leads_to_another_one_is_not_that_one(self) -> None:
        self.name(A, text("bridge"), title=BRIDGE)
        self.reopen()
        assert self.name(B, text("ferry"), led_by=(A,), title=BRIDGE) == new()
        assert self.name(C, text("tram"), led_by=(A,)) == new()
        assert [self.store.story_of(url).url for url in (A, B, C)] == [A, B, C]
        self.reopen()
        assert self.name(A, text("bridge")) == duplicate(A)
        assert self.name(B, text("ferry"), led_by=(A,)) == duplicate(B)

    @pytest.mark.parametrize("titles", [(BRIDGE, FERRY), (None, None), (BRIDGE, None), (None, FERRY)])
    def test_where_texts_cannot_be_compared_a_redirect_alone_makes_no_story_of_two(self, titles: Any) -> None:
        assert self.admit(A, "one", title=titles[0]) == new()
        self.reopen()
        assert self.admit(B, "two", led_by=(A,), title=titles[1]) == new()

    def test_where_texts_cannot_be_compared_a_headline_speaks_for_a_redirect(self) -> None:
        self.admit(A, "one", title=BRIDGE)
        self.reopen()
        assert self.admit(B, "two", led_by=(A,), title=BRIDGE.upper()) == revised(1, "one")

    def test_the_pages_own_word_goes_before_a_redirect(self) -> None:
        self.name(A, text("bridge"))
        self.name(C, with_boxes(text("bridge", 100), "a", "b", "c", "d"))
        self.reopen()
        again = self.store.admit(told(B, with_boxes(text("bridge", 100), "a", "b"), canonical=C, led_by=(A,)))
        assert again.original_url == C

    def test_what_leads_to_a_story_is_remembered_with_it_and_given_back_with_it(self) -> None:
        claim = self.store.admit(told(A, text("bridge"), led_by=(C,))).claim
        self.store.release([claim])
        assert self.name(C, text("ferry")) == new()
        assert self.name(A, text("bridge"), led_by=(B,)) == new()
        self.reopen()
        moved = self.store.admit(told(f"{A}/now", with_boxes(text("bridge"), "box"), led_by=(B,)))
        assert (moved.outcome, moved.original_url) == (Outcome.REVISED, A)
        assert self.store.story_of(B).url == A

    @pytest.mark.parametrize("titles", [(BRIDGE, FERRY), (BRIDGE, BRIDGE), (None, None)])
    def test_an_address_that_leads_to_another_story_each_day_is_none_of_theirs(self, titles: Any) -> None:
        fixed = text("weather", 100)
        days = [(A, f"{text('bridge', 100)} {fixed}"), (B, f"{text('ferry', 100)} {fixed}")]
        for (url, words), title in zip(days, titles, strict=True):
            assert self.name(url, words, title=title, led_by=(C,)) == new()
            self.reopen()
        for url, words in days:
            assert self.name(url, words) == duplicate(url)

    def test_nor_is_it_where_their_texts_cannot_be_compared(self) -> None:
        for url, words in ((A, "one"), (B, "two")):
            assert self.admit(url, words, title=BRIDGE, led_by=(C,)) == new()
            self.reopen()

    def test_a_story_that_moves_keeps_with_little_of_its_text_the_address_that_it_had_first(self) -> None:
        self.name(A, f"{text('bridge', 100)} {text('ferry', 100)}", title=BRIDGE)
        self.reopen()
        again = self.store.admit(told(B, f"{text('ferry', 100)} {text('tram', 100)}", title=FERRY, led_by=(A,)))
        assert (again.outcome, again.original_url) == (Outcome.REVISED, A)

    def test_a_page_that_leads_to_a_story_and_becomes_one_has_its_own_address(self) -> None:
        self.name(A, text("bridge"), led_by=(B,))
        assert self.name(B, text("ferry")) == new()
        assert self.store.story_of(B).url == B

    # Whose an address is

    def test_a_story_has_its_own_address_whoever_named_it_before(self) -> None:
        self.admit(A, "one", canonical=C, title=BRIDGE)
        self.admit(C, "two", canonical=C, title=FERRY)
        stories = [self.store.story_of(url) for url in (A, C)]
        assert [(story.url, story.title) for story in stories] == [(A, BRIDGE), (C, FERRY)]
        assert self.store.forget({stories[0].number}) == 1
        assert self.admit(C, "two", title=TRAM) == duplicate(C)
        assert self.admit(A, "one", title=TRAM) == new()

    def test_what_is_given_back_takes_no_address_of_another_story_along(self) -> None:
        first = self.claim(A, "one", canonical=C, title=BRIDGE)
        self.admit(C, "two", canonical=C, title=FERRY)
        self.store.release([first])
        assert self.admit(C, "three") == revised(1, "two", C)
        assert self.admit(A, "one") == new()

    def test_an_address_that_was_taken_and_given_back_is_free(self) -> None:
        self.admit(A, "one", canonical=C, title=BRIDGE)
        self.store.release([self.claim(C, "two", canonical=C, title=FERRY)])
        assert self.admit(A, "one", canonical=C, title=BRIDGE) == duplicate(A)
        assert self.admit(C, "three", title=FERRY) == new()

    def test_an_address_may_come_to_a_story_twice(self) -> None:
        first = self.claim(A, "one", canonical=C, title=BRIDGE)
        self.store.release([self.claim(C, "two", canonical=C, title=FERRY)])
        second = self.claim(A, "three", canonical=C, title=BRIDGE)
        self.store.release([first])
        assert self.admit(C, "three", title=FERRY) == duplicate(A, 1)
        self.store.release([second])
        assert self.admit(C, "three", title=FERRY) == self.admit(A, "one") == new()
        assert self.store.remembered() == 2

    def test_what_is_pruned_frees_no_address_of_a_younger_story(self) -> None:
        self.admit(A, "one", canonical=C, title=BRIDGE)
        between = datetime.now(timezone.utc)
        self.admit(C, "two", canonical=C, title=FERRY)
        assert self.store.prune(between) == 1
        assert self.admit(C, "two", title=TRAM) == duplicate(C)
        assert self.store.prune(datetime.now(timezone.utc) + timedelta(hours=1)) == 1

    def test_an_item_without_canonical_link_is_named_by_its_address_alone(self) -> None:
        assert candidate(A).addresses == candidate(A, canonical=A).addresses == (A,)
        assert candidate(A, canonical=C).addresses == (A, C)

    def test_the_surest_address_comes_first(self) -> None:
        assert candidate(A, led_by=(B, A)).addresses == (A, B)
        assert candidate(A, canonical=C, led_by=(B, C)).addresses == (A, C, B)
