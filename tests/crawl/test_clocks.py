"""What a crawl whose clock was wrong does to later ones; whole crawls against a server on loopback."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from loopback import Site, page
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.crawl import outdated
from boilerspider.spiders.news import NewsSpider
from boilerspider.stores.encoding import url_key
from tests.crawl.posts import SHARED_STORE, TOPICS, asked, front, path, posted, rss, versioned

DECADE = timedelta(days=3_652)
WITH_TTL = {**SHARED_STORE, "BOILERSPIDER_TTL_DAYS": 90}


def move_clock(memory: Path, by: timedelta) -> None:
    """Let all that is remembered have happened at another time."""
    microseconds = by // timedelta(microseconds=1)
    with closing(sqlite3.connect(memory)) as connection, connection:
        connection.execute("UPDATE urls SET checked = checked + ? WHERE checked IS NOT NULL", (microseconds,))
        connection.execute("UPDATE stories SET first_seen = first_seen + ?", (microseconds,))


@deferred_f_from_coro_f
async def test_what_a_clock_ten_years_ahead_found_to_be_nothing_is_asked_again(
    site: Callable[..., Site], crawl: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    post = posted(site)
    ferry, post.pages[path("ferry")] = post.pages[path("ferry")], (404, {}, b"")
    await crawl(NewsSpider, SHARED_STORE, sites=post.base)
    move_clock(tmp_path / "memory.sqlite", DECADE)
    post.pages[path("ferry")] = ferry
    second = await crawl(NewsSpider, SHARED_STORE, sites=post.base)
    assert [item.title for item in second.items] == ["The ferry"]
    assert caplog.text.count("visits of days that are yet to come") == 1
    asked(post)
    post.unchanged.clear()
    caplog.clear()
    third = await crawl(NewsSpider, SHARED_STORE, sites=post.base)
    assert third.items == []
    assert not set(map(path, TOPICS)) & set(post.paths())
    assert sorted(post.unchanged) == ["/news.xml", "/rss.xml", "/sitemap.xml"]
    assert "yet to come" not in caplog.text


@deferred_f_from_coro_f
async def test_a_clock_that_is_set_back_an_hour_asks_nothing_twice(
    site: Callable[..., Site], crawl: Any, tmp_path: Path
) -> None:
    post = posted(site)
    await crawl(NewsSpider, SHARED_STORE, sites=post.base)
    move_clock(tmp_path / "memory.sqlite", timedelta(hours=1))
    asked(post)
    assert (await crawl(NewsSpider, SHARED_STORE, sites=post.base)).items == []
    assert not set(map(path, TOPICS)) & set(post.paths())


@deferred_f_from_coro_f
async def test_a_clock_ten_years_ahead_does_not_forget_all(
    site: Callable[..., Site], crawl: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    post = posted(site)
    await crawl(NewsSpider, WITH_TTL, sites=post.base)
    move_clock(tmp_path / "memory.sqlite", -DECADE)
    assert (await crawl(NewsSpider, WITH_TTL, sites=post.base)).items == []
    assert "by this machine's clock nothing new was found in 120 days" in caplog.text
    move_clock(tmp_path / "memory.sqlite", DECADE - timedelta(days=100))
    assert len((await crawl(NewsSpider, WITH_TTL, sites=post.base)).items) == len(TOPICS)


def move_all(memory: Path, by: timedelta) -> None:
    """The same, with what is known of the clock."""
    move_clock(memory, by)
    with closing(sqlite3.connect(memory)) as connection, connection:
        key = url_key(outdated.CLOCK)
        (packed,) = connection.execute("SELECT memory FROM site_memory WHERE site = ?", (key,)).fetchone()
        moved = json.dumps([(datetime.fromisoformat(each) + by).isoformat() for each in json.loads(packed)])
        connection.execute("UPDATE site_memory SET memory = ? WHERE site = ?", (moved.encode(), key))


def remembered(memory: Path) -> int:
    with closing(sqlite3.connect(memory)) as connection:
        (count,) = connection.execute("SELECT count(*) FROM stories").fetchone()
    return int(count)


@pytest.mark.parametrize("leap", [DECADE, timedelta(days=100), -timedelta(days=10)], ids=str)
@deferred_f_from_coro_f
async def test_a_clock_that_has_leapt_forgets_nothing_for_a_week(
    site: Callable[..., Site], crawl: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture, leap: timedelta
) -> None:
    """Not with its second crawl either, when the first has found something new."""
    post, memory = posted(site), tmp_path / "memory.sqlite"
    settings = {**SHARED_STORE, "BOILERSPIDER_TTL_DAYS": 60}
    await crawl(NewsSpider, settings, sites=post.base)
    move_all(memory, -leap)
    post.pages |= {"/rss.xml": versioned(rss("pitch"), "feed 2"), path("pitch"): page("pitch")}
    for _ in range(3):
        caplog.clear()
        await crawl(NewsSpider, settings, sites=post.base)
        assert caplog.text.count("Nothing is forgotten: ") == 1
        assert remembered(memory) == len(TOPICS) + 1
    move_all(memory, -timedelta(days=8))
    caplog.clear()
    await crawl(NewsSpider, settings, sites=post.base)
    assert "Nothing is forgotten" not in caplog.text
    assert remembered(memory) == (1 if leap > timedelta(days=60) else len(TOPICS) + 1)


@deferred_f_from_coro_f
async def test_monthly_crawls_are_no_leaps(
    site: Callable[..., Site], crawl: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    post, memory = posted(site), tmp_path / "memory.sqlite"
    for _ in range(3):
        await crawl(NewsSpider, WITH_TTL, sites=post.base)
        move_all(memory, -timedelta(days=31))
    assert "Nothing is forgotten" not in caplog.text


@pytest.mark.slow
@deferred_f_from_coro_f
async def test_what_something_still_leads_to_is_not_forgotten(
    site: Callable[..., Site], crawl: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither the stories of the front page nor those of a feed that has not changed for long."""
    caplog.set_level("INFO")
    post = posted(site)
    post.pages["/"] = front(path(TOPICS[0]))
    assert len((await crawl(NewsSpider, WITH_TTL, sites=post.base)).items) == len(TOPICS)
    for _ in range(5):
        move_clock(tmp_path / "memory.sqlite", -timedelta(days=50))
        assert (await crawl(NewsSpider, WITH_TTL, sites=post.base)).items == []
    assert "3 articles without a new text in 90 days are forgotten" in caplog.text
    post.pages["/rss.xml"] = versioned(rss("pitch", *TOPICS), "feed 2", "application/rss+xml")
    post.pages[path("pitch")] = page("pitch")
    assert [item.title for item in (await crawl(NewsSpider, WITH_TTL, sites=post.base)).items] == ["The pitch"]
    post.pages |= {"/": front(), "/rss.xml": versioned(rss("pitch"), "feed 3"), "/news.xml": (404, {}, b"")}
    move_clock(tmp_path / "memory.sqlite", -timedelta(days=50))
    assert (await crawl(NewsSpider, WITH_TTL, sites=post.base)).items == []
    move_clock(tmp_path / "memory.sqlite", -timedelta(days=50))
    assert (await crawl(NewsSpider, WITH_TTL, sites=post.base)).items == []
    with closing(sqlite3.connect(tmp_path / "memory.sqlite")) as memory:
        known = {key for (key,) in memory.execute("SELECT key FROM urls")}
    assert not known & {url_key(post.url(path(topic))) for topic in TOPICS}
