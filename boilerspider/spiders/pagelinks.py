"""The links of pages that were fetched."""

from __future__ import annotations

from collections import defaultdict
from logging import LoggerAdapter
from typing import Any

from scrapy.http import Response

from boilerspider.discovery import Link, read_links
from boilerspider.errors import UnreadablePage
from boilerspider.urls import site_of


class PageLinks:
    """Reads them, and knows which sites have moved to another one: that may go on to name its stories by their old addresses."""

    def __init__(self) -> None:
        self._former: defaultdict[str, set[str]] = defaultdict(set)
        """Site -> those that have moved there."""

    def front(self, response: Response) -> None:
        """A front page has answered, perhaps that of another site than was asked."""
        self._former[site_of(response.url)] |= set(map(site_of, response.meta.get("redirect_urls", ())))

    def of(self, response: Response, logger: LoggerAdapter[Any]) -> tuple[Link, ...]:
        """What a page links to; of a page that cannot be read a line, and nothing."""
        try:
            return read_links(response.body, response.url, former=self._former.get(site_of(response.url), ()))
        except UnreadablePage as error:
            logger.info("No links: %s", error)
            return ()
