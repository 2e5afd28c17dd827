"""What a crawl came to, in one line of the log, and on the screen for whoever watches."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.http import Response

from boilerspider.crawl import keys, offers, screen
from boilerspider.crawl.ending import LastWord
from boilerspider.crawl.responses import is_robots_txt
from boilerspider.crawl.written import stored

logger = logging.getLogger(__name__)

_IS_IT_RIGHT = "is the address right, and what do the lines above say?"
_FAILURES = ("not_html", "too_big", "timeout", "unreadable", "error")


@dataclass(frozen=True, slots=True)
class Totals:
    """The figures of one crawl, read from its stats."""

    pages: int
    articles: int
    revised: int
    duplicates: int
    """Copies of other stories; a known story without a new text is unchanged, and none."""
    failed: int
    not_fetched: str
    """How many requests came to nothing, and why; empty where none did."""
    passed_over: str
    """How many addresses and pages the arguments passed over, and which of them; empty where none did."""
    left: str
    """How many requests are left to a later crawl, and why; empty where none is."""
    no_articles: str
    """How many pages were none, by what they are; empty where all were."""
    undelivered: int
    untaken: int
    """How many articles none of the feeds takes."""
    known: int
    archives: int
    """How many archives were not opened, for all their records are known."""
    waiting: int
    """How many addresses were not asked because they keep failing."""
    endless: int
    """How many addresses of feeds and sitemaps were not asked for their shape."""
    unchanged: str
    """What was asked again and has not changed; empty where nothing was."""
    ms_a_page: float

    @classmethod
    def of(cls, stats: Mapping[str, Any]) -> Totals:
        """The totals in a crawler's stats."""
        outcomes = {k.rpartition("/")[2]: int(v) for k, v in stats.items() if k.startswith(keys.pages(""))}
        read = outcomes.get("extracted", 0) + outcomes.get("no_content", 0)
        return cls(
            pages=sum(outcomes.values()),
            articles=int(stats.get(keys.articles("new"), 0)) + int(stats.get(keys.articles("revised"), 0)),
            revised=int(stats.get(keys.articles("revised"), 0)),
            duplicates=sum(int(v) for k, v in stats.items() if k.startswith(keys.duplicates("")))
            - int(stats.get(keys.known("same"), 0)),
            undelivered=int(stats.get(keys.store("claimed"), 0))
            - int(stats.get(keys.store("confirmed"), 0))
            - int(stats.get(keys.store("released"), 0)),
            untaken=int(stats.get(keys.UNTAKEN, 0)),
            known=int(stats.get(keys.known("skipped"), 0)),
            archives=int(stats.get(keys.ARCHIVES_KNOWN, 0)),
            waiting=int(stats.get(keys.known("waiting"), 0)),
            endless=int(stats.get(keys.ENDLESS, 0)),
            failed=sum(outcomes.get(name, 0) for name in _FAILURES),
            not_fetched=_counted(stats, keys.not_fetched("")),
            passed_over=_passed_over(stats),
            left=_left(stats),
            no_articles=_counted(stats, keys.no_article("")),
            unchanged=_unchanged(stats),
            ms_a_page=float(stats.get(keys.EXTRACT_MS_TOTAL, 0.0)) / read if read else 0.0,
        )


def _as_it_is(name: str, why: str) -> str:
    return f"{name}: {why}"


def _gave_nothing(name: str, why: str) -> str:
    is_site = "://" not in name and name != keys.OTHER_STORIES
    return f"{name} gave {'no page' if is_site else 'nothing'}: {why}"


def _nothing_left(name: str, why: str) -> str:
    return why if name == keys.THE_CRAWL else _as_it_is(name, why)


def _gave(site: str, why: str) -> str:
    return f"{site} gave {why}"


@dataclass(frozen=True, slots=True)
class _Told:
    """Stats that say in words what became of something, each under its name."""

    row: str
    """What stands before each line on the screen."""
    stat: Callable[[str], str]
    line: Callable[[str, str], str] = _as_it_is
    unless: tuple[Callable[[str], str], ...] = ()
    """Stats of which one, of the same name, says why."""


_TROUBLES = (
    _Told("given up", keys.failing),
    _Told("not had", keys.gave_nothing, _gave_nothing),
    _Told("not had", keys.nothing_left, _nothing_left),
    _Told("not had", keys.walled),
    _Told("not had", keys.erring),
    _Told("not had", keys.silent, _gave, unless=(keys.walled, keys.erring, keys.gave_nothing)),
)
"""Of which not all was had, in the order in which it is told: hosts that were given up; what the user named and that gave
nothing; the crawl, or sites of a sites file, of which the arguments left nothing; sites whose stories a wall keeps back, or
fail while others answer; and those that gave none."""

_WAITING = _Told("not asked", keys.waiting)
"""Sites some of whose stories were not asked because they keep failing, while none failed anew."""


def troubles(stats: Mapping[str, Any]) -> list[str]:
    """A line for the crawl, and for each site, feed or sitemap of which not all was had."""
    return [line for _, line in _rows(stats, *_TROUBLES)]


def _rows(stats: Mapping[str, Any], *told: _Told) -> list[tuple[str, str]]:
    return [
        (each.row, each.line(name, why))
        for each in told
        for name, why in _by_name(stats, each.stat("")).items()
        if stats.keys().isdisjoint(of(name) for of in each.unless)
    ]


def _by_name(stats: Mapping[str, Any], prefix: str) -> dict[str, str]:
    return {name.removeprefix(prefix): str(why) for name, why in stats.items() if name.startswith(prefix)}


def _counted(stats: Mapping[str, Any], prefix: str) -> str:
    return _added_up({name.removeprefix(prefix): int(n) for name, n in stats.items() if name.startswith(prefix)})


def _unchanged(stats: Mapping[str, Any]) -> str:
    named = {"articles": ("unchanged", "same"), "feeds and sitemaps": ("sources",)}
    counts = {what: sum(int(stats.get(keys.known(kind), 0)) for kind in kinds) for what, kinds in named.items()}
    return _added_up({what: count for what, count in counts.items() if count})


def _passed_over(stats: Mapping[str, Any]) -> str:
    counts: Counter[str] = Counter()
    for name, number in _by_name(stats, keys.passed_over("")).items():
        counts[name.rpartition("/")[2]] += int(number)
    return _added_up(counts)


def _left(stats: Mapping[str, Any]) -> str:
    named = {"given up": "given_up", "over budget": "over_budget", "the crawl ended": "ended", "failing": "failing"}
    return _added_up({what: int(stats[keys.left(why)]) for what, why in named.items() if keys.left(why) in stats})


def _added_up(counts: Mapping[str, int]) -> str:
    """The sum, and what it is made of; empty where there is nothing."""
    parts = ", ".join(f"{what}: {counts[what]}" for what in sorted(counts))
    return f"{sum(counts.values())} ({parts})" if counts else ""


class Summary:
    """One INFO line at the end of every crawl."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._last_word = LastWord(crawler, self.finish)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Summary:
        return cls(crawler)

    def finish(self) -> None:
        """Say what the crawl came to."""
        totals = self._totals()
        for line in troubles(self._stats()):
            logger.warning("%s", line)
        for _, line in _rows(self._stats(), _WAITING):
            logger.info("%s", line)
        logger.info(
            "%d pages read (%d failed), %d articles (%d of them revisions), %d duplicates; %.1f ms a page%s%s%s%s%s%s",
            *(totals.pages, totals.failed, totals.articles, totals.revised, totals.duplicates, totals.ms_a_page),
            f"; not fetched: {totals.not_fetched}" if totals.not_fetched else "",
            f"; known: {totals.known}" if totals.known else "",
            f"; unchanged: {totals.unchanged}" if totals.unchanged else "",
            f"; passed over: {totals.passed_over}" if totals.passed_over else "",
            f"; left over: {totals.left}" if totals.left else "",
            f"; not stored: {totals.undelivered}, which come again" if totals.undelivered else "",
        )

    def _totals(self) -> Totals:
        return Totals.of(self._stats())

    def _stats(self) -> dict[str, Any]:
        assert self._crawler.stats is not None
        return self._crawler.stats.get_stats()


class ScreenSummary(Summary):
    """A block of a few lines on standard error, for the people who run boilerspider's own project."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._is_answered = False
        crawler.signals.connect(self._received, signals.response_received)

    def _received(self, response: Response, request: Request) -> None:
        # No stat tells it: both Scrapy and the spider ask for robots.txt, and one counts it among all others.
        is_there = response.status < 300 or response.status == 304
        self._is_answered |= is_there and not is_robots_txt(request.url)

    def finish(self) -> None:
        """Print the block."""
        screen.write(f"{self._block()}\n")

    def _has_asked(self) -> bool:
        return bool(self._stats().get("downloader/request_count"))

    def _block(self) -> str:
        totals = self._totals()
        rows = [
            ("pages read", f"{totals.pages}" + (f" ({totals.failed} could not be read)" if totals.failed else "")),
            ("not fetched", totals.not_fetched),
            ("passed over", totals.passed_over),
            ("left over", totals.left),
            ("articles", f"{totals.articles}" + (f" ({totals.revised} of them revisions)" if totals.revised else "")),
            ("no articles", totals.no_articles),
            ("duplicates", f"{totals.duplicates} dropped or tagged"),
            ("not stored", f"{totals.undelivered} (no feed has them; they come again)" if totals.undelivered else ""),
            ("in no feed", f"{totals.untaken} articles: none takes them" if totals.untaken else ""),
            ("not asked", f"{totals.known} known addresses" if totals.known else ""),
            (
                "not opened",
                f"{totals.archives} archive{'s' * (totals.archives > 1)} read before" if totals.archives else "",
            ),
            ("not asked", f"{totals.waiting} addresses that keep failing" if totals.waiting else ""),
            *_rows(self._stats(), _WAITING),
            (
                "not asked",
                f"{totals.endless} addresses that are too long or repeat themselves" if totals.endless else "",
            ),
            ("unchanged", totals.unchanged),
            *_rows(self._stats(), *_TROUBLES),
            ("extraction", f"{totals.ms_a_page:.1f} ms a page" if totals.pages else ""),
            *(("feed", name) for name in stored(self._crawler)),
            ("nothing read", "" if totals.pages or self._is_answered or not self._has_asked() else _IS_IT_RIGHT),
            *offers.closing_words(self._crawler.spider),
        ]
        lines = [f"  {name + ':':<14}{value}" for name, value in rows if value]
        return "\n".join(["", "boilerspider", *lines, ""])
