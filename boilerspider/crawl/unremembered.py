"""Feeds of a crawl that remembers nothing (`DEDUP = "off"`, or no `DeduplicationPipeline`): what becomes of them decides over its exit code all the same."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

from itemadapter import ItemAdapter
from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.http import Response

from boilerspider.crawl import keys
from boilerspider.crawl.delivery import Delivery
from boilerspider.crawl.ending import Ending
from boilerspider.crawl.items import FieldMap, joined
from boilerspider.crawl.options import Options
from boilerspider.model import Outcome, Verdict


class Unremembered:
    """Hands a crawl's items to its feeds, and ends it as a crawl with a memory ends."""

    def __init__(self, crawler: Crawler, options: Options) -> None:
        self._crawler = crawler
        self._fields = FieldMap(options.fields)
        self._ending = Ending(crawler)
        self._delivery = Delivery(
            crawler, _forget, self._ending.over_feed, self._ending.note_feed, durable=options.store_durable
        )
        for handler, signal in (
            (self._delivery.begin, signals.engine_started),
            (self._scraped, signals.item_scraped),
            (self._delivery.slot_closed, signals.feed_slot_closed),
            (self._delivery.all_closed, signals.feed_exporter_closed),
            (self._close, signals.engine_stopped),
        ):
            # Nobody else holds it.
            crawler.signals.connect(handler, signal, weak=False)
        self._delivery.take_over()

    async def _close(self) -> None:
        await self._ending.spider_closed()
        self._ending.leave()

    def _scraped(self, item: Any, response: Response | None) -> None:
        if ItemAdapter.is_item(item) and self._fields.text(item):
            assert self._crawler.stats is not None
            self._crawler.stats.inc_value(keys.articles("new"))
            page = response.url if response is not None else ""
            url = joined(page, self._fields.address(item, "url")) or page
            verdict = Verdict(Outcome.NEW, None, datetime.now(timezone.utc))
            self._crawler.signals.send_catch_log(keys.JUDGED, item=item, url=url, verdict=verdict)
        self._delivery.scraped(item, None)


def _forget(_: list[str]) -> None:
    """No claim is made, so none is delivered."""
