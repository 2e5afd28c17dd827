"""When a host has room for more of what a large sitemap names: its rest is kept until then.

So a sitemap of 50,000 addresses is a thousand requests that wait, and their successors as these are asked.
"""

from __future__ import annotations

from collections.abc import Iterable

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.utils.asyncio import sleep

from boilerspider.crawl.queue import FairQueue
from boilerspider.crawl.retry import host_of, is_ending

LOW = 1_000
"""Other requests of a sitemap's hosts that wait, at which more of a sitemap is read: a polite crawl asks as many in a quarter of an hour. Ours."""

LITTLE = 100
"""The same where very much waits of all hosts. Ours."""

_LOOK_S = 0.25
"""How often it is looked whether there is room: a host is asked a few times in it. Ours."""


async def room(crawler: Crawler, origins: Iterable[str]) -> bool:
    """Wait until few other requests of the hosts of these origins wait; False where the crawl ends first."""
    queues = _queues(crawler)
    if not queues:
        return True  # nothing is known of what waits, and it may outlive this crawl
    hosts = {host_of(crawler, Request(origin)) for origin in origins}
    while not is_ending(crawler):
        low = LITTLE if any(queue.is_crowded() for queue in queues) else LOW
        if sum(queue.others(host) for queue in queues for host in hosts) <= low:
            return True
        await sleep(_LOOK_S)
    return False


def is_over(crawler: Crawler) -> bool:
    """Whether the crawl is ending, and nobody will ask what it takes into its queues; of other queues, on a server, somebody may."""
    return is_ending(crawler) and bool(_queues(crawler))


def _queues(crawler: Crawler) -> list[FairQueue]:
    """The queues of the scheduler, in memory and on disk; none where it has others, of which nothing is known."""
    scheduler = crawler.engine.scheduler if crawler.engine is not None else None
    queues = (getattr(scheduler, name, None) for name in ("mqs", "dqs"))
    return [queue for queue in queues if isinstance(queue, FairQueue)]
