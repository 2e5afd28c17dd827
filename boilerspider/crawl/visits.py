"""What became of the addresses that a crawl asked, remembered once it is certain and not before.

An article is certain when its feed has it, a copy when its original is. What leads to articles, a feed
or a sitemap, is done when all that it led to is: only then its version is remembered, so that the
next crawl may ask whether it has changed. So nothing is lost where a crawl is killed in between.
Beside it stands when the first of those that came to nothing is to be asked again: then the source is read anew, changed or not.
"""

from __future__ import annotations

import logging
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timezone
from typing import Protocol

from boilerspider.crawl.ages import AHEAD, FAR_AHEAD, LONG_AGO, next_age
from boilerspider.crawl.asked import Asked, is_copy_of, way_to
from boilerspider.crawl.leads import Leads, Led
from boilerspider.stores import Change, UrlOutcome, Visit
from boilerspider.urls import clean_url

logger = logging.getLogger(__name__)

WAITING = "#waiting"
"""Behind a source's name: of the addresses that it led to and that came to nothing, the visit whose next age comes first."""

CHILDREN = "#children"
"""Behind a source's name: what it leads to beside articles, in the field of the version; it is renewed and forgotten with the source."""


class VisitStore(Protocol):
    """Where visits are kept across crawls."""

    async def note_visits(self, visits: Sequence[Visit]) -> None:
        """Remember what fetching URLs came to."""

    async def recall_visits(self, urls: Sequence[str]) -> dict[str, Visit]:
        """What is remembered of those of the URLs that were visited."""

    async def amend_visit(self, url: str, change: Change) -> None:
        """Remember what is made of what is remembered of a URL, with no other crawl in between."""


class Visits:
    """The visits of one crawl, until they are certain."""

    def __init__(self, store: VisitStore, ages: Collection[float] = ()) -> None:
        self._store = store
        self._ages = ages
        self._claimed: dict[str, tuple[str, Asked]] = {}
        """Claim -> the URL of its article, and how that was asked for."""
        self._claims: Counter[str] = Counter()
        """How many claims are open under a URL."""
        self._copies: defaultdict[str, list[Asked]] = defaultdict(list)
        """URL of an article that is claimed -> pages that were told to be the same."""
        self._aliases: defaultdict[str, list[str]] = defaultdict(list)
        """Address that is being asked -> others that lead to it."""
        self._leads = Leads()
        self._has_warned = False

    async def recall(self, urls: Sequence[str]) -> dict[str, Visit]:
        """What earlier crawls have noted of addresses; a visit that is yet to come tells nothing, for a clock was wrong."""
        found = await self._store.recall_visits(urls)
        now = datetime.now(timezone.utc)
        to_come = [found.pop(url) for url in list(found) if found[url].checked > now + AHEAD]
        lost = [visit for visit in to_come if visit.checked > now + FAR_AHEAD]
        if lost:
            await self._store.note_visits(
                [replace(visit, checked=LONG_AGO, first=None, etag=None, last_modified=None) for visit in lost]
            )
        if to_come and not self._has_warned:
            self._has_warned = True
            logger.warning(
                "The memory has visits of days that are yet to come: what was visited then is asked again, as if it was not. "
                "See to it that the clocks of all machines are right"
            )
        return found

    async def known(self, url: str) -> Visit | None:
        """What earlier crawls have noted of one address; None where that is nothing."""
        return (await self.recall([url])).get(url)

    async def note(self, asked: Asked, outcome: UrlOutcome) -> None:
        """What an address came to is certain."""
        await self.note_all([(asked, outcome)])

    async def note_all(self, certain: Sequence[tuple[Asked, UrlOutcome]]) -> None:
        """What some addresses came to is certain."""
        visits = [visit for asked, outcome in certain for visit in self._with_aliases(asked).visits(outcome)]
        await self._store_all(visits, [(visit.url, visit) for visit in visits])

    async def amend(self, name: str, change: Change) -> None:
        """What is known under a name becomes what is made of it, whatever other crawls note of it at the same time."""
        await self._store.amend_visit(name, change)

    async def unchanged(self, source: Asked) -> None:
        """A source is as it was, and leads to what it did."""
        kept = await self.recall([url + CHILDREN for url in source.urls])
        packed = next((visit.etag for visit in kept.values()), None)
        await self._store_all([*source.visits(UrlOutcome.SOURCE), *_children_of(source, packed)], [])

    async def children(self, name: str) -> str | None:
        """What a source of this name led to beside articles when it was last read; None where nobody has noted it."""
        visit = await self.known(name + CHILDREN)
        return None if visit is None else visit.etag

    async def settle(self, urls: Iterable[str]) -> None:
        """These addresses will give nothing in this crawl, and another one need not ask because of what led there."""
        await self._store_all([], [(url, None) for url in urls])

    def awaits(self, url: str) -> bool:
        """Whether a source leads to an address of which it is not yet known what becomes of it."""
        return self._leads.awaits(url)

    async def put_off(self, url: str, asked: Asked) -> None:
        """An address could not be had by this crawl; that is noted under the name that was asked, for the ages of what led there."""
        visits = asked.visits(UrlOutcome.NOTHING)
        await self._store_all(visits, [(url, visits[0])])

    async def may_have_moved(self, urls: Iterable[str], target: str) -> bool:
        """Whether a story of these addresses may stand at another one unknown: nothing is noted of that, or a copy of theirs."""
        known = await self.known(clean_url(target))
        return known is None or is_copy_of(known, way_to(target, urls))

    async def same(self, urls: Iterable[str], target: str) -> None:
        """These addresses lead to another one that is asked, or was: what becomes of it becomes of them."""
        led, there = way_to(target, urls), clean_url(target)
        if not self._leads.is_settled(there):
            self._aliases[there] += led
        elif (known := await self.known(there)) is not None:
            await self.lead_to(known, led)
        else:
            await self.settle(led)

    async def lead_to(self, known: Visit, urls: Iterable[str]) -> None:
        """Addresses lead to one that is known."""
        visits = [replace(known, url=url) for url in urls]
        await self._store_all(visits, [(visit.url, visit) for visit in visits])

    async def lead(self, source: Asked, urls: Iterable[str]) -> None:
        """A source leads to these addresses; it is noted when all of them are settled."""
        number = self.begin(source)
        self.add(number, urls)
        await self.end(number)

    def begin(self, source: Asked) -> int:
        """A source is being read; the number under which it is told what it leads to. It is not noted before it was read to its end."""
        return self._leads.begin(source)

    def add(self, number: int, urls: Iterable[str], known: Iterable[Visit] = ()) -> None:
        """A source that is being read leads to these addresses too, and to some that are known."""
        self._leads.add(number, urls, known)

    async def end(self, number: int, children: str | None = None) -> None:
        """A source was read to its end, and leads to children; it is noted when all addresses that it leads to are settled."""
        await self._note_sources(self._leads.end(number, children))

    def claim(self, claim: str, url: str, asked: Asked) -> None:
        """An address has an article, and it is claimed under a URL."""
        self._claimed[claim] = url, asked
        self._claims[url] += 1

    async def confirm(self, claims: Iterable[str]) -> None:
        """The feeds have these articles: they are certain, and so are their copies."""
        certain = []
        for claim in claims:
            if claim in self._claimed:
                url, asked = self._taken(claim)
                certain.append((asked, UrlOutcome.ARTICLE))
                certain += [(copy, UrlOutcome.DUPLICATE) for copy in self._copies.pop(url, ())]
        if certain:
            await self.note_all(certain)

    def release(self, claim: str) -> None:
        """A claim was given back: nothing is known of its article."""
        if claim in self._claimed:
            url, _ = self._taken(claim)
            self._copies.pop(url, None)

    async def copy(self, asked: Asked, original: str | None) -> None:
        """An address has the article that was first admitted under another URL."""
        copy = replace(asked, copy_of=None if asked.is_record else original)
        if original is not None and original in self._claims:
            self._copies[original].append(copy)
        elif original in asked.urls:
            await self.note(asked, UrlOutcome.ARTICLE)
        else:
            await self.note(copy, UrlOutcome.DUPLICATE)

    def withdraw(self, original: str, urls: Collection[tuple[str, ...]]) -> None:
        """What was asked at these addresses, and waits for the article whose copy it seemed to be, is none."""
        if original in self._copies:
            self._copies[original] = [copy for copy in self._copies[original] if copy.urls not in urls]

    def _taken(self, claim: str) -> tuple[str, Asked]:
        url, asked = self._claimed.pop(claim)
        self._claims[url] -= 1
        if not self._claims[url]:
            del self._claims[url]
        return url, asked

    def _with_aliases(self, asked: Asked) -> Asked:
        aliases = [alias for url in asked.urls for alias in self._aliases.pop(url, ())]
        return replace(asked, urls=tuple(dict.fromkeys((*asked.urls, *aliases))))

    async def _store_all(self, visits: list[Visit], settled: Iterable[tuple[str, Visit | None]]) -> None:
        """Keep visits, and after them the sources that lead to nothing open any more."""
        if visits:
            # A story whose address leads to a copy by now is none of its own.
            own = [replace(visit, copy_of=None) if visit.copy_of == visit.url else visit for visit in visits]
            await self._store.note_visits(own)
        done = [source for url, visit in settled for source in self._leads.settle(url, visit)]
        await self._note_sources(done)

    async def _note_sources(self, sources: Sequence[Led]) -> None:
        """Keep the sources that are done, and what each of them waits for."""
        if not sources:
            return
        visits = [visit for source in sources for visit in source.asked.visits(UrlOutcome.SOURCE)]
        visits += [child for source in sources for child in _children_of(source.asked, source.children)]
        known = await self.recall([url + WAITING for source in sources for url in source.asked.urls])
        waiting = []
        for source in sources:
            ahead = [(at, visit) for visit in source.nothing if (at := next_age(visit, self._ages))]
            soonest = min(ahead, key=lambda pair: pair[0])[1] if ahead else None
            for name in (url + WAITING for url in source.asked.urls):
                if soonest is not None:
                    waiting.append(Visit(name, UrlOutcome.NOTHING, soonest.checked, first=soonest.first))
                elif name in known:
                    waiting.append(replace(known[name], outcome=UrlOutcome.SOURCE))
        await self._store.note_visits([*visits, *waiting])


def _children_of(source: Asked, packed: str | None) -> list[Visit]:
    """The visits that keep what a source leads to beside articles."""
    if packed is None:
        return []
    return Asked(tuple(url + CHILDREN for url in source.urls), packed).visits(UrlOutcome.SOURCE)
