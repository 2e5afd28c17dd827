"""Redirects that lead to themselves, to pages of links, to where a story has moved, or to the story of the day; whole crawls against a server on loopback."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from itemadapter import ItemAdapter
from loopback import Site, page, sentences
from reader import Reader
from scrapy import Request
from scrapy.http import Response
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.crawl.items import former_addresses
from boilerspider.spiders.news import NewsSpider
from boilerspider.urls import MAX_URL
from settings.base import METAREFRESH_MAXDELAY
from tests.crawl.posts import NOW_DUE, SHARED_STORE, TOPICS, Reply, asked, front, newspaper, path, versioned

SETTINGS = {**SHARED_STORE, "COOKIES_ENABLED": False, "METAREFRESH_MAXDELAY": METAREFRESH_MAXDELAY}
FERRY, ORDERED = path("ferry"), "/story.php?cat=7&id=20003"


def feed(*links: str) -> Reply:
    items = "".join(f"<item><title>The story</title><link>{link.replace('&', '&amp;')}</link></item>" for link in links)
    return versioned(f'<rss version="2.0"><channel>{items}</channel></rss>', " ".join(links), "application/rss+xml")


@pytest.mark.parametrize(
    ("clean", "real"),
    [
        (FERRY, f"{FERRY};jsessionid=AB12"),
        (FERRY, f"{FERRY}?PHPSESSID=abcdef"),
        (FERRY, f"{FERRY}?utm_source=web"),
        (ORDERED, "/story.php?id=20003&cat=7"),
    ],
)
@deferred_f_from_coro_f
async def test_a_story_that_redirects_to_its_own_address_is_read(
    site: Callable[..., Site], crawl: Any, clean: str, real: str
) -> None:
    post = site({"/rss.xml": feed(clean), clean: (302, {"Location": real}, b""), real: page("ferry")})
    first = await crawl(NewsSpider, SETTINGS, feeds=post.url("/rss.xml"))
    assert [item.url for item in first.items] == [post.url(clean)]
    asked(post)
    second = await crawl(NewsSpider, SETTINGS, feeds=post.url("/rss.xml"))
    assert second.items == []
    assert clean not in asked(post)


def walled(post: Site, wall: str, topic: str) -> None:
    """A story behind a wall, which gives a cookie and leads back; the story is for those that bring it."""

    def answer() -> Reply | str:
        is_let_in = "agreed=1" in post.headers[-1].get("Cookie", "")
        return page(topic) if is_let_in else (302, {"Location": wall, "Set-Cookie": f"to={topic}"}, b"")

    def back() -> Reply:
        return 302, {"Location": path(topic), "Set-Cookie": "agreed=1"}, b""

    post.pages[path(topic)] = answer
    post.pages[wall] = back


@pytest.mark.parametrize("wall", ["/consent", f"/consent?to={FERRY}"])
@deferred_f_from_coro_f
async def test_a_story_behind_a_wall_that_leads_back_to_it_is_read(
    site: Callable[..., Site], crawl: Any, wall: str
) -> None:
    known = {"boilerspider.crawl.known.KnownRedirects": 60}
    settings = {**SETTINGS, "COOKIES_ENABLED": True, "DOWNLOADER_MIDDLEWARES": known}
    post = site({"/rss.xml": feed(FERRY)})
    walled(post, wall, "ferry")
    first = await crawl(NewsSpider, settings, feeds=post.url("/rss.xml"))
    assert [item.url for item in first.items] == [post.url(FERRY)]
    assert asked(post) == sorted([FERRY, wall, FERRY, "/rss.xml"])
    # The wall is none of the addresses of the story: other stories stand behind it too.
    post.pages["/rss.xml"] = feed(FERRY, path("bridge"))
    walled(post, wall, "bridge")
    second = await crawl(NewsSpider, settings, feeds=post.url("/rss.xml"))
    assert [item.url for item in second.items] == [post.url(path("bridge"))]
    assert FERRY not in asked(post)


@pytest.mark.parametrize("turns", [1, 2])
@deferred_f_from_coro_f
async def test_a_story_that_redirects_to_itself_at_first_is_read(
    site: Callable[..., Site], crawl: Any, turns: int
) -> None:
    replies: list[Reply | str] = [(302, {"Location": FERRY}, b"")] * turns + [page("ferry")]
    post = site({"/rss.xml": feed(FERRY), FERRY: lambda: replies.pop(0)})
    outcome = await crawl(NewsSpider, SETTINGS, feeds=post.url("/rss.xml"))
    assert [item.url for item in outcome.items] == [post.url(FERRY)]
    assert outcome.count("fetch/failed/redirects") == 0


@deferred_f_from_coro_f
async def test_a_feed_that_redirects_to_itself_at_first_is_read(site: Callable[..., Site], crawl: Any) -> None:
    replies: list[Reply] = [(302, {"Location": "/rss.xml", "Set-Cookie": "seen=1"}, b""), feed(FERRY)]
    post = site({"/rss.xml": lambda: replies.pop(0), FERRY: page("ferry")})
    outcome = await crawl(NewsSpider, {**SETTINGS, "COOKIES_ENABLED": True}, feeds=post.url("/rss.xml"))
    assert [item.url for item in outcome.items] == [post.url(FERRY)]


@deferred_f_from_coro_f
async def test_a_story_that_reloads_itself_is_read(site: Callable[..., Site], crawl: Any) -> None:
    reloads = page("ferry", head=f"<meta http-equiv='refresh' content='60;url={FERRY}'>")
    post = site({"/rss.xml": feed(FERRY), FERRY: reloads})
    outcome = await crawl(NewsSpider, SETTINGS, feeds=post.url("/rss.xml"))
    assert [item.title for item in outcome.items] == ["The ferry"]


@pytest.mark.parametrize(
    ("clean", "there"), [(FERRY, "/cookie"), (FERRY, FERRY), (ORDERED, "/story.php?id=20003&cat=7")]
)
@deferred_f_from_coro_f
async def test_what_redirects_in_a_circle_is_told_of(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture, clean: str, there: str
) -> None:
    pages = {there: (302, {"Location": clean}, b""), clean: (302, {"Location": there}, b"")}
    post = site({"/rss.xml": feed(clean), **pages})
    outcome = await crawl(NewsSpider, SETTINGS, feeds=post.url("/rss.xml"))
    assert outcome.count("fetch/failed/redirects") == 1
    lines = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]
    assert f"{post.url(clean)} cannot be fetched: it redirects to itself" in lines
    assert len(post.hits) <= 6


@deferred_f_from_coro_f
async def test_stories_that_lead_to_themselves_are_told_of_once_a_site_and_asked_at_their_ages_or_with_cookies(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    topics = ("bridge", "school", "ferry")
    post = site({"/": front(*map(path, topics)), "/rss.xml": feed(path("school"))})
    for topic in topics:
        walled(post, f"/consent?to={path(topic)}", topic)
    ages = {**SETTINGS, "BOILERSPIDER_RECHECK": "3600"}
    first = await crawl(NewsSpider, ages, sites=post.base)
    assert first.count("fetch/failed/redirects") == len(topics)
    told = [record.levelname for record in caplog.records if "cannot be fetched" in record.getMessage()]
    assert told.count("WARNING") == 1
    asked(post)
    await crawl(NewsSpider, ages, sites=post.base)
    assert not {path(topic) for topic in topics}.intersection(asked(post))
    await crawl(NewsSpider, {**SETTINGS, "BOILERSPIDER_RECHECK": "0.001"}, sites=post.base)
    assert {path(topic) for topic in topics} <= set(asked(post))
    opened = await crawl(NewsSpider, {**ages, "COOKIES_ENABLED": True}, sites=post.base)
    assert {item.url for item in opened.items} >= {post.url(path(topic)) for topic in ("bridge", "ferry")}


@deferred_f_from_coro_f
async def test_a_story_that_leads_on_without_end_is_told_so_and_not_asked_by_every_crawl(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    steps = {f"/2026/11/{n}-steps-of-all": (302, {"Location": f"/2026/11/{n + 1}-steps-of-all"}, b"") for n in range(9)}
    post = site({"/": front(FERRY), FERRY: (302, {"Location": "/2026/11/0-steps-of-all"}, b""), **steps})
    ages = {**SETTINGS, "BOILERSPIDER_RECHECK": "3600", "REDIRECT_MAX_TIMES": 4}
    await crawl(NewsSpider, ages, sites=post.base)
    assert f"{post.url(FERRY)} cannot be fetched: it redirects without end" in caplog.text
    asked(post)
    await crawl(NewsSpider, ages, sites=post.base)
    assert FERRY not in asked(post)


@pytest.mark.parametrize("there", ["/", "/sport/"])
@deferred_f_from_coro_f
async def test_removed_stories_that_lead_to_pages_of_links_are_not_asked_by_every_crawl(
    site: Callable[..., Site], crawl: Any, there: str
) -> None:
    gone = {path(topic): (301, {"Location": there}, b"") for topic in ("bridge", "school")}
    post = site(newspaper(**gone, **{"/": front(FERRY), "/sport/": front(FERRY), "/sitemap.xml": (404, {}, b"")}))
    await crawl(NewsSpider, SETTINGS, sites=post.base)
    asked(post)
    post.unchanged.clear()
    await crawl(NewsSpider, SETTINGS, sites=post.base)
    assert not gone.keys() & set(asked(post))
    assert "/rss.xml" in post.unchanged


MOVED = path("ferry-now")
CORRECTED = {"near": page("ferry", count=9), "exact": page("ferry", count=7)}


class Own(Reader):
    """Yields a project's own items: what they came from is known by their response alone."""

    name = "own"

    def parse(self, response: Any) -> Any:
        yield {"url": response.url, "title": None, "text": None, "revision": None}


@pytest.mark.parametrize("dedup", CORRECTED)
@deferred_f_from_coro_f
async def test_a_correction_of_a_story_that_has_moved_is_its_revision(
    site: Callable[..., Site], crawl: Any, dedup: str
) -> None:
    post, settings = (
        site({"/rss.xml": feed(FERRY), FERRY: page("ferry")}),
        {**SETTINGS, "BOILERSPIDER_RECHECK": "0", "BOILERSPIDER_DEDUP": dedup},
    )
    await crawl(NewsSpider, settings, feeds=post.url("/rss.xml"))
    post.pages |= {FERRY: (301, {"Location": MOVED}, b""), MOVED: CORRECTED[dedup]}
    second = await crawl(NewsSpider, settings, feeds=post.url("/rss.xml"))
    assert [(item.url, item.revision) for item in second.items] == [(post.url(MOVED), 1)]
    post.pages |= {"/rss.xml": feed(MOVED), MOVED: page("ferry", count=11)}
    third = await crawl(NewsSpider, settings, feeds=post.url("/rss.xml"))
    assert [(item.url, item.revision) for item in third.items] == [(post.url(MOVED), 2)]


@deferred_f_from_coro_f
async def test_a_correction_of_a_story_that_has_moved_is_found_when_it_is_due(
    site: Callable[..., Site], crawl: Any
) -> None:
    post = site({"/rss.xml": feed(FERRY), FERRY: page("ferry")})
    await crawl(NewsSpider, NOW_DUE, feeds=post.url("/rss.xml"))
    post.pages |= {"/rss.xml": feed(), FERRY: (301, {"Location": MOVED}, b""), MOVED: CORRECTED["near"]}
    second = await crawl(NewsSpider, NOW_DUE, feeds=post.url("/rss.xml"))
    assert [(item.url, item.revision) for item in second.items] == [(post.url(MOVED), 1)]


@pytest.mark.parametrize("dedup", CORRECTED)
@deferred_f_from_coro_f
async def test_a_story_that_has_moved_and_is_written_anew_is_its_revision_where_the_old_address_is_asked(
    site: Callable[..., Site], crawl: Any, dedup: str
) -> None:
    post = site({"/rss.xml": feed(FERRY), FERRY: page("ferry")})
    settings = {**SETTINGS, "BOILERSPIDER_RECHECK": "0", "BOILERSPIDER_DEDUP": dedup}
    await crawl(NewsSpider, settings, feeds=post.url("/rss.xml"))
    post.pages |= {FERRY: (301, {"Location": MOVED}, b""), MOVED: CORRECTED[dedup]}
    await crawl(NewsSpider, settings, feeds=post.url("/rss.xml"))
    post.pages |= {MOVED: page("tunnel")}
    third = await crawl(NewsSpider, settings, feeds=post.url("/rss.xml"))
    assert [(item.url, item.revision) for item in third.items] == [(post.url(MOVED), 2)]


@pytest.mark.parametrize("between", [None, page("ferry", count=2).replace("The ferry", "Page not found")])
@pytest.mark.parametrize("named", [(FERRY, MOVED), (MOVED, FERRY)])
@deferred_f_from_coro_f
async def test_a_correction_of_a_story_that_has_moved_comes_once_where_both_addresses_are_asked(
    site: Callable[..., Site], crawl: Any, named: tuple[str, str], between: str | None
) -> None:
    post = site({"/rss.xml": feed(FERRY), FERRY: page("ferry")})
    settings = {**SETTINGS, "BOILERSPIDER_RECHECK": "0.001,3600"}
    # As in the project's settings; one after the other, so that either may be asked first.
    settings |= {"DOWNLOADER_MIDDLEWARES": {"boilerspider.crawl.known.KnownRedirects": 60}, "CONCURRENT_REQUESTS": 1}
    await crawl(NewsSpider, settings, feeds=post.url("/rss.xml"))
    if between is not None:
        post.pages[FERRY] = between
        assert (await crawl(NewsSpider, settings, feeds=post.url("/rss.xml"))).count("no_article/error") == 1
        settings["BOILERSPIDER_RECHECK"] = "0"
    post.pages |= {"/rss.xml": feed(*named), FERRY: (301, {"Location": MOVED}, b""), MOVED: CORRECTED["near"]}
    second = await crawl(NewsSpider, settings, feeds=post.url("/rss.xml"))
    assert [(item.url, item.revision) for item in second.items] == [(post.url(MOVED), 1)]
    third = await crawl(NewsSpider, settings, feeds=post.url("/rss.xml"))
    assert third.items == []


CHECK = b"<html><head><title>Just a moment...</title></head><body><h1>Checking your browser</h1><div id='cf-challenge'></div></body></html>"


@deferred_f_from_coro_f
async def test_what_many_known_stories_lead_to_is_asked_once_more_at_most(
    site: Callable[..., Site], crawl: Any
) -> None:
    stories = {path(topic): page(topic) for topic in (*TOPICS, "market", "tunnel")}
    post, paths = site({"/rss.xml": feed(*stories), **stories}), [*stories]
    settings = {**NOW_DUE, "CONCURRENT_REQUESTS": 1}
    assert len((await crawl(NewsSpider, settings, feeds=post.url("/rss.xml"))).items) == len(paths)
    post.pages |= {each: (302, {"Location": "/challenge"}, b"") for each in paths}
    post.pages["/challenge"] = (200, {"Content-Type": "text/html"}, CHECK)
    asked(post)
    await crawl(NewsSpider, settings, feeds=post.url("/rss.xml"))
    assert asked(post) == sorted(["/rss.xml", *paths, "/challenge", "/challenge"])


@deferred_f_from_coro_f
async def test_stories_that_lead_to_very_long_addresses_are_each_read(site: Callable[..., Site], crawl: Any) -> None:
    post = site({"/rss.xml": feed(*map(path, TOPICS))})
    for topic in TOPICS:
        there = f"{path(topic)}-now?state={'x' * MAX_URL}"
        post.pages |= {path(topic): (302, {"Location": there}, b""), there: page(topic)}
    outcome = await crawl(NewsSpider, SETTINGS, feeds=post.url("/rss.xml"))
    assert sorted(item.title for item in outcome.items) == sorted(f"The {topic}" for topic in TOPICS)


def marked(post: Site, target: str) -> Callable[[], Reply]:
    """A redirect that adds what campaigns and sessions do, other values each time."""
    numbers = count()

    def answer() -> Reply:
        place = f"{target}?PHPSESSID={next(numbers)}&utm_source=rss"
        post.pages[place] = lambda: post.pages[target]
        return 302, {"Location": place}, b""

    return answer


@deferred_f_from_coro_f
async def test_what_a_redirect_adds_for_campaigns_is_no_part_of_the_address(
    site: Callable[..., Site], crawl: Any
) -> None:
    post = site({"/rss.xml": feed("/go/1"), FERRY: page("ferry")})
    post.pages["/go/1"] = marked(post, FERRY)
    first = await crawl(NewsSpider, NOW_DUE, feeds=post.url("/rss.xml"))
    assert [(item.url, item.revision) for item in first.items] == [(post.url(FERRY), 0)]
    # Written anew, and named by nothing but a feed that has not changed: it is due.
    post.pages |= {FERRY: page("tunnel"), "/rss.xml": (304, {}, b"")}
    second = await crawl(NewsSpider, NOW_DUE, feeds=post.url("/rss.xml"))
    assert [(item.url, item.revision) for item in second.items] == [(post.url(FERRY), 1)]
    post.pages |= {FERRY: page("school"), "/rss.xml": feed("/go/1")}
    third = await crawl(NewsSpider, {**SETTINGS, "BOILERSPIDER_RECHECK": "0"}, feeds=post.url("/rss.xml"))
    assert [(item.url, item.revision) for item in third.items] == [(post.url(FERRY), 2)]


@pytest.mark.parametrize("spider", [Reader, Own])
@deferred_f_from_coro_f
async def test_a_story_that_has_moved_is_known_and_a_removed_one_is_not_where_it_leads(
    site: Callable[..., Site], crawl: Any, spider: Any
) -> None:
    gone = path("bridge")
    post = site({FERRY: page("ferry"), gone: page("bridge")})
    await crawl(spider, SHARED_STORE, urls=[post.url(FERRY), post.url(gone)])
    post.pages |= {FERRY: (301, {"Location": MOVED}, b""), MOVED: page("ferry", count=9)}
    post.pages |= {gone: (302, {"Location": path("school")}, b""), path("school"): page("school")}
    second = await crawl(spider, SHARED_STORE, urls=[post.url(FERRY), post.url(gone)])
    found = {item["url"]: item["revision"] for item in map(ItemAdapter, second.items)}
    assert found == {post.url(MOVED): 1, post.url(path("school")): 0}


def briefing(topic: str) -> str:
    """The page of a day, with as much of what stands there each day."""
    fixed = "".join(f"<p>{sentence}</p>" for sentence in sentences("weather", 4))
    return page(topic, count=5).replace("</article>", f"{fixed}</article>")


@pytest.mark.parametrize("revised", ["emit", "drop"])
@deferred_f_from_coro_f
async def test_the_page_of_the_day_behind_an_address_that_stays_is_each_day_a_story(
    site: Callable[..., Site], crawl: Any, revised: str
) -> None:
    post = site({"/": "<html><body><nav><a href='/briefing'>Morning briefing</a></nav></body></html>"})
    settings = {**SETTINGS, "BOILERSPIDER_RECHECK": "0.001,3600", "BOILERSPIDER_ON_REVISION": revised}
    for topic in ("bridge", "ferry", "school"):
        post.pages |= {"/briefing": (302, {"Location": path(topic)}, b""), path(topic): briefing(topic)}
        day = await crawl(NewsSpider, settings, sites=post.base)
        assert [(item.url, item.revision) for item in day.items] == [(post.url(path(topic)), 0)]


@pytest.mark.parametrize(
    ("asked_first", "former"),
    [
        ([], ()),
        (["https://example.com/old"], ("https://example.com/old",)),
        (["http://example.com/new"], ("http://example.com/new",)),
        (
            ["https://www.example.com/o?utm_source=x"],
            ("https://www.example.com/o?utm_source=x", "https://www.example.com/o"),
        ),
        (["https://short.example/1", "https://example.com/old"], ("https://example.com/old",)),
        (["https://example.com/new", "https://example.com/cookies"], ()),
        (
            ["https://example.com/old", "https://example.com/new?utm_source=x", "https://example.com/cookies"],
            ("https://example.com/old",),
        ),
    ],
)
def test_former_addresses_of_a_page_are_those_that_led_to_it_on_its_site(
    asked_first: list[str], former: tuple[str, ...]
) -> None:
    request = Request("https://example.com/new", meta={"redirect_urls": asked_first} if asked_first else {})
    assert former_addresses(Response(request.url, request=request)) == former
    assert former_addresses(Response(request.url)) == ()
