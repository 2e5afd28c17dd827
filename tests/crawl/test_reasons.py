"""Why a request failed: what the log says of it, from whole crawls against servers on loopback."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import forked
import pytest
from loopback import Site, page
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.spiders.news import NewsSpider
from tests.crawl.posts import front, path

ROOT = Path(__file__).resolve().parents[2]
OURS = {
    "ROBOTSTXT_OBEY": True,
    "DOWNLOADER_MIDDLEWARES": {
        "boilerspider.crawl.retry.RobotsFailure": 545,
        "boilerspider.crawl.retry.RetryAfter": 560,
    },
}


@deferred_f_from_coro_f
async def test_a_server_that_speaks_no_tls_is_told_of_in_words(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    plain = site({}).base.replace("http://", "https://")
    await crawl(NewsSpider, OURS, sites=plain)
    told = [r.getMessage() for r in caplog.records if r.name != "scrapy.statscollectors"]
    assert not [line for line in told if "twisted.python.failure" in line]
    # Of robots.txt one line says that it cannot be fetched, of Scrapy's request and the spider's own; without it no page is.
    for address, why in ((f"{plain}/robots.txt", ""), (f"{plain}/", "its robots.txt cannot be fetched: ")):
        (line,) = (line for line in told if line.startswith(f"{address} cannot be fetched: "))
        assert line.startswith(f"{address} cannot be fetched: {why}TLS fails: ")


@pytest.mark.slow
def test_the_command_says_it_in_words_too(site: Callable[..., Site]) -> None:
    plain = site({}).base.replace("http://", "https://")
    done = forked.run("extract", plain, "-s", "RETRY_ENABLED=0", cwd=ROOT)
    assert done.returncode == 1
    assert done.stderr.startswith(f"scrapy extract: cannot fetch {plain}: ")
    assert "TLS fails: " in done.stderr
    assert "twisted" not in done.stderr


@deferred_f_from_coro_f
async def test_how_long_a_busy_host_is_waited_for_is_said_once(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    answers = iter([(503, {"Retry-After": "1"}, b""), page("ferry")])
    post = site({"/": front(path("ferry")), path("ferry"): lambda: next(answers)})
    outcome = await crawl(NewsSpider, {**OURS, "RETRY_ENABLED": True}, sites=post.base, discover="links")
    assert len(outcome.items) == 1
    told = [r.getMessage() for r in caplog.records if r.levelname == "INFO" and "Retry-After" in r.getMessage()]
    assert told == ["127.0.0.1 asks to be left alone for 1 s (Retry-After), and is for 1 s"]
