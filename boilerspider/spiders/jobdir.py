"""Crawls that Scrapy's JOBDIR lets go on.

It takes what was given to the downloader for done. And where a crawl has come to its end, it takes all that is
named for asked, so that another one in the same folder would end at once, for ever. What a killed crawl leaves, its
queues cannot read: they note how much they hold when they are closed. So what the last clean stop wrote is emptied while
a crawl works in the folder, and only another clean stop fills it.
"""

from __future__ import annotations

import json
from pathlib import Path

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.settings import BaseSettings

from boilerspider.crawl.feedfile import try_to_write
from boilerspider.crawl.stop import stop
from boilerspider.errors import BadConfiguration

_SEEN = "requests.seen"
_WAITING = "requests.queue/active.json"
"""Where Scrapy keeps what was asked, and which queues of requests are left after a clean stop (its scheduler and dupe filter)."""


def refuse_unfit(settings: BaseSettings) -> None:
    """End the crawl at its start where nothing can be kept in its JOBDIR, or the crawl in it came to its end or was killed."""
    if not settings["JOBDIR"]:
        return
    folder = Path(settings["JOBDIR"])
    try:
        try_to_write(folder / _SEEN)
    except OSError as error:
        what = "is no folder" if isinstance(error, FileExistsError) else f"cannot be written: {error.strerror}"
        why = f"JOBDIR = {str(folder)!r} {what}; name a folder that can be written, or leave JOBDIR out"
        stop(BadConfiguration(why))
    if not _is_to_begin(folder):
        why = (
            f"JOBDIR = {str(folder)!r}: the crawl in it has ended or was killed (or is still running), no other can go on "
            "there; remove the folder, or leave JOBDIR out: the news spider remembers what it had without it"
        )
        stop(BadConfiguration(why))


def begin_work(settings: BaseSettings) -> None:
    """Let it be known from now on that a crawl works in its JOBDIR: the scheduler has read what was left, and no feed or store refuses any more."""
    if not settings["JOBDIR"]:
        return
    waiting = Path(settings["JOBDIR"], _WAITING)
    if waiting.parent.is_dir():  # other schedulers have none
        waiting.write_bytes(b"")


def _is_to_begin(folder: Path) -> bool:
    """Whether nothing was asked yet, or a clean stop has left something."""
    has_asked = (folder / _SEEN).exists() and (folder / _SEEN).stat().st_size > 0
    try:
        left = json.loads((folder / _WAITING).read_text(encoding="utf-8"))
    except OSError:
        left = None
    except ValueError:
        return False
    return bool(left) or not has_asked


def put_back(crawler: Crawler, request: Request) -> bool:
    """Leave a request that was not sent before the crawl ends to the one that goes on, if there may be one."""
    scheduler = crawler.engine.scheduler if crawler.engine is not None else None
    if scheduler is None or not crawler.settings["JOBDIR"]:
        return False
    return bool(scheduler.enqueue_request(request.replace(dont_filter=True)))
