"""The downloader middleware: a final response in, its article left in `response.meta`.

It routes and counts; what an article is, `boilerspider.reading` decides. One bad page never stops
a crawl: it is counted, logged in one line, and its response goes on without an article.
"""

from __future__ import annotations

import dataclasses
import logging
from datetime import datetime, timezone
from typing import Any

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.http import Response, TextResponse
from scrapy.http.request import NO_CALLBACK

from boilerspider.crawl import keys, workers
from boilerspider.crawl.options import Options
from boilerspider.crawl.stop import configured, stop
from boilerspider.crawl.worker import Page, Readers, Reading, Recipe
from boilerspider.errors import BadConfiguration, UnreadablePage
from boilerspider.model import Article
from boilerspider.reading import Parsed

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
        self._recipe = Recipe(
            options.extractor,
            options.extractor_params,
            options.max_bytes,
            timeout=None if options.workers else options.page_timeout,
        )
        self._readers = Readers()
        self._workers = workers.Workers(options.workers, options.page_timeout) if options.workers else None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> ExtractionMiddleware:
        options = configured(crawler.settings)
        if options.workers and not workers.can_run():
            stop(BadConfiguration("BOILERSPIDER_WORKERS needs Scrapy's asyncio reactor on a POSIX system; set it to 0"))
        middleware = cls(crawler, options)
        crawler.signals.connect(middleware.close, signals.spider_closed)
        return middleware

    async def process_request(self, request: Request) -> None:
        """Remove an article that was copied along with another response's meta."""
        if isinstance(request.meta.get(keys.ARTICLE), Article):
            del request.meta[keys.ARTICLE]

    async def process_response(self, request: Request, response: Response) -> Response:
        if _is_page(request, response):
            article = await self._article(request, response)
            if article is not None:
                request.meta[keys.ARTICLE] = article
        return response

    async def close(self) -> None:
        """End the worker processes."""
        if self._workers is not None:
            await self._workers.close()

    async def _article(self, request: Request, response: Response) -> Article | None:
        control = request.meta.get(keys.CONTROL)
        page = Page(response.body, response.url, _declared_encoding(response))
        try:
            recipe = self._recipe_for(control)
            if self._workers is not None:
                reading = await self._workers.read(recipe, page)
            else:
                reading = self._readers.read(recipe, page, _parsed(response))
        except UnreadablePage as error:
            level = logging.WARNING if error.reason == "timeout" else logging.INFO
            logger.log(level, "No article: %s", error)
            self._stats.inc_value(keys.pages(error.reason))
        except BadConfiguration as error:
            where = f'request meta "{keys.CONTROL}": ' if isinstance(control, dict) else ""
            self._fail("No article from %s: %s%s", response.url, where, error)
        except workers.ExtractionFailed as error:
            self._fail("Extraction failed on %s; the crawl goes on: %s", response.url, error)
        except Exception:  # the seam with the crawler: one bad page must not stop it
            logger.exception("Extraction failed on %s; the crawl goes on", response.url)
            self._stats.inc_value(keys.pages("error"))
        else:
            self._count(reading)
            now = datetime.now(timezone.utc)
            return dataclasses.replace(reading.article, fetched_at=now, source=request.meta.get(keys.SOURCE))
        return None

    def _fail(self, message: str, *details: object) -> None:
        logger.error(message, *details)
        self._stats.inc_value(keys.pages("error"))

    def _count(self, reading: Reading) -> None:
        article, ms = reading.article, reading.ms
        self._stats.inc_value(keys.pages("extracted" if article.text else "no_content"))
        self._stats.inc_value(keys.extractor(article.extractor or ""))
        if article.flattened:
            self._stats.inc_value(keys.FLATTENED)
        self._stats.set_value(keys.EXTRACT_MS_TOTAL, self._stats.get_value(keys.EXTRACT_MS_TOTAL, 0.0) + ms)
        self._stats.max_value(keys.EXTRACT_MS_MAX, ms)

    def _recipe_for(self, control: Any) -> Recipe:
        """The project's recipe, or the one that a request asks for."""
        if not isinstance(control, dict):
            return self._recipe
        name = control.get("extractor", self._recipe.extractor)
        params = control.get("params", self._recipe.params if name == self._recipe.extractor else {})
        return dataclasses.replace(self._recipe, extractor=name, params=params)


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


def _parsed(response: Response) -> Parsed | None:
    """The tree that another middleware has had made of the response; asking for the selector would make one."""
    selector = getattr(response, "_cached_selector", None)
    if selector is None or selector.type != "html" or not isinstance(response, TextResponse):
        return None
    return Parsed(selector.root, response.text)
