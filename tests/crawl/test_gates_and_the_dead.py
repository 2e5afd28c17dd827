"""Stories that are gone, before and behind walls that give a cookie; whole crawls against a server on loopback."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from loopback import Site, page
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.spiders.gates import MOST_IN_VAIN
from boilerspider.spiders.news import NewsSpider
from tests.crawl.posts import AGREED, ONE_BY_ONE, WELCOME, WITH_COOKIES, Reply, front, path, rss, versioned

pytestmark = pytest.mark.slow

MANY = tuple(f"ferry-{number}" for number in range(12))
GONE = {"the front page": "/", "a section each": "/{}/"}


@pytest.mark.parametrize("there", GONE)
@deferred_f_from_coro_f
async def test_stories_that_are_gone_are_not_all_asked_twice_where_a_cookie_comes_with_each_answer(
    site: Callable[..., Site], crawl: Any, there: str
) -> None:
    sections = {f"/{topic}/": (200, AGREED, WELCOME) for topic in MANY}
    shown = front(*map(path, MANY)).replace("</main>", "".join(f"<a href='{each}'>Pier</a>" for each in sections))
    post = site({"/": (200, AGREED, shown.encode()), **sections})
    post.pages |= {path(topic): (302, {**AGREED, "Location": GONE[there].format(topic)}, b"") for topic in MANY}
    outcome = await crawl(NewsSpider, WITH_COOKIES, sites=post.base)
    assert outcome.items == []
    assert sum(map(post.paths().count, map(path, MANY))) <= len(MANY) + MOST_IN_VAIN


@deferred_f_from_coro_f
async def test_stories_that_lead_elsewhere_each_time_with_a_cookie_have_passed_no_gate(
    site: Callable[..., Site], crawl: Any
) -> None:
    post = site({"/": (200, AGREED, front(*map(path, MANY)).encode())})

    def story() -> Reply:
        there = f"/pier-{len(post.pages)}/"
        post.pages[there] = (200, AGREED, WELCOME)
        return 302, {**AGREED, "Location": there}, b""

    post.pages |= {path(topic): story for topic in MANY}
    outcome = await crawl(NewsSpider, ONE_BY_ONE, sites=post.base)
    assert outcome.items == []
    assert sum(map(post.paths().count, map(path, MANY))) <= 2 * len(MANY)


@deferred_f_from_coro_f
async def test_a_circle_that_gives_a_cookie_is_gone_round_again_by_a_few_stories_alone(
    site: Callable[..., Site], crawl: Any
) -> None:
    post = site({"/rss.xml": versioned(rss(*MANY), "1", "application/rss+xml")})
    for topic in MANY:
        post.pages[path(topic)] = (302, {**AGREED, "Location": f"/consent?to={topic}"}, b"")
        post.pages[f"/consent?to={topic}"] = (302, {**AGREED, "Location": path(topic)}, b"")
    outcome = await crawl(NewsSpider, ONE_BY_ONE, feeds=post.url("/rss.xml"))
    assert outcome.items == []
    assert sum(map(post.paths().count, map(path, MANY))) <= 2 * (len(MANY) + MOST_IN_VAIN)


@deferred_f_from_coro_f
async def test_of_stories_that_lead_to_a_page_with_a_cookie_for_nothing_a_few_are_asked_again(
    site: Callable[..., Site], crawl: Any
) -> None:
    post = site({"/rss.xml": versioned(rss(*MANY), "1", "application/rss+xml"), "/login": (200, AGREED, WELCOME)})
    post.pages |= {path(topic): (302, {"Location": "/login"}, b"") for topic in MANY}
    outcome = await crawl(NewsSpider, ONE_BY_ONE, feeds=post.url("/rss.xml"))
    assert outcome.items == []
    assert sum(map(post.paths().count, map(path, MANY))) == len(MANY) + MOST_IN_VAIN


FIRST_DEAD = {
    "a wall, then a page": ("/in", "/topics", 1),
    "a wall, then pages": ("/in", "/topics", MOST_IN_VAIN),
    "a wall, then the front page": ("/in", "/", MOST_IN_VAIN),
    "the front page": ("/", "/", MOST_IN_VAIN - 1),
    "a wall, then a page with a cookie": ("/in", "/login", MOST_IN_VAIN - 1),
}
"""Where those without the cookie are led, where a dead story leads, and how many are dead that come first with the cookie."""


@pytest.mark.parametrize("case", FIRST_DEAD)
@deferred_f_from_coro_f
async def test_the_first_stories_that_come_with_the_cookie_are_dead_and_the_others_are_read(
    site: Callable[..., Site], crawl: Any, case: str
) -> None:
    wall, there, number = FIRST_DEAD[case]
    post = site({"/rss.xml": versioned(rss(*MANY), "1", "application/rss+xml"), "/": front(*map(path, MANY))})
    post.pages |= {"/in": (200, AGREED, WELCOME), "/topics": (200, {}, WELCOME), "/login": (200, AGREED, WELCOME)}
    dead: set[str] = set()

    def story(topic: str) -> Reply | str:
        if "agreed=1" not in post.headers[-1].get("Cookie", ""):
            return 302, {**AGREED, "Location": wall}, b""
        if len(dead) < number:
            dead.add(topic)
        return (302, {"Location": there}, b"") if topic in dead else page(topic)

    post.pages |= {path(topic): partial(story, topic) for topic in MANY}
    outcome = await crawl(NewsSpider, WITH_COOKIES, sites=post.base)
    assert {item.url for item in outcome.items} == {post.url(path(topic)) for topic in MANY if topic not in dead}
    assert sum(map(post.paths().count, map(path, MANY))) <= 2 * len(MANY) + MOST_IN_VAIN
