"""Crawls that Scrapy's JOBDIR lets go on.

It takes what was given to the downloader for done. And where a crawl has come to its end, it takes all that is
named for asked, so that another one in the same folder would end at once, for ever.
"""

from __future__ import annotations

import json
from pathlib import Path

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.settings import BaseSettings

from boilerspider.crawl.stop import stop
from boilerspider.errors import BadConfiguration

_SEEN = "requests.seen"
_WAITING = "requests.queue/active.json"
"""Where Scrapy keeps what was asked, and which queues of requests are left after a clean stop (its scheduler and dupe filter)."""


def refuse_finished(settings: BaseSettings) -> None:
    """End the crawl at its start where the one in its JOBDIR came to its end, or was killed."""
    if not settings["JOBDIR"]:
        return
    folder = Path(settings["JOBDIR"])
    try:
        has_begun = (folder / _SEEN).stat().st_size > 0
        is_left = (folder / _WAITING).exists() and json.loads((folder / _WAITING).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return  # There is nothing yet, or Scrapy says what is wrong with it.
    if has_begun and not is_left:
        error = (
            f"JOBDIR = {str(folder)!r}: the crawl in it has ended or was killed, another one would ask nothing; "
            "remove the folder, or leave JOBDIR out: the news spider remembers what it had without it"
        )
        stop(BadConfiguration(error))


def put_back(crawler: Crawler, request: Request) -> None:
    """Leave a request that was not sent before the crawl ends to the one that goes on."""
    scheduler = crawler.engine.scheduler if crawler.engine is not None else None
    if scheduler is not None and crawler.settings["JOBDIR"]:
        scheduler.enqueue_request(request.replace(dont_filter=True))
