"""Feeds that are named as sitemaps, which sitemaps.org allows; whole crawls against servers on loopback."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from typing import Any

import pytest
from loopback import Site, page
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.spiders.news import NewsSpider
from tests.crawl.posts import SHARED_STORE, TOPICS, Reply, asked, path, rss

XML = "application/xml"
ATOM = "".join(f'<entry><title>The {topic}</title><link href="{path(topic)}"/></entry>' for topic in TOPICS)
FORMS: dict[str, bytes] = {
    "rss": rss(*TOPICS).encode(),
    "atom": f'<feed xmlns="http://www.w3.org/2005/Atom">{ATOM}</feed>'.encode(),
    "packed rss": gzip.compress(rss(*TOPICS).encode()),
}


def posted(site: Callable[..., Site], body: bytes) -> Site:
    """Stories that only a feed names, under the address of a sitemap."""
    post = site({path(topic): page(topic) for topic in TOPICS})
    post.pages["/map"] = (200, {"Content-Type": XML, "ETag": '"1"'}, body)
    return post


def text(body: str, kind: str = XML) -> Reply:
    return 200, {"Content-Type": kind}, body.encode()


@pytest.mark.parametrize("named_by", ["robots.txt", "argument", "index"])
@pytest.mark.parametrize("form", FORMS)
@deferred_f_from_coro_f
async def test_a_feed_that_is_named_as_a_sitemap_is_read(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture, form: str, named_by: str
) -> None:
    post = posted(site, FORMS[form])
    post.pages["/"] = "<html><body><a href='/impressum'>Imprint</a></body></html>"
    index = f"<sitemapindex><sitemap><loc>{post.url('/map')}</loc></sitemap></sitemapindex>"
    arguments = {"sites": post.base}
    if named_by == "robots.txt":
        post.pages["/robots.txt"] = text(f"Sitemap: {post.url('/map')}\n", "text/plain")
    elif named_by == "index":
        post.pages["/sitemap.xml"] = text(index)
    else:
        arguments = {"sitemaps": post.url("/map")}
    first = await crawl(NewsSpider, SHARED_STORE, **arguments)
    assert sorted((item.url, item.source) for item in first.items) == [(post.url(path(t)), "feed") for t in TOPICS]
    assert "/map gave nothing" not in caplog.text
    asked(post)
    second = await crawl(NewsSpider, SHARED_STORE, **arguments)
    assert second.items == []
    assert second.count("known/sources") == 1
    assert not set(asked(post)) & set(map(path, TOPICS))


@deferred_f_from_coro_f
async def test_a_feed_that_is_packed_is_read(site: Callable[..., Site], crawl: Any) -> None:
    post = posted(site, FORMS["packed rss"])
    outcome = await crawl(NewsSpider, SHARED_STORE, feeds=post.url("/map"))
    assert len(outcome.items) == len(TOPICS)


@pytest.mark.parametrize(
    ("items", "why"),
    [("", "it has no article"), ("elsewhere", "it leads to no site of this crawl; name other.example too, in sites=")],
)
@deferred_f_from_coro_f
async def test_a_feed_named_as_a_sitemap_that_gives_nothing_is_told_of(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture, items: str, why: str
) -> None:
    links = rss("ferry").replace(path("ferry"), "https://other.example/2026/a-story-of-the-ferry") if items else rss()
    post = posted(site, links.encode())
    await crawl(NewsSpider, SHARED_STORE, sitemaps=post.url("/map"))
    told = [
        r.getMessage() for r in caplog.records if r.name == "boilerspider.crawl.summary" and r.levelname == "WARNING"
    ]
    assert told == [f"{post.url('/map')} gave nothing: {why}"]


@deferred_f_from_coro_f
async def test_a_packed_sitemap_that_breaks_off_is_told_of(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    post = site({path(topic): page(topic) for topic in TOPICS})
    entries = "".join(f"<url><loc>{post.url(path(topic))}</loc></url>\n" for topic in TOPICS)
    whole = gzip.compress(f"<urlset>{entries}</urlset>".encode(), 0)
    settings = {**SHARED_STORE, "DOWNLOADER_MIDDLEWARES": {"boilerspider.spiders.parcels.Parcels": 530}}
    for body, count in ((whole[:-120], 1), (whole, 0)):
        caplog.clear()
        post.pages["/map.xml.gz"] = (200, {"Content-Type": "application/gzip"}, body)
        outcome = await crawl(NewsSpider, settings, sitemaps=post.url("/map.xml.gz"))
        assert outcome.items
        told = [each.getMessage() for each in caplog.records if each.levelname == "WARNING"]
        assert sum(line.startswith(f"The sitemap {post.url('/map.xml.gz')} breaks off") for line in told) == count
