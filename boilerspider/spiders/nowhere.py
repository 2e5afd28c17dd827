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
from boilerspider.discovery import looks_like_listing
from boilerspider.kinds import why_not
from boilerspider.model import Article
from boilerspider.spiders.frontier import Frontier
from boilerspider.spiders.memory import Memory
from boilerspider.urls import clean_url


class Nowhere:
    """Notes of what was led to such an address that it came to nothing, as soon as that is known."""

    def __init__(self, frontier: Frontier, memory: Memory) -> None:
        self._frontier = frontier
        self._memory = memory
        self._known: set[str] = set()
        self._led: defaultdict[str, list[Request | Response]] = defaultdict(list)
        """Address that may turn out to be one -> what was led there."""

    async def has_led(self, asked: Request | Response) -> bool:
        """Whether what was asked has been led to an address that is known for one; else it is kept in mind."""
        there = clean_url(asked.url)
        if there in self._known:
            await self._memory.led_nowhere(asked)
            return True
        if self._frontier.is_listing(there) or looks_like_listing(there):
            self._led[there].append(asked)
        return False

    async def answered(self, response: Response) -> None:
        """A page that is no story has answered, unless it is a check for robots in the place of one."""
        article = response.meta.get(keys.ARTICLE)
        if not isinstance(article, Article) or why_not(article) != "blocked":
            await self.is_at((*response.meta.get("redirect_urls", ()), response.url))

    async def is_at(self, urls: Iterable[str]) -> None:
        """No story stands at these addresses."""
        for url in map(clean_url, urls):
            self._known.add(url)
            for asked in self._led.pop(url, ()):
                await self._memory.led_nowhere(asked)
