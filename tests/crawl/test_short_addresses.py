"""Stories whose addresses look like those of sections, of days or of services; whole crawls against a server on loopback."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from loopback import Site, page
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.spiders.news import NewsSpider
from tests.crawl.posts import NOW_DUE, SHARED_STORE, versioned

TYPED = "<meta property='og:type' content='article'>"
DATED = "<meta property='article:published_time' content='2026-05-12T08:00:00Z'>"
SECTION = "<html><head><title>Sport</title></head><body>" + "".join(
    f"<h2><a href='/sport/the-{topic}-is-open-again'>The {topic} is open again</a></h2>" for topic in ("ferry", "dam")
)


def sitemap(*urls: str) -> tuple[int, dict[str, str], bytes]:
    body = "".join(f"<url><loc>{url}</loc></url>" for url in urls)
    return versioned(f"<urlset>{body}</urlset>", "1", "application/xml")


@pytest.mark.parametrize("head", [DATED, TYPED])
@deferred_f_from_coro_f
async def test_a_sitemap_names_stories_whatever_their_addresses_look_like(
    site: Callable[..., Site], crawl: Any, head: str
) -> None:
    stories = {
        "/politics/brexit": page("brexit", head=head, count=12),
        f"/news/{quote('市议会推迟港口新建住房计划')}": page("harbour"),
    }
    served = site({**stories, "/sport/": SECTION})
    served.pages["/map.xml"] = lambda: sitemap(*map(served.url, [*stories, "/sport/", "/"]))
    served.pages["/"] = page("whole front page", head=DATED, count=12)
    first = await crawl(NewsSpider, SHARED_STORE, sitemaps=served.url("/map.xml"))
    assert {item.url for item in first.items} == set(map(served.url, stories))
    for _ in range(2):
        served.hits.clear()
        later = await crawl(NewsSpider, SHARED_STORE, sitemaps=served.url("/map.xml"))
        assert later.items == []
        assert stories.keys().isdisjoint(served.paths())
        assert "/sport/" in served.paths()


@deferred_f_from_coro_f
async def test_a_section_that_calls_itself_an_article_is_read_by_each_crawl(
    site: Callable[..., Site], crawl: Any
) -> None:
    served = site({"/sport": page("cup", head=TYPED)})
    served.pages["/"] = "<html><body><nav><a href='/sport'>Sport</a></nav>"
    for _ in range(2):
        await crawl(NewsSpider, SHARED_STORE, sites=served.base)
    assert served.paths().count("/sport") == 2


DAYS = {
    "/briefing/2026/11/27/": "briefing",
    "/read.php?date=20261127&id=50001": "ferry",
    "/daily/2026-11-25.html": "dam",
}
ENDLESS = "/news/x/news/y/news"


@deferred_f_from_coro_f
async def test_a_feed_names_stories_of_a_day_and_what_is_passed_over_is_counted(
    site: Callable[..., Site], crawl: Any
) -> None:
    served = site({path: page(topic) for path, topic in DAYS.items()})
    items = "".join(f"<item><link>{path.replace('&', '&amp;')}</link></item>" for path in (*DAYS, ENDLESS))
    served.pages["/rss.xml"] = versioned(f"<rss version='2.0'><channel>{items}</channel></rss>", "1", "application/xml")
    first = await crawl(NewsSpider, SHARED_STORE, feeds=served.url("/rss.xml"))
    assert {item.url for item in first.items} == set(map(served.url, DAYS))
    assert first.count("refused/endless") == 1
    served.hits.clear()
    second = await crawl(NewsSpider, SHARED_STORE, feeds=served.url("/rss.xml"))
    assert second.items == []
    assert served.paths() == ["/rss.xml"]
    assert served.unchanged == ["/rss.xml"]


@deferred_f_from_coro_f
async def test_of_days_in_a_sitemap_those_are_stories_that_look_like_one(site: Callable[..., Site], crawl: Any) -> None:
    served = site({"/briefing/2026/11/27/": page("briefing", head=TYPED), "/archive/2026/11/": SECTION})
    served.pages["/map.xml"] = lambda: sitemap(served.url("/briefing/2026/11/27/"), served.url("/archive/2026/11/"))
    first = await crawl(NewsSpider, SHARED_STORE, sitemaps=served.url("/map.xml"))
    assert [(item.url, item.source) for item in first.items] == [(served.url("/briefing/2026/11/27/"), "sitemap")]
    served.hits.clear()
    await crawl(NewsSpider, SHARED_STORE, sitemaps=served.url("/map.xml"))
    assert served.paths() == served.unchanged == ["/map.xml"]
    served.hits.clear()
    later = await crawl(NewsSpider, NOW_DUE, sitemaps=served.url("/map.xml"))
    assert later.items == []
    assert "/archive/2026/11/" in served.paths()


@deferred_f_from_coro_f
async def test_an_index_of_sitemaps_names_one_for_each_day(site: Callable[..., Site], crawl: Any) -> None:
    served = site({"/news/the-harbour-opens-again": page("harbour")})
    served.pages["/map.php?date=2026-11-27"] = lambda: sitemap(served.url("/news/the-harbour-opens-again"))
    index = f"<sitemapindex><sitemap><loc>{served.url('/map.php?date=2026-11-27')}</loc></sitemap></sitemapindex>"
    served.pages["/map.xml"] = versioned(index, "1", "application/xml")
    outcome = await crawl(NewsSpider, SHARED_STORE, sitemaps=served.url("/map.xml"))
    assert [item.url for item in outcome.items] == [served.url("/news/the-harbour-opens-again")]


@deferred_f_from_coro_f
async def test_a_headline_below_the_name_of_a_service_is_a_story(site: Callable[..., Site], crawl: Any) -> None:
    story = "/privacy/phone-maker-fined-over-leaked-data"
    notices = ("/help/how-to-cancel-your-subscription", "/privacy", "/share/phone-maker-fined-over-leaked-data")
    served = site({story: page("phone", head=TYPED)})
    foot = "".join(f"<li><a href='{path}'>How to cancel your subscription</a></li>" for path in notices)
    card = f"<article><h2><a href='{story}'>Phone maker fined over leaked data</a></h2><p>A teaser</p></article>"
    served.pages["/"] = f"<html><body><main>{card}</main><footer>{foot}</footer></body></html>"
    outcome = await crawl(NewsSpider, SHARED_STORE, sites=served.base)
    assert [item.url for item in outcome.items] == [served.url(story)]
    assert set(notices).isdisjoint(served.paths())
