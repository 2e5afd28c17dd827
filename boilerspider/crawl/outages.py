"""Outages: while a site gives none of the stories that are asked of it, what comes to nothing is the site's trouble, and says nothing of the stories.

So what came to nothing is kept in mind until its site gives a story; where it gives none, its visits stay as they were
first, so that the next crawl asks again, for a day at most.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta, timezone
from typing import NamedTuple

from scrapy.http import Response

from boilerspider.crawl import keys
from boilerspider.crawl.asked import Asked, first_visited
from boilerspider.crawl.visits import Visits
from boilerspider.model import Article
from boilerspider.stores import UrlOutcome
from boilerspider.urls import site_of

OUTAGE = "#outage"
"""Behind a site: it gave none of the stories that were asked, and since when; its outcome says `SOURCE` once it gave one, for stores forget no single visit."""

FEWEST = 3
"""Stories of a site that came to nothing, at least, for each page that stood in their place: dead links are few, and pages of their own differ. Ours."""

MOST = 1_000
"""Stories of a site that are kept in mind, at most, some kilobytes each; further ones are noted as they come. Ours: an outage has the news of some hours."""

LONGEST = timedelta(days=1)
"""How long a site is in trouble, and a story asked by each crawl because of that, at most. Ours: servers are mended sooner."""


class Nothing(NamedTuple):
    """What is to be noted of a story that came to nothing."""

    asked: Asked
    settles: str = ""
    """The address of which that tells, where it is noted under another name."""


@dataclass(slots=True)
class _Site:
    """What came to nothing of one site."""

    stories: defaultdict[str, list[Nothing]] = field(default_factory=lambda: defaultdict(list))
    """By the address that was asked at first."""
    pages: set[int] = field(default_factory=set)
    """What stood in their place, where it has words: the hashes of them."""

    @property
    def is_silent(self) -> bool:
        """Whether so much came to nothing that no story is to blame."""
        return len(self.stories) >= FEWEST * max(1, len(self.pages))


class Outages:
    """Notes what came to nothing as soon as a story of its site is had, and else when the crawl ends."""

    def __init__(self, visits: Visits) -> None:
        self._visits = visits
        self._silent: defaultdict[str, _Site] = defaultdict(_Site)
        self._well: set[str] = set()
        """Sites that gave a story in this crawl."""

    async def nothing(self, first: str, noted: Sequence[Nothing] = (), page: Response | None = None) -> None:
        """A story that was asked by an address came to nothing; with the page that stood in its place."""
        now = datetime.now(timezone.utc)
        noted = [each._replace(asked=replace(each.asked, at=now)) for each in noted]
        article = None if page is None else page.meta.get(keys.ARTICLE)
        site = site_of(first)
        if site in self._well or len(self._silent[site].stories) >= MOST:
            await self._note(noted)
            return
        silent = self._silent[site]
        silent.stories[first] += noted
        if isinstance(article, Article) and article.text:
            silent.pages.add(hash(article.text))

    async def gave(self, url: str) -> None:
        """The site of an address has given a story: what came to nothing did so by itself."""
        self._well.add(site := site_of(url))
        if (silent := self._silent.pop(site, None)) is not None:
            await self._note([each for noted in silent.stories.values() for each in noted])

    async def close(self) -> None:
        """The crawl has ended: what its sites have not given by now they do not give."""
        lasting = await self._lasting([name for name, site in self._silent.items() if site.is_silent])
        for name, site in self._silent.items():
            noted = [each for noted in site.stories.values() for each in noted]
            await self._note([_as_first(each) for each in noted] if name in lasting else noted)

    async def _lasting(self, silent: Collection[str]) -> set[str]:
        """Those of the silent sites that have not been so for very long; keeps since when, until they give a story."""
        now = datetime.now(timezone.utc)
        found = await self._visits.recall([site + OUTAGE for site in (*silent, *self._well)])
        marks = {mark.url.removesuffix(OUTAGE): mark for mark in found.values() if mark.outcome is UrlOutcome.NOTHING}
        ended = [(Asked((site + OUTAGE,)), UrlOutcome.SOURCE) for site in self._well.intersection(marks)]
        begun = [(Asked((site + OUTAGE,)), UrlOutcome.NOTHING) for site in silent if site not in marks]
        await self._visits.note_all([*ended, *begun])
        return {site for site in silent if site not in marks or now - first_visited(marks[site]) <= LONGEST}

    async def _note(self, noted: Sequence[Nothing]) -> None:
        await self._visits.note_all([(asked, UrlOutcome.NOTHING) for asked, settles in noted if not settles])
        for asked, settles in noted:
            if settles:
                await self._visits.put_off(settles, asked)


def _as_first(nothing: Nothing) -> Nothing:
    """The same as if it had been asked its first time alone, if that was not very long ago: the ages since are still to come."""
    first, at = nothing.asked.first, nothing.asked.at
    if first is None or at is None or at - first > LONGEST:
        return nothing
    return nothing._replace(asked=replace(nothing.asked, at=first))
