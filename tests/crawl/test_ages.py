"""When an address is asked again: no age is missed by a crawl that comes a little early, and none is asked twice."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerspider.crawl.ages import is_due, next_age
from boilerspider.stores import UrlOutcome, Visit

BEGIN = datetime(2026, 11, 1, tzinfo=timezone.utc)
HOUR_S = 3600.0
AGES = (HOUR_S, 6 * HOUR_S, 24 * HOUR_S)

outcomes = st.sampled_from((UrlOutcome.ARTICLE, UrlOutcome.NOTHING))


def asked(ages: tuple[float, ...], outcome: UrlOutcome, times_s: list[float]) -> list[float]:
    """At which of the times of crawls, in seconds since the first visit, an address is asked again."""
    visit, asks = Visit("https://example.com/a", outcome, BEGIN), []
    for time_s in times_s:
        now = BEGIN + timedelta(seconds=time_s)
        if is_due(visit, ages, now):
            asks.append(time_s)
            visit = Visit(visit.url, outcome, now, first=BEGIN)
    return asks


@given(
    st.sets(st.integers(1, 1_000_000), min_size=1, max_size=5),
    outcomes,
    st.lists(st.integers(1, 2_000_000), max_size=60).map(sorted),
)
def test_each_age_is_asked_once_at_most_however_early_it_was(
    ages: set[int], outcome: UrlOutcome, times_s: list[float]
) -> None:
    asks = asked(tuple(ages), outcome, times_s)
    soon = {600} if outcome is UrlOutcome.NOTHING else set()
    # What came after nine tenths of an age, and before as much of the next, was of that age.
    reached = Counter(sum(9 * age <= 10 * ask for age in ages | soon) for ask in asks)
    assert 0 not in reached
    assert all(count == 1 for count in reached.values())


@given(outcomes, st.lists(st.floats(-100, 100), min_size=30, max_size=30))
def test_hourly_crawls_ask_after_one_hour_and_six_whether_they_come_early_or_late(
    outcome: UrlOutcome, jitter_s: list[float]
) -> None:
    times_s = [number * HOUR_S + late_s for number, late_s in enumerate(jitter_s, 1)]
    hours = [round(ask / HOUR_S) for ask in asked(AGES, outcome, times_s)]
    assert hours == [1, 6, 22]


@given(outcomes, st.floats(0, 2e5))
def test_what_is_said_to_come_next_is_when_it_is_due(outcome: UrlOutcome, visited_s: float) -> None:
    visit = Visit("https://example.com/a", outcome, BEGIN + timedelta(seconds=visited_s), first=BEGIN)
    at = next_age(visit, AGES)
    if at is None:
        assert not is_due(visit, AGES, BEGIN + timedelta(days=1_000))
    else:
        assert is_due(visit, AGES, at)
        assert not is_due(visit, AGES, at - timedelta(microseconds=1))


@pytest.mark.parametrize(
    ("ages", "outcome", "asks"),
    [
        (AGES, UrlOutcome.NOTHING, [600, 3600]),
        ((24 * HOUR_S,), UrlOutcome.NOTHING, [600]),
        ((), UrlOutcome.NOTHING, []),
        (AGES, UrlOutcome.ARTICLE, [3600]),
    ],
)
def test_what_came_to_nothing_is_asked_once_more_soon_where_anything_is(
    ages: tuple[float, ...], outcome: UrlOutcome, asks: list[float]
) -> None:
    assert asked(ages, outcome, [600.0 * number for number in range(1, 12)]) == asks
