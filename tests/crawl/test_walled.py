"""Walls before the stories alone of a site, whose front page is there; whole crawls against servers on loopback."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from loopback import Site, page
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.spiders.news import NewsSpider
from tests.crawl.posts import SHARED_STORE, Reply, asked, front, path

TOPICS = ("ferry", "bridge", "school", "market", "tram")
CONSENT = (
    "<html><head><title>Your privacy choices</title></head><body><div role='dialog'><h1>We value your privacy</h1>"
    "<p>We and our 312 partners store information on your device, such as cookies, and process personal data.</p>"
    "<button>Accept all</button><button>Reject all</button></div></body></html>"
)


def behind(post: Site, wall: str) -> None:
    """A front page, and stories that lead to a wall who comes without its cookie."""

    def story(topic: str) -> Reply | str:
        is_let_in = "agreed=1" in post.headers[-1].get("Cookie", "")
        return page(topic) if is_let_in else (302, {"Location": wall.format(path(topic))}, b"")

    post.pages |= {"/": front(*map(path, TOPICS)), **{path(topic): partial(story, topic) for topic in TOPICS}}


def with_consent(post: Site) -> Site:
    behind(post, "/privacy?to={}")
    agreed = {"Set-Cookie": "agreed=1; Path=/", "Content-Type": "text/html"}
    post.pages |= {f"/privacy?to={path(topic)}": (200, agreed, CONSENT.encode()) for topic in TOPICS}
    return post


@deferred_f_from_coro_f
async def test_what_a_question_about_cookies_kept_from_crawls_is_asked_at_once_by_one_with_cookies(
    site: Callable[..., Site], crawl: Any
) -> None:
    post = with_consent(site({}))
    ages = {**SHARED_STORE, "BOILERSPIDER_RECHECK": "3600"}
    for _ in range(3):
        asked(post)
        assert (await crawl(NewsSpider, {**ages, "COOKIES_ENABLED": False}, sites=post.base)).items == []
    assert not set(map(path, TOPICS)).intersection(asked(post))
    opened = await crawl(NewsSpider, {**ages, "COOKIES_ENABLED": True, "CONCURRENT_REQUESTS": 1}, sites=post.base)
    assert len(opened.items) == len(TOPICS)
