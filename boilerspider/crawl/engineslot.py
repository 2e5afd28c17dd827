"""What Scrapy's engine keeps of a crawl that is under way: its scheduler, and whether the crawl is closing. It tells nobody."""

from __future__ import annotations

from scrapy.core.engine import _Slot
from scrapy.crawler import Crawler


def slot_of(crawler: Crawler) -> _Slot | None:
    """What the engine keeps of its crawl; None before it has begun and after it has ended."""
    return crawler.engine._slot if crawler.engine is not None else None  # noqa: SLF001 - nothing else leads there
