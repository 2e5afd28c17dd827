"""Walls before the stories alone of a site, whose front page is there; whole crawls against servers on loopback."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import pytest
from loopback import Site, page
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.spiders.news import NewsSpider
from tests.crawl.posts import SHARED_STORE, Reply, asked, front, path, versioned

pytestmark = pytest.mark.slow

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


def warnings(caplog: pytest.LogCaptureFixture, post: Site) -> list[str]:
    """The lines of the end, with the site's name left out."""
    logged = [r for r in caplog.records if r.levelname == "WARNING" and r.name == "boilerspider.crawl.summary"]
    lines = [record.getMessage() for record in logged]
    caplog.clear()
    return [line.replace(post.base, "").replace(post.base.removeprefix("http://"), "site") for line in lines]


SETTINGS = {
    **SHARED_STORE,
    "COOKIES_ENABLED": False,
    "DOWNLOADER_MIDDLEWARES": {
        "scrapy.downloadermiddlewares.offsite.OffsiteMiddleware": None,
        "boilerspider.crawl.offsite.SitesOnly": 50,
        "boilerspider.crawl.known.KnownRedirects": 60,
    },
}
LOGIN = "http://login.invalid/"
MAY_OPEN = "COOKIES_ENABLED=True may open it"
SELLS = '<script type="application/ld+json">{"@type": "NewsArticle", "isAccessibleForFree": false}</script>'
CHECK = "<html><head><title>Just a moment...</title></head><body><h1>Just a moment...</h1></body></html>"


@pytest.mark.parametrize(
    ("wall", "told"),
    [
        ("/", f"site: 5 of 5 stories lead to /: if it is a wall, {MAY_OPEN}"),
        ("/choose?to={}", f"site: 5 of 5 stories lead to /choose: if it is a wall, {MAY_OPEN}"),
        ("/back?to={}", f"site: 5 of 5 stories lead to /back: if it is a wall, {MAY_OPEN}"),
        (
            f"{LOGIN}?to={{}}",
            f"site: 5 of 5 stories lead to {LOGIN}: login.invalid is not asked, it may be a login; see what a browser shows there",
        ),
    ],
)
@deferred_f_from_coro_f
async def test_a_place_to_which_most_stories_lead_is_told_of(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture, wall: str, told: str
) -> None:
    post = site({})
    behind(post, wall)
    for topic in TOPICS:
        post.pages[f"/choose?to={path(topic)}"] = "<h1>Choose your edition</h1><a href='/'>Ours</a>"
        post.pages[f"/back?to={path(topic)}"] = (302, {"Location": path(topic)}, b"")
    outcome = await crawl(NewsSpider, {**SETTINGS, "BOILERSPIDER_REPORT": "report.html"}, sites=post.base)
    name = post.base.removeprefix("http://")
    assert f"boilerspider/walled/{name}" in outcome.stats
    assert f"<li>{name}: 5 of 5 stories lead to" in Path("report.html").read_text(encoding="utf-8")
    assert warnings(caplog, post) == [told]


@pytest.mark.parametrize(
    ("shown", "told"),
    [
        (CONSENT, f"a question about cookies: {MAY_OPEN}"),
        (CHECK, "a check for robots: ask less of it (delay, DOWNLOAD_DELAY), or its owners for leave"),
        (page("ferry", head=SELLS, count=1), "the offer of a subscription: they are for subscribers"),
    ],
    ids=["consent", "blocked", "paywall"],
)
@deferred_f_from_coro_f
async def test_a_wall_in_the_place_of_most_stories_is_told_of(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture, shown: str, told: str
) -> None:
    post = site({"/": front(*map(path, TOPICS)), **{path(topic): shown for topic in TOPICS[1:]}})
    post.pages[path(TOPICS[0])] = page(TOPICS[0])
    assert len((await crawl(NewsSpider, SETTINGS, sites=post.base)).items) == 1
    assert warnings(caplog, post) == [f"site: 4 of 5 stories gave {told}"]


@deferred_f_from_coro_f
async def test_a_question_about_cookies_to_which_stories_lead_is_told_of_until_cookies_open_it(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    post = with_consent(site({}))
    await crawl(NewsSpider, SETTINGS, sites=post.base)
    assert warnings(caplog, post) == [f"site: 5 of 5 stories gave a question about cookies at /privacy: {MAY_OPEN}"]
    opened = await crawl(NewsSpider, {**SETTINGS, "COOKIES_ENABLED": True, "CONCURRENT_REQUESTS": 1}, sites=post.base)
    assert (len(opened.items), warnings(caplog, post)) == (len(TOPICS), [])


@deferred_f_from_coro_f
async def test_a_question_about_cookies_in_the_place_of_the_front_page_is_told_of_whatever_it_links_to(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    asks = CONSENT.replace("<button>Accept all</button>", "<a href='/'>Accept all</a>")
    post = site({"/": (302, {"Location": "/consent"}, b""), "/consent": asks})
    await crawl(NewsSpider, SETTINGS, sites=post.base)
    why = f"it redirects to /consent: it is a question about cookies: {MAY_OPEN}"
    assert warnings(caplog, post) == [f"/ gave nothing: {why}"]


def moved(old: str, new: str) -> dict[str, Any]:
    """Stories that have moved, each to an address of its own, and a feed that names both."""
    links = [escape(address.format(number)) for number in range(5) for address in (old, new)]
    items = "".join(f"<item><title>A story</title><link>{link}</link></item>" for link in links)
    feed = f'<rss version="2.0"><channel>{items}</channel></rss>'
    pages: dict[str, Any] = {"/": front(), "/rss.xml": versioned(feed, old, "application/rss+xml")}
    for number, topic in enumerate(TOPICS):
        pages[old.format(number)] = (301, {"Location": new.format(number)}, b"")
        pages[new.format(number)] = page(topic)
    return pages


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("/2026/11/a-story-of-old-{}", "/2026/12/a-story-by-its-new-name-{}"),
        ("/old.php?id=1000{}", "/new.php?id=1000{}"),
        ("/story.php?id=1000{}", "/story.php?id=1000{}&now=1"),
    ],
)
@deferred_f_from_coro_f
async def test_stories_that_have_moved_are_behind_no_wall(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture, old: str, new: str
) -> None:
    post = site(moved(old, new))
    assert len((await crawl(NewsSpider, SETTINGS, sites=post.base)).items) == len(TOPICS)
    assert warnings(caplog, post) == []
    # To what is known by now they lead again, from elsewhere.
    elsewhere = old.replace("old", "former").replace("/story", "/former-story")
    post.pages |= moved(elsewhere, new)
    assert (await crawl(NewsSpider, SETTINGS, sites=post.base)).items == []
    assert warnings(caplog, post) == []


@deferred_f_from_coro_f
async def test_a_few_stories_that_were_taken_out_are_no_wall(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    gone = {path(topic): (301, {"Location": "/"}, b"") for topic in TOPICS[:3]}
    await crawl(NewsSpider, SETTINGS, sites=(post := site({"/": front(*gone), **gone})).base)
    assert warnings(caplog, post) == []
