"""The marks of stories that wait before they are asked again: what stands in them, and what they mean to whoever looks."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from boilerspider.crawl.ages import next_age, wait_end
from boilerspider.crawl.asked import first_visited
from boilerspider.spiders.names import FAILING, WALLED
from boilerspider.stores import UrlOutcome, Visit

VOID = UrlOutcome.SOURCE
"""What a mark says that holds no more: stores forget no single visit. Ours."""

_MARKS = (FAILING, FAILING + WALLED, WALLED)
"""What stands behind an address that waits; with `WALLED` it concerns crawls without cookies alone."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """How an address waits."""

    why: str
    """failing: its answers were errors of its own; walled: a wall stands before it."""
    since: datetime
    last: datetime
    """When it was asked last."""
    times: int | None
    """How often it failed; None where nobody has counted."""
    status: int | None
    """That of the last answer; None where that is not known."""
    asked_from: datetime | None
    """When crawls ask it again; where that has passed, the next one does, and where it is None, none."""
    without_cookies: bool
    """Whether it waits for crawls without cookies alone."""


def names_of(url: str) -> list[str]:
    """Under which names it may be marked that an address waits."""
    return [url + mark for mark in _MARKS]


def holds(mark: Visit | None, own: Visit | None) -> bool:
    """Whether a mark tells of an address: it is not void, and nothing else was noted of the address since."""
    return mark is not None and mark.outcome is not VOID and not (own is not None and own.checked > mark.checked)


def waiting(url: str, found: Mapping[str, Visit], ages: Collection[float]) -> list[Waiting]:
    """How an address waits, by what is found of it and its marks; nothing where it does not."""
    told = []
    for mark in _MARKS:
        visit = found.get(url + mark)
        if visit is None or not holds(visit, found.get(url)):
            continue
        is_failing = mark.startswith(FAILING)
        asked_from = wait_end(visit) if is_failing else next_age(visit, ages)
        status, times = unpack(visit) if is_failing else (None, None)
        told.append(
            Waiting(
                *("failing" if is_failing else "walled", first_visited(visit), visit.checked, times, status),
                asked_from=visit.checked if 0 in ages else asked_from,
                without_cookies=mark.endswith(WALLED),
            )
        )
    return told


def void(found: Mapping[str, Visit]) -> list[Visit]:
    """The marks that say no more that addresses keep failing, in the place of those found."""
    return [Visit(name, VOID, visit.checked) for name, visit in found.items() if FAILING in name]


def pack(status: int, before: Visit | None) -> str:
    """What a mark keeps in the field of the version: the last status, and how often it failed, since a mark before; none where that does not count."""
    times = 0 if before is None else unpack(before)[1]
    return json.dumps([status, None if times is None else times + 1])


def unpack(mark: Visit) -> tuple[int | None, int | None]:
    """The last status, and how often it failed; marks of earlier versions know neither."""
    status, times = json.loads(mark.etag or "[null,null]")
    return status, times
