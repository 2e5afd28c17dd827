"""Walls to which a site leads all who come without its cookie; whole crawls against a server on loopback."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from loopback import Site, page
from scrapy import Request
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.spiders.news import NewsSpider
from tests.crawl.posts import (
    AGREED,
    NOW_DUE,
    ONE_BY_ONE,
    WELCOME,
    WITH_COOKIES,
    Reply,
    asked,
    front,
    path,
    rss,
    versioned,
)

TOPICS = ("ferry", "bridge", "school", "market")
FRONT = front(path("ferry"))
FEED = versioned(rss(*TOPICS), "1", "application/rss+xml")


def gated(post: Site, leads: str) -> None:
    """Stories behind one wall that is told nothing, and gives a cookie: it leads back to the last one, to the front page, there in two steps, or shows a link."""

    stories: list[str] = []

    def story(topic: str) -> Reply | str:
        stories.append(topic)
        # Others may have come in between.
        is_let_in = any("agreed=1" in headers.get("Cookie", "") for headers in post.headers[-len(TOPICS) :])
        return page(topic) if is_let_in else (302, {"Location": "/consent"}, b"")

    def wall() -> Reply:
        last = path(stories[-1])
        agreed = {"Set-Cookie": "agreed=1; Path=/", "Content-Type": "text/html"}
        if leads == "link":
            return 200, agreed, f"<h1>We value your privacy</h1><a href='{last}'>Accept all cookies</a>".encode()
        if leads == "steps":
            return 302, {"Location": "/set"}, b""
        return 302, {**agreed, "Location": last if leads == "back" else "/"}, b""

    post.pages |= {path(topic): partial(story, topic) for topic in TOPICS} | {"/consent": wall}
    post.pages["/set"] = (302, {"Set-Cookie": "agreed=1; Path=/", "Location": "/"}, b"")


@pytest.mark.parametrize("leads", ["back", "front", "link", "steps"])
@deferred_f_from_coro_f
async def test_stories_behind_one_wall_are_read(site: Callable[..., Site], crawl: Any, leads: str) -> None:
    post = site({"/rss.xml": FEED, "/": FRONT})
    gated(post, leads)
    first = await crawl(NewsSpider, WITH_COOKIES, feeds=post.url("/rss.xml"))
    assert len(asked(post)) <= 2 * len(TOPICS) + 4
    assert sorted(item.url for item in first.items) == sorted(post.url(path(topic)) for topic in TOPICS)
    second = await crawl(NewsSpider, WITH_COOKIES, feeds=post.url("/rss.xml"))
    assert (second.items, asked(post)) == ([], ["/rss.xml"])


@pytest.mark.parametrize("leads", ["back", "front", "link", "steps"])
@deferred_f_from_coro_f
async def test_stories_behind_a_wall_that_takes_no_cookie_are_asked_twice_at_most(
    site: Callable[..., Site], crawl: Any, leads: str
) -> None:
    post = site({"/rss.xml": FEED, "/": FRONT})
    gated(post, leads)
    # Whatever they bring, they are led to the wall.
    post.pages |= {path(topic): (302, {"Location": "/consent"}, b"") for topic in TOPICS}
    outcome = await crawl(NewsSpider, WITH_COOKIES, feeds=post.url("/rss.xml"))
    assert outcome.items == []
    assert all(post.paths().count(path(topic)) <= 2 for topic in TOPICS)
    assert len(post.hits) <= 5 * len(TOPICS)


@deferred_f_from_coro_f
async def test_stories_that_have_moved_over_one_address_are_not_asked_again(
    site: Callable[..., Site], crawl: Any
) -> None:
    post = site({"/rss.xml": FEED, path("ferry-now"): page("ferry")})
    post.pages |= {path(topic): (302, {"Location": "/2026/old-story-1"}, b"") for topic in TOPICS}
    post.pages["/2026/old-story-1"] = (302, {"Location": path("ferry-now")}, b"")
    first = await crawl(NewsSpider, WITH_COOKIES, feeds=post.url("/rss.xml"))
    assert [item.url for item in first.items] == [post.url(path("ferry-now"))]
    assert asked(post) == sorted(["/rss.xml", *map(path, TOPICS), "/2026/old-story-1", path("ferry-now")])
    second = await crawl(NewsSpider, WITH_COOKIES, feeds=post.url("/rss.xml"))
    assert (second.items, asked(post)) == ([], ["/rss.xml"])


@deferred_f_from_coro_f
async def test_stories_behind_a_wall_that_never_answers_are_left_to_their_ages(
    site: Callable[..., Site], crawl: Any
) -> None:
    post = site({"/rss.xml": FEED, "/consent": (500, {}, b"")})
    post.pages |= {path(topic): (302, {"Location": "/consent"}, b"") for topic in TOPICS}
    outcome = await crawl(NewsSpider, WITH_COOKIES, feeds=post.url("/rss.xml"))
    assert outcome.items == []
    assert asked(post) == sorted(["/rss.xml", "/consent", *map(path, TOPICS)])


def behind(post: Site, reply: Reply | str, wall: Reply) -> Callable[[], Reply | str]:
    """What is answered to those who bring the cookie; others are led to the wall, by this answer."""
    return lambda: reply if any("agreed=1" in headers.get("Cookie", "") for headers in post.headers[-1:]) else wall


WALLS: dict[str, tuple[Reply, dict[str, Reply]]] = {
    "of no known words": ((302, {"Location": "/in"}, b""), {"/in": (200, AGREED, WELCOME)}),
    "that refuses": ((302, {"Location": "/in"}, b""), {"/in": (403, AGREED, WELCOME)}),
    "behind the cookie": ((302, {**AGREED, "Location": "/in"}, b""), {"/in": (200, {}, WELCOME)}),
    "that leads to the front page": ((302, {**AGREED, "Location": "/"}, b""), {}),
}


@pytest.mark.parametrize("wall", WALLS)
@deferred_f_from_coro_f
async def test_a_wall_is_known_by_its_cookie_and_not_by_its_words(
    site: Callable[..., Site], crawl: Any, wall: str
) -> None:
    leads, pages = WALLS[wall]
    post = site({"/": front(*map(path, TOPICS)), **pages})
    post.pages |= {path(topic): behind(post, page(topic), leads) for topic in TOPICS}
    first = await crawl(NewsSpider, ONE_BY_ONE, sites=post.base)
    assert sorted(item.url for item in first.items) == sorted(post.url(path(topic)) for topic in TOPICS)
    asked(post)
    await crawl(NewsSpider, ONE_BY_ONE, sites=post.base)
    assert not [each for each in asked(post) if each.startswith("/2026")]


@pytest.mark.parametrize("walled", ["/", "/rss.xml", "/sitemap.xml"])
@deferred_f_from_coro_f
async def test_what_leads_to_stories_is_read_behind_a_wall(site: Callable[..., Site], crawl: Any, walled: str) -> None:
    post = site({"/in": (200, AGREED, WELCOME), **{path(topic): page(topic) for topic in TOPICS}})
    urls = "".join(f"<url><loc>{post.url(path(topic))}</loc></url>" for topic in TOPICS)
    sitemap = versioned(f"<urlset>{urls}</urlset>", "1", "application/xml")
    found = {"/": front(*map(path, TOPICS)), "/rss.xml": FEED, "/sitemap.xml": sitemap}
    post.pages[walled] = behind(post, found[walled], (302, {"Location": "/in"}, b""))
    name = {"/": "sites", "/rss.xml": "feeds", "/sitemap.xml": "sitemaps"}[walled]
    outcome = await crawl(NewsSpider, {**WITH_COOKIES, "CONCURRENT_REQUESTS": 1}, **{name: post.url(walled)})
    assert len(outcome.items) == len(TOPICS)
    assert post.paths().count(walled) == 2


@deferred_f_from_coro_f
async def test_a_wall_that_one_has_passed_is_tried_by_what_is_due_when_nothing_else_is_left_to_ask(
    site: Callable[..., Site], crawl: Any
) -> None:
    post = site({"/rss.xml": FEED, **{path(topic): page(topic) for topic in TOPICS}})
    settings = {**WITH_COOKIES, **NOW_DUE}
    await crawl(NewsSpider, settings, feeds=post.url("/rss.xml"))
    led: list[str] = []

    def story(topic: str) -> Reply | str:
        led.append(topic)
        return page(topic, count=9) if led.count(topic) > 1 else (302, {"Location": "/consent"}, b"")

    post.pages |= {path(topic): partial(story, topic) for topic in TOPICS}
    post.pages["/consent"] = lambda: (302, {**AGREED, "Location": path(led[-1])}, b"")
    post.pages["/rss.xml"] = versioned(rss("ferry"), "2", "application/rss+xml")
    second = await crawl(NewsSpider, settings, feeds=post.url("/rss.xml"))
    assert sorted(item.url for item in second.items) == sorted(post.url(path(topic)) for topic in TOPICS)


@deferred_f_from_coro_f
async def test_a_wall_that_leads_back_to_the_front_page_is_no_address_where_no_story_stands(
    site: Callable[..., Site], crawl: Any
) -> None:
    post = site({"/robots.txt": (404, {}, b""), "/sitemap.xml": (404, {}, b"")})
    post.pages["/"] = behind(post, front(*map(path, TOPICS)), (302, {"Location": "/consent"}, b""))
    post.pages["/consent"] = (302, {**AGREED, "Location": "/"}, b"")
    post.pages |= {path(topic): (302, {"Location": "/consent"}, b"") for topic in TOPICS}
    settings = {**WITH_COOKIES, "BOILERSPIDER_RECHECK": "", "CONCURRENT_REQUESTS": 1}
    assert (await crawl(NewsSpider, settings, sites=post.base)).items == []
    post.pages |= {path(topic): page(topic) for topic in TOPICS}
    second = await crawl(NewsSpider, settings, sites=post.base)
    # The two that tried were led on, with the cookie, to the front page: they are gone. The others were led to the wall alone.
    assert len(second.items) == len(TOPICS) - 2


class LeastScheduler:
    """What Scrapy asks of a scheduler at least: it need not open, nor close."""

    def __init__(self) -> None:
        self._waiting: list[Request] = []

    def has_pending_requests(self) -> bool:
        return bool(self._waiting)

    def enqueue_request(self, request: Request) -> bool:
        self._waiting.append(request)
        return True

    def next_request(self) -> Request | None:
        return self._waiting.pop() if self._waiting else None


@deferred_f_from_coro_f
async def test_a_scheduler_that_does_not_close_is_served(site: Callable[..., Site], crawl: Any, tmp_path: Path) -> None:
    post = site({"/rss.xml": FEED, "/": FRONT, **{path(topic): page(topic) for topic in TOPICS}})
    settings = {**WITH_COOKIES, "JOBDIR": str(tmp_path / "job"), "SCHEDULER": LeastScheduler}
    outcome = await crawl(NewsSpider, settings, feeds=post.url("/rss.xml"))
    assert sorted(item.url for item in outcome.items) == sorted(post.url(path(topic)) for topic in TOPICS)


@pytest.mark.parametrize("place", ["/consent", "/welcome/", "/news/"])
@deferred_f_from_coro_f
async def test_a_wall_that_a_page_links_to_is_one_when_it_has_answered(
    site: Callable[..., Site], crawl: Any, place: str
) -> None:
    shown = front(*map(path, TOPICS)).encode() if place == "/news/" else WELCOME
    menu = f"<footer><a href='{place}'>Our terms</a></footer></body>"
    post = site({"/": front(*map(path, TOPICS)).replace("</body>", menu), place: (200, AGREED, shown)})
    post.pages |= {path(topic): behind(post, page(topic), (302, {"Location": place}, b"")) for topic in TOPICS}
    outcome = await crawl(NewsSpider, ONE_BY_ONE, sites=post.base)
    # Some were led there, so that the wall is not asked before all of them.
    assert sum(map(post.paths().count, map(path, TOPICS))) > len(TOPICS)
    assert len(outcome.items) == len(TOPICS)


@pytest.mark.parametrize("topics", [TOPICS[:1], TOPICS], ids=["one", "all"])
@pytest.mark.parametrize("leads", ["back", "on"])
@deferred_f_from_coro_f
async def test_stories_behind_two_walls_are_read(
    site: Callable[..., Site], crawl: Any, leads: str, topics: tuple[str, ...]
) -> None:
    post = site({"/rss.xml": versioned(rss(*topics), "1", "application/rss+xml")})

    def story(topic: str) -> Reply | str:
        brought = post.headers[-1].get("Cookie", "")
        missing = [wall for wall in ("region", "consent") if f"{wall}=1" not in brought]
        to = f"?to={topic}" if leads == "back" else ""
        return (302, {"Location": f"/{missing[0]}{to}"}, b"") if missing else page(topic)

    for wall in ("region", "consent"):
        given = {"Set-Cookie": f"{wall}=1; Path=/", "Content-Type": "text/html"}
        post.pages[f"/{wall}"] = (200, given, WELCOME)
        post.pages |= {f"/{wall}?to={topic}": (302, {**given, "Location": path(topic)}, b"") for topic in topics}
    post.pages |= {path(topic): partial(story, topic) for topic in topics}
    outcome = await crawl(NewsSpider, ONE_BY_ONE, feeds=post.url("/rss.xml"))
    assert sorted(item.url for item in outcome.items) == sorted(post.url(path(topic)) for topic in topics)
    assert outcome.count("fetch/failed/redirects") == 0
