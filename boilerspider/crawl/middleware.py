"""The downloader middleware: a final response in, its article left in `response.meta`.

It routes; what an article is, `boilerspider.reading` decides, and where it is read, `pages.py`.
A response whose page cannot be read goes on without an article.
"""

from __future__ import annotations

import dataclasses
from datetime import datetime, timezone

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK

from boilerspider.crawl import keys
from boilerspider.crawl.pages import PageReader
from boilerspider.crawl.responses import READ_STATUSES, article_of, declared_encoding, is_html, parsed
from boilerspider.crawl.worker import Page


class ExtractionMiddleware:
    """Leaves an Article in `response.meta["article"]` of every HTML page; order 540.

    Skips what is no page of the project's: requests without callback (robots.txt, media), answers
    other than 200 and 203, what is not HTML, and requests whose meta says `{"boilerspider": False}`.
    """

    def __init__(self, pages: PageReader) -> None:
        self.pages = pages
        """Reads for whoever else has pages in this crawl."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> ExtractionMiddleware:
        return cls(PageReader.from_crawler(crawler))

    async def process_request(self, request: Request) -> None:
        """Remove an article that was copied along with another response's meta."""
        if article_of(request) is not None:
            del request.meta[keys.ARTICLE]

    async def process_response(self, request: Request, response: Response) -> Response:
        if _is_page(request, response):
            page = Page(response.body, response.url, declared_encoding(response))
            article = await self.pages.article(page, request.meta.get(keys.CONTROL), parsed(response))
            if article is not None:
                fetched_at = request.meta.get(keys.FETCHED_AT) or datetime.now(timezone.utc)
                source = request.meta.get(keys.SOURCE)
                request.meta[keys.ARTICLE] = dataclasses.replace(article, fetched_at=fetched_at, source=source)
        return response


def _is_page(request: Request, response: Response) -> bool:
    return (
        request.callback is not NO_CALLBACK
        and response.status in READ_STATUSES
        and request.meta.get(keys.CONTROL) is not False
        and is_html(response)
    )
