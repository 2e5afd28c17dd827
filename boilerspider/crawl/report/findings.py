"""What a crawl came to, counted as it goes: bounded by the number of its sites, whatever the number of its pages."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone

from boilerspider.model import Article

HEADLINES = 40
"""Newest articles that are named. Ours."""

DAYS, HOURS = 14, 24
"""How far back articles are counted by the day and by the hour of their publication. Ours."""

FIELDS = ("title", "authors", "published", "language", "section", "tags", "description", "images", "canonical_url")
"""Fields of an article that a page may lack."""


@dataclass(slots=True)
class SiteCount:
    """One site in one crawl."""

    pages: int = 0
    new: int = 0
    revised: int = 0
    duplicates: int = 0
    failed: int = 0
    seconds: float = 0.0
    """Waited for its answers, all together."""

    @property
    def mean_ms(self) -> float:
        """Milliseconds to an answer, on average."""
        return 1000 * self.seconds / self.pages if self.pages else 0.0


@dataclass(frozen=True, slots=True, order=True)
class Headline:
    """An article by its name; the newest is the greatest."""

    published: datetime
    """Or, of one without a date, when it was fetched."""
    title: str
    url: str
    site: str
    revision: int


@dataclass(slots=True)
class Findings:
    """The counts of one crawl. Times are UTC."""

    started: datetime
    ended: datetime | None = None
    sites: dict[str, SiteCount] = field(default_factory=dict)
    filled: Counter[str] = field(default_factory=Counter)
    articles: int = 0
    by_day: Counter[datetime] = field(default_factory=Counter)
    by_hour: Counter[datetime] = field(default_factory=Counter)
    stats: Mapping[str, object] = field(default_factory=dict)
    newest: list[Headline] = field(default_factory=list)
    """A heap: the oldest of the newest first."""

    def site(self, name: str) -> SiteCount:
        """The counts of a site."""
        return self.sites.setdefault(name, SiteCount())

    def take(self, article: Article, site: str, filled: Iterable[str] = ()) -> None:
        """Count an article that was judged, whose times are UTC too, and its fields that say something; a duplicate is a copy, or has not changed since an earlier crawl, and is nothing new."""
        counts = self.site(site)
        if article.duplicate_of is not None:
            is_older = article.first_seen is None or article.first_seen < self.started
            counts.duplicates += not (is_older and article.duplicate_of == article.url)
            return
        counts.new += not article.revision
        counts.revised += bool(article.revision)
        self.articles += 1
        self.filled.update(filled)
        if article.published is not None:
            self._date(article.published)
        moment = article.published or article.fetched_at
        if moment is not None:
            self._name(article, moment, site)

    def _date(self, published: datetime) -> None:
        if published > self.started - timedelta(days=DAYS):
            self.by_day[published.replace(hour=0, minute=0, second=0, microsecond=0)] += 1
        if published > self.started - timedelta(hours=HOURS):
            self.by_hour[published.replace(minute=0, second=0, microsecond=0)] += 1

    def _name(self, article: Article, moment: datetime, site: str) -> None:
        headline = Headline(moment, article.title or "", article.url or "", site, article.revision)
        (heapq.heappush if len(self.newest) < HEADLINES else heapq.heappushpop)(self.newest, headline)

    @property
    def seconds(self) -> float:
        """How long the crawl took."""
        return max(((self.ended or datetime.now(timezone.utc)) - self.started).total_seconds(), 0.001)

    @property
    def pages(self) -> int:
        """Answers of all sites."""
        return sum(site.pages for site in self.sites.values())
