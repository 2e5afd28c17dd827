"""What a later crawl of the news spider asks again, and what not; whole crawls against a server on loopback."""

from __future__ import annotations

import errno
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from loopback import Site, page
from scrapy.exporters import JsonLinesItemExporter
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.crawl.asked import Asked
from boilerspider.crawl.visits import Visits
from boilerspider.spiders.news import NewsSpider
from boilerspider.stores import UrlOutcome, Visit, open_store
from tests.crawl.posts import NOW_DUE, SHARED_STORE, TOPICS, asked, front, newspaper, path, posted, rss, versioned

FRENCH = (
    "L’école du port a rouvert ses portes lundi matin, après trois mois de travaux, et les enfants ont retrouvé leur cour. "
    "La directrice a dit que personne ne s’attendait à ce que le chantier finisse avant la fin de l’année. "
)


@pytest.fixture
def post(site: Callable[..., Site]) -> Site:
    return posted(site)


@deferred_f_from_coro_f
async def test_an_unchanged_site_costs_its_sources_and_no_article(post: Site, crawl: Any) -> None:
    first = await crawl(NewsSpider, SHARED_STORE, sites=post.base)
    assert len(first.items) == len(TOPICS)
    assert asked(post) == sorted(["/", "/robots.txt", "/rss.xml", "/sitemap.xml", "/news.xml", *map(path, TOPICS)])
    assert post.unchanged == []
    second = await crawl(NewsSpider, SHARED_STORE, sites=post.base)
    assert second.items == []
    assert asked(post) == sorted(["/", "/robots.txt", "/rss.xml", "/sitemap.xml", "/news.xml"])
    assert sorted(post.unchanged) == ["/news.xml", "/rss.xml", "/sitemap.xml"]
    assert (second.count("known/skipped"), second.count("known/sources")) == (len(TOPICS), 3)
    fresh = await crawl(NewsSpider, SHARED_STORE, sites=post.base, fresh="1")
    assert len(fresh.items) == len(TOPICS)


@deferred_f_from_coro_f
async def test_what_is_named_by_an_address_that_is_not_clean_is_known(post: Site, crawl: Any) -> None:
    post.pages |= {f"{name}?a=2&b=1": post.pages[name] for name in ("/rss.xml", "/news.xml")}
    named = {
        "feeds": post.url("/rss.xml?utm_source=desk&b=1&a=2"),
        "sitemaps": post.url("/news.xml?b=1&a=2#top"),
    }
    first = await crawl(NewsSpider, SHARED_STORE, **named)
    assert len(first.items) == len(TOPICS)
    assert post.unchanged == []
    second = await crawl(NewsSpider, SHARED_STORE, **named)
    assert second.items == []
    assert sorted(post.unchanged) == ["/news.xml?a=2&b=1", "/rss.xml?a=2&b=1"]


@deferred_f_from_coro_f
async def test_a_new_article_is_found_and_the_known_ones_are_left_alone(post: Site, crawl: Any) -> None:
    await crawl(NewsSpider, SHARED_STORE, sites=post.base)
    post.pages["/rss.xml"] = versioned(rss("pitch", *TOPICS), "feed 2", "application/rss+xml")
    post.pages[path("pitch")] = page("pitch")
    asked(post)
    second = await crawl(NewsSpider, SHARED_STORE, sites=post.base)
    assert [item.title for item in second.items] == ["The pitch"]
    assert [each for each in asked(post) if each.startswith("/2026")] == [path("pitch")]


@deferred_f_from_coro_f
async def test_a_story_is_asked_again_at_its_age_though_nothing_leads_to_it(post: Site, crawl: Any) -> None:
    await crawl(NewsSpider, SHARED_STORE, sites=post.base)
    post.pages["/"] = front()
    post.pages[path("ferry")] = versioned(page("ferry", extra="", count=5), "ferry 2")
    asked(post)
    second = await crawl(NewsSpider, NOW_DUE, sites=post.base)
    assert [(item.title, item.revision) for item in second.items] == [("The ferry", 1)]
    assert [each for each in asked(post) if each.startswith("/2026")] == sorted(map(path, TOPICS))
    assert second.count("known/unchanged") == len(TOPICS) - 1
    # The age is behind them now.
    third = await crawl(NewsSpider, NOW_DUE, sites=post.base)
    assert third.items == []
    assert not [each for each in asked(post) if each.startswith("/2026")]


@deferred_f_from_coro_f
async def test_a_story_that_was_had_is_one_whatever_leads_to_it_now(post: Site, crawl: Any) -> None:
    short = page("ferry", count=3)  # for a page that only a link leads to
    post.pages[path("ferry")] = versioned(short, "ferry")
    first = await crawl(NewsSpider, SHARED_STORE, sites=post.base)
    assert len(first.items) == len(TOPICS)
    post.pages[path("ferry")] = versioned(page("ferry", count=4), "ferry 2")
    second = await crawl(NewsSpider, NOW_DUE, sites=post.base)
    assert {"/news.xml", "/rss.xml"} < {*post.unchanged}
    assert [(item.title, item.revision, item.source) for item in second.items] == [("The ferry", 1, "link")]
    assert second.count("no_article/unlikely") == 0


@pytest.mark.parametrize(
    "between", [(404, {}, b""), page("ferry", count=1), page("ferry", count=2).replace("The ferry", "Page not found")]
)
@deferred_f_from_coro_f
async def test_so_it_is_whatever_came_in_its_place_since(between: Any, post: Site, crawl: Any) -> None:
    always = {**SHARED_STORE, "BOILERSPIDER_RECHECK": "0"}
    post.pages[path("ferry")] = page("ferry", count=3)  # for a page that only a link leads to
    assert len((await crawl(NewsSpider, always, sites=post.base)).items) == len(TOPICS)
    post.pages["/rss.xml"] = rss("bridge", "school")
    post.pages["/news.xml"] = post.pages["/sitemap.xml"] = (404, {}, b"")
    post.pages[path("ferry")] = between
    for _ in range(2):
        away = await crawl(NewsSpider, always, sites=post.base)
        assert (away.items, away.count("no_article/unlikely")) == ([], 0)
    post.pages[path("ferry")] = page("ferry", count=4)
    back = await crawl(NewsSpider, always, sites=post.base)
    assert [(item.title, item.revision, item.source) for item in back.items] == [("The ferry", 1, "link")]
    post.pages[path("ferry")] = page("ferry", count=3)
    fresh = await crawl(NewsSpider, always, sites=post.base, fresh="1")
    assert fresh.count("no_article/unlikely") == 1


@pytest.mark.parametrize("between", [None, (404, {}, b"")])
@deferred_f_from_coro_f
async def test_the_section_to_which_a_story_leads_that_was_taken_out_is_none(
    between: Any, post: Site, crawl: Any
) -> None:
    always = {**SHARED_STORE, "BOILERSPIDER_RECHECK": "0"}
    assert len((await crawl(NewsSpider, always, sites=post.base)).items) == len(TOPICS)
    post.pages["/rss.xml"] = rss("bridge", "school")
    post.pages["/news.xml"] = post.pages["/sitemap.xml"] = (404, {}, b"")
    if between is not None:
        post.pages[path("ferry")] = between
        assert (await crawl(NewsSpider, always, sites=post.base)).items == []
    post.pages[path("ferry")] = (302, {"Location": "/politics"}, b"")
    for day in range(2):
        told = "".join(f"<h2><a href='{path(name)}'>What the town says of the {name}</a></h2>" for name in TOPICS[day:])
        post.pages["/politics"] = f"<html><body><main><h1>Politics</h1>{told * 9}</main></body></html>"
        assert (await crawl(NewsSpider, always, sites=post.base)).items == []


@pytest.mark.parametrize("source", ["/rss.xml", "/sitemap.xml"])
@deferred_f_from_coro_f
async def test_nor_is_it_one_where_a_feed_or_a_sitemap_still_names_the_story(
    source: str, post: Site, crawl: Any
) -> None:
    for gone in {"/rss.xml", "/news.xml", "/sitemap.xml"} - {source}:
        post.pages[gone] = (404, {}, b"")
    for taken_out in ("ferry", "bridge"):
        post.pages[path(taken_out)] = (301, {"Location": "/politics"}, b"")
    told = "".join(f"<h2><a href='{path(name)}'>What the town says of the {name}</a></h2>" for name in TOPICS)
    post.pages["/politics"] = f"<html><body><main><h1>Politics</h1>{told * 9}</main></body></html>"
    first = await crawl(NewsSpider, SHARED_STORE, sites=post.base)
    assert ({item.title for item in first.items}, first.count("no_article/listing")) == ({"The school"}, 1)
    asked(post)
    await crawl(NewsSpider, SHARED_STORE, sites=post.base)
    assert not {path("ferry"), path("bridge"), "/politics"} & {*asked(post)}


@pytest.mark.parametrize("address", [path("ferry"), "/article/4711"])
@deferred_f_from_coro_f
async def test_nor_is_it_one_where_it_is_the_time_of_the_story_alone_that_leads_there(
    address: str, post: Site, crawl: Any
) -> None:
    post.pages |= {"/": front(), "/sitemap.xml": (404, {}, b""), "/news.xml": (404, {}, b"")}
    post.pages |= {address: page("ferry"), "/rss.xml": rss("ferry").replace(path("ferry"), address)}
    assert len((await crawl(NewsSpider, SHARED_STORE, sites=post.base)).items) == 1
    told = "".join(f"<h2><a href='{path(name)}'>What the town says of the {name}</a></h2>" for name in TOPICS)
    post.pages |= {"/rss.xml": rss(), address: (301, {"Location": "/politics"}, b"")}
    post.pages["/politics"] = f"<html><body><main><h1>Politics</h1>{told * 9}</main></body></html>"
    later = await crawl(NewsSpider, NOW_DUE, sites=post.base)
    assert (later.items, later.count("no_article/listing")) == ([], 1)


@deferred_f_from_coro_f
async def test_a_short_story_at_one_word_is_one_though_a_number_leads_to_it(post: Site, crawl: Any) -> None:
    post.pages |= {"/": front(), "/sitemap.xml": (404, {}, b""), "/news.xml": (404, {}, b"")}
    post.pages |= {"/?p=7": (301, {"Location": "/ferry"}, b""), "/ferry": page("ferry", count=3)}
    post.pages["/rss.xml"] = rss("ferry").replace(path("ferry"), "/?p=7")
    assert [item.title for item in (await crawl(NewsSpider, SHARED_STORE, sites=post.base)).items] == ["The ferry"]
    post.pages |= {"/rss.xml": rss(), "/": front("/?p=7"), "/ferry": page("ferry", count=4)}
    later = await crawl(NewsSpider, NOW_DUE, sites=post.base)
    assert [(item.title, item.revision) for item in later.items] == [("The ferry", 1)]


@deferred_f_from_coro_f
async def test_with_zero_all_is_asked_and_with_nothing_nothing(post: Site, crawl: Any) -> None:
    await crawl(NewsSpider, SHARED_STORE, sites=post.base)
    await crawl(NewsSpider, {**SHARED_STORE, "BOILERSPIDER_RECHECK": "0"}, sites=post.base)
    assert sorted(post.unchanged) == sorted(map(path, TOPICS))  # sources are read, articles asked for what is new
    asked(post)
    await crawl(NewsSpider, {**SHARED_STORE, "BOILERSPIDER_RECHECK": ""}, sites=post.base)
    assert not [each for each in asked(post) if each.startswith("/2026")]


@deferred_f_from_coro_f
async def test_a_source_is_read_again_until_all_that_it_leads_to_was_had(post: Site, crawl: Any) -> None:
    whole, post.pages[path("ferry")] = post.pages[path("ferry")], (500, {}, b"")
    first = await crawl(NewsSpider, SHARED_STORE, sites=post.base)
    assert len(first.items) == 2
    post.pages["/"] = front()
    post.pages[path("ferry")] = whole
    second = await crawl(NewsSpider, SHARED_STORE, sites=post.base)
    assert [item.title for item in second.items] == ["The ferry"]
    assert post.unchanged == ["/sitemap.xml"]


@deferred_f_from_coro_f
async def test_crawls_that_want_other_pages_look_for_themselves(post: Site, crawl: Any) -> None:
    dates = {"ferry": "Mon, 02 Nov 2026 08:00:00 GMT", "bridge": "Fri, 20 Nov 2026 08:00:00 GMT"}
    post.pages["/"] = front()
    post.pages["/sitemap.xml"] = (404, {}, b"")
    post.pages["/rss.xml"] = versioned(rss(*TOPICS, dates=dates), "feed", "application/rss+xml")
    french = re.sub("<p>.*</p>", f"<p>{FRENCH * 4}</p>", page("school").replace("lang='en'", "lang='fr'"))
    post.pages[path("school")] = versioned(french, "school")
    since = {"sites": post.base, "since": "2026-11-10", "lang": "en"}
    first = await crawl(NewsSpider, SHARED_STORE, **since)
    assert [item.title for item in first.items] == ["The bridge"]
    asked(post)
    again = await crawl(NewsSpider, SHARED_STORE, **since)
    assert again.items == []
    assert not [each for each in asked(post) if each.startswith("/2026")]
    assert post.unchanged == ["/rss.xml"]
    without = await crawl(NewsSpider, SHARED_STORE, sites=post.base)
    assert sorted(item.title for item in without.items) == ["The ferry", "The school"]


@deferred_f_from_coro_f
async def test_what_is_too_new_is_had_when_it_is_not(post: Site, crawl: Any) -> None:
    dates = dict.fromkeys(TOPICS, "Fri, 20 Nov 2026 08:00:00 GMT")
    post.pages.update({"/": front(), "/sitemap.xml": (404, {}, b"")})
    post.pages["/rss.xml"] = versioned(rss(*TOPICS, dates=dates), "feed", "application/rss+xml")
    for found in (0, 0):
        done = await crawl(NewsSpider, SHARED_STORE, sites=post.base, until="2026-11-19")
        assert len(done.items) == found
    assert post.unchanged == []


@deferred_f_from_coro_f
async def test_copies_empty_pages_and_dead_ends_are_remembered(site: Callable[..., Site], crawl: Any) -> None:
    amp, copy = "/amp/2026/11/neighbours-want-a-bridge-back", "/2026/11/another-address-of-the-bridge"
    empty, dead = "/2026/11/nothing-to-be-read-here", "/2026/11/nobody-is-at-home-here"
    moved = "/2026/11/this-story-has-moved-away"
    post = site(
        {
            "/": front(amp, path("bridge"), copy, empty, dead, moved),
            path("bridge"): page("bridge"),
            copy: page("bridge"),
            amp: page("bridge"),
            empty: page("nothing", count=1),
            moved: (302, {"Location": path("ferry")}, b""),
            path("ferry"): page("ferry"),
        }
    )
    first = await crawl(NewsSpider, SHARED_STORE, sites=post.base)
    assert sorted(item.title for item in first.items) == ["The bridge", "The ferry"]
    asked(post)
    second = await crawl(NewsSpider, SHARED_STORE, sites=post.base)
    assert second.items == []
    assert not [each for each in asked(post) if "2026" in each]
    addresses = [{post.url(each) for each in same} for same in ((amp, path("bridge"), copy), (path("ferry"),))]
    assert await told() == addresses
    # Copies that have not changed are copies still.
    post.pages[copy] = versioned(page("bridge"), "copy")
    for _ in range(2):
        await crawl(NewsSpider, {**SHARED_STORE, "BOILERSPIDER_RECHECK": "0"}, sites=post.base)
    assert post.unchanged
    assert await told() == addresses


@pytest.mark.parametrize("is_first", [False, True])
@deferred_f_from_coro_f
async def test_a_story_whose_address_leads_to_a_copy_is_none_of_its_own(is_first: bool) -> None:
    noted: dict[str, Visit] = {}

    class Kept:
        async def note_visits(self, visits: Sequence[Visit]) -> None:
            noted.update({visit.url: visit for visit in visits})

        async def recall_visits(self, urls: Sequence[str]) -> dict[str, Visit]:
            return {url: noted[url] for url in urls if url in noted}

    story, moved = "https://news.example/a", "https://news.example/moved/a"
    visits = Visits(Kept())
    if is_first:
        await visits.same([story], moved)
    await visits.copy(Asked((moved,)), story)
    if not is_first:
        await visits.same([story], moved)
    assert {url: visit.copy_of for url, visit in noted.items()} == {moved: story, story: None}
    assert {visit.outcome for visit in noted.values()} == {UrlOutcome.DUPLICATE}


@pytest.mark.parametrize(
    ("noted", "may"),
    [(None, True), ("https://news.example/a", True), ("https://news.example/other", False)],
)
@deferred_f_from_coro_f
async def test_whether_a_story_may_have_moved_is_asked_without_a_trace(noted: str | None, may: bool) -> None:
    story, moved = "https://news.example/a", "https://news.example/moved/a"

    class Kept:
        async def note_visits(self, visits: Sequence[Visit]) -> None:
            stored.extend(visits)

        async def recall_visits(self, urls: Sequence[str]) -> dict[str, Visit]:
            return {visit.url: visit for visit in stored if visit.url in urls}

    stored: list[Visit] = []
    visits = Visits(Kept())
    if noted:
        await visits.copy(Asked((moved,)), noted)
    before = list(stored)
    assert await visits.may_have_moved([story], moved) is may
    await visits.note(Asked((moved,)), UrlOutcome.NOTHING)
    assert [visit.url for visit in stored[len(before) :]] == [moved]


async def told() -> list[set[str]]:
    """For each story, the one with most copies first, the addresses under which the store knows its text."""
    store = open_store(SHARED_STORE["BOILERSPIDER_STORE"])
    await store.open()
    stories = await store.stories()
    await store.close()
    return sorted(({story.url, *story.copies} for story in stories), key=len, reverse=True)


@deferred_f_from_coro_f
async def test_a_short_page_is_taken_when_a_feed_names_it_later(site: Callable[..., Site], crawl: Any) -> None:
    short = page("bridge", count=3)
    post = site({"/": front(path("bridge")), path("bridge"): short, "/rss.xml": (404, {}, b"")})
    first = await crawl(NewsSpider, SHARED_STORE, sites=post.base)
    assert first.items == []
    asked(post)
    await crawl(NewsSpider, SHARED_STORE, sites=post.base)
    assert path("bridge") not in asked(post)
    post.pages["/rss.xml"] = (200, {"Content-Type": "application/rss+xml"}, rss("bridge").encode())
    third = await crawl(NewsSpider, SHARED_STORE, sites=post.base)
    assert [item.title for item in third.items] == ["The bridge"]


class Refusing(JsonLinesItemExporter):
    """Takes no item."""

    def export_item(self, item: Any) -> None:
        raise OSError(errno.ENAMETOOLONG, "this name is not for me")


@deferred_f_from_coro_f
async def test_what_no_feed_has_is_not_remembered(post: Site, crawl: Any) -> None:
    """A copy may not be known as one while its original may be lost."""
    broken = {**SHARED_STORE, "FEEDS": {"out.x": {"format": "refusing"}}, "FEED_EXPORTERS": {"refusing": Refusing}}
    post.pages["/2026/11/another-address-of-the-bridge"] = page("bridge")
    post.pages["/"] = front(*map(path, TOPICS), "/2026/11/another-address-of-the-bridge")
    await crawl(NewsSpider, broken, sites=post.base)
    asked(post)
    second = await crawl(NewsSpider, SHARED_STORE, sites=post.base)
    assert len(second.items) == len(TOPICS)
    assert len([each for each in asked(post) if each.startswith("/2026")]) == len(TOPICS) + 1


SITES_ONLY = {
    "boilerspider.crawl.known.KnownRedirects": 60,
    "scrapy.downloadermiddlewares.offsite.OffsiteMiddleware": None,
    "boilerspider.crawl.offsite.SitesOnly": 50,
}


@deferred_f_from_coro_f
async def test_redirects_are_remembered_with_what_they_lead_to(site: Callable[..., Site], crawl: Any) -> None:
    elsewhere = site({path("school"): page("school")}, "127.0.0.2")
    moves = {f"/go/{topic}": (301, {"Location": path(topic)}, b"") for topic in TOPICS}
    away = {"/go/away-to-the-other-site": (301, {"Location": elsewhere.url(path("school"))}, b"")}
    items = "".join(f"<item><title>What moved</title><link>{link}</link></item>" for link in [*moves, *away])
    feed = f"<rss version='2.0'><channel><title>Post</title>{items}</channel></rss>"
    pages = newspaper(**moves, **away, **{"/rss.xml": versioned(feed, "feed", "application/rss+xml")})
    post = site({**pages, "/sitemap.xml": (404, {}, b""), "/": front(*map(path, TOPICS[:2]))})
    settings = {**SHARED_STORE, "DOWNLOADER_MIDDLEWARES": SITES_ONLY}
    first = await crawl(NewsSpider, settings, sites=post.base)
    assert sorted(item.title for item in first.items) == ["The bridge", "The ferry", "The school"]
    assert max(post.paths().count(path(topic)) for topic in TOPICS) == 1
    asked(post)
    second = await crawl(NewsSpider, settings, sites=post.base)
    assert second.items == []
    assert asked(post) == ["/", "/robots.txt", "/rss.xml", "/sitemap.xml"]
    assert post.unchanged == ["/rss.xml"]
    assert elsewhere.hits == []
    post.pages["/"] = front("/go/another-way-to-the-bridge")
    post.pages["/go/another-way-to-the-bridge"] = moves["/go/bridge"]
    third = await crawl(NewsSpider, settings, sites=post.base)
    assert third.items == []
    assert "/go/another-way-to-the-bridge" in post.paths()
    assert path("bridge") not in asked(post)


@deferred_f_from_coro_f
async def test_a_request_that_is_made_again_stays_on_its_site(site: Callable[..., Site], crawl: Any) -> None:
    elsewhere = site({path("school"): page("school")}, "127.0.0.2")
    answers = iter([(503, {}, b""), (302, {"Location": elsewhere.url(path("school"))}, b"")])
    post = site({"/": front(path("ferry")), path("ferry"): lambda: next(answers)})
    settings = {**SHARED_STORE, "DOWNLOADER_MIDDLEWARES": SITES_ONLY, "RETRY_ENABLED": True}
    await crawl(NewsSpider, settings, sites=post.base)
    assert post.paths().count(path("ferry")) == 2
    assert elsewhere.hits == []


@deferred_f_from_coro_f
async def test_the_report_tells_of_the_crawl(post: Site, crawl: Any, tmp_path: Path) -> None:
    settings = {**SHARED_STORE, "BOILERSPIDER_REPORT": "reports/crawl.html"}
    await crawl(NewsSpider, settings, sites=post.base)
    html = (tmp_path / "reports" / "crawl.html").read_text(encoding="utf-8")
    assert "3 articles from 1 site" in html
    for topic in TOPICS:
        assert f">The {topic}</a>" in html
    await crawl(NewsSpider, settings, sites=post.base)
    html = (tmp_path / "reports" / "crawl.html").read_text(encoding="utf-8")
    assert "<b>3</b><span>known, not asked</span>" in html


@deferred_f_from_coro_f
async def test_an_article_of_which_nothing_was_read_is_asked_once_more(post: Site, crawl: Any) -> None:
    head = '<meta property="og:type" content="article">'
    empty = f"<html><head><title>The ferry</title>{head}</head><body><img src='/1.jpg'></body></html>"
    post.pages["/"] = front()
    post.pages[path("ferry")] = versioned(empty, "ferry")
    post.pages[path("school")] = versioned(empty, "school")
    first = await crawl(NewsSpider, SHARED_STORE, sites=post.base)
    assert len(first.items) == 1
    post.pages[path("ferry")] = versioned(page("ferry"), "ferry 2")
    second = await crawl(NewsSpider, SHARED_STORE, sites=post.base)
    assert [item.title for item in second.items] == ["The ferry"]
    asked(post)
    await crawl(NewsSpider, SHARED_STORE, sites=post.base)
    assert not [each for each in asked(post) if each.startswith("/2026")]
