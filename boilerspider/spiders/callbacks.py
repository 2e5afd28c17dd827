"""What the pieces that make a spider's requests need of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from scrapy.crawler import Crawler
from scrapy.utils.log import SpiderLoggerAdapter

from boilerspider.spiders.arguments import Arguments

Callback = Callable[..., Any]


class Callbacks(Protocol):
    """A spider that reads what links lead to."""

    crawler: Crawler
    arguments: Arguments
    sites: set[str]

    @property
    def logger(self) -> SpiderLoggerAdapter:
        """The spider's own."""

    @property
    def parse_feed(self) -> Callback:
        """Reads a feed."""

    @property
    def parse_sitemap(self) -> Callback:
        """Reads a sitemap."""

    @property
    def parse_listing(self) -> Callback:
        """Reads a page of links."""

    @property
    def parse_article(self) -> Callback:
        """Reads an article."""

    @property
    def parse_robots(self) -> Callback:
        """Reads a robots.txt."""

    @property
    def failed(self) -> Callback:
        """Hears of a request that came to nothing."""
