"""Walls of consent in crawls that are stopped amid them and go on (JOBDIR), without the cookies; each in a process of its own."""

from __future__ import annotations

import re
import signal
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from forked import LIMIT_S
from loopback import Site, page

from tests.crawl.crews import until
from tests.crawl.posts import path, rss
from tests.spiders.crawls import articles, begin

pytestmark = pytest.mark.slow

TOPICS = ("ferry", "bridge", "school", "market")


class Wall:
    """Stories behind a wall that gives a cookie and leads to the front page, or back to the last story; one of its paths hangs."""

    def __init__(self, post: Site, leads: str, hanging: str) -> None:
        self.post = post
        self.leads = leads
        self.hanging = hanging
        self.last = ""
        post.pages |= {"/rss.xml": (200, {"Content-Type": "application/rss+xml"}, rss(*TOPICS).encode())}
        post.pages |= {where: partial(self.answer, where) for where in ("/", "/consent", *map(path, TOPICS))}

    def answer(self, where: str) -> Any:
        waited = time.monotonic()
        while where == self.hanging and time.monotonic() < waited + LIMIT_S:
            time.sleep(0.05)
        if where == "/consent":
            led = self.last if self.leads == "back" else "/"
            return 302, {"Set-Cookie": "agreed=1; Path=/", "Location": led}, b""
        if where == "/":
            return page("front")
        self.last = where
        # Others may have come in between.
        is_let_in = any("agreed=1" in headers.get("Cookie", "") for headers in self.post.headers[-len(TOPICS) :])
        return page(where) if is_let_in else (302, {"Location": "/consent"}, b"")


@pytest.mark.parametrize(
    ("leads", "hanging", "at_once"),
    [("front", "/consent", 8), ("back", "/consent", 1), ("front", "/", 8), ("back", path("ferry"), 1)],
    ids=["at-the-wall", "at-the-wall-and-back", "behind-it", "past-it"],
)
def test_stories_that_wait_at_a_wall_are_asked_when_the_crawl_goes_on(
    site: Callable[..., Site], tmp_path: Path, leads: str, hanging: str, at_once: int
) -> None:
    wall = Wall(post := site({}), leads, hanging)
    named = ["-a", f"feeds={post.url('/rss.xml')}", "-s", f"JOBDIR={tmp_path / 'job'}"]
    named += ["-s", "COOKIES_ENABLED=1", "-s", "ROBOTSTXT_OBEY=0", "-s", f"CONCURRENT_REQUESTS_PER_DOMAIN={at_once}"]
    first = begin(tmp_path, "out.jsonl", *named)
    until(lambda: hanging in post.paths() and (at_once == 1 or len(post.paths()) >= 2 + len(TOPICS)))
    first.send_signal(signal.SIGTERM)
    first.communicate()
    assert len(articles(tmp_path / "out.jsonl")) < len(TOPICS)
    wall.hanging = ""
    post.headers.clear()
    second = begin(tmp_path, "out.jsonl", *named)
    _, log = second.communicate()
    assert (second.returncode, "Traceback" in _without_suffixes(log)) == (0, False), log
    urls = sorted(article["url"] for article in articles(tmp_path / "out.jsonl"))
    assert urls == sorted(post.url(path(topic)) for topic in TOPICS)


def _without_suffixes(log: str) -> str:
    """The log but for what Scrapy's cookies make of a machine that reaches no list of public suffixes: they go on with the one that they bring, and say it once a machine."""
    return re.sub(r"^\S+ \S+ \[tldextract\] WARNING: (?s:.*?)(?=^\d{4}-\d\d-\d\d |\Z)", "", log, flags=re.MULTILINE)
