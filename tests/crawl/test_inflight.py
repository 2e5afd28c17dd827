"""How a crawl ends while hosts hang: soon, with what is delivered, and with nothing lost for the next one."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from forked import LIMIT_S
from loopback import Reply, Site, page

from boilerspider.crawl.inflight import PATIENCE_S
from tests.crawl.crews import until
from tests.crawl.posts import TOPICS, path, rss
from tests.spiders.crawls import articles, begin, crawl

pytestmark = pytest.mark.slow

SOON_S = PATIENCE_S + 5
"""Seconds: what hangs is waited for, and the rest of an end takes one or two on a busy machine; Scrapy waited for 30 and more."""


class Hanging:
    """Answers when it is told to."""

    def __init__(self) -> None:
        self._goes_on = threading.Event()

    def __call__(self, reply: Any) -> Callable[[], Any]:
        """What gives the reply only then."""

        def answer() -> Any:
            self._goes_on.wait(LIMIT_S)
            return reply

        return answer

    def go_on(self) -> None:
        """From now on it answers at once."""
        self._goes_on.set()


@pytest.fixture
def hanging() -> Iterator[Hanging]:
    hanging = Hanging()
    yield hanging
    hanging.go_on()


def newspaper(site: Callable[..., Site]) -> Site:
    """A feed that names three stories."""
    stories: dict[str, Any] = {path(topic): page(topic) for topic in TOPICS}
    feed: Reply = (200, {"Content-Type": "application/rss+xml"}, rss(*TOPICS).encode())
    return site({"/robots.txt": (200, {"Content-Type": "text/plain"}, b""), "/rss.xml": feed, **stories})


@pytest.mark.parametrize("hangs", ["/robots.txt", "/rss.xml", path(TOPICS[0])])
@pytest.mark.parametrize("way", ["signal", "limit"])
def test_a_crawl_ends_soon_whatever_hangs_and_the_next_one_has_it(
    hangs: str, way: str, site: Callable[..., Site], hanging: Hanging, tmp_path: Path
) -> None:
    post = newspaper(site)
    post.pages[hangs] = hanging(post.pages[hangs])
    limit = ["-s", "CLOSESPIDER_TIMEOUT=4"] if way == "limit" else []
    running = begin(tmp_path, "out.jsonl", "-a", f"feeds={post.url('/rss.xml')}", *limit)
    until(lambda: hangs in post.paths())
    if hangs == path(TOPICS[0]):
        until(lambda: len(articles(tmp_path / "out.jsonl")) == len(TOPICS) - 1)
    began = time.monotonic()
    if way == "signal":
        running.send_signal(signal.SIGTERM)
    _, log = running.communicate()
    assert time.monotonic() - began < SOON_S + 4 * bool(limit)
    assert running.returncode == 0, log
    assert "Traceback" not in log
    assert "Unhandled" not in log
    if hangs == "/robots.txt":
        assert post.paths() == ["/robots.txt"]
    had = [article["url"] for article in articles(tmp_path / "out.jsonl")]
    hanging.go_on()
    crawl(tmp_path, "out.jsonl", "-a", f"feeds={post.url('/rss.xml')}")
    urls = [article["url"] for article in articles(tmp_path / "out.jsonl")]
    assert urls[: len(had)] == had
    assert sorted(urls) == sorted(post.url(path(topic)) for topic in TOPICS)


def test_an_answer_that_comes_in_time_is_read(site: Callable[..., Site], hanging: Hanging, tmp_path: Path) -> None:
    post = newspaper(site)
    late = path(TOPICS[0])
    post.pages[late] = hanging(post.pages[late])
    running = begin(tmp_path, "out.jsonl", "-a", f"feeds={post.url('/rss.xml')}")
    until(lambda: late in post.paths())
    running.send_signal(signal.SIGTERM)
    time.sleep(1)
    hanging.go_on()
    _, log = running.communicate()
    assert running.returncode == 0, log
    assert post.url(late) in [article["url"] for article in articles(tmp_path / "out.jsonl")]
