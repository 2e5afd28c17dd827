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


@pytest.mark.parametrize("address", ["/robots.txt", "/"])
@deferred_f_from_coro_f
async def test_a_server_that_speaks_no_tls_is_told_of_in_words(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture, address: str
) -> None:
    caplog.set_level("INFO")
    plain = site({}).base.replace("http://", "https://")
    await crawl(NewsSpider, {**OURS, "ROBOTSTXT_OBEY": address == "/robots.txt"}, sites=plain)
    told = [r.getMessage() for r in caplog.records if r.name != "scrapy.statscollectors"]
    assert not [line for line in told if "twisted.python.failure" in line]
    # Where robots.txt is obeyed no page is asked without it; the spider's own request for it is no second line.
    (line,) = (line for line in told if " cannot be fetched: " in line and line.startswith(plain))
    assert line.startswith(f"{plain}{address} cannot be fetched: TLS fails: ")


@pytest.mark.slow
def test_the_command_says_it_in_words_too(site: Callable[..., Site]) -> None:
    plain = site({}).base.replace("http://", "https://")
    done = forked.run("extract", plain, "-s", "RETRY_ENABLED=0", cwd=ROOT, timeout=60)
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
