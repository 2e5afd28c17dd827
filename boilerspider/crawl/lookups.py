"""Look-ups of names that nobody waits for any more: a name server that never answers keeps no crawl from its end.

The system's look-up cannot be broken off, and takes half a minute where three name servers are named and none answers. In
the reactor's own threads, for which a process waits at its end, one behind another, it also keeps feeds from being stored.
"""

from __future__ import annotations

from threading import Thread
from typing import Any

from scrapy.crawler import Crawler
from scrapy.resolver import CachingThreadedResolver
from twisted.python.threadpool import ThreadPool


class NamesAside(CachingThreadedResolver):
    """Scrapy's resolver of names, in threads of its own that end with the process; TWISTED_DNS_RESOLVER.

    They are as many as REACTOR_THREADPOOL_MAXSIZE says.
    """

    @classmethod
    def from_crawler(cls, crawler: Crawler, reactor: Any) -> NamesAside:
        threads = crawler.settings.getint("REACTOR_THREADPOOL_MAXSIZE")
        return super().from_crawler(crawler, _WithThreads(reactor, threads))  # type: ignore[arg-type]


class _Thread(Thread):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs, daemon=True)


class _Pool(ThreadPool):
    threadFactory = _Thread  # noqa: N815 - as Twisted has it


class _WithThreads:
    """A reactor with a pool of daemonic threads in the place of its own."""

    def __init__(self, reactor: Any, threads: int) -> None:
        self._reactor = reactor
        self._pool = _Pool(minthreads=0, maxthreads=threads, name="names")
        self._pool.start()

    def getThreadPool(self) -> ThreadPool:  # noqa: N802 - as Twisted has it
        return self._pool

    def __getattr__(self, name: str) -> Any:
        return getattr(self._reactor, name)
