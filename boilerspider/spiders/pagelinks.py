"""The links of pages that were fetched, and the requests for them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from logging import LoggerAdapter
from typing import Any

from scrapy import Request
from scrapy.http import Response

from boilerspider.crawl.redirected import redirected_from
from boilerspider.crawl.responses import content_type, declared_encoding
from boilerspider.discovery import Link, LinkKind, kind_of_response, read_links
from boilerspider.errors import UnreadablePage
from boilerspider.spiders.following import Following
from boilerspider.spiders.frontier import Frontier
from boilerspider.spiders.named import Named
from boilerspider.urls import site_of


class PageLinks:
    """Follows what pages of links lead to, and knows which sites have moved to another one: that may go on to name its stories by their old addresses."""

    def __init__(self, frontier: Frontier, following: Following, named: Named) -> None:
        self._frontier = frontier
        self._following = following
        self._named = named
        self._former: defaultdict[str, set[str]] = defaultdict(set)
        """Site -> those that have moved there."""

    def read(
        self, response: Response, logger: LoggerAdapter[Any], *, is_front: bool = False
    ) -> tuple[Link, ...] | None:
        """What a page links to; None where the answer is no page. Of a page that cannot be read a line, and nothing.

        A front page may be that of another site than was asked: there the site has moved.
        """
        site = site_of(response.url)
        if is_front:
            self._former[site] |= set(map(site_of, redirected_from(response)))
        if kind_of_response(response.body, content_type(response), response.url) != "html":
            self._named.nothing(response, "it is no HTML page")
            return None
        try:
            former = self._former.get(site, ())
            return read_links(response.body, response.url, encoding=declared_encoding(response), former=former)
        except UnreadablePage as error:
            logger.info("No links: %s", error)
            return ()

    async def requests(
        self, links: Collection[Link], response: Response, *, depth: int, barren: int
    ) -> Iterator[Request]:
        """The requests for the links of a page at a depth, behind so many that listed nothing new; a front page says where its feeds lie."""
        has_stories = any(link.kind is LinkKind.ARTICLE for link in links)
        is_wall = depth == 0 and not has_stories and self._named.walled(response)
        if not is_wall:
            if links:
                self._named.had(response, links)
            else:
                self._named.nothing(response, "no link on its page leads further")
        if depth == 0:
            self._frontier.lend(response.url, (link.url for link in links if link.kind is LinkKind.FEED))
        barren = self._frontier.barren(links, barren)
        requests = await self._following.requests(links, depth=depth, barren=barren, lender=response.url)
        return self._named.shown(requests, response)
