"""The downloader middleware: a final response in, its article left in `response.meta`.

It routes and counts; what an article is, `boilerspider.reading` decides. One bad page never stops
a crawl: it is counted, logged in one line, and its response goes on without an article.
"""

from __future__ import annotations

import dataclasses
import logging
import time
from datetime import datetime, timezone
from typing import Any

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response, TextResponse
from scrapy.http.request import NO_CALLBACK

from boilerspider.crawl import keys
from boilerspider.crawl.options import Options
from boilerspider.crawl.stop import configured
from boilerspider.errors import BadConfiguration, UnreadablePage
from boilerspider.extractors import extractor
from boilerspider.model import Article
from boilerspider.reading import Reader

logger = logging.getLogger(__name__)

_HTML_TYPES = (b"text/html", b"application/xhtml+xml")


class ExtractionMiddleware:
    """Leaves an Article in `response.meta["article"]` of every HTML page; order 540.

    Skips what is no page of the project's: requests without callback (robots.txt, media), answers
    other than 200, what is not HTML, and requests whose meta says `{"boilerspider": False}`.
    """

    def __init__(self, crawler: Crawler, options: Options) -> None:
        assert crawler.stats is not None
        self._stats = crawler.stats
        self._options = options
        self._readers: dict[str, Reader] = {}

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> ExtractionMiddleware:
        return cls(crawler, configured(crawler.settings))

    async def process_request(self, request: Request) -> None:
        """Remove an article that was copied along with another response's meta."""
        if isinstance(request.meta.get(keys.ARTICLE), Article):
            del request.meta[keys.ARTICLE]

    async def process_response(self, request: Request, response: Response) -> Response:
        if _is_page(request, response):
            article = self._read(request, response)
            if article is not None:
                request.meta[keys.ARTICLE] = article
        return response

    def _read(self, request: Request, response: Response) -> Article | None:
        start = time.perf_counter()
        try:
            reader = self._reader(request.meta.get(keys.CONTROL))
            article = reader.read(response.body, response.url, encoding=_declared_encoding(response))
        except UnreadablePage as error:
            logger.info("No article: %s", error)
            self._stats.inc_value(keys.pages(error.reason))
            return None
        except BadConfiguration as error:
            logger.error("No article from %s: %s", response.url, error)  # noqa: TRY400 - one line, it says all
            self._stats.inc_value(keys.pages("error"))
            return None
        except Exception:  # the seam with the crawler: one bad page must not stop it
            logger.exception("Extraction failed on %s; the crawl goes on", response.url)
            self._stats.inc_value(keys.pages("error"))
            return None
        self._count(article, (time.perf_counter() - start) * 1000)
        return dataclasses.replace(article, fetched_at=datetime.now(timezone.utc), source=request.meta.get(keys.SOURCE))

    def _count(self, article: Article, ms: float) -> None:
        self._stats.inc_value(keys.pages("extracted" if article.text else "no_content"))
        self._stats.inc_value(keys.extractor(article.extractor or ""))
        self._stats.set_value(keys.EXTRACT_MS_TOTAL, self._stats.get_value(keys.EXTRACT_MS_TOTAL, 0.0) + ms)
        self._stats.max_value(keys.EXTRACT_MS_MAX, ms)

    def _reader(self, control: Any) -> Reader:
        """The reader that a request asks for; readers are kept, for building one may load a model."""
        name, params = self._options.extractor, self._options.extractor_params
        if isinstance(control, dict):
            name = control.get("extractor", name)
            params = control.get("params", params if name == self._options.extractor else {})
        key = f"{name} {sorted(params.items())}"
        if key not in self._readers:
            try:
                plug = extractor(name, params)
            except BadConfiguration as error:
                raise BadConfiguration(f'request meta "{keys.CONTROL}": {error}') from error
            self._readers[key] = Reader(name, plug, max_bytes=self._options.max_bytes)
        return self._readers[key]


def _is_page(request: Request, response: Response) -> bool:
    return (
        request.callback is not NO_CALLBACK
        and response.status == 200
        and request.meta.get(keys.CONTROL) is not False
        and _is_html(response)
    )


def _is_html(response: Response) -> bool:
    declared = (response.headers.get(b"Content-Type") or b"").partition(b";")[0].strip().lower()
    return declared in _HTML_TYPES or (not declared and isinstance(response, TextResponse))


def _declared_encoding(response: Response) -> str | None:
    """The encoding in the Content-Type header alone; what the page itself declares is read with it."""
    header = (response.headers.get(b"Content-Type") or b"").decode("latin-1")
    charset = header.lower().partition("charset=")[2].partition(";")[0].strip().strip("\"'")
    return charset or None
