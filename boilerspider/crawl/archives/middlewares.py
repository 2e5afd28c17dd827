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
from boilerspider.crawl.ending import Ending
from boilerspider.crawl.pipelines import DeduplicationPipeline
from boilerspider.crawl.retry import NotNow
from boilerspider.crawl.stop import configured, stop
from boilerspider.errors import ArchiveError, BadConfiguration


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

    def __init__(self, crawler: Crawler, archive: Archive) -> None:
        self._crawler = crawler
        self._archive = archive
        self._ending = Ending(crawler)
        self._has_failed = False

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
        keeping = cls(crawler, archive)
        crawler.signals.connect(keeping._close, signals.spider_closed)
        crawler.signals.connect(keeping._ending.leave, signals.engine_stopped)
        return keeping

    async def process_response(self, request: Request, response: Response) -> Response:
        if not isinstance(request.meta.get(keys.ARCHIVED), ArchivedPage) and "cached" not in response.flags:
            self._keep(request, response)
        return response

    def _keep(self, request: Request, response: Response) -> None:
        if not self._has_failed:
            try:
                self._archive.add(request, response)
            except OSError as error:
                self._has_failed = True
                self._end_crawl(error)
        if self._has_failed:
            raise NotNow(f"{response.url} is not kept, and so not read")

    def _end_crawl(self, error: OSError) -> None:
        """End the crawl, and the process after the desk has closed, where there is one."""
        why = f"BOILERSPIDER_WARC_DIR: the archive cannot be written: {error}; make room or name another folder, and crawl again"
        pipeline = self._crawler.get_item_pipeline(DeduplicationPipeline)
        (pipeline.desk.ending if pipeline is not None else self._ending).over_archive(ArchiveError(why))

    def _close(self) -> None:
        try:
            self._archive.close()
        except OSError as error:
            if not self._has_failed:
                self._end_crawl(error)
