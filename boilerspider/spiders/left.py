"""What a crawl did not ask, and leaves to a later one: counted, so that its figures add up."""

from __future__ import annotations

from collections.abc import Iterable, Sized

from scrapy import Request, signals
from scrapy.crawler import Crawler

from boilerspider.crawl import keys
from boilerspider.crawl.queue import FairQueue
from boilerspider.crawl.retry import GivenUp, NotNow, OverBudget

MOST_WAITING = 20_000
"""Requests in memory that are looked at as a crawl ends, for it is to end soon: a second's work. Ours."""


class Left:
    """Hears of requests that were refused for now, and counts what still waits when the crawl has ended."""

    def __init__(self, crawler: Crawler) -> None:
        assert crawler.stats is not None
        self._crawler = crawler
        self._stats = crawler.stats
        scheduler = crawler.engine.scheduler if crawler.engine is not None else None
        is_kept = bool(crawler.settings["JOBDIR"]) and isinstance(scheduler, Sized)
        self._before = len(scheduler) if is_kept else 0  # type: ignore[arg-type]
        """Requests that an earlier part of the crawl left in the queue (JOBDIR)."""
        crawler.signals.connect(self._close, signals.spider_closed)

    def refused(self, error: NotNow, *, is_ended: bool) -> None:
        """A request was not made in this crawl, which may have come to its end."""
        if is_ended:
            if not self._crawler.settings["JOBDIR"]:  # there it waits in the queue again
                self._stats.inc_value(keys.left("ended"))
        elif isinstance(error, GivenUp):
            self._stats.inc_value(keys.left("given_up"))
        elif isinstance(error, OverBudget):
            self._stats.inc_value(keys.left("over_budget"))

    def _close(self) -> None:
        # A queue that is closed does not say how many requests are in it.
        come, gone = (self._stats.get_value(f"scheduler/{way}", 0) for way in ("enqueued", "dequeued"))
        waiting = self._before + come - gone
        if waiting > 0:
            self._stats.inc_value(keys.left("ended"), waiting)


def waiting(crawler: Crawler) -> Iterable[Request]:
    """What a crawl that has ended leaves in its memory of what feeds and pages led to; none of one that another part goes on with (JOBDIR, a queue of several workers)."""
    scheduler = crawler.engine.scheduler if crawler.engine is not None else None
    queue = getattr(scheduler, "mqs", None)  # of several workers' there is none
    return queue.left(MOST_WAITING) if isinstance(queue, FairQueue) and not crawler.settings["JOBDIR"] else ()
