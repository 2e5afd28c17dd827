"""What robots.txt forbids is forbidden to every request, those that came while it was being fetched included."""

from __future__ import annotations

import logging
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.downloadermiddlewares import robotstxt
from scrapy.downloadermiddlewares.robotstxt import RobotsTxtMiddleware
from scrapy.robotstxt import RobotParser


class RobotsTxt(RobotsTxtMiddleware):
    """Scrapy's RobotsTxtMiddleware, in its place: downloader middleware, order 100.

    Of the requests that wait for one robots.txt Scrapy's (2.13 to 2.19) tells the first two what it says, and lets all
    others pass: they await one Deferred, whose result is gone once it has been awaited.
    """

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        robotstxt.logger.addFilter(_briefly)
        self._told: dict[str, RobotParser] = {}
        """Host and port -> what its robots.txt says."""

    async def robot_parser(self, request: Request) -> RobotParser | None:
        """What the robots.txt of a request's host says; None where that is not known."""
        host = urlsplit(request.url).netloc
        parser = await super().robot_parser(request)
        if parser is not None:
            self._told[host] = parser
        return self._told.get(host)


def _briefly(record: logging.LogRecord) -> bool:
    """One line of what Scrapy cannot make a request for, to which a robots.txt redirects: `mailto:`, say."""
    if isinstance(record.exc_info, tuple) and isinstance(record.exc_info[1], ValueError):
        record.exc_info = None
    return True
