"""The sites to which feeds lead that the user named: a feed that says it has nothing new does not name them again."""

from __future__ import annotations

import json
from collections.abc import Iterable

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.http import Response

from boilerspider.crawl import keys
from boilerspider.crawl.asked import Asked
from boilerspider.crawl.owners import Owners, Way, first_at
from boilerspider.crawl.visits import Visits
from boilerspider.discovery import Link
from boilerspider.spiders.lending import anywhere
from boilerspider.spiders.names import SITES, first_address
from boilerspider.stores import UrlOutcome
from boilerspider.urls import origin_of, site_of

MOST_SITES = 100
"""Sites of one feed that are remembered, the latest first: those that gather news of all the world lead to ever new ones. Ours."""


class Fed:
    """Remembers them, so that stories of these sites whose time has come are asked also where nothing else leads there."""

    def __init__(self, crawler: Crawler, visits: Visits, owners: Owners) -> None:
        self._visits = visits
        self._owners = owners
        self._sites: dict[str, dict[str, str]] = {}
        """Feed -> site -> an address of it."""
        self._failed: dict[tuple[str, tuple[str, ...]], Way] = {}
        """Feed and sites of a way -> one of those ways whose end came to nothing."""
        crawler.signals.connect(self._close, signals.spider_closed)

    async def sites(self, response: Response, links: Iterable[Link]) -> list[str]:
        """An address of each site that a feed leads to now, or did before."""
        name = first_address(response)
        now = {site_of(link.url): f"{origin_of(link.url)}/" for link in links}
        before = {site: url for site, url in (await self._before(name)).items() if site not in now}
        await self._keep(name, now | before)
        return [*(now | before).values()]

    def request(self, request: Request, response: Response) -> Request:
        """The request for what a feed leads to, wherever that is."""
        return anywhere(request, {keys.FED_BY: first_address(response)})

    async def leads_to(self, response: Response) -> None:
        """A story was asked by an address that the user named, or that such a feed did."""
        await self._add(response.meta.get(keys.FED_BY), Way.of(response).urls)

    def failed(self, request: Request) -> None:
        """The same came to nothing: where that was may be the story's site, or a login elsewhere."""
        if name := request.meta.get(keys.FED_BY):
            way = Way.of(request)
            self._failed[name, way.sites] = way

    async def _close(self) -> None:
        for (name, _), way in self._failed.items():
            await self._add(name, [first_at(self._owners.site(way), way.urls)])

    async def _add(self, name: str | None, urls: Iterable[str]) -> None:
        now = {site_of(url): f"{origin_of(url)}/" for url in urls}
        if name and not self._sites.get(name, {}).keys() >= now.keys():
            before = await self._before(name)
            await self._keep(name, now | before | self._sites.get(name, {}))  # what came in meanwhile

    async def _before(self, name: str) -> dict[str, str]:
        """Those that are remembered; of what was read in this crawl all is known."""
        if name in self._sites:
            return self._sites.get(name, {})
        kept = await self._visits.known(name + SITES)
        return {site_of(url): url for url in json.loads((kept and kept.etag) or "[]")}

    async def _keep(self, name: str, sites: dict[str, str]) -> None:
        """Remember them, each time anew: they must not be forgotten before their stories are."""
        self._sites[name] = sites
        if sites:
            packed = json.dumps([*sites.values()][:MOST_SITES], separators=(",", ":"))
            await self._visits.note(Asked((name + SITES,), packed), UrlOutcome.SOURCE)
