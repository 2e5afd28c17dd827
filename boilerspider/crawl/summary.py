"""What a crawl came to, in one line of the log, and on the screen for whoever watches."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Mapping
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
            duplicates=sum(int(v) for k, v in stats.items() if k.startswith(keys.duplicates(""))),
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


def given_up(stats: Mapping[str, Any]) -> list[str]:
    """A line for each host that was given up."""
    return [f"{host}: {why}" for host, why in _by_name(stats, keys.failing("")).items()]


def gave_nothing(stats: Mapping[str, Any]) -> list[str]:
    """A line for what the user named, a site or an address, and that gave nothing."""
    found = _by_name(stats, keys.gave_nothing(""))
    return [f"{name} gave {'no page' if _is_site(name) else 'nothing'}: {why}" for name, why in found.items()]


def _is_site(name: str) -> bool:
    return "://" not in name and name != keys.OTHER_STORIES


def troubles(stats: Mapping[str, Any]) -> list[str]:
    """A line for the crawl, and for each site, feed or sitemap of which not all was had."""
    return [
        *given_up(stats),
        *gave_nothing(stats),
        *nothing_left(stats),
        *walled(stats),
        *erring(stats),
        *silent(stats),
    ]


def nothing_left(stats: Mapping[str, Any]) -> list[str]:
    """A line for the crawl, or each site of a sites file, of which the arguments left nothing."""
    found = _by_name(stats, keys.nothing_left(""))
    return [why if name == keys.THE_CRAWL else f"{name}: {why}" for name, why in found.items()]


def walled(stats: Mapping[str, Any]) -> list[str]:
    """A line for each site most of whose stories a wall keeps back."""
    return [f"{site}: {why}" for site, why in _by_name(stats, keys.walled("")).items()]


def erring(stats: Mapping[str, Any]) -> list[str]:
    """A line for each site some of whose stories failed while others answered."""
    return [f"{site}: {why}" for site, why in _by_name(stats, keys.erring("")).items()]


def silent(stats: Mapping[str, Any]) -> list[str]:
    """A line for each site that gave none of its stories, unless another says why."""
    others = (keys.walled, keys.erring, keys.gave_nothing)
    found = _by_name(stats, keys.silent(""))
    return [f"{site} gave {why}" for site, why in found.items() if stats.keys().isdisjoint(of(site) for of in others)]


def waiting(stats: Mapping[str, Any]) -> list[str]:
    """A line for each site some of whose stories were not asked because they keep failing, while none failed anew."""
    return [f"{site}: {why}" for site, why in _by_name(stats, keys.waiting("")).items()]


def _by_name(stats: Mapping[str, Any], prefix: str) -> dict[str, str]:
    return {name.removeprefix(prefix): str(why) for name, why in stats.items() if name.startswith(prefix)}


def _counted(stats: Mapping[str, Any], prefix: str) -> str:
    return _added_up({name.removeprefix(prefix): int(n) for name, n in stats.items() if name.startswith(prefix)})


def _unchanged(stats: Mapping[str, Any]) -> str:
    named = {"articles": keys.known("unchanged"), "feeds and sitemaps": keys.known("sources")}
    return _added_up({what: int(stats[stat]) for what, stat in named.items() if stats.get(stat)})


def _passed_over(stats: Mapping[str, Any]) -> str:
    counts: Counter[str] = Counter()
    for name, number in _by_name(stats, keys.passed_over("")).items():
        counts[name.rpartition("/")[2]] += int(number)
    return _added_up(counts)


def _left(stats: Mapping[str, Any]) -> str:
    named = {"given up": "given_up", "over budget": "over_budget", "the crawl ended": "ended"}
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
        for line in waiting(self._stats()):
            logger.info("%s", line)
        logger.info(
            "%d pages read (%d failed), %d articles (%d of them revisions), %d duplicates; %.1f ms a page%s%s%s%s%s",
            *(totals.pages, totals.failed, totals.articles, totals.revised, totals.duplicates, totals.ms_a_page),
            f"; not fetched: {totals.not_fetched}" if totals.not_fetched else "",
            f"; known: {totals.known}" if totals.known else "",
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
            *(("not asked", line) for line in waiting(self._stats())),
            (
                "not asked",
                f"{totals.endless} addresses that are too long or repeat themselves" if totals.endless else "",
            ),
            ("unchanged", totals.unchanged),
            *(("given up", line) for line in given_up(self._stats())),
            *(
                ("not had", line)
                for tell in (gave_nothing, nothing_left, walled, erring, silent)
                for line in tell(self._stats())
            ),
            ("extraction", f"{totals.ms_a_page:.1f} ms a page" if totals.pages else ""),
            *(("feed", name) for name in stored(self._crawler)),
            ("nothing read", "" if totals.pages or self._is_answered or not self._has_asked() else _IS_IT_RIGHT),
            *offers.closing_words(self._crawler.spider),
        ]
        lines = [f"  {name + ':':<14}{value}" for name, value in rows if value]
        return "\n".join(["", "boilerspider", *lines, ""])
