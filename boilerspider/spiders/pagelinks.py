"""The links of a page that was fetched, and the requests for them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from logging import LoggerAdapter
from typing import Any

from scrapy import Request
from scrapy.http import Response

from boilerspider.crawl.responses import content_type
from boilerspider.discovery import Link, LinkKind, kind_of_response, read_links
from boilerspider.errors import UnreadablePage
from boilerspider.spiders.following import Following
from boilerspider.spiders.frontier import Frontier
from boilerspider.spiders.named import Named


def links_of(response: Response, logger: LoggerAdapter[Any]) -> tuple[Link, ...]:
    """What a page links to; of a page that cannot be read a line, and nothing."""
    try:
        return read_links(response.body, response.url)
    except UnreadablePage as error:
        logger.info("No links: %s", error)
        return ()


class PageLinks:
    """Follows what pages of links lead to."""

    def __init__(self, frontier: Frontier, following: Following, named: Named) -> None:
        self._frontier = frontier
        self._following = following
        self._named = named

    def read(self, response: Response, logger: LoggerAdapter[Any]) -> tuple[Link, ...] | None:
        """What a page links to; None where the answer is no page."""
        if kind_of_response(response.body, content_type(response), response.url) == "html":
            return links_of(response, logger)
        self._named.nothing(response, "it is no HTML page")
        return None

    async def requests(
        self, links: Collection[Link], response: Response, *, depth: int, barren: int
    ) -> Iterator[Request]:
        """The requests for the links of a page at a depth, behind so many that listed nothing new; a front page says where its feeds lie."""
        if links:
            self._named.had(response)
        else:
            self._named.nothing(response, "no link on its page leads further")
        if depth == 0:
            self._frontier.lend(response.url, (link.url for link in links if link.kind is LinkKind.FEED))
        barren = self._frontier.barren(links, barren)
        return await self._following.requests(links, depth=depth, barren=barren, lender=response.url)
