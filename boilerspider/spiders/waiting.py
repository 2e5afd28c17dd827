"""The marks of stories that wait before they are asked again: what stands in them, and what they mean to whoever looks."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from boilerspider.crawl.ages import next_age, wait_end
from boilerspider.crawl.asked import first_visited
from boilerspider.crawl.outages import OUTAGE
from boilerspider.spiders.names import FAILING, WALLED
from boilerspider.stores import UrlOutcome, Visit
from boilerspider.urls import site_of

VOID = UrlOutcome.SOURCE
"""What a mark says that holds no more: stores forget no single visit. Ours."""

_MARKS = (FAILING, FAILING + WALLED, WALLED)
"""What stands behind an address that waits; with `WALLED` it concerns crawls without cookies alone."""

LIST = FAILING
"""Under this name, behind no address, those that fail or stand behind a wall are listed."""

LISTED = 10_000
"""Addresses in that list, at most: each crawl in which it changes writes it anew. Ours."""

AT_ONCE = 1_000
"""Addresses whose marks are asked for at once. Ours."""

Recall = Callable[[Sequence[str]], Awaitable[dict[str, Visit]]]


@dataclass(frozen=True, slots=True)
class Waiting:
    """How an address waits."""

    why: str
    """failing: it gave no page; walled: a wall stands before it."""
    since: datetime
    last: datetime
    """When it was asked last."""
    times: int | None
    """How often it failed by itself; None where nobody has counted."""
    status: int | None
    """That of the last answer; None where that is not known."""
    asked_from: datetime | None
    """When crawls ask it again; where that has passed, the next one does, and where it is None, none."""
    without_cookies: bool
    """Whether it waits for crawls without cookies alone."""

    def waits(self, now: datetime) -> bool:
        """Whether crawls leave it alone now."""
        return self.asked_from is None or self.asked_from > now

    def told(self, now: datetime) -> str:
        """All of it in some lines."""
        times = f", {self.times} times" if self.times and self.times > 1 else ""
        status = f" with status {self.status}" if self.status else ""
        again = asked_again(self.asked_from, now, "crawls without cookies" if self.without_cookies else "crawls")
        at_once = ", or at once where a feed or a page names it" if self.why == "failing" and self.waits(now) else ""
        # What an outage of its site has set back tells when it was asked first.
        last = f"\nlast asked {stamp(self.last)}{status}" if self.why == "failing" or self.last > self.since else ""
        return f"{self.why} since {stamp(self.since)}{times}{last}\n{again}{at_once}"


def asked_again(asked_from: datetime | None, now: datetime, crawls: str = "crawls") -> str:
    """When crawls ask an address again, in words; whether one comes to what is due, its limits and what leads there decide."""
    if asked_from is None:
        return f"{crawls} ask it no more"
    return (
        f"due: {crawls} that come to it ask it"
        if asked_from <= now
        else f"{crawls} ask it again from {stamp(asked_from)} on"
    )


async def visited(recall: Recall, visit: Visit, ages: Collection[float], marks: Collection[Visit]) -> dict[str, object]:
    """What an address came to when it was asked last, and when; of nothing no time that an outage may have set back, and when it is asked again, unless marks tell."""
    told: dict[str, object] = {"visited": visit.outcome.value, "checked": visit.checked}
    if visit.outcome is not UrlOutcome.NOTHING:
        return told
    may_be_set_back = visit.checked == first_visited(visit) and await recall([site_of(visit.url) + OUTAGE])
    if may_be_set_back:
        told = {"visited": visit.outcome.value, "first_asked": visit.checked}
    return told if marks else {**told, "asked_from": visit.checked if 0 in ages else next_age(visit, ages)}


def stamp(moment: datetime) -> str:
    """A moment as lines tell it."""
    return f"{moment:%Y-%m-%d %H:%M} UTC"


def holds(mark: Visit, own: Visit | None) -> bool:
    """Whether a mark tells of an address: it is not void, and nothing else was noted of the address since."""
    return mark.outcome is not VOID and not (own is not None and own.checked > mark.checked)


async def marks_of(recall: Recall, urls: Iterable[str]) -> list[Visit]:
    """The marks that these addresses wait; without those of addresses that do not."""
    rest, marks = iter(urls), list[Visit]()
    while part := list(islice(rest, AT_ONCE)):
        found = await recall([url + mark for url in part for mark in ("", *_MARKS)])
        told = ((found.get(url + mark), found.get(url)) for url in part for mark in _MARKS)
        marks += [mark for mark, own in told if mark is not None and holds(mark, own)]
    return marks


async def marks_of_site(recall: Recall, site: str) -> list[Visit]:
    """The marks that stories of a site wait."""
    return await marks_of(recall, [url for url in await listed(recall) if site_of(url) == site])


async def figures(recall: Recall, ages: Collection[float], now: datetime) -> dict[str, int | dict[str, int]]:
    """How many stories crawls leave alone now, in all and of each site: for a wall stands before them, or for they keep failing."""
    marks = [mark for mark in await marks_of(recall, await listed(recall)) if as_told(mark, ages).waits(now)]
    told: dict[str, int | dict[str, int]] = {}
    for name, fails in (("walled", False), ("waiting", True)):
        sites = Counter(map(site_of, {address_of(mark) for mark in marks if is_failing(mark) is fails}))
        told |= {name: sites.total(), f"{name}_by_site": dict(sites.most_common())}
    return told


async def listed(recall: Recall) -> list[str]:
    """The addresses of the stories that failed, or stood behind a wall, when they were asked last, and of some that did not: stores cannot list what they keep of addresses."""
    return listed_in((await recall([LIST])).get(LIST))


def listed_in(found: Visit | None) -> list[str]:
    """The addresses in what is remembered of `LIST`."""
    told = None if found is None else _parsed(found)
    return [url for url in told if isinstance(url, str)] if isinstance(told, list) else []


def as_list(urls: Iterable[str]) -> str:
    """Such addresses, as `LIST` keeps them in the field of the version: the first, where there are many."""
    return json.dumps(sorted(urls)[:LISTED], separators=(",", ":"))


def address_of(mark: Visit) -> str:
    """The address that a mark is of."""
    return next(mark.url.removesuffix(name) for name in _MARKS if mark.url.endswith(name))


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


def pack(status: int | None, before: Visit | None) -> str:
    """What a mark keeps in the field of the version: the last status, and how often it failed, since a mark before; none where that does not count."""
    times = 0 if before is None else unpack(before)[1]
    return json.dumps([status, None if times is None else times + 1])


def pack_blameless(status: int | None) -> str:
    """The same of an address that gave no page for reasons that may not be its own: its host was busy, or did not answer."""
    return json.dumps([status, 0])


def is_blamed(mark: Visit) -> bool:
    """Whether a mark says that an address failed by itself."""
    return unpack(mark)[1] != 0


def unpack(mark: Visit) -> tuple[int | None, int | None]:
    """The last status, where one came, and how often it failed; marks of earlier versions know neither."""
    match _parsed(mark):
        case [None | int() as status, None | int() as times]:
            return status, times
    return None, None


def _parsed(visit: Visit) -> object:
    """What stands in the field of a version, if it is JSON."""
    try:
        return json.loads(visit.etag or "null")
    except ValueError:
        return None
