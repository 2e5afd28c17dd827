from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime
from typing import Any

import pytest
from loopback import Site, page
from scrapy import Request, Spider
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.crawl import retry
from boilerspider.crawl.retry import seconds_of

PATIENT = {
    "DOWNLOADER_MIDDLEWARES": {
        "boilerspider.crawl.retry.RobotsFailure": 545,
        "boilerspider.crawl.retry.RetryAfter": 560,
    },
    "SCHEDULER_PRIORITY_QUEUE": "boilerspider.crawl.queue.FairQueue",
    "RETRY_ENABLED": True,
}


class Reader(Spider):
    name = "reader"
    urls: list[str]

    async def start(self) -> AsyncIterator[Any]:
        for url in self.urls:
            yield Request(url, errback=self.note)

    def parse(self, response: Any) -> Any:
        yield response.meta["article"]

    def note(self, failure: Any) -> None:
        self.logger.info("FAILED %s", failure.value)


@pytest.mark.parametrize(
    ("header", "seconds"),
    [("120", 120.0), (" 1 ", 1.0), ("0", 0.0), ("-5", None), ("1.5", None), ("soon", None), ("", None), ("²", None)],
)
def test_retry_after_in_seconds(header: str, seconds: float | None) -> None:
    assert seconds_of(header) == seconds


def test_retry_after_as_a_date() -> None:
    moment = datetime.now(timezone.utc) + timedelta(seconds=90)
    assert 85 < (seconds_of(format_datetime(moment, usegmt=True)) or 0) <= 90
    assert seconds_of("Thu, 01 Jan 1970 00:00:00 -0000") == 0.0
    assert seconds_of("Thu, 99 Jan 1970 00:00:00 GMT") is None
    assert seconds_of(f"Thu, 01 Jan 1970 00:00:00 +{'9' * 20}") is None


def busy_once(status: int, header: str, text: str) -> Callable[[], Any]:
    answers = iter([(status, {"Retry-After": header}, b"<h1>Busy</h1>")])
    return lambda: next(answers, text)


@pytest.mark.parametrize("status", [429, 503])
@deferred_f_from_coro_f
async def test_a_busy_host_is_left_alone_for_as_long_as_it_asks(
    status: int, site: Callable[..., Site], crawl: Any
) -> None:
    post = site({"/a": busy_once(status, "1", page("bridge")), "/b": page("ferry"), "/c": page("pitch")})
    other = site({"/d": page("harbour")}, "127.0.0.2")
    urls = [post.url("/a"), post.url("/b"), post.url("/c"), other.url("/d")]
    outcome = await crawl(Reader, {**PATIENT, "CONCURRENT_REQUESTS_PER_DOMAIN": 1}, urls=urls)
    assert len(outcome.items) == 4
    assert post.paths()[0] == "/a"
    # What was on its way to the host already, one request here, is not called back.
    asked, after = post.hits[0][0], post.hits[2][0]
    assert after - asked >= 0.95
    assert other.hits[0][0] < after


@deferred_f_from_coro_f
async def test_no_host_is_waited_for_longer_than_the_cap(
    site: Callable[..., Site], crawl: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retry, "RETRY_AFTER_CAP", 0.3)
    post = site({"/a": busy_once(503, "86400", page("bridge"))})
    outcome = await crawl(Reader, PATIENT, urls=[post.url("/a")])
    assert len(outcome.items) == 1
    assert 0.25 < post.hits[1][0] - post.hits[0][0] < 20


@deferred_f_from_coro_f
async def test_a_crawl_that_is_stopped_does_not_wait(site: Callable[..., Site], crawl: Any) -> None:
    class Stopped(Reader):
        async def start(self) -> AsyncIterator[Any]:
            yield Request(self.urls[0], errback=self.note)
            asyncio.get_running_loop().call_later(0.5, lambda: asyncio.ensure_future(self.crawler.engine.stop_async()))

    post = site({"/a": busy_once(503, "50", page("bridge"))})
    start = time.monotonic()
    outcome = await crawl(Stopped, PATIENT, urls=[post.url("/a")])
    assert time.monotonic() - start < 25
    assert (outcome.items, post.paths()) == ([], ["/a"])


@pytest.mark.slow
@deferred_f_from_coro_f
async def test_robots_txt_of_a_dead_host_is_one_line(crawl: Any, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    await crawl(Reader, {**PATIENT, "ROBOTSTXT_OBEY": True}, urls=["http://127.0.0.9:9/a", "http://127.0.0.9:9/b"])
    assert "Traceback" not in caplog.text
    assert caplog.text.count("http://127.0.0.9:9/robots.txt cannot be fetched: ") == 1
    assert caplog.text.count("FAILED") == 2


@deferred_f_from_coro_f
async def test_rules_are_obeyed_as_before(site: Callable[..., Site], crawl: Any) -> None:
    rules = (200, {"Content-Type": "text/plain"}, b"User-agent: *\nDisallow: /b\n")
    post = site({"/robots.txt": rules, "/a": page("bridge"), "/b": page("ferry")})
    outcome = await crawl(Reader, {**PATIENT, "ROBOTSTXT_OBEY": True}, urls=[post.url("/a"), post.url("/b")])
    assert [item.url for item in outcome.items] == [post.url("/a")]


@deferred_f_from_coro_f
async def test_a_host_has_no_more_in_hand_than_two_waves(site: Callable[..., Site], crawl: Any) -> None:
    counts: list[int] = []

    class Counting(Reader):
        def parse(self, response: Any) -> Any:
            counts.append(
                sum(request.url.startswith(self.urls[0][:-2]) for request in self.crawler.engine.downloader.active)
            )
            yield from super().parse(response)

    def slow() -> str:
        time.sleep(0.05)
        return page("bridge")

    post = site({f"/{n}": slow for n in range(10, 40)})
    settings = {**PATIENT, "CONCURRENT_REQUESTS": 16, "CONCURRENT_REQUESTS_PER_DOMAIN": 2}
    await crawl(Counting, settings, urls=[post.url(f"/{n}") for n in range(10, 40)])
    assert len(counts) == 30
    assert max(counts) <= 4
