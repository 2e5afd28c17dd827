"""Crawls that Scrapy's JOBDIR lets go on; each in a process of its own."""

from __future__ import annotations

import signal
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from loopback import Site, page

from tests.spiders.crawls import articles, begin

pytestmark = pytest.mark.slow

STORIES = 12
"""Of each of the two sites."""


def paper(name: str) -> dict[str, Any]:
    paths = [f"/2026/11/{name}-wants-bridge-{number}-back" for number in range(STORIES)]

    def slowly(number: int) -> Callable[[], str]:
        def answer() -> str:
            time.sleep(0.25)
            return page(f"{name}{chr(97 + number)}{'bridge' * (number % 3 + 1)}{number}")

        return answer

    cards = "".join(f"<article><h3><a href='{path}'>Neighbours want {path[-14:]}</a></h3></article>" for path in paths)
    stories = {path: slowly(number) for number, path in enumerate(paths)}
    return {"/": f"<html><body><main>{cards}</main></body></html>", **stories}


def test_a_stopped_crawl_goes_on_and_one_that_has_ended_is_refused(site: Callable[..., Site], tmp_path: Path) -> None:
    sites = [site(paper("town")), site(paper("village"), "127.0.0.2")]
    named = [
        "-a",
        f"sites={','.join(each.base for each in sites)}",
        "-s",
        f"JOBDIR={tmp_path / 'job'}",
        "-s",
        "CONCURRENT_REQUESTS_PER_DOMAIN=1",
    ]
    feed = tmp_path / "out.jsonl"
    first = begin(tmp_path, feed.name, *named)
    deadline = time.monotonic() + 60
    while len(articles(feed)) < 4:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    first.send_signal(signal.SIGTERM)
    first.communicate(timeout=60)
    assert len(articles(feed)) < 2 * STORIES
    second = begin(tmp_path, feed.name, *named)
    _, log = second.communicate(timeout=60)
    assert second.returncode == 0, log
    assert "is not asked" not in log
    assert "Traceback" not in log
    titles = Counter(article["title"] for article in articles(feed))
    assert (len(titles), set(titles.values())) == (2 * STORIES, {1})
    third = begin(tmp_path, feed.name, *named)
    _, log = third.communicate(timeout=60)
    assert third.returncode == 1
    assert log.rstrip().splitlines()[-1].startswith("boilerspider: JOBDIR = ")
    assert "has ended or was killed" in log
    assert "remove the folder" in log
