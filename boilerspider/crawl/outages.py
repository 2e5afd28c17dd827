"""Outages: while a site gives none of the stories that are asked of it, what comes to nothing is the site's trouble, and says nothing of the stories.

So what came to nothing is kept in mind until its site gives a story; where it gives none, its visits stay as they were
first, so that the next crawl asks again, for a day at most.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta, timezone
from itertools import chain
from typing import NamedTuple

from scrapy.http import Request, Response

from boilerspider.crawl.asked import Asked, first_visited, was_had
from boilerspider.crawl.missed import MOST, note_missed
from boilerspider.crawl.owners import Owners, Way
from boilerspider.crawl.redirected import redirected_from
from boilerspider.crawl.responses import FIRST_ERROR, article_of
from boilerspider.crawl.visits import Visits
from boilerspider.model import STORIES
from boilerspider.stores import UrlOutcome

OUTAGE = "#outage"
"""Behind a site: it gave none of the stories that were asked, and since when; its outcome says `SOURCE` once it gave one, for stores forget no single visit."""

FEWEST = 3
"""Stories of a site that came to nothing, at least, for each page that stood in their place: dead links are few, and pages of their own differ. Ours."""

MOST_LEFT = 100
"""Stories of a site's feeds that a crawl leaves to later ones, because of the site's share or the crawl's end, that are listed: as many as most feeds have. Pages lead to theirs for longer. Ours."""

LOOK = "see what a browser shows there"
"""What to try first where a site gives no stories."""

LONGEST = timedelta(days=1)
"""How long a site is in trouble, and a story asked by each crawl because of that, at most. Ours: servers are mended sooner."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A story that was asked, and what came of it."""

    way: Way
    was_had: bool
    """Whether an earlier crawl had it."""
    why: str
    """What it came to, in a word or two; empty where it was led elsewhere or gave no page, of which walls tell, or a file of another kind."""
    page: int | None = None
    """The hash of the page that stood in its place, where that has words."""

    @classmethod
    def of(cls, asked: Request | Response) -> Tried:
        """One that answered, or was led to an address that is not asked for it."""
        article = article_of(asked) if isinstance(asked, Response) else None
        words = article.text if article is not None else ""
        return cls(
            way=Way.of(asked),
            was_had=was_had(asked),
            why=_why(asked),
            page=hash(words) if words else None,
        )


class Missed(NamedTuple):
    """A story that gave no page, or was not asked."""

    way: Way
    was_had: bool
    """Whether an earlier crawl had it: then it is asked at its ages."""
    host: str
    """That of the last request for it, as the downloader keeps it."""
    is_fed: bool
    """Whether a feed led to it."""
    is_left: bool
    """Whether it was not asked because its site had had its share, or the crawl was ended."""


class Nothing(NamedTuple):
    """What is to be noted of a story that came to nothing."""

    asked: Asked
    settles: str = ""
    """The address of which that tells, where it is noted under another name."""


@dataclass(slots=True)
class _Story:
    """One that came to nothing."""

    tried: Tried
    noted: list[Nothing] = field(default_factory=list)


@dataclass(slots=True)
class _Site:
    """What came to nothing of one site."""

    stories: dict[str, _Story] = field(default_factory=dict)
    """By the address that was asked at first."""
    pages: set[int] = field(default_factory=set)
    """What stood in their place, where it has words: the hashes of them."""
    strange: set[str] = field(default_factory=set)
    """Those of the stories of which is to be told."""
    why: Counter[str] = field(default_factory=Counter)
    """What those came to of which that is known -> how many, with those that are not kept in mind."""


class Outages:
    """Notes what came to nothing as soon as a story of its site is had, and else when the crawl ends."""

    def __init__(self, visits: Visits, ages: Collection[float] = ()) -> None:
        self._visits = visits
        self._is_asked_again = bool(ages)
        self.owners = Owners()
        """Whose the stories are, for whoever else asks."""
        self._silent: defaultdict[str, _Site] = defaultdict(_Site)
        self._has_news: set[str] = set()
        """Sites that gave a story in this crawl, or led to one, and that gave one that no crawl has had: what a cache has of others says nothing of these."""

    async def nothing(self, tried: Tried, noted: Sequence[Nothing] = ()) -> None:
        """A story that was asked came to nothing."""
        now = datetime.now(timezone.utc)
        await self._note(self._keep(tried, [each._replace(asked=replace(each.asked, at=now)) for each in noted]))

    def _keep(self, tried: Tried, noted: Sequence[Nothing]) -> Sequence[Nothing]:
        """Keep in mind what came to nothing while its site gives no story; what is to be noted of it at once."""
        site, first = self.owners.site(tried.way), tried.way.urls[0]
        if site in self.owners.well:
            return noted
        silent = self._silent[site]
        if tried.why:
            silent.why[tried.why] += first not in silent.stories
        if len(silent.stories) >= MOST:
            return noted
        story = silent.stories.setdefault(first, _Story(tried))
        story.tried = tried
        story.noted += noted
        # What was fetched before may have been taken out since.
        if tried.why and not tried.was_had:
            silent.strange.add(first)
        if tried.page is not None:
            silent.pages.add(tried.page)
        return ()

    async def gave(self, response: Response) -> None:
        """A site has given a story: what came to nothing did so by itself, unless it is a story of another site, to which this one only led."""
        way = Way.of(response)
        self.owners.gave(way)
        if not was_had(response):
            self._has_news.update(way.sites)
        open_sites = [self._silent.pop(site) for site in way.sites if site in self._silent]
        stories = [story for site in open_sites for story in site.stories.values()]
        await self._note([each for story in stories for each in self._keep(story.tried, story.noted)])

    async def failed(self, missed: Sequence[Missed], given_up: Collection[str]) -> None:
        """These stories gave no page: where their site gives none that is new, or their host is one of those that were given up, later crawls ask for them too."""
        by_site = defaultdict[str, list[Missed]](list)
        for story in missed:
            by_site[self.owners.site(story.way)].append(story)
        for site, stories in by_site.items():
            # Where all lead to a login that fails, one asks it for all: the others came to nothing.
            silent = (story.tried.way for story in self._silent.get(site, _Site()).stories.values())
            entries = {*map(self.owners.entry, (*silent, *(story.way for story in stories)))}
            is_site = site not in self._has_news and len(entries) >= FEWEST
            new = [each for each in stories if not each.was_had]
            not_given = [each for each in new if is_site or each.host in given_up]
            left = [each for each in new if each.is_left and each.is_fed][:MOST_LEFT]
            urls = [url for story in (*not_given, *left) for url in self.owners.again(story.way)]
            if self._is_asked_again and urls:
                await note_missed(self._visits, site, urls)

    async def close(self, *, is_whole: bool) -> dict[str, str]:
        """The crawl has ended: what its sites have not given by now they do not give. Site -> what is to be told of one that gave no story.

        Where it is only a part of one, another part may have their stories: what came to nothing did so by itself.
        """
        silent = {name: site for name, site in self._silent.items() if is_whole and self._is_silent(site)}
        lasting = await self._lasting(silent)
        for name, site in self._silent.items():
            noted = [each for story in site.stories.values() for each in story.noted]
            await self._note([_as_first(each) for each in noted] if name in lasting else noted)
            if name in lasting and self._is_asked_again:
                await note_missed(self._visits, name, [*chain.from_iterable(map(self._again, site.stories.values()))])
        told = {name: site for name, site in silent.items() if len(site.strange) >= FEWEST}
        return {name: self._told(site.why, is_new=name in lasting) for name, site in told.items()}

    def _is_silent(self, site: _Site) -> bool:
        """Whether so much of a site came to nothing that no story is to blame."""
        entries = {self.owners.entry(story.tried.way) for story in site.stories.values()}
        return len(entries) >= FEWEST * max(1, len(site.pages))

    def _told(self, why: Counter[str], *, is_new: bool) -> str:
        """That none of the stories of a site was had, and when they are asked again."""
        number, parts = why.total(), ", ".join(f"{what}: {count}" for what, count in why.most_common())
        them = f"{MOST} of them" if number > MOST else "them"
        if not self._is_asked_again:
            again = f"no crawl asks {them} again, for BOILERSPIDER_RECHECK is empty"
        elif is_new:
            again = f"the next crawl asks {them} again"
        else:
            again = "that has lasted for a day, so they are asked at their ages"
        return f"none of the stories that were asked ({parts}): {again}; {LOOK}"

    async def _lasting(self, silent: Collection[str]) -> set[str]:
        """Those of the silent sites that have not been so for very long; keeps since when, until they give a story."""
        now = datetime.now(timezone.utc)
        found = await self._visits.recall([site + OUTAGE for site in (*silent, *self.owners.well)])
        marks = {mark.url.removesuffix(OUTAGE): mark for mark in found.values() if mark.outcome is UrlOutcome.NOTHING}
        ended = [(Asked((site + OUTAGE,)), UrlOutcome.SOURCE) for site in self.owners.well.intersection(marks)]
        begun = [(Asked((site + OUTAGE,)), UrlOutcome.NOTHING) for site in silent if site not in marks]
        await self._visits.note_all([*ended, *begun])
        return {site for site in silent if site not in marks or now - first_visited(marks[site]) <= LONGEST}

    def _again(self, story: _Story) -> list[str]:
        """The addresses by which to ask for a story again; where it was led that is no address of it, for nothing is noted there."""
        way, noted = story.tried.way, [url for each in story.noted for url in each.asked.urls]
        return self.owners.again(way, noted) if noted else self.owners.again(way)[:1]

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


def _why(asked: Request | Response) -> str:
    """What a story came to, as lines tell it."""
    article = article_of(asked)
    if isinstance(asked, Response) and asked.status >= FIRST_ERROR:
        return str(asked.status)
    if isinstance(asked, Request) or redirected_from(asked) or article is None:
        return ""
    kind = article.page_type if article.page_type not in STORIES else None
    return (kind or "no article") if article.text else "no text"
