"""The ages at which an address is asked again, in seconds since it was first asked."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta, timezone

from boilerspider.stores import Visit

AHEAD = timedelta(days=1)
"""How far a visit may lie in the future: its ages come late by so much. What lies further tells nothing. Ours."""

FAR_AHEAD = timedelta(days=30)
"""The same from which on it is no clock set back, for a crawl, that makes it look so: it would not be asked again for years. Ours."""

LONG_AGO = datetime(1970, 1, 1, tzinfo=timezone.utc)
"""When such a visit was from then on, so that it is due."""


def is_due(visit: Visit, ages: Collection[float], now: datetime) -> bool:
    """Whether one of the ages (seconds since the first visit) has been reached that had not at the last; 0: always."""
    first = visit.first or visit.checked
    return 0 in ages or any(visit.checked < first + timedelta(seconds=age) <= now for age in ages)


def next_age(visit: Visit, ages: Collection[float]) -> datetime | None:
    """When the first of the ages is reached that was not at the visit; None where all were."""
    first = visit.first or visit.checked
    return min((at for age in ages if (at := first + timedelta(seconds=age)) > visit.checked), default=None)
