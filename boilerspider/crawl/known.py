"""Redirects that lead to a known page are not followed: a site may name one story by ever new addresses."""

from __future__ import annotations

from datetime import datetime, timezone

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest, NotConfigured

from boilerspider.crawl import keys
from boilerspider.crawl.ages import is_due
from boilerspider.crawl.asked import is_copy_of
from boilerspider.crawl.pipelines import DeduplicationPipeline
from boilerspider.crawl.redirected import redirected_from
from boilerspider.crawl.stop import configured
from boilerspider.model import Scope
from boilerspider.urls import clean_url


class Known(IgnoreRequest):
    """A request that is not made, because what it was redirected to is known."""


class KnownRedirects:
    """Refuses what a remembered request is redirected to where that is a known story; downloader middleware, order 60."""

    def __init__(self, crawler: Crawler, ages: tuple[float, ...]) -> None:
        self._crawler = crawler
        self._ages = ages

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> KnownRedirects:
        options = configured(crawler.settings)
        if options.dedup_scope is Scope.RUN:
            raise NotConfigured
        return cls(crawler, options.recheck)

    async def process_request(self, request: Request) -> None:
        meta = request.meta
        before = redirected_from(request)
        pipeline = self._crawler.get_item_pipeline(DeduplicationPipeline)
        is_named = keys.NAMED in meta or keys.ALWAYS in meta
        if not before or keys.VISIT not in meta or is_named or pipeline is None:
            return
        visits = pipeline.desk.visits
        known = await visits.known(clean_url(request.url))
        if known is None or is_copy_of(known, before) or is_due(known, self._ages, datetime.now(timezone.utc)):
            return
        if known.had_story:
            await visits.lead_to(known, [clean_url(url) for url in before])
            assert self._crawler.stats is not None
            self._crawler.stats.inc_value(keys.known("skipped"))
            raise Known(f"{request.url} is known")
