"""Sites, feeds and sitemaps that were named and gave nothing; whole crawls against servers on loopback."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from loopback import Site, page
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.spiders.news import NewsSpider
from tests.crawl.posts import Reply, front, newspaper, path, rss

OURS = {
    "ROBOTSTXT_OBEY": True,
    "DOWNLOADER_MIDDLEWARES": {
        "scrapy.downloadermiddlewares.offsite.OffsiteMiddleware": None,
        "boilerspider.crawl.offsite.SitesOnly": 50,
        "boilerspider.crawl.addresses.PrivateAddresses": 760,
    },
}
HTML = {"Content-Type": "text/html"}
PRIVATE = "http://127.0.0.2:9/"
REFRESH = b'<html><head><meta http-equiv="refresh" content="0; url=/"></head></html>'
FORBIDDEN: Reply = (200, {"Content-Type": "text/plain"}, b"User-agent: *\nDisallow: /\n")
DEAD: dict[str, tuple[dict[str, Reply], str]] = {
    "forbidden": ({"/robots.txt": FORBIDDEN}, "robots.txt forbids it"),
    "gone": ({"/": (410, {}, b"")}, "status 410"),
    "not found": ({"/": (404, {}, b"")}, "status 404"),
    "not allowed": ({"/": (403, {}, b"")}, "status 403"),
    "a wall of cookies": ({"/": (302, {"Location": "/", "Set-Cookie": "a=1"}, b"")}, "it redirects to itself"),
    "a refresh": ({"/": (200, HTML, REFRESH)}, "it redirects to itself"),
    "moved": (
        {"/": (301, {"Location": PRIVATE}, b"")},
        f"it redirects to {PRIVATE}: 127.0.0.2 has the private address 127.0.0.2",
    ),
}


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    logged = [r for r in caplog.records if r.levelname == "WARNING" and r.name == "boilerspider.crawl.summary"]
    return [record.getMessage() for record in logged]


@pytest.mark.parametrize("how", DEAD)
@deferred_f_from_coro_f
async def test_a_site_that_gave_no_page_is_told_of_once(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture, tmp_path: Path, how: str
) -> None:
    pages, why = DEAD[how]
    dead = site(pages)
    name = dead.base.removeprefix("http://")
    outcome = await crawl(NewsSpider, {**OURS, "BOILERSPIDER_REPORT": "report.html"}, sites=dead.base)
    assert warnings(caplog) == [f"{name} gave no page: {why}"]
    assert outcome.stats[f"boilerspider/named/nothing/{name}"] == why
    html = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert f"<li>{name} gave no page: {why}</li>" in html
    assert f"<td>{name}</td>" in html


SOURCES: dict[str, tuple[Reply, str]] = {
    "not found": ((404, {}, b""), "status 404"),
    "no feed": ((200, {"Content-Type": "application/rss+xml"}, b"no, <<< this is none"), "it is no feed"),
    "empty": ((200, {"Content-Type": "application/rss+xml"}, rss().encode()), "it has no article"),
}


@pytest.mark.parametrize("how", SOURCES)
@deferred_f_from_coro_f
async def test_a_feed_that_gave_nothing_is_told_of(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture, how: str
) -> None:
    reply, why = SOURCES[how]
    post = site(newspaper(**{"/": front(path("ferry")), "/named.xml": reply, "/sitemap.xml": (404, {}, b"")}))
    outcome = await crawl(NewsSpider, OURS, sites=post.base, feeds=post.url("/named.xml"))
    assert len(outcome.items) == 3
    assert warnings(caplog) == [f"{post.url('/named.xml')} gave nothing: {why}"]


@deferred_f_from_coro_f
async def test_a_feed_of_a_sites_file_that_leads_to_no_site_of_the_crawl_is_told_of(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    post = site(newspaper())
    items = rss("ferry").replace(path("ferry"), post.url(path("ferry")))
    reply = (200, {"Content-Type": "application/rss+xml", "ETag": '"1"'}, items.encode())
    feed = site({"/rss.xml": reply}, "127.0.0.2").url("/rss.xml")
    settings = {**OURS, "BOILERSPIDER_STORE": "sqlite:memory.sqlite"}
    rules = tmp_path / "sites.toml"
    rules.write_text(f'[[site]]\nfeeds = "{feed}"\n', encoding="utf-8")
    fix = f'start = "https://{post.base.removeprefix("http://")}/"'
    why = f"it leads to no site of this crawl; say below its [[site]] whose it is: {fix}"
    for _ in range(2):
        outcome = await crawl(NewsSpider, settings, sites="sites.toml")
        assert outcome.items == []
        assert warnings(caplog) == [f"{feed} gave nothing: {why}"]
        caplog.clear()
    rules.write_text(f'[[site]]\nstart = "{post.base}/"\nfeeds = "{feed}"\n', encoding="utf-8")
    outcome = await crawl(NewsSpider, settings, sites="sites.toml", discover="feeds")
    assert [item.source for item in outcome.items].count("feed") >= 1
    assert warnings(caplog) == []


@deferred_f_from_coro_f
async def test_a_feed_that_leads_away_from_its_site_is_told_of_where_nothing_else_leads_to_its_stories(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    between = site({}, "127.0.0.2")
    post = site({"/": front(), path("ferry"): page("ferry")})
    items = rss("ferry").replace(path("ferry"), between.url("/r/1"))
    post.pages["/rss.xml"] = (200, {"Content-Type": "application/rss+xml"}, items.encode())
    outcome = await crawl(NewsSpider, OURS, sites=post.base)
    assert outcome.items == []
    feed, where = post.url("/rss.xml"), between.base.removeprefix("http://")
    fix = f'if they lead back, name it below the [[site]] of a sites file: feeds = "{feed}"'
    assert warnings(caplog) == [f"{feed} gave nothing: its entries lie on {where}; {fix}"]
    # Beside stories it may be a blog of links.
    caplog.clear()
    post.pages["/"] = front(path("ferry"))
    outcome = await crawl(NewsSpider, OURS, sites=post.base)
    assert [item.url for item in outcome.items] == [post.url(path("ferry"))]
    assert warnings(caplog) == []
    # Where those are not followed, nothing leads to stories.
    outcome = await crawl(NewsSpider, OURS, sites=post.base, discover="feeds")
    assert outcome.items == []
    assert warnings(caplog) == [f"{feed} gave nothing: its entries lie on {where}; {fix}"]
    assert between.hits == []


@deferred_f_from_coro_f
async def test_a_sitemap_that_robots_txt_names_is_told_of_and_the_customary_one_is_not(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    post = site({**newspaper(), "/sitemap.xml": (404, {}, b"")})
    await crawl(NewsSpider, OURS, sites=post.base)
    assert warnings(caplog) == []
    post.pages["/robots.txt"] = (200, {}, f"Sitemap: {post.url('/gone.xml')}\n".encode())
    await crawl(NewsSpider, OURS, sites=post.base)
    assert warnings(caplog) == [f"{post.url('/gone.xml')} gave nothing: status 404"]


@deferred_f_from_coro_f
async def test_a_second_name_of_a_front_page_is_no_trouble(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    post = site({**newspaper(), "/sitemap.xml": (404, {}, b""), "/home": (301, {"Location": "/"}, b"")})
    await crawl(NewsSpider, OURS, sites=f"{post.base}/,{post.base}/home")
    assert warnings(caplog) == []
    post.pages["/home"] = (404, {}, b"")
    await crawl(NewsSpider, OURS, sites=f"{post.base}/,{post.base}/home")
    assert warnings(caplog) == [f"{post.base}/home gave nothing: status 404"]


@deferred_f_from_coro_f
async def test_a_front_page_none_of_whose_links_leads_further_is_told_of(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    page = "<html><body><a href='/impressum'>Imprint</a> <a href='mailto:desk@example.com'>Mail</a></body></html>"
    post = site({"/": page, "/sitemap.xml": (404, {}, b"")})
    await crawl(NewsSpider, OURS, sites=post.base)
    assert [line.partition(": ")[2] for line in warnings(caplog)] == ["no link on its page leads further"]


@deferred_f_from_coro_f
async def test_what_is_secret_in_an_address_stands_in_no_stat_and_no_report(
    site: Callable[..., Site], crawl: Any, tmp_path: Path
) -> None:
    elsewhere = "http://127.0.0.2:9/feed?api_key=s3cr3t"
    post = site({**newspaper(), "/feed?sig=s3cr3t": (302, {"Location": elsewhere}, b"")})
    feeds = f"{post.base}/feed?sig=s3cr3t"
    outcome = await crawl(NewsSpider, {**OURS, "BOILERSPIDER_REPORT": "report.html"}, feeds=feeds)
    why = "it redirects to http://127.0.0.2:9/feed?api_key=…: 127.0.0.2 has the private address 127.0.0.2"
    assert outcome.stats[f"boilerspider/named/nothing/{post.base}/feed?sig=…"] == why
    report = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "s3cr3t" not in report and "sig=…" in report
