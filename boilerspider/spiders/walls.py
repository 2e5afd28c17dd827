"""Walls before the stories of a site: most of them lead to one place, or give a page that says it is a wall. Told once a site, at the end."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.http import Response

from boilerspider.crawl import keys, offers
from boilerspider.crawl.asked import was_had
from boilerspider.crawl.outages import LOOK
from boilerspider.crawl.redirected import asked_first, redirected_from
from boilerspider.crawl.responses import article_of, is_challenge, no_page
from boilerspider.crawl.stop import configured
from boilerspider.kinds import why_not
from boilerspider.redaction import redacted
from boilerspider.spiders.callbacks import Callback
from boilerspider.spiders.frontier import form_of, place_of
from boilerspider.urls import site_of

FEWEST = 4
"""Stories of a site that one wall keeps back, at least: fewer may have been taken out. Ours."""

FEWEST_PAGELESS = 3
"""Stories in whose place nothing came that is a page, at least, where no other was had. Ours."""

_COOKIES = "COOKIES_ENABLED=True may open it"
_ADVICE = {
    "consent": _COOKIES,
    "blocked": "ask less of it (delay, DOWNLOAD_DELAY), or its owners for leave",
    "paywall": "they are for subscribers",
    "pageless": f"{LOOK}, and ask less of it (delay, DOWNLOAD_DELAY)",
}
_NAMES = {
    "consent": "a question about cookies",
    "blocked": "a check for robots",
    "paywall": "the offer of a subscription",
}


@dataclass(slots=True)
class _Asked:
    """A story that was not had as yet."""

    way: list[str] = field(default_factory=list)
    """Addresses to which redirects led it, the last one last."""
    wall: str = ""
    """What the page that answered says that it is; empty where it says nothing of the kind."""
    is_known: bool = False
    """Whether it was had by an earlier crawl."""
    has_ended: bool = False
    """Whether an answer came, which is the end unless it is asked once more."""


@dataclass(slots=True)
class _Site:
    """What became of the stories of one site."""

    others: int = 0
    """Stories that were had, and those that answered in their own place with nothing of the kind."""
    pageless: dict[str, str] = field(default_factory=dict)
    """Address -> what came in the place of a page."""
    asked: dict[str, _Asked] = field(default_factory=dict)
    """Address that was asked at first -> the story that was not had there."""


class Walls:
    """Hears where requests for stories are led, and what answers."""

    def __init__(self, crawler: Crawler, reads_stories: Callback) -> None:
        assert crawler.stats is not None
        self._crawler = crawler
        self._stats = crawler.stats
        self._reads_stories = reads_stories
        self._has_cookies = crawler.settings.getbool("COOKIES_ENABLED")
        self._min_words = configured(crawler.settings).min_words
        self._sites: defaultdict[str, _Site] = defaultdict(_Site)
        self._no_walls: set[str] = set()
        """Where stories are, with arguments and without, and what is known or not asked in this crawl."""
        crawler.signals.connect(self._scheduled, signals.request_scheduled)
        crawler.signals.connect(self._received, signals.response_received)
        crawler.signals.connect(self._close, signals.spider_closed)

    def let_go(self, request: Request) -> None:
        """What a request was led to is known, or is not asked in this crawl: that is no wall."""
        first = _first(request)
        self._sites[site_of(first)].asked.pop(first, None)
        self._no_walls.add(form_of(request.url))

    def _scheduled(self, request: Request) -> None:
        if request.callback != self._reads_stories:
            return
        first = _first(request)
        asked = self._sites[site_of(first)].asked
        if redirected_from(request):
            story = asked.setdefault(first, _Asked(is_known=was_had(request)))
            story.way.append(form_of(request.url))
        if first in asked:
            asked[first].has_ended = False

    def _received(self, response: Response, request: Request) -> None:
        if request.callback != self._reads_stories:
            return
        first, article = _first(request), article_of(response)
        site = self._sites[site_of(first)]
        why = "blocked" if is_challenge(response) else why_not(article) if article is not None else "no page"
        is_long = article is not None and article.word_count >= self._min_words
        site.pageless.pop(first, None)
        if response.status == 304 or (why is None and is_long):
            site.others += 1
            site.asked.pop(first, None)
            self._no_walls |= {form_of(response.url), place_of(response.url)}
        elif why in _NAMES or first in site.asked:
            story = site.asked.setdefault(first, _Asked())
            story.wall, story.has_ended = why if why in _NAMES else "", True
        elif what := _in_the_place_of_a_page(response):
            site.pageless[first] = what
        else:
            site.others += 1

    def _close(self, reason: str) -> None:
        for name, site in self._sites.items():
            # What has not answered when all is done was led to what another asks, or may not be asked.
            kept = [(first, story) for first, story in site.asked.items() if story.has_ended or reason == "finished"]
            if told := self._told(name, site, kept) or _told_pageless(site, kept):
                self._stats.set_value(keys.walled(name), told)

    def _told(self, name: str, site: _Site, kept: Collection[tuple[str, _Asked]]) -> str | None:
        """What keeps most of a site's stories back, and what to try; None where nothing does."""
        met = site.others + len(site.pageless) + len(kept)
        places = Counter(place for first, story in kept for place in self._in_vain(first, story))
        place, led = _most(places)
        wall, shown = _most(Counter(story.wall for _, story in kept if story.wall))
        is_led, is_wall = (count >= FEWEST and 2 * count > met for count in (led, shown))
        if is_wall:
            where = f" at {redacted(place)}" if is_led else ""
            return (
                f"{shown} of {met} stories gave {_NAMES[wall]}{where}: {_advice(wall, has_cookies=self._has_cookies)}"
            )
        if is_led:
            return f"{led} of {met} stories lead to {redacted(place)}: {self._advice_on(name, place)}"
        return None

    def _in_vain(self, first: str, story: _Asked) -> set[str]:
        """The places to which a story was led and not had; none for one that was had before, and may have been taken out since."""
        if story.is_known or not story.way or not self._no_walls.isdisjoint((story.way[-1], place_of(story.way[-1]))):
            return set()
        places = set(map(place_of, story.way)) - self._no_walls - {place_of(first)}
        return {place for place in places if not self._is_new_front(site_of(first), place)}

    def _is_new_front(self, site: str, place: str) -> bool:
        """Whether a place is the front page of another site that the crawl asks: there goes what one has that has moved."""
        return site_of(place) != site and self._asks(place) and urlsplit(place).path in ("", "/")

    def _asks(self, place: str) -> bool:
        return site_of(place) in (offers.sites(self._crawler.spider) or ())

    def _advice_on(self, name: str, place: str) -> str:
        """What to try where stories are led to a place that says nothing of itself."""
        if (there := site_of(place)) != name and not self._asks(place):
            return f"{there} is not asked, it may be a login; {LOOK}"
        return LOOK if self._has_cookies else f"if it is a wall, {_COOKIES}"


def wall_of(response: Response, *, has_cookies: bool) -> str | None:
    """What wall a page says that it is, and what to try; None where it says nothing of the kind."""
    article = article_of(response)
    why = why_not(article) if article is not None else None
    return f"it is {_NAMES[why]}: {_advice(why, has_cookies=has_cookies)}" if why in _NAMES else None


def _told_pageless(site: _Site, kept: Collection[tuple[str, _Asked]]) -> str | None:
    """What came in the place of all that was asked of a site, and what to try; None where a page was had, or led elsewhere."""
    count = len(site.pageless)
    if site.others or kept or count < FEWEST_PAGELESS:
        return None
    what, _ = _most(Counter(site.pageless.values()))
    return f"{count} of {count} stories gave no page but {what}: {_ADVICE['pageless']}"


def _in_the_place_of_a_page(response: Response) -> str | None:
    article = article_of(response)
    is_blank = article is not None and not article.text and not article.blocks
    return no_page(response) or ("one without a word" if is_blank else None)


def _advice(wall: str, *, has_cookies: bool) -> str:
    return LOOK if wall == "consent" and has_cookies else _ADVICE[wall]


def _most(counts: Counter[str]) -> tuple[str, int]:
    """The name that was counted most, and how often; an empty one where none was."""
    return max(counts.items(), key=lambda c: c[1], default=("", 0))


def _first(request: Request) -> str:
    """The address of a story that was asked at first."""
    return form_of(asked_first(request))
