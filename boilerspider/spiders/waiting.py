"""The marks of stories that wait before they are asked again: what stands in them, and what they mean to whoever looks."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from boilerspider.crawl.ages import next_age, wait_end
from boilerspider.crawl.asked import first_visited
from boilerspider.spiders.names import FAILING, WALLED
from boilerspider.stores import Store, UrlOutcome, Visit

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

    def told(self, now: datetime) -> str:
        """All of it in some lines."""
        times = f", {self.times} times" if self.times and self.times > 1 else ""
        status = f" with status {self.status}" if self.status else ""
        crawls = "crawls without cookies" if self.without_cookies else "crawls"
        if self.asked_from is None:
            again = f"{crawls} ask it no more"
        elif self.asked_from <= now:
            again = "the next crawl asks it"
        else:
            at_once = ", or at once where a feed or a page names it" if self.why == "failing" else ""
            again = f"{crawls} ask it again from {stamp(self.asked_from)} on{at_once}"
        return f"{self.why} since {stamp(self.since)}{times}\nlast asked {stamp(self.last)}{status}\n{again}"


def stamp(moment: datetime) -> str:
    """A moment as lines tell it."""
    return f"{moment:%Y-%m-%d %H:%M} UTC"


def holds(mark: Visit | None, own: Visit | None) -> bool:
    """Whether a mark tells of an address: it is not void, and nothing else was noted of the address since."""
    return mark is not None and mark.outcome is not VOID and not (own is not None and own.checked > mark.checked)


async def marks_of(store: Store, url: str) -> list[Visit]:
    """The marks that an address waits; none where it does not."""
    found = await store.recall([url, *(url + mark for mark in _MARKS)])
    own = found.pop(url, None)
    return [mark for mark in found.values() if holds(mark, own)]


def is_failing(mark: Visit) -> bool:
    """Whether a mark says that an address keeps failing, and not that a wall stands before it."""
    return mark.url.endswith((FAILING, FAILING + WALLED))


def as_told(mark: Visit, ages: Collection[float]) -> Waiting:
    """How an address waits, by its mark and the ages at which addresses are asked again."""
    fails = is_failing(mark)
    status, times = unpack(mark) if fails else (None, None)
    asked_from = wait_end(mark) if fails else next_age(mark, ages)
    return Waiting(
        *("failing" if fails else "walled", first_visited(mark), mark.checked, times, status),
        asked_from=mark.checked if 0 in ages else asked_from,
        without_cookies=mark.url.endswith(WALLED),
    )


def as_void(mark: Visit) -> Visit:
    """What stands in the place of a mark that an address keeps failing, when it holds no more."""
    return Visit(mark.url, VOID, mark.checked)


def pack(status: int, before: Visit | None) -> str:
    """What a mark keeps in the field of the version: the last status, and how often it failed, since a mark before; none where that does not count."""
    times = 0 if before is None else unpack(before)[1]
    return json.dumps([status, None if times is None else times + 1])


def unpack(mark: Visit) -> tuple[int | None, int | None]:
    """The last status, and how often it failed; marks of earlier versions know neither."""
    status, times = json.loads(mark.etag or "[null,null]")
    return status, times
