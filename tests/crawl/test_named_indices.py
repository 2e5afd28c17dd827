"""Indices of sitemaps that were named, read whole wherever else is looked for stories; whole crawls against servers on loopback."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from loopback import Site
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.spiders.news import NewsSpider
from tests.crawl.posts import SHARED_STORE, TOPICS, asked, path, posted


@pytest.mark.parametrize("where", ["none", "feeds", "links", "sitemaps", "auto"])
@deferred_f_from_coro_f
async def test_an_index_is_read_whole(site: Callable[..., Site], crawl: Any, where: str) -> None:
    post = posted(site)
    outcome = await crawl(NewsSpider, SHARED_STORE, sitemaps=post.url("/sitemap.xml"), discover=where)
    assert len(outcome.items) == len(TOPICS)
    assert asked(post) == sorted(["/news.xml", "/sitemap.xml", *map(path, TOPICS)])


@deferred_f_from_coro_f
async def test_an_index_that_has_not_changed_still_leads_to_its_sitemaps(site: Callable[..., Site], crawl: Any) -> None:
    post = posted(site)
    for _ in range(2):
        asked(post)
        await crawl(NewsSpider, SHARED_STORE, sitemaps=post.url("/sitemap.xml"), discover="none")
    assert asked(post) == ["/news.xml", "/sitemap.xml"]


@deferred_f_from_coro_f
async def test_an_index_of_a_sites_file_is_read_whole(site: Callable[..., Site], crawl: Any, tmp_path: Path) -> None:
    post = posted(site)
    (tmp_path / "sites.toml").write_text(f'[[site]]\nsitemaps = "{post.url("/sitemap.xml")}"\n', encoding="utf-8")
    outcome = await crawl(NewsSpider, SHARED_STORE, sites="sites.toml", discover="links")
    assert len(outcome.items) == len(TOPICS)


@pytest.mark.parametrize("where", ["feeds", "links"])
@deferred_f_from_coro_f
async def test_those_of_robots_txt_are_not(site: Callable[..., Site], crawl: Any, where: str) -> None:
    post = posted(site)
    post.pages["/robots.txt"] = (200, {"Content-Type": "text/plain"}, f"Sitemap: {post.url('/sitemap.xml')}".encode())
    await crawl(NewsSpider, SHARED_STORE, sites=post.base, discover=where)
    assert "/sitemap.xml" not in post.paths()
