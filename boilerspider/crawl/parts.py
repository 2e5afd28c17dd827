"""Crawls of which this process sees a part alone: another part has the articles that it lacks."""

from __future__ import annotations

from scrapy.crawler import Crawler


def is_whole(crawler: Crawler) -> bool:
    """Whether this process has asked all, and no earlier part of the crawl (JOBDIR) or other worker at the same queue some of it; as far as it has come.

    What waits in a JOBDIR is asked by a later part.
    """
    assert crawler.stats is not None
    come, gone = (crawler.stats.get_value(f"scheduler/{way}", 0) for way in ("enqueued", "dequeued"))
    is_all = come == gone if crawler.settings["JOBDIR"] else gone <= come
    return is_all and not crawler.settings.getfloat("SCHEDULER_IDLE_BEFORE_CLOSE") > 0
