"""Stories that were named and gave nothing; whole crawls against servers on loopback."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from loopback import Site, page
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.spiders.named import MOST_STORIES
from boilerspider.spiders.news import NewsSpider
from tests.crawl.posts import Reply, front, path
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
