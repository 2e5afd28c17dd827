"""Two downloader middlewares: one answers from an archive instead of the web, one keeps what the web answered."""

from __future__ import annotations

from pathlib import Path

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Headers, Response
from scrapy.responsetypes import responsetypes

from boilerspider.crawl import keys
from boilerspider.crawl.archives.reading import ArchivedPage, require_fastwarc
from boilerspider.crawl.archives.writing import Archive
from boilerspider.crawl.stop import configured, stop
from boilerspider.errors import BadConfiguration


class ArchivedPages:
    """Answers a request that brings its page along; order 5, before anything asks the web for it."""

    async def process_request(self, request: Request) -> Response | None:
        page = request.meta.get(keys.ARCHIVED)
        if not isinstance(page, ArchivedPage):
            return None
        headers = Headers()
        for name, value in page.headers:
            headers.appendlist(name, value)
        kind = responsetypes.from_args(headers=headers, url=page.url, body=page.body)
        return kind(page.url, headers=headers, body=page.body, request=request)


class KeepPages:
    """Keeps what servers answer in the folder `WARC_DIR`; order 595, before answers are decompressed.

    What comes out of an archive, or of a cache, is not kept again.
    """

    def __init__(self, archive: Archive) -> None:
        self._archive = archive

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> KeepPages:
        folder = configured(crawler.settings).warc_dir
        if folder is None:
            raise NotConfigured
        try:
            require_fastwarc("BOILERSPIDER_WARC_DIR")
            archive = Archive(Path(folder), crawler.spidercls.name)
        except BadConfiguration as error:
            stop(error)
        except OSError as error:
            stop(BadConfiguration(f"BOILERSPIDER_WARC_DIR = {folder!r}: no archive can be written there: {error}"))
        crawler.signals.connect(archive.close, signals.spider_closed, weak=False)
        return cls(archive)

    async def process_response(self, request: Request, response: Response) -> Response:
        if not isinstance(request.meta.get(keys.ARCHIVED), ArchivedPage) and "cached" not in response.flags:
            self._archive.add(request, response)
        return response
