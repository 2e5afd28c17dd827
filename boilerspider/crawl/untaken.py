"""Articles that no feed wants: they are remembered, and whoever did not mean that is told."""

from __future__ import annotations

import logging

from scrapy.statscollectors import StatsCollector

from boilerspider.crawl import keys

logger = logging.getLogger(__name__)


class Untaken:
    """Counts the articles of a crawl that none of its feeds takes."""

    def __init__(self, stats: StatsCollector) -> None:
        self._stats = stats
        self._is_any_taken = False

    def note(self, *, is_taken: bool) -> None:
        """Whether a feed wanted an article; any other item is noted only where one took it."""
        if is_taken:
            self._is_any_taken = True
        else:
            self._stats.inc_value(keys.UNTAKEN)

    def tell(self) -> None:
        """One line, of the level WARNING where the feeds got none: a project may keep some articles elsewhere on purpose."""
        count = self._stats.get_value(keys.UNTAKEN, 0)
        if count:
            logger.log(
                logging.INFO if self._is_any_taken else logging.WARNING,
                "%d articles are in no feed: none takes them (item_classes, item_filter); they are remembered, "
                "and -s BOILERSPIDER_DEDUP_SCOPE=run brings them again",
                count,
            )
