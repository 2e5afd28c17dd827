"""Redirects that lead to themselves, or to pages of links; whole crawls against a server on loopback."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from loopback import Site, page
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.spiders.news import NewsSpider
from settings.base import METAREFRESH_MAXDELAY
from tests.crawl.posts import SHARED_STORE, Reply, asked, front, newspaper, path, versioned

SETTINGS = {**SHARED_STORE, "COOKIES_ENABLED": False, "METAREFRESH_MAXDELAY": METAREFRESH_MAXDELAY}
FERRY, ORDERED = path("ferry"), "/story.php?cat=7&id=20003"


def feed(*links: str) -> Reply:
    items = "".join(f"<item><title>The story</title><link>{link.replace('&', '&amp;')}</link></item>" for link in links)
    return versioned(f'<rss version="2.0"><channel>{items}</channel></rss>', "feed", "application/rss+xml")


@pytest.mark.parametrize(
    ("clean", "real"),
    [
        (FERRY, f"{FERRY};jsessionid=AB12"),
        (FERRY, f"{FERRY}?PHPSESSID=abcdef"),
        (FERRY, f"{FERRY}?utm_source=web"),
        (ORDERED, "/story.php?id=20003&cat=7"),
    ],
)
@deferred_f_from_coro_f
async def test_a_story_that_redirects_to_its_own_address_is_read(
    site: Callable[..., Site], crawl: Any, clean: str, real: str
) -> None:
    post = site({"/rss.xml": feed(clean), clean: (302, {"Location": real}, b""), real: page("ferry")})
    first = await crawl(NewsSpider, SETTINGS, feeds=post.url("/rss.xml"))
    assert [item.url for item in first.items] == [post.url(clean)]
    asked(post)
    second = await crawl(NewsSpider, SETTINGS, feeds=post.url("/rss.xml"))
    assert second.items == []
    assert clean not in asked(post)


@deferred_f_from_coro_f
async def test_a_story_that_reloads_itself_is_read(site: Callable[..., Site], crawl: Any) -> None:
    reloads = page("ferry", head=f"<meta http-equiv='refresh' content='60;url={FERRY}'>")
    post = site({"/rss.xml": feed(FERRY), FERRY: reloads})
    outcome = await crawl(NewsSpider, SETTINGS, feeds=post.url("/rss.xml"))
    assert [item.title for item in outcome.items] == ["The ferry"]


@pytest.mark.parametrize(
    ("clean", "there"), [(FERRY, "/cookie"), (FERRY, FERRY), (ORDERED, "/story.php?id=20003&cat=7")]
)
@deferred_f_from_coro_f
async def test_what_redirects_in_a_circle_is_told_of(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture, clean: str, there: str
) -> None:
    pages = {there: (302, {"Location": clean}, b""), clean: (302, {"Location": there}, b"")}
    post = site({"/rss.xml": feed(clean), **pages})
    outcome = await crawl(NewsSpider, SETTINGS, feeds=post.url("/rss.xml"))
    assert outcome.count("fetch/failed/redirects") == 1
    lines = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]
    assert f"{post.url(clean)} cannot be fetched: it redirects to itself" in lines
    assert len(post.hits) <= 6


@pytest.mark.parametrize("there", ["/", "/sport/"])
@deferred_f_from_coro_f
async def test_removed_stories_that_lead_to_pages_of_links_are_not_asked_by_every_crawl(
    site: Callable[..., Site], crawl: Any, there: str
) -> None:
    gone = {path(topic): (301, {"Location": there}, b"") for topic in ("bridge", "school")}
    post = site(newspaper(**gone, **{"/": front(FERRY), "/sport/": front(FERRY), "/sitemap.xml": (404, {}, b"")}))
    await crawl(NewsSpider, SETTINGS, sites=post.base)
    asked(post)
    post.unchanged.clear()
    await crawl(NewsSpider, SETTINGS, sites=post.base)
    assert not gone.keys() & set(asked(post))
    assert "/rss.xml" in post.unchanged
