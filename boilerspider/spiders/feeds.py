"""Where the articles of a spider of ours go, unless the project or the command line says it."""

from __future__ import annotations

from collections.abc import Iterable

from scrapy.crawler import Crawler

from boilerspider.crawl.namedfeeds import named_feeds
from boilerspider.crawl.outputs.partition import part_feeds
from boilerspider.crawl.stop import configured

DEFAULT_FEED = "articles.jsonl"
"""Where articles go when neither the settings nor the command line name a feed."""


def set_up_feeds(crawler: Crawler, sites: Iterable[str], *, fresh: bool, overwrite: bool = False) -> None:
    """Name a feed where there is none, part those by site that ask for it, and compare with this crawl alone if `fresh`."""
    settings = crawler.settings
    if not named_feeds(settings):
        feed = {"format": "jsonlines", "encoding": "utf-8", "overwrite": overwrite}
        settings.set("FEEDS", {DEFAULT_FEED: feed}, "spider")
    part_feeds(settings, sites)
    if fresh:
        configured(settings)  # while what the project says of the scope can be seen
        settings.set("BOILERSPIDER_DEDUP_SCOPE", "run", "cmdline")
