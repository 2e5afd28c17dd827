"""The part of the contract that says whether a page is a copy of the story on another site that its canonical link names."""

from __future__ import annotations

from typing import Any

import pytest

from boilerspider.model import Outcome, Scope
from tests.stores.contract_near import downloaded, text, told
from tests.stores.contract_verdicts import OpenedStore
from tests.stores.helpers import ELSEWHERE, A, new, summary

THIRD = "https://third.example/a"
ABRIDGED = f"{text('bridge', 60)} {text('rewritten')}"
"""A quarter of which is the story's."""


class CopiesContract(OpenedStore):
    """What a store answers where pages name a story of another site as their original."""

    def meet(self, candidate: Any, scope: Scope = Scope.ALL) -> Any:
        """Admit and confirm."""
        verdict = self.store.admit(candidate, scope)
        if verdict.claim is not None:
            self.store.confirm([verdict.claim])
        return verdict

    def meet_text(self, url: str, words: str, scope: Scope = Scope.ALL, **more: Any) -> Any:
        """The verdict on a text."""
        return self.meet(told(url, words, **more), scope)

    def test_a_page_that_names_its_origin_on_another_site_is_a_copy_of_it(self) -> None:
        self.meet_text(A, text("bridge"))
        found = self.meet_text(ELSEWHERE, ABRIDGED, copy_of=A)
        assert (found.outcome, found.original_url) == (Outcome.DUPLICATE, A)
        assert 0 < found.similarity < 0.6

    def test_a_story_that_has_nothing_of_the_one_that_it_names_as_its_origin_is_its_own(self) -> None:
        self.meet_text(A, text("bridge"), title="The bridge")
        assert summary(self.meet_text(ELSEWHERE, text("ferry"), copy_of=A, title="The ferry")) == new()
        self.meet_text(A, text("bridge rebuilt"), title="The bridge")
        former = self.meet_text(THIRD, ABRIDGED, copy_of=A)
        assert (former.outcome, former.original_url) == (Outcome.DUPLICATE, A)

    def test_so_is_one_whose_sketch_is_like_that_ones_by_chance(self) -> None:
        chance, story = told(ELSEWHERE, text("ferry308"), copy_of=A, title="The ferry"), text("bridge")
        assert 0.08 < chance.sketch.similarity(told(A, story).sketch) < 0.09
        self.meet_text(A, story, title="The bridge")
        assert summary(self.meet(chance)) == new()

    @pytest.mark.parametrize(
        ("words", "titles"), [(45, ("The bridge", "The ferry")), (200, ("The bridge", "THE BRIDGE!"))]
    )
    def test_a_text_that_is_too_short_to_be_compared_or_has_the_headline_is_a_copy(
        self, words: int, titles: Any
    ) -> None:
        self.meet_text(A, text("bridge"), title=titles[0])
        found = self.meet_text(ELSEWHERE, text("abridged", words), copy_of=A, title=titles[1])
        assert (found.outcome, found.original_url) == (Outcome.DUPLICATE, A)

    def test_a_short_excerpt_of_a_long_story_is_a_copy(self) -> None:
        parts = [text(f"bridge {number}", 60) for number in range(40)]
        story, excerpt = downloaded(A, parts), downloaded(ELSEWHERE, parts[4:5], copy_of=A)
        assert excerpt.sketch.similarity(story.sketch) < 0.05
        self.meet(story)
        assert self.meet(excerpt).original_url == A
        assert self.meet(downloaded(THIRD, [text("ferry", 60)], copy_of=A)).outcome is Outcome.NEW

    def test_an_origin_that_is_not_known_makes_no_copy(self) -> None:
        assert summary(self.meet_text(ELSEWHERE, text("bridge"), copy_of=A)) == new()
        assert self.meet_text(A, text("bridge")).original_url == ELSEWHERE

    def test_in_the_scope_of_the_site_no_story_has_an_origin_elsewhere(self) -> None:
        self.meet_text(A, text("bridge"))
        assert summary(self.meet_text(ELSEWHERE, ABRIDGED, scope=Scope.SITE, copy_of=A)) == new()
