"""Stories whose time it is, in crawls that are ended before they have nothing else to ask; whole crawls against a server on loopback."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timezone
from itertools import pairwise
from typing import Any

import pytest
from loopback import Site, page
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.spiders.due import EVERY
from boilerspider.spiders.news import NewsSpider
from tests.crawl.posts import NOW_DUE, SHARED_STORE, TOPICS, Reply, front, path, posted, rss, versioned

NEWS = tuple(f"{first}{second}" for first in "bdfgkl" for second in ("anora", "iruki", "otela", "umaki", "epona"))
ONE_BY_ONE = {
    **NOW_DUE,
    "CONCURRENT_REQUESTS_PER_DOMAIN": 1,
    "SCHEDULER_PRIORITY_QUEUE": "boilerspider.crawl.queue.FairQueue",
}


def slow(topic: str) -> Callable[[], str]:
    def answer() -> str:
        time.sleep(0.1)
        return page(topic)

    return answer


@pytest.fixture
def post(site: Callable[..., Site]) -> Site:
    return posted(site)


@deferred_f_from_coro_f
async def test_they_are_asked_between_the_news_though_the_crawl_is_ended(post: Site, crawl: Any) -> None:
    await crawl(NewsSpider, SHARED_STORE, sites=post.base)
    post.pages |= {path(topic): slow(topic) for topic in NEWS}
    post.pages |= {"/": front(), "/sitemap.xml": (404, {}, b"")}
    post.pages["/rss.xml"] = versioned(rss(*NEWS), "feed 2", "application/rss+xml")
    post.pages[path("ferry")] = versioned(page("ferry", count=5), "ferry 2")
    post.hits.clear()
    ended = await crawl(NewsSpider, ONE_BY_ONE, sites=post.base, max_articles=str(len(NEWS) // 2))
    asked = [each for each in post.paths() if each.startswith("/2026")]
    assert not set(map(path, NEWS)) <= set(asked)
    assert [item.revision for item in ended.items if item.title == "The ferry"] == [1]
    places = sorted(asked.index(path(topic)) for topic in TOPICS)
    # News first: they stand between any two of them.
    assert min(after - before for before, after in pairwise(places)) >= EVERY - 1
    assert len(asked) == len(set(asked))


FEED, MAP = "/rss.xml", "/news.xml"


@pytest.mark.parametrize(
    ("named", "revised"),
    [
        ({"feeds": FEED, "discover": "feeds"}, TOPICS),
        ({"feeds": FEED, "discover": "none"}, TOPICS),
        ({"sites": "/", "discover": "feeds"}, TOPICS),
        ({"sitemaps": MAP, "discover": "sitemaps"}, ()),
        ({"urls": path("ferry"), "discover": "none"}, ("ferry",)),
    ],
    ids=["a feed", "a feed alone", "feeds of a site", "a sitemap", "a story"],
)
@deferred_f_from_coro_f
async def test_a_crawl_that_reads_feeds_asks_for_what_they_have_led_to(
    post: Site, crawl: Any, named: dict[str, str], revised: tuple[str, ...]
) -> None:
    arguments = {name: post.url(value) if value.startswith("/") else value for name, value in named.items()}
    await crawl(NewsSpider, SHARED_STORE, feeds=post.url(FEED), discover="feeds")
    post.pages |= {FEED: versioned(rss(), "rolled", "application/rss+xml"), MAP: "<urlset></urlset>"}
    post.pages |= {path(topic): versioned(page(topic, count=5), f"{topic} 2") for topic in TOPICS}
    outcome = await crawl(NewsSpider, NOW_DUE, **arguments)
    assert sorted((item.title, item.revision) for item in outcome.items) == [(f"The {topic}", 1) for topic in revised]


@deferred_f_from_coro_f
async def test_what_a_feed_says_of_one_that_is_asked_already_is_heard(site: Callable[..., Site], crawl: Any) -> None:
    post = site({"/": front(path("ferry")), path("ferry"): page("ferry")})
    first = await crawl(NewsSpider, SHARED_STORE, sites=post.base)
    assert [item.published for item in first.items] == [None]

    def last() -> Reply:
        time.sleep(0.5)
        dates = {"ferry": "Fri, 20 Nov 2026 08:00:00 GMT"}
        return versioned(rss("ferry", dates=dates), "feed", "application/rss+xml")

    # The last of so many answers brings the story, and is the one that leads to it.
    feeds = [f"/{number}.xml" for number in range(EVERY - 1)]
    post.pages |= {feed: versioned(rss(), feed, "application/rss+xml") for feed in feeds}
    post.pages |= {"/last.xml": last, path("ferry"): page("ferry", count=5)}
    named = ",".join(map(post.url, (*feeds, "/last.xml")))
    second = await crawl(NewsSpider, {**NOW_DUE, "CONCURRENT_REQUESTS_PER_DOMAIN": EVERY}, feeds=named)
    found = [(item.revision, item.published, item.source) for item in second.items if item.title == "The ferry"]
    assert found == [(1, datetime(2026, 11, 20, 8, tzinfo=timezone.utc), "start")]
