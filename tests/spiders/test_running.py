"""Crawls that are left running: stopped, two at once; each in a process of its own."""

from __future__ import annotations

import signal
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import forked
import pytest
from loopback import Site, page

from tests.crawl.crews import until
from tests.spiders.crawls import articles

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
STORIES = 24


def begin(folder: Path, feed: str, site: Site) -> forked.Running:
    command = ["crawl", "news", "-a", f"sites={site.base}/", "-o", str(folder / feed)]
    command += ["-s", f"BOILERSPIDER_STORE=sqlite:{folder / 'memory.sqlite'}", "--loglevel", "INFO"]
    command += ["-s", "AUTOTHROTTLE_ENABLED=0", "-s", "CONCURRENT_REQUESTS_PER_DOMAIN=2"]
    return forked.start(*command, cwd=ROOT, errors=folder / f"{feed}.log")


def stories(*feeds: Path) -> Counter[str]:
    return Counter(article["title"] for feed in feeds for article in articles(feed))


@pytest.fixture
def post(site: Callable[..., Site]) -> Site:
    """A front page, a feed with a version, and stories that take a while."""
    paths = [f"/2026/11/neighbours-want-a-bridge-{number}-back" for number in range(STORIES)]
    items = "".join(f"<item><title>Neighbours</title><link>{path}</link></item>" for path in paths)
    feed = f"<rss version='2.0'><channel><title>Post</title>{items}</channel></rss>".encode()

    def slowly(number: int) -> Callable[[], Any]:
        def answer() -> str:
            time.sleep(0.15)
            return page(f"{chr(97 + number)}{'bridge' * (number % 3 + 1)}{number}")

        return answer

    pages: dict[str, Any] = {path: slowly(number) for number, path in enumerate(paths)}
    link = "<link rel='alternate' type='application/rss+xml' href='/rss.xml'>"
    pages["/"] = f"<html><head><title>Post</title>{link}</head><body><p>News</p></body></html>"
    pages["/rss.xml"] = (200, {"Content-Type": "application/rss+xml", "ETag": '"1"'}, feed)
    return site(pages)


def test_a_crawl_that_is_stopped_ends_soon_and_the_next_one_goes_on(post: Site, tmp_path: Path) -> None:
    feed = tmp_path / "out.jsonl"
    crawl = begin(tmp_path, "out.jsonl", post)
    until(lambda: len(stories(feed)) >= 4)
    stopped = time.monotonic()
    crawl.send_signal(signal.SIGTERM)
    _, log = crawl.communicate()
    assert time.monotonic() - stopped < 15
    assert crawl.returncode == 0, log
    before = stories(feed)
    assert 4 <= len(before) < STORIES
    again = begin(tmp_path, "out.jsonl", post)
    _, log = again.communicate()
    assert again.returncode == 0, log
    assert len(stories(feed)) == STORIES
    assert max(stories(feed).values()) == 1
    asked = Counter(path for path in post.paths() if path.startswith("/2026"))
    assert sum(asked.values()) < STORIES + 8  # what was under way when it was stopped
    third = begin(tmp_path, "third.jsonl", post)
    third.communicate()
    assert post.unchanged == ["/rss.xml"]


def test_two_crawls_at_once_share_one_memory(post: Site, tmp_path: Path) -> None:
    crawls = [begin(tmp_path, f"{number}.jsonl", post) for number in (1, 2)]
    for crawl in crawls:
        _, log = crawl.communicate()
        assert crawl.returncode == 0, log
        assert "Traceback" not in log
    both = stories(tmp_path / "1.jsonl", tmp_path / "2.jsonl")
    assert len(both) == STORIES
    assert max(both.values()) == 1
