"""What the user named, and is known: corrections are found all the same; whole crawls against servers on loopback."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from loopback import Site, page
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.spiders.news import NewsSpider
from tests.crawl.posts import NOW_DUE, TOPICS, asked, path, rss, versioned
from tests.crawl.test_elsewhere import OURS, redirector

DUE = {**OURS, **NOW_DUE}


@pytest.mark.parametrize("is_through_another", [False, True])
@deferred_f_from_coro_f
async def test_stories_of_an_unchanged_feed_on_another_host_are_asked_at_their_ages(
    site: Callable[..., Site], crawl: Any, is_through_another: bool
) -> None:
    post = site({path(topic): page(topic) for topic in TOPICS})
    between = redirector(site, post, {f"/r/{topic}": path(topic) for topic in TOPICS})
    links = rss(*TOPICS).replace("/2026/", f"{post.base}/2026/")
    if is_through_another:
        for topic in TOPICS:
            links = links.replace(post.url(path(topic)), between.url(f"/r/{topic}"))
    feeder = site({"/rss.xml": versioned(links, "1", "application/rss+xml")}, "127.0.0.3")
    first = await crawl(NewsSpider, OURS, feeds=feeder.url("/rss.xml"))
    assert len(first.items) == len(TOPICS)
    post.pages[path("ferry")] = page("ferry", count=5)
    for settings in (OURS, DUE):
        asked(post), feeder.unchanged.clear()
        again = await crawl(NewsSpider, settings, feeds=feeder.url("/rss.xml"))
        assert feeder.unchanged == ["/rss.xml"]
        assert len(asked(post)) == (len(TOPICS) if settings is DUE else 0)
    assert [(item.title, item.revision) for item in again.items] == [("The ferry", 1)]


def other_spelling(post: Site) -> str:
    post.pages["/old"] = (301, {"Location": path("ferry")}, b"")
    return post.url("/old")


@pytest.mark.parametrize("is_elsewhere", [True, False])
@deferred_f_from_coro_f
async def test_a_named_story_is_asked_behind_a_redirect_too(
    site: Callable[..., Site], crawl: Any, is_elsewhere: bool
) -> None:
    post = site({path("ferry"): page("ferry")})
    address = redirector(site, post, {"/abc": path("ferry")}).url("/abc") if is_elsewhere else other_spelling(post)
    await crawl(NewsSpider, OURS, urls=post.url(path("ferry")))
    post.pages[path("ferry")] = page("ferry", count=5)
    again = await crawl(NewsSpider, OURS, urls=address)
    assert [(item.url, item.revision) for item in again.items] == [(post.url(path("ferry")), 1)]
