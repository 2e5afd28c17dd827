"""Reads sitemaps: a small one at once, a large one little by little, as its host comes to need more."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator, Iterator
from contextlib import nullcontext
from datetime import datetime, timezone

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response

from boilerspider.crawl.retry import host_of
from boilerspider.crawl.room import is_over, room
from boilerspider.discovery import Link, pieces, sitemap_links
from boilerspider.spiders.following import Following
from boilerspider.spiders.jobdir import put_back
from boilerspider.spiders.parcels import Parcel
from boilerspider.spiders.reading import Reading
from boilerspider.spiders.turns import OneAtOnce, in_parts
from boilerspider.urls import origin_of

_NEVER = datetime.min.replace(tzinfo=timezone.utc)


class Sitemaps:
    """A sitemap is noted as done when it was read to its end, and all that it led to is settled; a crawl that ends before leaves it to the next."""

    def __init__(self, crawler: Crawler, following: Following) -> None:
        self._crawler = crawler
        self._following = following
        self._turns: defaultdict[str, OneAtOnce] = defaultdict(OneAtOnce)
        """Host -> whose sitemaps are read on by turns."""
        self._reading = OneAtOnce()
        """Of all hosts one piece is read at a time: a part of each in one turn of the loop would be a long turn."""

    async def read(
        self, response: Response, source: Reading, *, is_sitemap: bool
    ) -> AsyncIterator[tuple[bool, Iterator[Request]]]:
        """Of each piece whether it names anything, and the requests for it; what is no sitemap, and names nothing, is not noted as one."""
        if isinstance(response, Parcel):
            async for names_any, requests in self._parcel(response, source):
                is_sitemap = is_sitemap or names_any
                yield names_any, requests
            if response.packs:
                put_back(self._crawler, response.again)
                return
        else:
            for piece in pieces(response.body):
                async with self._reading.turn():
                    links = [link async for part in in_parts(sitemap_links(piece, response.url)) for link in part]
                    requests = await self._following.of_sitemap(links, response, source)
                is_sitemap = is_sitemap or bool(links)
                yield bool(links), requests
        if is_sitemap:
            await source.ends()

    async def _parcel(self, parcel: Parcel, source: Reading) -> AsyncIterator[tuple[bool, Iterator[Request]]]:
        """The pieces of a parcel, the newest first, until the crawl ends: the first at once, and each other one when the hosts of that before it have room."""
        turns = self._turns[host_of(self._crawler, parcel.again)]
        found, origins = iter(parcel), set[str]()
        while parcel.packs and not is_over(self._crawler):
            async with turns.turn() if origins else nullcontext():
                if origins and not await room(self._crawler, origins):
                    return
                async with self._reading.turn():
                    if is_over(self._crawler):
                        return
                    links = await _newest_first(next(found), parcel.url)
                    requests = await self._following.of_sitemap(links, parcel, source)
                origins = {origin_of(parcel.url), *(origin_of(link.url) for link in links)}
                names_any = bool(links)
                del links  # the next piece may be hours away
                yield names_any, requests


async def _newest_first(piece: bytes, url: str) -> list[Link]:
    links = [link async for part in in_parts(sitemap_links(piece, url)) for link in part]
    return sorted(links, key=lambda link: link.published or link.modified or _NEVER, reverse=True)
