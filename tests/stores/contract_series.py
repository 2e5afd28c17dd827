"""The part of the contract that tells stories of one series from copies."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from boilerspider.model import Outcome, Outline
from boilerspider.stores.series import NEARLY_EQUAL
from tests.stores.contract_near import downloaded, text
from tests.stores.contract_verdicts import OpenedStore
from tests.stores.helpers import ELSEWHERE, A, B

STANDING = [text(topic, 60) for topic in ("region", "outlook", "advice")]
"""What stands below each of them: four fifths of such a page."""


def forecast(url: str, town: str, title: str | None = None, **more: Any) -> Any:
    """A story of a series: a town's own paragraph above what stands below all of them."""
    title = f"Weather in {town}: so the day begins" if title is None else title
    return downloaded(url, [text(town, 12), *STANDING], title=title or None, **more)


class SeriesContract(OpenedStore):
    """Stories of one site that stand above the same text are stories each, with headlines of one kind and openings of their own."""

    def second(self, first: Any, second: Any) -> Any:
        """The outcome for the second of two, the first of which is remembered."""
        claim = self.store.admit(first).claim
        assert claim is not None
        self.store.confirm([claim])
        assert first.sketch.similarity(second.sketch) > 0.65
        return self.store.admit(second).outcome

    def test_stories_of_one_series_are_new_each(self) -> None:
        assert self.second(forecast(A, "Lorwick"), forecast(B, "Tolmer")) is Outcome.NEW

    def test_in_the_next_run_too(self) -> None:
        self.store.confirm([self.store.admit(forecast(A, "Lorwick")).claim])
        self.reopen()
        assert self.store.admit(forecast(B, "Tolmer")).outcome is Outcome.NEW

    def test_a_headline_in_which_a_date_alone_differs_is_another(self) -> None:
        days = [forecast(url, day, f"Lottery: numbers of {day} November") for url, day in ((A, "27"), (B, "28"))]
        assert self.second(*days) is Outcome.NEW

    def test_where_numbers_alone_differ_both_may_open_alike(self) -> None:
        opening = ["These are the numbers of the evening."]
        days = [
            downloaded(url, [*opening, text(day, 12), *STANDING], title=f"Lottery: {day} November")
            for url, day in ((A, "27"), (B, "28"))
        ]
        assert self.second(*days) is Outcome.NEW

    def test_so_it_is_of_towns_where_nearly_all_stands_below_each(self) -> None:
        standing = [*STANDING, *(text(topic, 60) for topic in ("terms", "law", "odds"))]
        towns = [
            downloaded(url, [text(town, 6), *standing], title=f"Weather in {town}")
            for url, town in ((A, "Lorwick"), (B, "Tolmer"))
        ]
        assert towns[0].sketch.similarity(towns[1].sketch) > NEARLY_EQUAL
        assert self.second(*towns) is Outcome.NEW

    def test_so_is_one_longer_than_a_store_keeps(self) -> None:
        towns = [forecast(url, town, f"{town}: {'rain ' * 90}") for url, town in ((A, "Lorwick"), (B, "Tolmer"))]
        assert self.second(*towns) is Outcome.NEW

    def test_on_another_site_it_is_a_copy(self) -> None:
        assert self.second(forecast(A, "Lorwick"), forecast(ELSEWHERE, "Tolmer")) is Outcome.DUPLICATE

    def test_under_the_same_headline_it_is_a_copy(self) -> None:
        title = "Weather: so the day begins"
        again = forecast(B, "Tolmer", "WEATHER - so the day begins")
        assert self.second(forecast(A, "Lorwick", title), again) is Outcome.DUPLICATE

    def test_under_a_headline_of_another_kind_it_is_a_copy_whose_editor_wrote_the_opening_anew(self) -> None:
        again = forecast(B, "Tolmer", "Storm hits the coast")
        assert self.second(forecast(A, "Lorwick"), again) is Outcome.DUPLICATE

    def test_a_copy_keeps_the_opening_or_begins_with_it_below_a_paragraph_of_its_own(self) -> None:
        story = forecast(A, "Lorwick")
        below = downloaded(B, [text("note", 12), text("Lorwick", 12), *STANDING], title="Weather in Lorwick and around")
        assert self.second(story, below) is Outcome.DUPLICATE

    def test_what_is_nearly_equal_is_one_story_with_another_dateline_below_a_longer_headline(self) -> None:
        story = [text("bridge", 12), *(text(str(part), 60) for part in range(6))]
        again = [f"LORWICK (AP) - {story[0]}", *story[1:]]
        pages = downloaded(A, story, title="Bridge falls"), downloaded(B, again, title="Update: Bridge falls")
        assert self.second(*pages) is Outcome.DUPLICATE

    def test_without_a_headline_or_without_an_outline_the_texts_alone_tell(self) -> None:
        assert self.second(forecast(A, "Lorwick"), forecast(B, "Tolmer", "")) is Outcome.DUPLICATE
        bare = forecast(B, "Tolmer")
        bare = replace(bare, sketch=replace(bare.sketch, outline=Outline()))
        assert self.store.admit(bare).outcome is Outcome.DUPLICATE
