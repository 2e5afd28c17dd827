"""Requests that wait together for one robots.txt; whole crawls against a server on loopback."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from loopback import Site, page
from scrapy import Spider
from scrapy.utils.defer import deferred_f_from_coro_f

SCRAPYS = "scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware"
OURS = {"ROBOTSTXT_OBEY": True, "DOWNLOADER_MIDDLEWARES": {SCRAPYS: None, "boilerspider.crawl.robots.RobotsTxt": 100}}
FORBIDDEN = [f"/private/{number}" for number in range(6)]


class Many(Spider):
    """Asks for all of its addresses at once."""

    name = "many"

    def parse(self, response: Any) -> None:
        """Nothing."""


@pytest.mark.parametrize(
    ("rules", "asked"),
    [(b"User-agent: *\nDisallow: /private/\n", {"/open"}), (None, {"/open", *FORBIDDEN})],
    ids=["forbidden", "no robots.txt"],
)
@deferred_f_from_coro_f
async def test_what_waits_for_a_robots_txt_is_all_held_to_it(
    site: Callable[..., Site], crawl: Any, rules: bytes | None, asked: set[str]
) -> None:
    post = site({path: page("harbour") for path in (*FORBIDDEN, "/open")})
    if rules is not None:
        post.pages["/robots.txt"] = (200, {}, rules)
    await crawl(Many, OURS, start_urls=[post.base + path for path in (*FORBIDDEN, "/open")])
    assert set(post.paths()) - {"/robots.txt"} == asked
    assert post.paths().count("/robots.txt") == 1


@deferred_f_from_coro_f
async def test_a_robots_txt_that_redirects_to_no_web_address_costs_one_line(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    post = site({"/open": page("harbour"), "/robots.txt": (301, {"Location": "mailto:desk@news.example"}, b"")})
    outcome = await crawl(Many, OURS, start_urls=[post.url("/open")])
    assert "/open" in post.paths()
    assert outcome.stats.get("log_count/ERROR", 0) <= 1
    assert "mailto:desk@news.example" in caplog.text
    assert "Traceback" not in caplog.text
