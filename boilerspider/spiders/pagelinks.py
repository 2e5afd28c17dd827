"""The links of a page that was fetched."""

from __future__ import annotations

from logging import LoggerAdapter
from typing import Any

from scrapy.http import Response

from boilerspider.discovery import Link, read_links
from boilerspider.errors import UnreadablePage


def links_of(response: Response, logger: LoggerAdapter[Any]) -> tuple[Link, ...]:
    """What a page links to; of a page that cannot be read a line, and nothing."""
    try:
        return read_links(response.body, response.url)
    except UnreadablePage as error:
        logger.info("No links: %s", error)
        return ()
