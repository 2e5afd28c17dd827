"""Stories of which no page comes, for reasons that may not be their own: asked by each crawl, and behind all others; whole crawls against a server on loopback."""

from __future__ import annotations

import pytest
from loopback import Site
from scrapy.utils.defer import deferred_f_from_coro_f

from tests.crawl.posts import TOPICS, Reply, front, path, rss, versioned
from tests.crawl.test_failing import FAIR, FERRY, HOUR, LATER, REFUSED, Crawls, crawls, failing, post

pytestmark = pytest.mark.slow

__all__ = ["crawls", "post"]

HTML = {"Content-Type": "text/html"}
ANSWERS: dict[str, Reply] = {
    "429": failing(429),
    "503": failing(503),
    "cut": (200, {**HTML, "X-Cut": "1"}, b"<h1>The"),
    "empty": (200, HTML, b""),
    "202": (202, HTML, b""),
    "check": (200, {**HTML, "x-amzn-waf-action": "challenge"}, b"<h1>One moment</h1>"),
}


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
@deferred_f_from_coro_f
async def test_under_a_limit_they_are_asked_but_keep_no_other_story_from_being_had(
    post: Site, crawls: Crawls, answer: Reply
) -> None:
    dead, had, asks = [f"dead{end}" for end in "abcdefghijkl"], set(), []
    post.pages |= {path(topic): answer for topic in dead}
    post.pages |= {
        "/": front(),
        "/rss.xml": versioned(rss(*TOPICS, *dead), "feed", "application/rss+xml"),
        "/news.xml": (404, {}, b""),
        "/sitemap.xml": (404, {}, b""),
    }
    for _ in range(5):
        found = await crawls.after(HOUR, {**FAIR, "RETRY_ENABLED": False}, sites=post.base, max_per_site="8")
        had |= {item.title for item in found.items}
        asks.append(sum("dead" in each for each in post.paths()))
    assert had == {f"The {topic}" for topic in TOPICS}
    assert all(asks)


@deferred_f_from_coro_f
async def test_they_do_not_wait_and_what_fails_by_itself_then_fails_a_first_time(post: Site, crawls: Crawls) -> None:
    post.pages[FERRY] = failing(429)
    assert [await crawls.asks(wait) for wait in (0 * HOUR, HOUR, HOUR)] == [1, 1, 1]
    post.pages[FERRY] = REFUSED
    assert [await crawls.asks(wait) for wait in (0.1 * HOUR, HOUR, 0.5 * HOUR)] == [1, 1, 0]


@deferred_f_from_coro_f
async def test_what_waits_goes_on_waiting_though_its_host_is_busy_once(post: Site, crawls: Crawls) -> None:
    post.pages[FERRY] = REFUSED
    assert [await crawls.asks(wait, LATER) for wait in (0 * HOUR, 2 * HOUR)] == [1, 1]
    post.pages[FERRY] = failing(503)
    assert [await crawls.asks(wait, LATER) for wait in (2 * HOUR, 0.5 * HOUR)] == [1, 1]
    post.pages[FERRY] = REFUSED
    assert [await crawls.asks(wait, LATER) for wait in (0.1 * HOUR, 2 * HOUR)] == [1, 0]
