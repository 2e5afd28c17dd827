"""What a crawl's arguments pass over, counted and told of; whole crawls against servers on loopback."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import pytest
from loopback import Site, page
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.crawl.summary import ScreenSummary
from boilerspider.spiders.news import NewsSpider
from boilerspider.spiders.shard import Shard
from tests.crawl.posts import ONE_BY_ONE, SHARED_STORE, TOPICS, front, newspaper, path, posted, rss
from tests.crawl.test_named import warnings

pytestmark = pytest.mark.slow

FRONT = {"ROBOTSTXT_OBEY": False, "EXTENSIONS": {ScreenSummary: 960}}
NOW = datetime.now(timezone.utc)
LONG_AGO = (NOW - timedelta(days=40)).replace(hour=9, minute=30, second=0, microsecond=0)
STAMP = f"{LONG_AGO:%Y-%m-%dT%H:%MZ}"


def dated(*topics: str) -> dict[str, str]:
    return dict.fromkeys(topics, format_datetime(LONG_AGO))


def with_dates(site: Callable[..., Site]) -> Site:
    """A newspaper whose feed has dates, and whose pages have them too; its sitemap has none."""
    post = posted(site)
    post.pages["/rss.xml"] = (
        200,
        {"Content-Type": "application/rss+xml"},
        rss(*TOPICS, dates=dated(*TOPICS)).encode(),
    )
    meta = f"<meta property='article:published_time' content='{LONG_AGO.isoformat()}'>"
    post.pages |= {path(topic): page(topic, head=meta) for topic in TOPICS}
    return post


FILTERS: dict[str, tuple[dict[str, str], str, str]] = {
    "lang": ({"lang": "de,fr"}, "pages", "lang=de,fr passed over 3 (in en)"),
    "include": ({"include": "/sport/"}, "addresses", "include=/sport/ passed over 3 (such as {})"),
    "exclude": ({"exclude": "neigh"}, "addresses", "exclude=neigh passed over 3 (such as {})"),
}


@pytest.mark.parametrize("name", FILTERS)
@deferred_f_from_coro_f
async def test_a_filter_that_leaves_no_article_is_told_of_once(
    site: Callable[..., Site],
    crawl: Any,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
    name: str,
) -> None:
    caplog.set_level("INFO", "boilerspider.crawl.summary")
    given, how, told = FILTERS[name]
    post = posted(site)
    outcome = await crawl(NewsSpider, {**FRONT, "BOILERSPIDER_REPORT": "report.html"}, sites=post.base, **given)
    assert not outcome.items
    line = f"no article is left: {told.format(post.url(path('bridge')))}; check what was asked for"
    assert warnings(caplog) == [line]
    assert outcome.stats["boilerspider/nothing_left/crawl"] == line
    # A front page, a feed and a sitemap name each.
    assert outcome.count(f"passed_over/{how}/{name}") == 3
    assert sum("passed_over/" in stat for stat in outcome.stats) == 1
    assert f"  passed over:  3 ({name}: 3)\n" in (screen := capsys.readouterr().err)
    assert f"  not had:      {line}\n" in screen
    assert f"; passed over: 3 ({name}: 3)" in caplog.text
    assert f"Passed over: 3 ({name}: 3)." in (report := Path("report.html").read_text(encoding="utf-8"))
    assert f"<li>{line}</li>" in report


@deferred_f_from_coro_f
async def test_what_is_too_old_is_told_with_the_newest_date(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    post = with_dates(site)
    outcome = await crawl(NewsSpider, FRONT, feeds=post.url("/rss.xml"), discover="none", since="2d")
    (line,) = warnings(caplog)
    assert line.startswith("no article is left: since=")
    assert line.endswith(f" passed over 3 (the newest of {STAMP}); check what was asked for")
    assert outcome.count("passed_over/addresses/since") == 3


@deferred_f_from_coro_f
async def test_what_was_asked_all_the_same_counts_as_read(site: Callable[..., Site], crawl: Any) -> None:
    post = with_dates(site)  # the front page and the sitemap say no dates, so that all are asked
    outcome = await crawl(NewsSpider, FRONT, sites=post.base, since="2d")
    assert outcome.count("passed_over/pages/since") == 3
    assert outcome.count("passed_over/addresses/since") == 0


@deferred_f_from_coro_f
async def test_what_is_too_new_is_told_with_the_oldest_date(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    post = with_dates(site)
    outcome = await crawl(NewsSpider, FRONT, feeds=post.url("/rss.xml"), discover="none", until="60d")
    (line,) = warnings(caplog)
    assert line.endswith(f" passed over 3 (the oldest of {STAMP}); check what was asked for")
    assert outcome.count("passed_over/addresses/until") == 3


@deferred_f_from_coro_f
async def test_where_something_is_left_it_is_counted_alone(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    outcome = await crawl(NewsSpider, FRONT, sites=posted(site).base, exclude="ferry")
    assert len(outcome.items) == 2
    assert outcome.count("passed_over/addresses/exclude") == 1
    assert not warnings(caplog)


NO_STORIES: dict[str, Any] = {
    "404": (404, {}, b""),
    "500": (500, {}, b""),
    "503": (503, {}, b""),
    "login": (302, {"Location": "/login"}, b""),
    "empty": (200, {"Content-Type": "text/html"}, b""),
}


@pytest.mark.parametrize("reply", NO_STORIES.values(), ids=NO_STORIES)
@deferred_f_from_coro_f
async def test_a_filter_is_not_blamed_for_stories_that_it_let_pass(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture, reply: Any, tmp_path: Path
) -> None:
    post, other = posted(site), site(newspaper(**{path(topic): page(f"other {topic}") for topic in TOPICS}))
    post.pages[path("ferry")] = reply
    await crawl(NewsSpider, FRONT, sites=post.base, include="ferry")
    (tmp_path / "sites.toml").write_text(
        f'[[site]]\nstart = "{post.base}/"\ninclude = "ferry"\n\n[[site]]\nstart = "{other.base}/"\n', encoding="utf-8"
    )
    outcome = await crawl(NewsSpider, FRONT, sites="sites.toml")
    assert len(outcome.items) == 3
    assert outcome.count("passed_over/addresses/include") == 2
    assert not any("no article is left" in line for line in warnings(caplog))


@deferred_f_from_coro_f
async def test_a_few_dead_links_do_not_hide_a_filter(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    post = posted(site)
    del post.pages[path("ferry")]
    await crawl(NewsSpider, FRONT, sites=post.base, lang="de")
    assert warnings(caplog) == ["no article is left: lang=de passed over 2 (in en); check what was asked for"]


@deferred_f_from_coro_f
async def test_what_is_no_story_does_not_hide_a_filter(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    post = posted(site)
    post.pages["/"] = front(*map(path, TOPICS), "/2026/11/how-to-reach-us-all")
    post.pages["/2026/11/how-to-reach-us-all"] = "<title>How to reach us all</title><body><p>By the river.</p></body>"
    outcome = await crawl(NewsSpider, FRONT, sites=post.base, include="/sport/|how-to")
    assert outcome.count("no_article/unlikely") == 1
    (line,) = warnings(caplog)
    assert line.startswith("no article is left: include=/sport/|how-to passed over 3")


@deferred_f_from_coro_f
async def test_a_filter_is_not_blamed_for_what_is_left_to_another_crawl(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    post = posted(site)
    settings = {**FRONT, "DOWNLOADER_MIDDLEWARES": {"boilerspider.crawl.budgets.SiteBudgets": 45}}
    outcome = await crawl(NewsSpider, settings, sites=post.base, include="/sport/", max_per_site="2")
    assert outcome.count("left/over_budget") > 0
    assert outcome.count("passed_over/addresses/include") == 3
    assert not warnings(caplog)


@deferred_f_from_coro_f
async def test_nothing_is_told_where_what_is_too_old_was_had_when_it_was_new(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    post = posted(site)
    asked_for = {"feeds": post.url("/rss.xml"), "discover": "none", "since": "2d"}
    assert len((await crawl(NewsSpider, SHARED_STORE, **asked_for)).items) == 3
    post.pages["/rss.xml"] = with_dates(site).pages["/rss.xml"]
    quiet = await crawl(NewsSpider, SHARED_STORE, **asked_for)
    assert quiet.count("passed_over/addresses/since") == 3
    assert not warnings(caplog)
    await crawl(NewsSpider, SHARED_STORE, **asked_for, fresh="1")
    assert len(warnings(caplog)) == 1


@pytest.mark.parametrize("of", ["crawl", "site", "feed elsewhere"])
@deferred_f_from_coro_f
async def test_a_filter_that_fits_rarely_is_not_told_of_each_time(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture, tmp_path: Path, of: str
) -> None:
    post, other = posted(site), site(newspaper(**{path(topic): page(f"other {topic}") for topic in TOPICS}))
    for name in ("/rss.xml", "/sitemap.xml", "/news.xml"):
        del post.pages[name]

    async def filtered(include: str, *topics: str) -> int:
        post.pages["/"] = front(*map(path, topics))
        if of == "crawl":
            return len((await crawl(NewsSpider, SHARED_STORE, sites=post.base, include=include)).items)
        if of == "feed elsewhere":
            other.pages["/rss.xml"] = rss(*topics).replace("<link>", f"<link>{post.base}")
            return len((await crawl(NewsSpider, SHARED_STORE, feeds=other.url("/rss.xml"), include=include)).items)
        sites = f"[[site]]\nstart = '{post.base}/'\ninclude = '{include}'\n\n[[site]]\nstart = '{other.base}/'\n"
        (tmp_path / "sites.toml").write_text(sites, encoding="utf-8")
        items = (await crawl(NewsSpider, SHARED_STORE, sites=str(tmp_path / "sites.toml"))).items
        return sum(item.url.startswith(post.base) for item in items)

    assert await filtered(TOPICS[0], *TOPICS) == 1
    assert await filtered(TOPICS[0], *TOPICS[1:]) == 0
    assert not warnings(caplog)
    assert await filtered("/sport/", *TOPICS[1:]) == 0
    assert len(warnings(caplog)) == 1


@deferred_f_from_coro_f
async def test_sitemaps_that_are_too_old_are_not_counted_as_articles(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    post = posted(site)
    index = "".join(
        f"<sitemap><loc>{post.base}/{year}.xml</loc><lastmod>{year}-05-01</lastmod></sitemap>" for year in (2019, 2020)
    )
    post.pages["/sitemap.xml"] = (
        200,
        {"Content-Type": "application/xml"},
        f"<sitemapindex>{index}</sitemapindex>".encode(),
    )
    outcome = await crawl(NewsSpider, FRONT, sitemaps=post.url("/sitemap.xml"), since="2d")
    assert not {"/2019.xml", "/2020.xml"}.intersection(post.paths())
    assert outcome.count("passed_over/addresses/since") == 0
    assert not any("no article is left" in line for line in warnings(caplog))


@deferred_f_from_coro_f
async def test_where_the_rest_is_known_nothing_is_told(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    post = posted(site)
    for name in ("/rss.xml", "/sitemap.xml", "/news.xml"):
        del post.pages[name]
    post.pages["/"] = front(*map(path, TOPICS[:2]))
    await crawl(NewsSpider, SHARED_STORE, sites=post.base)
    post.pages["/"] = front(*map(path, TOPICS))
    again = await crawl(NewsSpider, SHARED_STORE, sites=post.base, exclude=TOPICS[2])
    assert not again.items
    assert again.count("known/skipped") == 2
    assert again.count("passed_over/addresses/exclude") == 1
    assert not warnings(caplog)


@deferred_f_from_coro_f
async def test_a_part_of_a_crawl_does_not_tell_of_the_whole(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    topics = [f"bridge {number}" for number in range(8)]
    pages = {f"/2026/11/neighbours-want-bridge-{number}": page(topic) for number, topic in enumerate(topics)}
    other, settings = site(pages), {**ONE_BY_ONE, "CLOSESPIDER_PAGECOUNT": 3, "JOBDIR": "job"}
    named = {"urls": " ".join(map(other.url, pages)), "lang": "de"}
    await crawl(NewsSpider, settings, **named)
    rest = await crawl(NewsSpider, {**settings, "CLOSESPIDER_PAGECOUNT": 0}, **named)
    assert 0 < rest.count("passed_over/pages/lang") < len(topics)
    post = posted(site)
    worker = await crawl(NewsSpider, {**FRONT, "SCHEDULER_IDLE_BEFORE_CLOSE": 1}, sites=post.base, include="/sport/")
    assert worker.count("passed_over/addresses/include") == 3
    assert not warnings(caplog)


@deferred_f_from_coro_f
async def test_a_site_of_a_sites_file_is_told_of_by_its_name(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    post, other = posted(site), site(newspaper(**{path(topic): page(f"other {topic}") for topic in TOPICS}))
    name = post.base.removeprefix("http://")
    (tmp_path / "sites.toml").write_text(
        f'[[site]]\nstart = "{post.base}/"\nlanguage = "de"\n\n[[site]]\nstart = "{other.base}/"\n', encoding="utf-8"
    )
    outcome = await crawl(NewsSpider, FRONT, sites="sites.toml")
    assert len(outcome.items) == 3
    told = "no article is left: language=de of the sites file passed over 3 (in en); check what was asked for"
    assert warnings(caplog) == [f"{name}: {told}"]
    assert outcome.stats[f"boilerspider/nothing_left/{name}"] == told


@deferred_f_from_coro_f
async def test_a_filter_of_all_sites_is_told_of_once(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    posts = [posted(site), site(newspaper(**{path(topic): page(f"other {topic}") for topic in TOPICS}))]
    rules = "".join(
        f'[[site]]\nstart = "{post.base}/"\nexclude = "{path(topic)}"\n'
        for post, topic in zip(posts, TOPICS, strict=False)
    )
    (tmp_path / "sites.toml").write_text(rules, encoding="utf-8")
    await crawl(NewsSpider, FRONT, sites="sites.toml", lang="de")
    (line,) = warnings(caplog)
    assert line.startswith("no article is left: lang=de passed over 4 (in en), exclude=")
    assert line.count(" of the sites file passed over 1 (such as ") == 2


@deferred_f_from_coro_f
async def test_articles_that_are_all_too_short_are_told_of(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    outcome = await crawl(NewsSpider, {**FRONT, "BOILERSPIDER_MIN_WORDS": 5_000}, sites=posted(site).base)
    assert not outcome.items
    assert warnings(caplog) == [
        "no article is left: BOILERSPIDER_MIN_WORDS=5000 passed over 3; check what was asked for"
    ]


@pytest.mark.parametrize("named", ["sites", "feeds", "sitemaps"])
@deferred_f_from_coro_f
async def test_a_share_without_a_site_says_so(
    site: Callable[..., Site],
    crawl: Any,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
    named: str,
) -> None:
    post = posted(site)
    place = {"sites": "/", "feeds": "/rss.xml", "sitemaps": "/sitemap.xml"}[named]
    empty = next(number for number in (1, 2) if not Shard(number, 2).mine([post.base]))
    outcome = await crawl(NewsSpider, FRONT, shard=f"{empty}/2", **{named: post.url(place)})
    assert not outcome.items
    line = f"no site is left: shard={empty}/2 takes none of those that are named, or that feeds lead to"
    assert warnings(caplog) == [line]
    assert f"  not had:      {line}\n" in capsys.readouterr().err


@deferred_f_from_coro_f
async def test_a_feed_that_is_not_had_is_not_the_shares_fault(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    post = posted(site)
    empty = next(number for number in (1, 2) if not Shard(number, 2).mine([post.base]))
    await crawl(NewsSpider, FRONT, shard=f"{empty}/2", feeds=post.url("/none.xml"))
    assert warnings(caplog) == [f"{post.url('/none.xml')} gave nothing: status 404"]
