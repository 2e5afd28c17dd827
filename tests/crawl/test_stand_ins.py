"""What answers for a while in the place of a feed or a sitemap, and is none; whole crawls against a server on loopback."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from email.utils import parsedate_to_datetime
from typing import Any

import pytest
from loopback import Site, page
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.spiders.news import NewsSpider
from tests.crawl.posts import SHARED_STORE, Reply, asked, path, rss

TOPICS = ("bridge", "ferry", "school", "market")
BUSY: Reply = (503, {}, b"")
EARLIER, LATER = "Fri, 27 Nov 2026 08:00:00 GMT", "Fri, 27 Nov 2026 09:00:00 GMT"
SOON = b"<html><head><title>Maintenance</title></head><body><h1>We will be back soon</h1></body></html>"
STAND_INS: dict[str, tuple[str, bytes]] = {
    "a page": ("text/html", SOON),
    "a page that is called a feed": ("application/xml", SOON),
    "nothing": ("application/xml", b""),
    "words": ("text/plain", b"We will be back soon"),
    "another format": ("application/json", b'{"error": "busy"}'),
}
NAMED_BY = ("feeds", "sitemaps")


def a_file(post: Site, kind: str, body: bytes, modified: str) -> Callable[[], Reply]:
    """What a server gives that looks at its file's time alone: 304 to all who have one that is as late."""

    def answer() -> Reply:
        since = post.headers[-1].get("If-Modified-Since")
        headers = {"Content-Type": kind, "Last-Modified": modified}
        if since and parsedate_to_datetime(since) >= parsedate_to_datetime(modified):
            return 304, headers, b""
        return 200, headers, body

    return answer


def source(post: Site, named_by: str, *topics: str) -> bytes:
    if named_by == "feeds":
        return rss(*topics).encode()
    return f"<urlset>{''.join(f'<url><loc>{post.url(path(t))}</loc></url>' for t in topics)}</urlset>".encode()


@pytest.mark.parametrize("stand_in", STAND_INS)
@pytest.mark.parametrize("named_by", NAMED_BY)
@deferred_f_from_coro_f
async def test_it_takes_no_story_with_it_that_had_failed_before(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture, named_by: str, stand_in: str
) -> None:
    post = site({path(topic): page(topic) if topic in TOPICS[:2] else BUSY for topic in TOPICS})
    arguments = {named_by: post.url("/source.xml"), "discover": named_by}
    itself = a_file(post, "application/xml", source(post, named_by, *TOPICS), EARLIER)
    post.pages["/source.xml"] = itself
    assert len((await crawl(NewsSpider, SHARED_STORE, **arguments)).items) == 2
    post.pages["/source.xml"] = a_file(post, *STAND_INS[stand_in], LATER)
    caplog.clear()
    assert (await crawl(NewsSpider, SHARED_STORE, **arguments)).items == []
    assert f"/source.xml gave nothing: it is no {named_by.removesuffix('s')}" in caplog.text
    post.pages |= {"/source.xml": itself, **{path(topic): page(topic) for topic in TOPICS}}
    back = await crawl(NewsSpider, SHARED_STORE, **arguments)
    assert sorted(item.title for item in back.items) == ["The market", "The school"]
    assert (await crawl(NewsSpider, SHARED_STORE, **arguments)).count("known/sources") == 1


@pytest.mark.parametrize("named_by", NAMED_BY)
@deferred_f_from_coro_f
async def test_one_that_was_read_to_its_end_keeps_the_version_that_it_had(
    site: Callable[..., Site], crawl: Any, named_by: str
) -> None:
    post = site({path(topic): page(topic) for topic in TOPICS})
    arguments = {named_by: post.url("/source.xml"), "discover": named_by}
    itself = a_file(post, "application/xml", source(post, named_by, *TOPICS), EARLIER)
    post.pages["/source.xml"] = itself
    await crawl(NewsSpider, SHARED_STORE, **arguments)
    for _ in range(2):  # as often as it is asked it is told of
        post.pages["/source.xml"] = a_file(post, "text/html", SOON, LATER)
        assert (await crawl(NewsSpider, SHARED_STORE, **arguments)).count("known/sources") == 0
    post.pages["/source.xml"] = itself
    asked(post)
    back = await crawl(NewsSpider, SHARED_STORE, **arguments)
    assert post.headers[-1].get("If-Modified-Since") == EARLIER
    assert back.count("known/sources") == 1
    assert not set(asked(post)) & set(map(path, TOPICS))


@pytest.mark.parametrize(
    ("named_by", "kind", "body"),
    [
        ("feeds", "application/rss+xml", rss().encode()),
        ("feeds", "application/rss+xml", gzip.compress(rss().encode(), mtime=0)),
        ("feeds", "text/html", b'<feed xmlns="http://www.w3.org/2005/Atom"><title>Post</title></feed>'),
        ("feeds", "application/json", b'{"version": "https://jsonfeed.org/version/1.1", "items": []}'),
        ("sitemaps", "application/xml", b"<urlset></urlset>"),
        ("sitemaps", "application/x-gzip", gzip.compress(b"<urlset></urlset>", mtime=0)),
        ("sitemaps", "application/octet-stream", b"{}/2026/11/neighbours-want-a-ferry-back\n"),
        ("sitemaps", "application/xml", rss().encode()),
    ],
)
@deferred_f_from_coro_f
async def test_a_feed_or_a_sitemap_is_known_by_its_version_though_it_is_empty_or_in_another_form(
    site: Callable[..., Site], crawl: Any, named_by: str, kind: str, body: bytes
) -> None:
    post = site({path("ferry"): page("ferry")})
    body = body.replace(b"{}/", f"{post.base}/".encode())
    post.pages["/source"] = a_file(post, kind, body, EARLIER)
    arguments = {named_by: post.url("/source"), "discover": named_by}
    await crawl(NewsSpider, SHARED_STORE, **arguments)
    assert (await crawl(NewsSpider, SHARED_STORE, **arguments)).count("known/sources") == 1
