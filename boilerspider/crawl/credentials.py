"""Credentials in URLs: the user's own go to their origin as a header, and none is ever shown.

Scrapy asks for `user:password@host` as if it were a host's name, and writes it to the log.
"""

from __future__ import annotations

import base64
import logging
from collections.abc import Iterable, Mapping
from urllib.parse import unquote, urlsplit

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.extensions import feedexport
from scrapy.utils.log import get_scrapy_root_handler

from boilerspider.crawl import offers
from boilerspider.redaction import redacted
from boilerspider.urls import origin_of, without_credentials


def authorizations(urls: Iterable[str]) -> dict[str, str]:
    """Origin -> value of the Authorization header (Basic, RFC 7617), for the URLs that hold credentials."""
    found = {}
    for url in urls:
        origin = origin_of(url)
        if origin and without_credentials(url) != url:
            user, _, password = urlsplit(url).netloc.rpartition("@")[0].partition(":")
            pair = f"{unquote(user)}:{unquote(password)}"
            found[origin] = f"Basic {base64.b64encode(pair.encode()).decode()}"
    return found


class Credentials:
    """Keeps credentials out of the URLs of requests; downloader middleware, order 40.

    The spider's `authorizations` (see `authorizations`) are sent to the origins that they are for.
    Scrapy takes the header away from a redirect that leads to another origin. Those that a page or
    a redirect put into a URL are left out.
    """

    def __init__(self, given: Mapping[str, str]) -> None:
        self._given = given

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Credentials:
        return cls(offers.authorizations(crawler.spider))

    async def process_request(self, request: Request) -> Request | None:
        bare = without_credentials(request.url)
        if bare != request.url:
            return request.replace(url=bare, dont_filter=True)
        if self._given and (header := self._given.get(origin_of(request.url))):
            request.headers.setdefault(b"Authorization", header)
        return None


def redact_feeds() -> None:
    """Let Scrapy name no feed but redacted: it tells of each that is stored, or is not."""
    feedexport.logger.addFilter(_redact)


def _redact(record: logging.LogRecord) -> bool:
    if isinstance(record.args, tuple):
        record.args = tuple(redacted(one) if isinstance(one, str) else one for one in record.args)
    return True


class RedactedLog:
    """Leaves credentials in URLs out of whatever is logged; extension.

    Scrapy logs the URL of a redirect before any middleware can clean it, and the URIs of feeds with its settings.
    """

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> RedactedLog:
        extension = cls()
        extension.redact()
        # Scrapy makes its handler anew once the settings are read.
        crawler.signals.connect(extension.redact, signals.engine_started)
        return extension

    def redact(self) -> None:
        """Let no line pass Scrapy's handler but redacted."""
        handler = get_scrapy_root_handler()
        if handler is not None and handler.formatter is not None and not isinstance(handler.formatter, _Redacting):
            handler.setFormatter(_Redacting(handler.formatter))


class _Redacting(logging.Formatter):
    """Another formatter's lines, tracebacks included, without credentials."""

    def __init__(self, inner: logging.Formatter) -> None:
        super().__init__()
        self._inner = inner

    def format(self, record: logging.LogRecord) -> str:
        return redacted(self._inner.format(record))
