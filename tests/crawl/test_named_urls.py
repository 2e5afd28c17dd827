"""Stories that were named and gave nothing; whole crawls against servers on loopback."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from loopback import Site, page
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.spiders.named import MOST_STORIES
from boilerspider.spiders.news import NewsSpider
from tests.crawl.posts import Reply, front, path, rss
from tests.crawl.test_named import FORBIDDEN, HTML, OURS, PRIVATE, warnings

STORIES: dict[str, tuple[dict[str, Reply | str], str]] = {
    "not found": ({}, "status 404"),
    "not allowed": ({"/story": (403, HTML, b"no")}, "status 403"),
    "forbidden": ({"/robots.txt": FORBIDDEN}, "robots.txt forbids it"),
    "a file": ({"/story": (200, {"Content-Type": "application/pdf"}, b"%PDF-1.4")}, "it is no HTML page"),
    "plain text": ({"/story": (200, {"Content-Type": "text/plain"}, b"no")}, "it sent text/plain"),
    "empty": ({"/story": (200, HTML, b" ")}, "it sent an empty answer"),
    "moved": (
        {"/story": (301, {"Location": PRIVATE}, b"")},
        f"it redirects to {PRIVATE}: 127.0.0.2 has the private address 127.0.0.2",
    ),
    "a circle": ({"/story": (302, {"Location": "/story"}, b"")}, "it redirects to itself"),
    "too short": (
        {"/story": "<html><body><article><h1>Fire</h1><p>More follows this evening.</p></article></body></html>"},
        "its text is short (words: 4, BOILERSPIDER_MIN_WORDS: 40)",
    ),
    "no article": (
        {"/story": "<html><head><title>Page not found</title></head><body></body></html>"},
        "it is no article (error)",
    ),
}


@pytest.mark.parametrize("how", STORIES)
@deferred_f_from_coro_f
async def test_a_story_that_gave_nothing_is_told_of(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture, how: str
) -> None:
    pages, why = STORIES[how]
    url = site(pages).url("/story")
    outcome = await crawl(NewsSpider, OURS, urls=url)
    assert not outcome.items
    assert warnings(caplog) == [f"{url} gave nothing: {why}"]
    assert outcome.stats[f"boilerspider/named/nothing/{url}"] == why


@deferred_f_from_coro_f
async def test_of_many_a_few_are_told_of_and_the_others_counted(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    gone = {f"/gone/{number}": (410, HTML, b"") for number in range(4)}
    post = site({path("ferry"): page("ferry"), **gone})
    names = [*gone, *(f"/none/{number}" for number in range(4)), path("ferry")]
    outcome = await crawl(NewsSpider, OURS, urls=" ".join(map(post.url, names)))
    assert len(outcome.items) == 1
    told = warnings(caplog)
    assert told[:MOST_STORIES] == [
        *(f"{post.url(name)} gave nothing: status 410" for name in gone),
        f"{post.url('/none/0')} gave nothing: status 404",
    ]
    assert told[MOST_STORIES:] == ["others of urls= gave nothing: 3 (status 404: 3)"]


@deferred_f_from_coro_f
async def test_a_story_that_was_had_or_only_links_led_to_is_not_told_of(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    gone = "/2026/11/neighbours-want-nothing-at-all"
    post = site({"/": front(path("ferry"), gone), path("ferry"): page("ferry"), path("bridge"): page("bridge")})
    outcome = await crawl(NewsSpider, OURS, urls=post.url(path("bridge")), sites=post.base)
    assert len(outcome.items) == 2
    assert gone in post.paths()
    assert not warnings(caplog)


def moved(to: str) -> Reply:
    return 301, {"Location": to}, b""


HEADLINES = front(*(path(f"ferry-{number}") for number in range(17)))
DECLARED = page("manifesto", head="<meta property='og:type' content='article'>")
OLD, OLDER = path("tower"), path("mill")


@pytest.mark.parametrize("of_site", [True, False], ids=["with its site", "alone"])
@deferred_f_from_coro_f
async def test_stories_that_lead_to_a_front_page_gave_nothing(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture, of_site: bool
) -> None:
    post = site({"/": HEADLINES, OLD: moved("/"), OLDER: moved("/")})
    sites = {"sites": post.base, "discover": "feeds"} if of_site else {}
    outcome = await crawl(NewsSpider, OURS, urls=f"{post.url(OLD)},{post.url(OLDER)}", **sites)
    assert not outcome.items
    why = f"it redirects to {post.url('/')}: that is a front page"
    assert warnings(caplog)[:2] == [f"{post.url(name)} gave nothing: {why}" for name in (OLDER, OLD)]


@deferred_f_from_coro_f
async def test_an_entry_of_a_feed_that_leads_to_the_front_page_is_no_story(
    site: Callable[..., Site], crawl: Any
) -> None:
    post = site({"/": HEADLINES, "/rss.xml": rss("tower", "ferry"), OLD: moved("/"), path("ferry"): page("ferry")})
    outcome = await crawl(NewsSpider, OURS, feeds=post.url("/rss.xml"))
    assert [article.url for article in outcome.items] == [post.url(path("ferry"))]


STORIES_ALL_THE_SAME: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "a named front page": ({"/": HEADLINES, OLD: moved("/")}, ("/", OLD)),
    "one that has moved": ({"/en/": HEADLINES, "/": moved("/en/")}, ("/",)),
    "at a short address": ({"/tower-talk": page("tower"), OLD: moved("/tower-talk")}, (OLD,)),
    "on its first page": ({f"{OLD}/page/1": page("tower"), OLD: moved(f"{OLD}/page/1")}, (OLD,)),
    "on a front page that is asked with its number": ({"/?p=12": page("tower"), OLD: moved("/?p=12")}, (OLD,)),
    "a declared article": ({"/manifesto": DECLARED, **dict.fromkeys((OLD, OLDER), moved("/manifesto"))}, (OLD, OLDER)),
}


@pytest.mark.parametrize("how", STORIES_ALL_THE_SAME)
@deferred_f_from_coro_f
async def test_what_is_named_or_declared_stays_a_story_whatever_its_address_looks_like(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture, how: str
) -> None:
    pages, names = STORIES_ALL_THE_SAME[how]
    post = site(pages)
    outcome = await crawl(NewsSpider, OURS, urls=",".join(map(post.url, names)))
    assert [article.url for article in outcome.items] == [post.url(next(iter(pages)))]
    assert not warnings(caplog)
