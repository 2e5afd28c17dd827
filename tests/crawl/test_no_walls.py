"""What only looks like a wall before the stories of a site, all of which are had; whole crawls against servers on loopback."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from typing import Any
from xml.sax.saxutils import escape

import pytest
from loopback import Site, page
from scrapy.http import Response
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.discovery import Link
from boilerspider.spiders.news import NewsSpider
from tests.crawl.posts import NOW_DUE, Reply, front, path, versioned
from tests.crawl.test_walled import CONSENT, MAY_OPEN, SETTINGS, TOPICS, behind, warnings, with_consent

STORIES = {path(topic): page(topic) for topic in TOPICS}
DAYS = [f"/2026/11/1{day}/the-harbour-strike-as-it-happens-day-{day}" for day in range(5)]


def feed(*addresses: str) -> Reply:
    items = "".join(f"<item><title>A story</title><link>{escape(url)}</link></item>" for url in addresses)
    body = f'<rss version="2.0"><channel>{items}</channel></rss>'
    return versioned(body, str(hash(addresses)), "application/rss+xml")


@pytest.mark.parametrize("named", ["sites", "urls"])
@deferred_f_from_coro_f
async def test_old_addresses_that_lead_to_one_story(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture, named: str
) -> None:
    today = "/2026/11/the-harbour-strike-as-it-happens-today"
    post = site({"/": front(*DAYS), **dict.fromkeys(DAYS, (301, {"Location": today}, b"")), today: page("strike")})
    addresses = {"sites": post.base, "urls": ",".join(map(post.url, DAYS))}[named]
    assert len((await crawl(NewsSpider, SETTINGS, **{named: addresses})).items) == 1
    assert warnings(caplog, post) == []


@deferred_f_from_coro_f
async def test_addresses_that_lead_to_a_page_too_short_for_a_story_are_told_of(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    post = site({**dict.fromkeys(DAYS, (302, {"Location": "/choose"}, b"")), "/choose": "<h1>Welcome</h1>"})
    assert (await crawl(NewsSpider, SETTINGS, urls=",".join(map(post.url, DAYS)))).items == []
    assert warnings(caplog, post)[-1:] == [f"site: 5 of 5 stories lead to /choose: if it is a wall, {MAY_OPEN}"]


def tracked(*trackers: str) -> dict[str, Any]:
    """A feed that names each story by each of some trackers, of two hops."""
    pages: dict[str, Any] = {"/": front(), **STORIES}
    pages["/rss.xml"] = feed(*(f"/{name}?id={number}" for name in trackers for number in range(len(TOPICS))))
    for name in trackers:
        for number, topic in enumerate(TOPICS):
            pages[f"/{name}?id={number}"] = (302, {"Location": f"/go?id={number}&from={name}"}, b"")
            pages[f"/go?id={number}&from={name}"] = (302, {"Location": path(topic)}, b"")
    return pages


@deferred_f_from_coro_f
async def test_trackers_of_two_hops(site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture) -> None:
    post = site(tracked("one", "two", "three"))
    assert len((await crawl(NewsSpider, SETTINGS, sites=post.base)).items) == len(TOPICS)
    assert warnings(caplog, post) == []
    # To what is known by now.
    post.pages = tracked("four", "five", "six")
    assert (await crawl(NewsSpider, SETTINGS, sites=post.base)).items == []
    assert warnings(caplog, post) == []


@deferred_f_from_coro_f
async def test_stories_that_were_had_and_now_lead_to_the_front_page(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    post = site({"/": front(*STORIES), **STORIES})
    settings = {**SETTINGS, **NOW_DUE}
    assert len((await crawl(NewsSpider, settings, sites=post.base)).items) == len(TOPICS)
    warnings(caplog, post)
    post.pages |= dict.fromkeys(STORIES, (302, {"Location": "/"}, b""))
    assert (await crawl(NewsSpider, settings, sites=post.base)).items == []
    assert warnings(caplog, post) == []


@pytest.mark.parametrize("there", ["/", "/moved"])
@deferred_f_from_coro_f
async def test_a_site_that_has_moved(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture, there: str
) -> None:
    new = site({"/": front(*STORIES), "/moved": "<h1>We have moved</h1>", **STORIES})
    old = site(dict.fromkeys(DAYS, (301, {"Location": new.url(there)}, b"")))
    old.pages |= {"/": (301, {"Location": new.url("/")}, b""), "/rss.xml": feed(*DAYS)}
    outcome = await crawl(NewsSpider, SETTINGS, sites=old.base, feeds=old.url("/rss.xml"))
    assert len(outcome.items) == len(TOPICS)
    told = f"site: 5 of 5 stories lead to {new.url('/moved')}: if it is a wall, {MAY_OPEN}"
    assert warnings(caplog, old) == ([told] if there == "/moved" else [])


@pytest.mark.parametrize("has_cookies", [False, True])
@deferred_f_from_coro_f
async def test_a_front_page_of_sections_with_a_question_about_cookies(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture, has_cookies: bool
) -> None:
    sections = "<nav><a href='/politics/'>Politics</a> <a href='/culture/'>Culture</a></nav>"
    post = site({"/": CONSENT.replace("</body>", f"{sections}</body>"), **STORIES})
    await crawl(NewsSpider, {**SETTINGS, "COOKIES_ENABLED": has_cookies}, sites=post.base)
    advice = "see what a browser shows there" if has_cookies else MAY_OPEN
    assert warnings(caplog, post) == [f"/ gave nothing: it is a question about cookies: {advice}"]
    # Where they have sections of their own that list stories.
    post.pages["/politics/"] = "<html><body><nav><a href='/politics/county/'>County</a></nav></body></html>"
    post.pages["/politics/county/"] = front(*STORIES)
    outcome = await crawl(NewsSpider, {**SETTINGS, "COOKIES_ENABLED": has_cookies}, sites=post.base)
    assert len(outcome.items) == len(TOPICS)
    assert warnings(caplog, post) == []


class Stopped(NewsSpider):
    """Is stopped when a page has answered."""

    last = ""

    async def parse_article(self, response: Response, *, found: Link | None = None) -> AsyncIterator[Any]:
        if response.url.endswith(self.last):
            assert self.crawler.engine is not None
            self.stopping = asyncio.ensure_future(self.crawler.engine.close_spider_async(reason="shutdown"))
            await asyncio.sleep(0)  # until it has begun
        async for found_there in super().parse_article(response, found=found):
            yield found_there


def late(what: Reply | str) -> Callable[[], Reply | str]:
    """A page that answers after all others."""

    def answer() -> Reply | str:
        time.sleep(0.5)
        return what

    return answer


@deferred_f_from_coro_f
async def test_a_crawl_that_is_stopped_while_stories_wait_at_a_wall(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    post = site({})
    behind(post, "/consent")
    post.pages["/consent"] = late((200, {"Set-Cookie": "agreed=1; Path=/", "Content-Type": "text/html"}, b"Welcome"))
    spider = type("AtWall", (Stopped,), {"last": "/consent"})
    assert (await crawl(spider, {**SETTINGS, "COOKIES_ENABLED": True}, sites=post.base)).items == []
    assert "/consent" in post.paths()
    assert warnings(caplog, post) == []


@deferred_f_from_coro_f
async def test_of_a_crawl_that_is_stopped_the_walls_that_answered_are_told_of(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    post = with_consent(site({}))
    post.pages |= {"/": front(*map(path, TOPICS), path("harbour")), path("harbour"): late(page("harbour"))}
    spider = type("AtEnd", (Stopped,), {"last": path("harbour")})
    await crawl(spider, SETTINGS, sites=post.base)
    assert warnings(caplog, post) == [f"site: 5 of 6 stories gave a question about cookies at /privacy: {MAY_OPEN}"]
