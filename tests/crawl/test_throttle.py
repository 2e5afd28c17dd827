from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from itertools import pairwise
from typing import Any, ClassVar
from urllib.parse import urlsplit

import pytest
from loopback import Site, page
from scrapy import Request, Spider
from scrapy.utils.defer import deferred_f_from_coro_f

DELAY = 0.4  # seconds
TOLERANCE = 0.01  # seconds: a timer may ring early; an undercut is .3 and more

EXTENSIONS = {"scrapy.extensions.throttle.AutoThrottle": None, "boilerspider.crawl.throttle.CrawlDelay": 0}


class Hasty(Spider):
    name = "hasty"
    urls: list[str]

    async def start(self) -> AsyncIterator[Any]:
        for url in self.urls:
            yield Request(url)

    def parse(self, response: Any) -> None:
        """The requests are all that matters."""


class Watched(Hasty):
    """Notes of each host, as an answer comes, when a request was sent last, and for how long the next one waits."""

    sent: dict[str, set[float]]
    waits: dict[str, list[float]]

    def parse(self, response: Any) -> None:
        host = urlsplit(response.url).hostname
        slot = self.crawler.engine.downloader.slots[host]
        self.sent.setdefault(host, set()).add(slot.lastseen)
        self.waits.setdefault(host, []).append(slot.delay)


def gaps(site: Site) -> list[float]:
    times = [when for when, path in site.hits if path != "/robots.txt"]
    return [later - sooner for sooner, later in pairwise(times)]


@pytest.mark.slow
@pytest.mark.parametrize("adapts", [True, False])
@deferred_f_from_coro_f
async def test_a_crawl_delay_is_never_undercut(adapts: bool, site: Callable[..., Site], crawl: Any) -> None:
    pages = {f"/{n}": page("bridge") for n in range(5)}
    slow = site({"/robots.txt": f"User-agent: *\nCrawl-delay: {DELAY}\n", **pages})
    quick = site(pages, "127.0.0.2")
    settings = {
        "ROBOTSTXT_OBEY": True,
        "AUTOTHROTTLE_ENABLED": adapts,
        "AUTOTHROTTLE_START_DELAY": 0.01,
        "AUTOTHROTTLE_MAX_DELAY": DELAY / 4,
        "EXTENSIONS": EXTENSIONS,
    }
    urls = [site.url(f"/{n}") for n in range(5) for site in (slow, quick)]
    sent: dict[str, set[float]] = {}
    waits: dict[str, list[float]] = {}
    await crawl(Watched, settings, urls=urls, sent=sent, waits=waits)
    assert min(later - sooner for sooner, later in pairwise(sorted(sent["127.0.0.1"]))) >= DELAY - TOLERANCE
    assert min(waits["127.0.0.1"]) >= DELAY
    assert max(waits["127.0.0.2"]) <= DELAY / 4
    # When they arrive is another matter on a busy machine: of four delays one may be lost.
    assert len(gaps(slow)) == 4
    assert sum(gaps(slow)) > 3 * DELAY


@pytest.mark.slow
@pytest.mark.parametrize("way", ["stop_async", "close_spider_async"])
@deferred_f_from_coro_f
async def test_a_crawl_that_is_stopped_waits_for_no_delay(way: str, site: Callable[..., Site], crawl: Any) -> None:
    """By a signal as by a limit: CLOSESPIDER_TIMEOUT and the like close the spider, and the engine runs on."""

    class Stopped(Hasty):
        refused: ClassVar[list[str]] = []

        async def start(self) -> AsyncIterator[Any]:
            for url in self.urls:
                yield Request(url, errback=self.note)

        def note(self, failure: Any) -> None:
            self.refused.append(failure.type.__name__)

        def parse(self, response: Any) -> None:
            asyncio.get_running_loop().call_soon(lambda: asyncio.ensure_future(getattr(self.crawler.engine, way)()))

    slow = site({"/robots.txt": "User-agent: *\nCrawl-delay: 1\n", **{f"/{n}": page("bridge") for n in range(30)}})
    start = time.monotonic()
    settings = {"ROBOTSTXT_OBEY": True, "EXTENSIONS": EXTENSIONS}
    await crawl(Stopped, settings, urls=[slow.url(f"/{n}") for n in range(30)])
    assert time.monotonic() - start < 8
    assert slow.paths() == ["/robots.txt", "/0"]
    assert set(Stopped.refused) == {"NotNow"}


@deferred_f_from_coro_f
async def test_the_setting_turns_it_off(site: Callable[..., Site], crawl: Any) -> None:
    post = site({"/robots.txt": "User-agent: *\nCrawl-delay: 5\n", **{f"/{n}": page("bridge") for n in range(3)}})
    settings = {"ROBOTSTXT_OBEY": True, "EXTENSIONS": EXTENSIONS, "BOILERSPIDER_OBEY_CRAWL_DELAY": False}
    await crawl(Hasty, settings, urls=[post.url(f"/{n}") for n in range(3)])
    assert sum(gaps(post)) < 5
