"""What the arguments of a crawl pass over: counted once an address, and told of where it is all that was found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from heapq import heappush, heappushpop
from typing import NamedTuple

from scrapy import Request, signals
from scrapy.crawler import Crawler
from twisted.python.failure import Failure

from boilerspider.crawl import keys
from boilerspider.crawl.options import Options
from boilerspider.crawl.parts import is_whole
from boilerspider.crawl.redirected import asked_first
from boilerspider.crawl.retry import NotNow
from boilerspider.crawl.stop import configured
from boilerspider.model import Article
from boilerspider.redaction import redacted
from boilerspider.spiders.arguments import SHOWN, Arguments
from boilerspider.spiders.frontier import form_of
from boilerspider.spiders.memory import Memory
from boilerspider.spiders.wanted import refuser_of_url
from boilerspider.urls import site_of

MOST_LANGUAGES = 3
"""Languages of passed over articles that are named, those of most. Ours."""

MOST_TOLD = 5
"""Filters that one line names: a sites file may have some for each site. Ours."""

MOST_RECALLED = 20
"""Addresses that a date passed over, the newest, of which it is looked whether an earlier crawl had them. Ours: what was new once is met again as too old."""

RARE = timedelta(days=7)
"""Within it an earlier crawl had a story at an address that the filters let pass: they are right, and fit rarely. Ours."""

_BY_ADDRESS = frozenset({"include", "exclude"})
"""Filters of addresses."""

_NO_STORY = ("listing", "unlikely")
"""What pages turn out to be that only looked like stories from outside; anything else may stand in the place of one."""

_NAMES = {"lang": "language"}
"""Filters that a sites file names otherwise."""

_CHECK = "check what was asked for"


class _Why(NamedTuple):
    """Which filter passed something over, when, and whose it is."""

    filter: str
    is_read: bool
    """Whether its page was read before."""
    site: str
    """The site, where a sites file has this filter for it; else empty."""


@dataclass(slots=True)
class _Seen:
    """What one filter passed over, by which one sees whether it is right."""

    url: str = ""
    """The first address."""
    oldest: datetime | None = None
    newest: datetime | None = None
    languages: Counter[str] = field(default_factory=Counter)
    dated: list[tuple[datetime, str]] = field(default_factory=list)
    """A heap of the newest of those with a date."""

    def add(self, url: str, published: datetime | None, language: str | None) -> None:
        """Another one."""
        self.url = self.url or url
        if published is not None:
            self.oldest = published if self.oldest is None else min(self.oldest, published)
            self.newest = published if self.newest is None else max(self.newest, published)
            if len(self.dated) < MOST_RECALLED:
                heappush(self.dated, (published, url))
            else:
                heappushpop(self.dated, (published, url))
        self.languages[language or "unknown"] += 1


class PassedOver:
    """Hears of what is passed over, and of what is not."""

    def __init__(self, crawler: Crawler, arguments: Arguments, memory: Memory | None = None) -> None:
        assert crawler.stats is not None
        self._crawler = crawler
        self._stats = crawler.stats
        self._arguments = arguments
        self._memory = memory
        self._min_words = configured(crawler.settings).min_words
        self._passed: dict[int, _Why] = {}
        """Hash of an address, for sitemaps may name millions of them -> why it is passed over."""
        self._whys: dict[_Why, _Why] = {}
        self._seen: dict[tuple[str, str], _Seen] = {}
        """Filter, site -> what it passed over."""
        self._had: Counter[str] = Counter()
        """Site with filters of its own, or none -> articles that the arguments let pass, or that are known."""
        self._tried: Counter[str] = Counter()
        """The same -> stories that were asked, and were neither passed over when they were read nor turned out to be none."""
        self._refused: Counter[str] = Counter()
        """The same -> articles that were passed over when they were read."""
        self._unread: set[str] = set()
        """The same, where something was left to another crawl."""
        self._counted: set[int] = set()
        """Hashes of those that something else passes over."""
        self._known_unwanted = 0
        self._has_share = self._has_others = False
        crawler.signals.connect(self._close, signals.spider_closed)

    def once(self, url: str, stat: str) -> bool:
        """Something else than the arguments passes an address over: that is counted, once an address; whether this is that time."""
        is_first = hash(url) not in self._counted
        if is_first:
            self._counted.add(hash(url))
            self.asked(url)
            self._stats.inc_value(stat)
        return is_first

    def known(self, url: str, why: str, *, is_wanted: bool) -> None:
        """An address is not asked for what is known of it, as of one that crawls with these arguments want or as of one that they do not."""
        if self.once(url, keys.known(why)) and why == "skipped":
            self._had[self._site(url)] += is_wanted
            self._known_unwanted += not is_wanted

    def address(self, url: str, why: str, published: datetime | None = None) -> None:
        """An address, which nobody has asked, is passed over by a filter."""
        if hash(url) not in self._counted:
            self._note(url, why, published, is_read=False)

    def tried(self, url: str) -> None:
        """A story of the site of an address is asked: no filter has passed it over so far."""
        self._tried[self._site(url)] += 1

    def failed(self, failure: Failure) -> None:
        """A request came to nothing; one that is left to another crawl may lead to what is wanted."""
        request: Request = failure.request  # type: ignore[attr-defined]
        if isinstance(failure.value, NotNow):
            self._unread.add(self._site(request.meta.get(keys.LENDER) or asked_first(request)))

    def asked(self, url: str) -> None:
        """An address is asked, or counted as something else, whatever passed it over."""
        if self._passed:
            self._passed.pop(hash(form_of(url)), None)

    def page(self, url: str, why: str, article: Article | None = None) -> None:
        """An article was read, and is passed over by a filter."""
        self._refused[self._site(url)] += 1
        self._tried[self._site(url)] -= 1
        published, language = (article.published, article.language) if article is not None else (None, None)
        self._note(url, why, published, language, is_read=True)

    def no_story(self, url: str, why: str) -> None:
        """A page was read, and is no article."""
        if why in _NO_STORY:
            self._tried[self._site(url)] -= 1

    def had(self, url: str) -> None:
        """An article is none of these."""
        self._had[self._site(url)] += 1

    def mine(self, urls: Collection[str]) -> tuple[str, ...]:
        """Those of the URLs whose site belongs to this crawl's share."""
        mine = self._arguments.shard.mine(urls)
        self._has_share |= bool(mine)
        self._has_others |= len(mine) < len(urls)
        return mine

    def _note(
        self, url: str, why: str, published: datetime | None, language: str | None = None, *, is_read: bool
    ) -> None:
        address, told = hash(form_of(url)), _Why(why, is_read, self._whose(why, url))
        if address not in self._passed:
            self._seen.setdefault((why, told.site), _Seen()).add(url, published, language)
            self._passed[address] = self._whys.setdefault(told, told)

    def _whose(self, why: str, url: str) -> str:
        return self._site(url) if getattr(self._arguments.of(url), _NAMES.get(why, why), None) else ""

    def _site(self, url: str) -> str:
        return site_of(url) if self._arguments.rules and self._arguments.of(url).filters else ""

    async def _close(self, reason: str) -> None:
        counts = Counter(self._passed.values())
        for why, number in counts.items():
            self._stats.inc_value(keys.passed_over(f"{'pages' if why.is_read else 'addresses'}/{why.filter}"), number)
        if reason == "finished":
            for name, line in (await self._lines(counts)).items():
                self._stats.set_value(keys.nothing_left(name), redacted(line))

    async def _lines(self, counts: Mapping[_Why, int]) -> dict[str, str]:
        """What is told: the crawl or a site -> which filters left nothing of it."""
        if self._has_others and not self._has_share:
            share = self._arguments.shard
            return {
                keys.THE_CRAWL: f"no site is left: shard={share} takes none of those that are named, or that feeds lead to"
            }
        if not is_whole(self._crawler):
            return {}
        by_filter: Counter[tuple[str, str]] = Counter()
        for why, number in counts.items():
            by_filter[why.filter, why.site] += number
        short = int(self._stats.get_value(keys.no_article("short"), 0))
        raised = short * (self._min_words > Options().min_words)  # that few words are no article needs no check
        if self._is_all(short, raised):
            is_told = (by_filter or raised) and not await self._had_some(by_filter)
            return {keys.THE_CRAWL: self._line(by_filter, raised)} if is_told else {}
        sites = {site for _, site in by_filter if site and not self._had[site] and not self._is_open(site)}
        counts_of = {site: {which: n for which, n in by_filter.items() if which[1] == site} for site in sorted(sites)}
        return {site: self._line(its) for site, its in counts_of.items() if not await self._had_some(its, site)}

    def _is_all(self, short: int, raised: int) -> bool:
        """Whether the crawl had no article, met none that is known, and has read all that might have led to some."""
        known = (self._stats.get_value(keys.known(what), 0) for what in ("skipped", "unchanged"))
        is_read = not self._unread and self._tried.total() <= self._refused.total() + raised
        return self._had.total() <= short and sum(known) <= self._known_unwanted and is_read

    def _is_open(self, site: str) -> bool:
        """Whether other reasons than filters may have kept the articles of a site from the crawl."""
        return site in self._unread or self._tried[site] > self._refused[site]

    async def _had_some(self, which: Collection[tuple[str, str]], site: str = "") -> bool:
        """Whether an earlier crawl had some of what is too old by now, or, where filters go by addresses alone, lately some (of a site) that they let pass."""
        if self._memory is None:
            return False
        dated = [url for why, name in which if why == "since" for _, url in self._seen[why, name].dated]
        if any([await self._memory.has_had(url) for url in dated]):
            return True
        if not which or not {why for why, _ in which} <= _BY_ADDRESS:
            return False
        assert self._crawler.spider is not None
        sites = {site} if site else self._crawler.spider.sites  # type: ignore[attr-defined]
        had = [url for url in await self._memory.had_since(RARE) if site_of(url) in sites]
        return any(not refuser_of_url(self._arguments, url) for url in had)

    def _line(self, counts: Mapping[tuple[str, str], int], short: int = 0) -> str:
        told = [
            f"{self._said(*which)} passed over {number}{_shown(which[0], self._seen[which])}"
            for which, number in sorted(counts.items(), key=lambda pair: -pair[1])
        ]
        if short:
            told.append(f"BOILERSPIDER_MIN_WORDS={self._min_words} passed over {short}")
        more = [f"{len(told) - MOST_TOLD} more filters of the sites file passed over others"] * (len(told) > MOST_TOLD)
        return f"no article is left: {', '.join((*told[:MOST_TOLD], *more))}; {_CHECK}"

    def _said(self, why: str, site: str) -> str:
        """A filter as it was given."""
        rules = self._arguments.rules[site] if site else None
        name = _NAMES.get(why, why)
        given = [
            (why, getattr(self._arguments, why), ""),
            (name, getattr(rules, name, None), " of the sites file"),
        ]
        if why == "lang" and given[1][1]:
            del given[0]  # the site's stand in the place of the crawl's
        return " and ".join(f"{name}={_written(value)}{where}" for name, value, where in given if value)


def _written(value: object) -> str:
    if isinstance(value, datetime):
        return f"{value.astimezone(timezone.utc):%Y-%m-%dT%H:%MZ}"
    written = str(getattr(value, "pattern", value)) if not isinstance(value, tuple) else ",".join(value)
    return written if len(written) <= SHOWN else f"{written[:SHOWN]}…"


def _shown(why: str, seen: _Seen) -> str:
    """By what one sees whether a filter is right."""
    if why == "lang":
        return f" (in {_most(seen.languages)})"
    if why in ("since", "until"):
        end = "newest" if why == "since" else "oldest"
        return f" (the {end} of {_written(getattr(seen, end))})"
    return f" (such as {seen.url})"


def _most(languages: Counter[str]) -> str:
    return ", ".join(language for language, _ in languages.most_common(MOST_LANGUAGES))
