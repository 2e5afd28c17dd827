"""Notes of addresses of which nothing is known but that this crawl could not have them: they are asked again at their ages."""

from __future__ import annotations

from collections.abc import Iterable

from scrapy import Request

from boilerspider.crawl import keys
from boilerspider.crawl.asked import first_visited
from boilerspider.crawl.desk import Desk
from boilerspider.crawl.redirected import asked_first, led_by
from boilerspider.spiders.names import REFUSED
from boilerspider.urls import clean_url


class PuttingOff:
    """Told of what came to nothing without a page that says so; without a store it does nothing."""

    def __init__(self, desk: Desk | None, walled: str) -> None:
        self._desk = desk
        self._walled = walled
        """What is put behind an address that a wall keeps from this crawl."""

    async def refused(self, request: Request) -> None:
        """What a request asks for may not be asked now: what led there asks again at its ages."""
        if self._desk is not None:
            urls = dict.fromkeys(map(clean_url, (*led_by(request), request.url)))
            await self.had_not(filter(self._desk.visits.awaits, urls), REFUSED)

    async def circled(self, request: Request) -> None:
        """Redirects lead a request for a page to itself, or on without end: it is asked again at its ages, or with cookies."""
        if request.meta.keys().isdisjoint((keys.LENDER, keys.NAMED)):
            await self.had_not([clean_url(asked_first(request))], self._walled)

    async def had_not(self, urls: Iterable[str], name: str) -> None:
        """These addresses could not be had, which is noted under a name put behind each, since when it was first."""
        if self._desk is None:
            return
        for url in urls:
            before = await self._desk.visits.known(url + name)
            await self._desk.visits.put_off(url, url + name, first_visited(before) if before else None)
