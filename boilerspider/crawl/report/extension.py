"""The extension: listens to a crawl, and writes its report when all is delivered."""

from __future__ import annotations

import logging
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK
from twisted.python.failure import Failure

from boilerspider.crawl import keys
from boilerspider.crawl.ending import LastWord
from boilerspider.crawl.feedfile import try_to_write
from boilerspider.crawl.items import FieldMap
from boilerspider.crawl.report.findings import FIELDS, Findings
from boilerspider.crawl.report.page import to_html
from boilerspider.crawl.responses import is_robots_txt
from boilerspider.crawl.stop import configured, stop
from boilerspider.crawl.wholefile import write_whole
from boilerspider.errors import BadConfiguration
from boilerspider.model import Article, Outcome, Verdict
from boilerspider.urls import site_of

logger = logging.getLogger(__name__)


class Report:
    """Writes BOILERSPIDER_REPORT, a page in one file, at the end of the crawl; extension."""

    def __init__(self, crawler: Crawler, path: Path, fields: FieldMap) -> None:
        self._crawler = crawler
        self._fields = fields
        self._path = path
        self._findings = Findings(datetime.now(timezone.utc))
        self._last_word = LastWord(crawler, self.write)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Report:
        options = configured(crawler.settings)
        if options.report is None:
            raise NotConfigured
        path = Path(options.report)
        _refuse_unwritable(path)
        report = cls(crawler, path, FieldMap(options.fields))
        for handler, signal in (
            (report._response, signals.response_received),
            (report._judged, keys.JUDGED),
            (report._failed, signals.spider_error),
        ):
            crawler.signals.connect(handler, signal)
        return report

    def write(self) -> None:
        """Write the page; where that fails the crawl is as good as before."""
        assert self._crawler.stats is not None
        self._findings.ended = datetime.now(timezone.utc)
        self._findings.stats = self._crawler.stats.get_stats()
        prefix = keys.gave_nothing("")
        for name in (stat.removeprefix(prefix) for stat in self._findings.stats if stat.startswith(prefix)):
            site = self._findings.site(site_of(name) if "://" in name else name)
            site.failed = max(site.failed, 1)
        try:
            write_whole(self._path, to_html(self._findings).encode("utf-8"))
        except OSError as error:
            logger.error("The report %s cannot be written: %s", self._path, error.strerror)  # noqa: TRY400 - it says all
        else:
            logger.info("The report is in %s", self._path)

    def _response(self, response: Response, request: Request) -> None:
        if is_robots_txt(request.url) or request.callback is NO_CALLBACK:  # files and pictures of a project's items
            return
        site = self._findings.site(site_of(response.url))
        site.pages += 1
        site.seconds += float(request.meta.get("download_latency", 0.0))
        site.failed += response.status >= 400

    def _judged(self, item: Any, url: str, verdict: Verdict) -> None:
        told = {name: self._fields.own(item, name) for name in FIELDS}
        filled = [name for name, value in told.items() if value]
        told |= {"title": self._fields.headline(item), "published": self._moment(item, "published")}
        article = Article(
            **told,
            url=url,
            revision=verdict.revision,
            duplicate_of=verdict.original_url if verdict.outcome is Outcome.DUPLICATE else None,
            first_seen=verdict.first_seen,
            fetched_at=self._moment(item, "fetched_at") or datetime.now(timezone.utc),
        )
        self._findings.take(article, site_of(url), filled)

    def _moment(self, item: Any, field: str) -> datetime | None:
        """A moment that an item tells, in UTC; None where it is none, nobody knows in which zone, or UTC has no year for it."""
        moment = self._fields.moment(item, field)
        try:
            return moment.astimezone(timezone.utc) if moment is not None and moment.tzinfo is not None else None
        except OverflowError:
            return None

    def _failed(self, failure: Failure, response: Response) -> None:  # noqa: ARG002 - Scrapy passes by name
        self._findings.site(site_of(response.url)).failed += 1


def _refuse_unwritable(path: Path) -> None:
    """End the crawl at its start, not after it, where the page cannot be written."""
    try:
        try_to_write(path)
    except OSError as error:
        stop(BadConfiguration(f"BOILERSPIDER_REPORT = {str(path)!r} cannot be written: {error.strerror}; name a file"))
