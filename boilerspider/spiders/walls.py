"""Walls before the stories of a site: most of them lead to one place, or give a page that says it is a wall. Told once a site, at the end."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.http import Response

from boilerspider.crawl import keys
from boilerspider.kinds import why_not
from boilerspider.model import Article
from boilerspider.redaction import redacted
from boilerspider.spiders.callbacks import Callback
from boilerspider.urls import clean_url, site_of

FEWEST = 4
"""Stories of a site that one wall keeps back, at least: fewer may have been taken out. Ours."""

_COOKIES = "COOKIES_ENABLED=True may open it"
_LOOK = "see what a browser shows there"
_ADVICE = {
    "consent": _COOKIES,
    "blocked": "ask less of it (delay, DOWNLOAD_DELAY), or its owners for leave",
    "paywall": "they are for subscribers",
}
_NAMES = {
    "consent": "a question about cookies",
    "blocked": "a check for robots",
    "paywall": "the offer of a subscription",
}


@dataclass(slots=True)
class _Site:
    """What became of the stories of one site."""

    answered: int = 0
    led: dict[str, set[str]] = field(default_factory=dict)
    """Story that has not answered -> the places to which redirects led it."""
    places: Counter[str] = field(default_factory=Counter)
    """Place -> how many stories that answered were led there in vain."""
    walls: Counter[str] = field(default_factory=Counter)
    """What a page says that it is -> how many stories gave such a one."""
    stories: set[str] = field(default_factory=set)
    """Places where stories stand that their arguments tell apart (`/story.php`)."""


class Walls:
    """Hears where requests for stories are led, and what answers."""

    def __init__(self, crawler: Crawler, reads_stories: Callback) -> None:
        assert crawler.stats is not None
        self._stats = crawler.stats
        self._reads_stories = reads_stories
        self._has_cookies = crawler.settings.getbool("COOKIES_ENABLED")
        self._sites: defaultdict[str, _Site] = defaultdict(_Site)
        crawler.signals.connect(self._scheduled, signals.request_scheduled)
        crawler.signals.connect(self._received, signals.response_received)
        crawler.signals.connect(self._close, signals.spider_closed)

    def let_go(self, request: Request) -> None:
        """What a request was led to is known, or is not asked in this crawl: that is no wall."""
        first = _first(request)
        self._sites[site_of(first)].led.pop(first, None)

    def _scheduled(self, request: Request) -> None:
        if request.callback != self._reads_stories or not request.meta.get("redirect_urls"):
            return
        first = _first(request)
        way = self._sites[site_of(first)].led.setdefault(first, set())
        way |= {_place(request.url)} - {_place(first)}

    def _received(self, response: Response, request: Request) -> None:
        if request.callback != self._reads_stories:
            return
        first, article = _first(request), response.meta.get(keys.ARTICLE)
        site = self._sites[site_of(first)]
        site.answered += 1
        way = site.led.pop(first, set())
        why = why_not(article) if isinstance(article, Article) else "no page"
        if response.status == 304 or why is None:
            if "?" in response.url:
                site.stories.add(_place(response.url))
            # What stands at its own address is none of others.
            way = {place for place in way if place == clean_url(response.url)}
        elif why in _NAMES:
            site.walls[why] += 1
        site.places.update(way)

    def _close(self) -> None:
        for name, site in self._sites.items():
            if told := self._told(name, site):
                self._stats.set_value(keys.walled(name), told)

    def _told(self, name: str, site: _Site) -> str | None:
        """What keeps most of a site's stories back, and what to try; None where nothing does."""
        met = site.answered + len(site.led)
        for way in site.led.values():
            site.places.update(way)
        place, led = _most(site.places, site.stories)
        wall, shown = _most(site.walls)
        is_led, is_wall = (count >= FEWEST and 2 * count > met for count in (led, shown))
        if is_wall:
            where = f" at {redacted(place)}" if is_led else ""
            return (
                f"{shown} of {met} stories gave {_NAMES[wall]}{where}: {_advice(wall, has_cookies=self._has_cookies)}"
            )
        if is_led:
            return f"{led} of {met} stories lead to {redacted(place)}: {self._advice_on(name, place)}"
        return None

    def _advice_on(self, name: str, place: str) -> str:
        """What to try where stories are led to a place that says nothing of itself."""
        if (there := site_of(place)) != name:
            return f"{there} is not asked, it may be a login; {_LOOK}"
        return _LOOK if self._has_cookies else f"if it is a wall, {_COOKIES}"


def wall_of(response: Response, *, has_cookies: bool) -> str | None:
    """What wall a page says that it is, and what to try; None where it says nothing of the kind."""
    article = response.meta.get(keys.ARTICLE)
    why = why_not(article) if isinstance(article, Article) else None
    return f"it is {_NAMES[why]}: {_advice(why, has_cookies=has_cookies)}" if why in _NAMES else None


def _advice(wall: str, *, has_cookies: bool) -> str:
    return _LOOK if wall == "consent" and has_cookies else _ADVICE[wall]


def _most(counts: Counter[str], without: Collection[str] = ()) -> tuple[str, int]:
    """The name that was counted most, and how often; an empty one where none was."""
    return max(
        ((name, count) for name, count in counts.items() if name not in without), key=lambda c: c[1], default=("", 0)
    )


def _first(request: Request) -> str:
    """The address of a story that was asked at first."""
    url = request.meta.get("redirect_urls", [request.url])[0]
    return clean_url(url) or url


def _place(url: str) -> str:
    """An address without its arguments, which may say where each wanted to go."""
    return (clean_url(url) or url).partition("?")[0]
