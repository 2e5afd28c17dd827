"""The ages at which an address is asked again, in seconds since it was first asked."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta, timezone

from boilerspider.crawl.asked import first_visited
from boilerspider.stores import UrlOutcome, Visit

AHEAD = timedelta(days=1)
"""How far a visit may lie in the future: its ages come late by so much. What lies further tells nothing. Ours."""

FAR_AHEAD = timedelta(days=30)
"""A visit that lies further in the future was noted by a clock that was far ahead, and is set back to `LONG_AGO`: else its address would not be asked for
years. One that lies less far may only look so, by a clock that is set back for a crawl. Ours."""

LONGEST_WAIT = timedelta(days=1)
"""How long what keeps failing is left alone, at most, before it is asked again: sitemaps of news name a story for two. Ours."""

_PUNCTUAL = 0.9
"""Share of a wait, or of an age, after which it is over: a crawl at a fixed hour comes no whole crawl too late. Ours."""

_SOON = 600.0
"""One age more, in seconds, of what came to nothing, where there are any: content systems name stories in feeds some minutes before they show them. Ours."""

LONG_AGO = datetime(1970, 1, 1, tzinfo=timezone.utc)
"""When such a visit is said to have been, so that its address is due."""


def is_due(visit: Visit, ages: Collection[float], now: datetime) -> bool:
    """Whether one of the ages (seconds since the first visit) has been all but reached that had not at the last; 0: always."""
    return 0 in ages or any(visit.checked < at <= now for at in _times(visit, ages))


def next_age(visit: Visit, ages: Collection[float]) -> datetime | None:
    """When the first of the ages is all but reached that was not at the visit; None where all were."""
    return min((at for at in _times(visit, ages) if at > visit.checked), default=None)


def wait_end(visit: Visit) -> datetime:
    """When what failed is asked again: it waits for as long as it had been failing when it was asked last, and never very long."""
    failing = visit.checked - first_visited(visit)
    return visit.checked + _PUNCTUAL * min(failing, LONGEST_WAIT)


def _times(visit: Visit, ages: Collection[float]) -> list[datetime]:
    """When each of the ages counts as reached: a visit from then on is the one of that age."""
    first = first_visited(visit)
    soon = (_SOON,) if ages and visit.outcome is UrlOutcome.NOTHING else ()
    return [first + timedelta(seconds=_PUNCTUAL * age) for age in (*soon, *ages)]
