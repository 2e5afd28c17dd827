"""An index that names more sitemaps than a crawl reads; whole crawls against a server on loopback."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest
from loopback import Site, page
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.spiders import frontier
from boilerspider.spiders.news import NewsSpider
from boilerspider.stores import UrlOutcome, Visit, forget_chosen, forget_older, open_store
from boilerspider.stores.encoding import url_key
from tests.crawl.posts import SHARED_STORE, front, path, versioned

DAYS = tuple(f"/sitemap-2026-11-{day:02}.xml" for day in range(1, 25))
XML = "application/xml"


def archive(site: Callable[..., Site]) -> Site:
    """A newspaper with a sitemap for each day, the oldest first; the last has a story."""
    post = site({"/": front(), path("bridge"): page("bridge"), path("ferry"): page("ferry")})
    post.pages |= {name: sitemap(post) for name in DAYS}
    post.pages["/sitemap.xml"] = index(post, *DAYS)
    post.pages[DAYS[-1]] = sitemap(post, "bridge")
    return post


def index(post: Site, *names: str) -> Any:
    named = "".join(f"<sitemap><loc>{post.base}{name}</loc></sitemap>" for name in names)
    return versioned(f"<sitemapindex>{named}</sitemapindex>", f"index {len(names)}", XML)


def sitemap(post: Site, *topics: str) -> Any:
    named = "".join(f"<url><loc>{post.base}{path(topic)}</loc></url>" for topic in topics)
    return versioned(f"<urlset>{named}</urlset>", f"of {' '.join(topics)}", XML)


@pytest.mark.slow
@deferred_f_from_coro_f
async def test_todays_sitemap_is_read_each_time_and_each_other_one_in_its_turn(
    site: Callable[..., Site], crawl: Any, monkeypatch: Any
) -> None:
    monkeypatch.setattr(frontier, "MAX_SITEMAPS", 13)  # the index itself is one
    post = archive(site)
    first = await crawl(NewsSpider, SHARED_STORE, sites=post.base)
    assert [item.title for item in first.items] == ["The bridge"]
    post.pages[DAYS[-1]] = sitemap(post, "bridge", "ferry")
    second = await crawl(NewsSpider, SHARED_STORE, sites=post.base)
    assert [item.title for item in second.items] == ["The ferry"]
    assert "/sitemap.xml" in post.unchanged
    for _ in range(6):
        await crawl(NewsSpider, SHARED_STORE, sites=post.base)
    assert set(DAYS) <= set(post.paths())
    assert post.paths().count(DAYS[-1]) == 8


@pytest.mark.slow
@deferred_f_from_coro_f
async def test_what_an_index_leads_to_is_forgotten_with_it_and_no_earlier(
    site: Callable[..., Site], crawl: Any, tmp_path: Path
) -> None:
    post = archive(site)
    await crawl(NewsSpider, SHARED_STORE, sites=post.base)
    between = datetime.now(timezone.utc)
    await crawl(NewsSpider, SHARED_STORE, sites=post.base)
    await forget(between)
    post.pages[DAYS[-1]] = sitemap(post, "bridge", "ferry")
    third = await crawl(NewsSpider, SHARED_STORE, sites=post.base)
    assert "The ferry" in [item.title for item in third.items]
    assert post.unchanged.count("/sitemap.xml") == 2
    await forget(datetime.now(timezone.utc))
    with closing(sqlite3.connect(tmp_path / "memory.sqlite")) as memory:
        assert memory.execute("SELECT count(*) FROM urls").fetchone() == (0,)
        assert memory.execute("SELECT site FROM site_memory").fetchall() == [(url_key(post.base),)]


@deferred_f_from_coro_f
async def test_what_an_earlier_boilerspider_kept_of_an_index_is_read(site: Callable[..., Site], crawl: Any) -> None:
    post = archive(site)
    await crawl(NewsSpider, SHARED_STORE, sites=post.base)
    store = open_store(SHARED_STORE["BOILERSPIDER_STORE"])
    await store.open()
    await forget_chosen(store, [], asyncio.sleep)
    index = f"{post.base}/sitemap.xml"
    await store.note(Visit(index, UrlOutcome.SOURCE, datetime.now(timezone.utc), f'"index {len(DAYS)}"'))
    await store.remember_site(f"children of {index}", json.dumps([[post.base + DAYS[-1], "sitemap"]]).encode())
    await store.close()
    post.pages[DAYS[-1]] = sitemap(post, "bridge", "ferry")
    post.hits.clear()
    second = await crawl(NewsSpider, SHARED_STORE, sites=post.base)
    assert post.unchanged == ["/sitemap.xml"]
    assert [item.title for item in second.items] == ["The ferry"]
    assert [each for each in post.paths() if each in DAYS] == [DAYS[-1]]


async def forget(before: datetime) -> None:
    """Forget what is older, as `TTL_DAYS` does."""
    store = open_store(SHARED_STORE["BOILERSPIDER_STORE"])
    await store.open()
    await forget_older(store, before, asyncio.sleep)
    await store.close()


@deferred_f_from_coro_f
async def test_an_index_that_names_nothing_any_more_leads_to_nothing(site: Callable[..., Site], crawl: Any) -> None:
    post = site({"/": front(), path("bridge"): page("bridge")})
    post.pages["/days.xml"] = sitemap(post, "bridge")
    post.pages["/sitemap.xml"] = index(post, "/days.xml")
    await crawl(NewsSpider, SHARED_STORE, sites=post.base)
    assert "/days.xml" in post.paths()
    post.pages["/sitemap.xml"] = index(post)
    await crawl(NewsSpider, {**SHARED_STORE, "BOILERSPIDER_RECHECK": "0"}, sites=post.base)
    post.hits.clear()
    await crawl(NewsSpider, SHARED_STORE, sites=post.base)
    assert post.unchanged[-1] == "/sitemap.xml"
    assert "/days.xml" not in post.paths()
