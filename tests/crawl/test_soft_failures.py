"""Stories that come to nothing for a while although what leads to them does not change; whole crawls against a server on loopback."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from loopback import Site
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.spiders.news import NewsSpider
from tests.crawl.posts import SHARED_STORE, TOPICS, Reply, asked, front, path, posted, rss, versioned
from tests.crawl.test_clocks import move_clock

pytestmark = pytest.mark.slow

SITES_ONLY = {
    "scrapy.downloadermiddlewares.offsite.OffsiteMiddleware": None,
    "boilerspider.crawl.offsite.SitesOnly": 50,
    "boilerspider.crawl.known.KnownRedirects": 60,
    "boilerspider.crawl.addresses.PrivateAddresses": 760,
}
SOURCES = ["/news.xml", "/rss.xml", "/sitemap.xml"]
ELSEWHERE = "http://127.0.0.2:9/login"
NOT_FOUND = b"<html><head><title>Page not found</title></head><body><h1>Page not found</h1></body></html>"
LATER = {**SHARED_STORE, "BOILERSPIDER_RECHECK": "3600", "DOWNLOADER_MIDDLEWARES": SITES_ONLY}
DUE = {**LATER, "BOILERSPIDER_RECHECK": "0.001"}


@pytest.fixture
def post(site: Callable[..., Site]) -> Site:
    """A newspaper whose front page names no story, and none of whose sources changes."""
    running = posted(site)
    running.pages["/"] = front()
    return running


FAILURES: dict[str, Reply] = {
    "404": (404, {}, b""),
    "410": (410, {}, b""),
    "not found with 200": (200, {"Content-Type": "text/html"}, NOT_FOUND),
    "to a page of the site": (302, {"Location": "/maintenance.html"}, b""),
    "to another site": (302, {"Location": ELSEWHERE}, b""),
}


@pytest.mark.parametrize("failure", FAILURES)
@deferred_f_from_coro_f
async def test_a_story_that_came_to_nothing_is_asked_again_at_its_ages(post: Site, crawl: Any, failure: str) -> None:
    post.pages["/maintenance.html"] = (200, {"Content-Type": "text/html"}, b"<h1>We will be back soon</h1>")
    whole = dict(post.pages)
    post.pages.update({path(topic): FAILURES[failure] for topic in TOPICS[:2]})
    first = await crawl(NewsSpider, LATER, sites=post.base)
    assert [item.title for item in first.items] == ["The school"]
    post.pages = whole
    asked(post)
    await crawl(NewsSpider, LATER, sites=post.base)
    assert sorted(post.unchanged) == SOURCES
    assert not [each for each in asked(post) if each.startswith("/2026")]
    due = await crawl(NewsSpider, DUE, sites=post.base)
    assert sorted(item.title for item in due.items) == ["The bridge", "The ferry"]
    # Nothing waits any more.
    post.unchanged.clear()
    asked(post)
    await crawl(NewsSpider, DUE, sites=post.base)
    assert sorted(post.unchanged) == SOURCES


@pytest.mark.parametrize("times", [("3600,21600,86400", 3_500), ("3600", 600), ("86400", 600)])
@pytest.mark.parametrize("failure", [*FAILURES, "to the front page"])
@deferred_f_from_coro_f
async def test_a_story_that_its_feed_names_before_it_is_there_is_had_by_the_next_crawl(
    post: Site, crawl: Any, tmp_path: Path, failure: str, times: tuple[str, int]
) -> None:
    """Be that a little early for its age, or some minutes later; and once it is no more than once."""
    ages, wait_s = times
    settings = {**LATER, "BOILERSPIDER_RECHECK": ages}
    post.pages["/maintenance.html"] = (200, {"Content-Type": "text/html"}, b"<h1>We will be back soon</h1>")
    late = path("ferry")
    whole, post.pages[late] = (
        post.pages[late],
        {**FAILURES, "to the front page": (302, {"Location": "/"}, b"")}[failure],
    )
    assert len((await crawl(NewsSpider, settings, sites=post.base)).items) == len(TOPICS) - 1
    post.pages[late] = whole
    move_clock(tmp_path / "memory.sqlite", -timedelta(seconds=wait_s))
    assert [item.title for item in (await crawl(NewsSpider, settings, sites=post.base)).items] == ["The ferry"]
    asked(post)
    move_clock(tmp_path / "memory.sqlite", -timedelta(seconds=200))
    await crawl(NewsSpider, settings, sites=post.base)
    assert not [each for each in asked(post) if each.startswith("/2026")]


@pytest.mark.parametrize("failure", FAILURES)
@deferred_f_from_coro_f
async def test_a_story_whose_ages_are_used_up_keeps_nothing_open(post: Site, crawl: Any, failure: str) -> None:
    post.pages["/maintenance.html"] = (200, {"Content-Type": "text/html"}, b"<h1>We will be back soon</h1>")
    post.pages[path("ferry")] = FAILURES[failure]
    for asks in (1, 1, 0):
        post.unchanged.clear()
        asked(post)
        await crawl(NewsSpider, DUE, sites=post.base)
        assert asked(post).count(path("ferry")) == asks
    assert sorted(post.unchanged) == SOURCES


@deferred_f_from_coro_f
async def test_a_source_that_has_changed_meanwhile_waits_for_what_failed_before(post: Site, crawl: Any) -> None:
    whole, post.pages[path("ferry")] = post.pages[path("ferry")], FAILURES["404"]
    await crawl(NewsSpider, LATER, sites=post.base)
    post.pages["/rss.xml"] = versioned(rss(*reversed(TOPICS)), "feed 2", "application/rss+xml")
    await crawl(NewsSpider, LATER, sites=post.base)
    post.pages[path("ferry")] = whole
    asked(post)
    due = await crawl(NewsSpider, DUE, sites=post.base, discover="feeds", feeds=post.url("/rss.xml"))
    assert [item.title for item in due.items] == ["The ferry"]


@pytest.mark.parametrize("source", ["/rss.xml", "/news.xml"])
@deferred_f_from_coro_f
async def test_what_failed_costs_no_request_of_older_stories_that_did_not(
    post: Site, crawl: Any, source: str, tmp_path: Path
) -> None:
    post.pages[path("ferry")] = FAILURES["404"]
    kind = "feeds" if source == "/rss.xml" else "sitemaps"
    named = {"discover": kind, kind: post.url(source)}
    await crawl(NewsSpider, LATER, **named)
    assert len(asked(post)) == 1 + len(TOPICS)
    move_clock(tmp_path / "memory.sqlite", -timedelta(days=2))
    await crawl(NewsSpider, DUE, **named)
    assert asked(post) == sorted([source, path("ferry")])
    await crawl(NewsSpider, DUE, **named)
    assert asked(post) == [source]


@deferred_f_from_coro_f
async def test_a_source_that_is_read_for_what_failed_and_has_changed_leads_to_all_that_is_due(
    post: Site, crawl: Any
) -> None:
    post.pages[path("ferry")] = FAILURES["404"]
    named = {"discover": "feeds", "feeds": post.url("/rss.xml")}
    await crawl(NewsSpider, LATER, **named)
    post.pages["/rss.xml"] = versioned(rss(*reversed(TOPICS)), "feed 2", "application/rss+xml")
    asked(post)
    await crawl(NewsSpider, DUE, **named)
    assert asked(post) == sorted(["/rss.xml", *map(path, TOPICS)])


FORBIDDEN = "User-agent: *\nDisallow: /2026/\n"
OBEYING = {"ROBOTSTXT_OBEY": True}


@deferred_f_from_coro_f
async def test_a_story_that_robots_txt_forbids_for_a_while_comes_afterwards(post: Site, crawl: Any) -> None:
    text = {"Content-Type": "text/plain"}
    post.pages["/robots.txt"] = (200, text, FORBIDDEN.encode())
    first = await crawl(NewsSpider, {**LATER, **OBEYING}, sites=post.base)
    assert first.items == []
    await crawl(NewsSpider, {**LATER, **OBEYING}, sites=post.base)
    assert sorted(post.unchanged) == SOURCES  # forbidden for good it costs no more than before
    post.pages["/robots.txt"] = (200, text, b"User-agent: *\nDisallow: /private/\n")
    due = await crawl(NewsSpider, {**DUE, **OBEYING}, sites=post.base)
    assert len(due.items) == len(TOPICS)


@deferred_f_from_coro_f
async def test_what_is_forbidden_for_good_keeps_nothing_open(post: Site, crawl: Any) -> None:
    post.pages["/robots.txt"] = (200, {"Content-Type": "text/plain"}, FORBIDDEN.encode())
    for _ in range(3):
        post.unchanged.clear()
        await crawl(NewsSpider, {**DUE, **OBEYING}, sites=post.base)
    assert sorted(post.unchanged) == SOURCES
    assert not [each for each in post.paths() if each.startswith("/2026")]


HTML = {"Content-Type": "text/html; charset=utf-8"}
CHECK = b"<html><head><title>Just a moment...</title></head><body><h1>Checking your browser</h1><div id='cf-challenge'></div></body></html>"
CONSENT = (
    b"<html><head><title>Before you go on</title></head><body><div><h2>We value your privacy</h2><p>We and our 300 partners use cookies and "
    b"store personal data on your device. By choosing to accept you consent to personalised advertising and measurement. You can withdraw "
    b"your consent at any time in our cookie preferences; our vendors rely on legitimate interest.</p><button>Accept all</button></div></body></html>"
)
SECTION = front(path("school")).encode()
AWAY: dict[str, tuple[Reply, bool]] = {
    "503": ((503, HTML, b""), True),
    "403": ((403, HTML, b""), True),
    "a check for robots": ((200, HTML, CHECK), True),
    "consent": ((200, HTML, CONSENT), True),
    "404": ((404, HTML, b""), False),
    "a page": ((200, HTML, b"<h1>We will be back soon</h1>"), False),
    "a section": ((200, HTML, SECTION), False),
}


@pytest.mark.parametrize("linked", [False, True])
@pytest.mark.parametrize("away", AWAY)
@deferred_f_from_coro_f
async def test_stories_that_lead_to_an_address_of_one_word_wait_for_what_it_answers(
    site: Callable[..., Site], crawl: Any, away: str, linked: bool
) -> None:
    answer, is_open = AWAY[away]
    nav = "<nav><a href='/maintenance'>Maintenance</a></nav>" if linked else ""
    listed = front(*map(path, TOPICS)).replace("<main>", f"{nav}<main>")
    post = site({"/": listed, "/maintenance": answer, "/robots.txt": (404, {}, b"")})
    post.pages |= {path(topic): (302, {"Location": "/maintenance"}, b"") for topic in TOPICS}
    settings = {**SHARED_STORE, "BOILERSPIDER_RECHECK": "", "COOKIES_ENABLED": False, "RETRY_ENABLED": False}
    assert (await crawl(NewsSpider, settings, sites=post.base)).items == []
    asked(post)
    await crawl(NewsSpider, settings, sites=post.base)
    again = [each for each in asked(post) if each in map(path, TOPICS)]
    assert again == (sorted(map(path, TOPICS)) if is_open else [])
