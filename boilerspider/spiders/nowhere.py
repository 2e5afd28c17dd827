"""Addresses at which no story stands, whatever leads there: pages of links, what hardly is an article, what robots.txt forbids.

Of these nothing is noted under their own address, so that what redirects there would stay open. But only an answer tells
what they are: a page for maintenance, or a check for robots, may stand at an address that looks like a section's.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from scrapy import Request
from scrapy.http import Response

from boilerspider.crawl import keys
from boilerspider.crawl.asked import Asked
from boilerspider.crawl.outages import Tried
from boilerspider.crawl.redirected import way_of
from boilerspider.crawl.responses import article_of
from boilerspider.discovery import looks_like_listing
from boilerspider.kinds import is_article, why_not
from boilerspider.model import Article
from boilerspider.spiders.frontier import Frontier
from boilerspider.spiders.judging import may_be_story
from boilerspider.spiders.outcomes import Outcomes
from boilerspider.urls import clean_url

_WALLS = ("blocked", "consent")
"""What pages are that say nothing of what stands at their address for others, or at another time."""


class Nowhere:
    """Notes of what was led to such an address that it came to nothing, as soon as that is known."""

    def __init__(self, frontier: Frontier, outcomes: Outcomes) -> None:
        self._frontier = frontier
        self._outcomes = outcomes
        self._known: set[str] = set()
        self._open: set[str] = set()
        """Addresses of which nothing is awaited any more that would tell whether they are such."""
        self._led: defaultdict[str, list[tuple[Asked, Tried]]] = defaultdict(list)
        """Address that may turn out to be one -> those that led there."""

    async def has_led(self, asked: Request | Response) -> bool:
        """Whether what was asked has been led to an address that is known for one; else it is kept in mind."""
        there = clean_url(asked.url)
        if there in self._known:
            await self._outcomes.led_nowhere(Asked.led(asked), Tried.of(asked))
            return True
        if there not in self._open and self._may_be_one(there):
            self._led[there].append((Asked.led(asked), Tried.of(asked)))
        return False

    def read(self, response: Response) -> None:
        """A page is read; where it is a story, or a wall before what stands there, nothing follows for what led there."""
        article = article_of(response)
        if _is_wall(article) or (article is not None and is_article(article) and may_be_story(response)):
            self.tells_nothing(response.url)

    def tells_nothing(self, url: str) -> None:
        """What became of an address says nothing of what is led there, which is not kept in mind any longer."""
        there = clean_url(url)
        self._led.pop(there, None)
        if self._may_be_one(there):
            self._open.add(there)

    async def answered(self, response: Response) -> None:
        """A page that is no story has answered, unless it is a wall in the place of one."""
        if _is_wall(article_of(response)):
            self.tells_nothing(response.url)
            return
        urls = way_of(response)
        # What gave a cookie on the way may lead others on to their stories.
        await self.is_at((urls[0], urls[-1]) if keys.COOKIE_CAME in response.meta else urls)

    async def is_at(self, urls: Iterable[str]) -> None:
        """No story stands at these addresses."""
        for url in filter(None, map(clean_url, urls)):
            self._known.add(url)
            for asked, tried in self._led.pop(url, ()):
                await self._outcomes.led_nowhere(asked, tried)

    def _may_be_one(self, url: str) -> bool:
        return bool(url) and (self._frontier.is_listing(url) or looks_like_listing(url))


def _is_wall(article: Article | None) -> bool:
    return article is not None and why_not(article) in _WALLS
