"""Sitemaps that name more than their site can be asked in one crawl; whole crawls against a server on loopback."""

from __future__ import annotations

import asyncio
import signal
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from loopback import Site, page
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.crawl import downloads, queue, room
from boilerspider.discovery import cutting
from boilerspider.spiders.news import NewsSpider
from tests.crawl.crews import until
from tests.crawl.posts import SHARED_STORE, front
from tests.spiders.crawls import articles, begin

pytestmark = pytest.mark.slow

STORIES, LOW = 40, 5
PIECE_BYTES = 600
"""Of some five stories."""

PARCELS = "boilerspider.spiders.parcels.Parcels"
OURS = {
    **SHARED_STORE,
    "DOWNLOADER_MIDDLEWARES": {PARCELS: 530},
    "SCHEDULER_PRIORITY_QUEUE": "boilerspider.crawl.queue.FairQueue",
    "SCHEDULER_MEMORY_QUEUE": "boilerspider.crawl.packed.PackedQueue",
    "CONCURRENT_REQUESTS_PER_DOMAIN": 1,
    # Scrapy takes so many of a spider's requests, and as many again, before they are in the queue.
    "CONCURRENT_ITEMS": 1,
    # A sitemap that waits as it was sent would keep everything else.
    "SCRAPER_SLOT_MAX_ACTIVE_SIZE": 6_000,
}


def story(number: int, of: str = "all") -> str:
    return f"/2026/11/the-council-wants-bridge-{of}-{number}-back"


def day(number: int) -> str:
    """Every seventh story is the day after the one seven before, so that days are all over the sitemap."""
    return f"2026-10-{1 + number * 7 % 31:02}"


def sitemap(post: Site, numbers: range, of: str = "all", *, dated: bool = True) -> Any:
    entries = (
        f"<url><loc>{post.base}{story(number, of)}</loc>{f'<lastmod>{day(number)}</lastmod>' if dated else ''}</url>"
        for number in numbers
    )
    headers = {"Content-Type": "application/xml", "ETag": f'"{of} {numbers}"'}
    return 200, headers, f"<urlset>{chr(10).join(entries)}</urlset>".encode()


def of_its_own(number: int) -> str:
    return page(f"{chr(97 + number % 26)}{'bridge' * (number // 26 + 1)}{chr(97 + number % 23)}")


def archive(site: Callable[..., Site], host: str = "127.0.0.1") -> Site:
    """A newspaper with one large sitemap."""
    post = site({"/": front()}, host)
    post.pages["/sitemap.xml"] = sitemap(post, range(STORIES))
    post.pages |= {story(number): of_its_own(number) for number in range(STORIES)}
    return post


class Watched(NewsSpider):
    """Counts what waits when a story is read."""

    async def parse_article(self, response: Any, **kwargs: Any) -> AsyncIterator[Any]:
        self.crawler.stats.max_value("waiting", len(self.crawler.engine.scheduler))
        async for each in super().parse_article(response, **kwargs):
            yield each


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is large, and what is little, is so with a few stories."""
    monkeypatch.setattr(cutting, "PIECE_BYTES", PIECE_BYTES)
    monkeypatch.setattr("boilerspider.gzips.PIECE_BYTES", PIECE_BYTES // 4)
    monkeypatch.setattr(room, "LOW", LOW)
    monkeypatch.setattr(room, "_LOOK_S", 0.01)


def stories(post: Site) -> list[str]:
    return [path for path in post.paths() if path.startswith("/2026/")]


@deferred_f_from_coro_f
async def test_no_more_of_a_sitemap_waits_than_its_host_needs(site: Callable[..., Site], crawl: Any) -> None:
    post = archive(site)
    outcome = await crawl(Watched, OURS, sites=post.base)
    assert len(outcome.items) == STORIES
    assert set(Counter(post.paths()).values()) == {1}
    assert outcome.stats["waiting"] < LOW + 10


@deferred_f_from_coro_f
async def test_where_nothing_makes_parcels_a_sitemap_is_read_at_once(site: Callable[..., Site], crawl: Any) -> None:
    post = archive(site)
    outcome = await crawl(Watched, {**OURS, "DOWNLOADER_MIDDLEWARES": {}}, sites=post.base)
    assert len(outcome.items) == STORIES
    assert outcome.stats["waiting"] > STORIES // 2


@deferred_f_from_coro_f
async def test_the_newest_come_first(site: Callable[..., Site], crawl: Any) -> None:
    post = archive(site)
    numbers = sorted(range(STORIES), key=day)  # the oldest first, as many have it
    post.pages["/sitemap.xml"] = sitemap(post, numbers)  # type: ignore[arg-type]
    await crawl(NewsSpider, OURS, sites=post.base)
    asked = [day(int(path.split("-")[-2])) for path in stories(post)]
    newest = sorted(asked, reverse=True)
    # Two are on their way into the queue at a time (`CONCURRENT_ITEMS`), and either may be there first.
    assert all(one in newest[max(at - 1, 0) : at + 2] for at, one in enumerate(asked)), asked


@deferred_f_from_coro_f
async def test_a_sitemap_that_was_not_read_to_its_end_is_read_again_and_nothing_else(
    site: Callable[..., Site], crawl: Any
) -> None:
    post = archive(site)
    first = await crawl(NewsSpider, {**OURS, "CLOSESPIDER_ITEMCOUNT": 8}, sites=post.base)
    assert 8 <= len(first.items) < STORIES // 2
    second = await crawl(NewsSpider, OURS, sites=post.base)
    assert post.unchanged == []
    assert len(first.items) + len(second.items) == STORIES
    assert Counter(stories(post)) == {story(number): 1 for number in range(STORIES)}
    third = await crawl(NewsSpider, OURS, sites=post.base)
    assert third.items == []
    assert post.unchanged == ["/sitemap.xml"]


@deferred_f_from_coro_f
async def test_no_site_waits_for_anothers_archive_nor_news_for_an_archive_beside_them(
    site: Callable[..., Site], crawl: Any
) -> None:
    posts = [archive(site, host) for host in ("127.0.0.1", "127.0.0.2")]
    for post in posts:
        post.pages["/robots.txt"] = "".join(
            f"Sitemap: {post.base}/{name}.xml\n" for name in ("sitemap", "older", "news")
        )
        post.pages["/older.xml"] = sitemap(post, range(20), "older")
        post.pages["/news.xml"] = sitemap(post, range(3), "news")
    # What is kept of all four archives counts as little, whichever comes first; as they were sent they would count as too much.
    settings = {**OURS, "SCRAPER_SLOT_MAX_ACTIVE_SIZE": 12_000}
    await crawl(NewsSpider, settings, sites=",".join(post.base for post in posts))
    for post in posts:
        paths = post.paths()
        assert paths.index("/news.xml") < paths.index(stories(post)[STORIES // 2])
        assert len(set(stories(post))) == len(stories(post)) == STORIES + 20 + 3


@deferred_f_from_coro_f
async def test_a_host_of_whose_sitemaps_much_is_kept_asks_for_no_further_one(
    site: Callable[..., Site], crawl: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(downloads, "KEPT_OF_HOST", 100)
    monkeypatch.setattr(downloads, "_LEADING_AT_ONCE", 1)
    post = archive(site)
    post.pages["/robots.txt"] = f"Sitemap: {post.base}/sitemap.xml\nSitemap: {post.base}/older.xml\n"
    post.pages["/older.xml"] = sitemap(post, range(20), "older")
    await crawl(NewsSpider, OURS, sites=post.base)
    paths = post.paths()
    first, second = sorted(map(paths.index, ("/sitemap.xml", "/older.xml")))
    assert sum("/2026/" in path for path in paths[first:second]) > 10
    assert len(set(stories(post))) == len(stories(post)) == STORIES + 20


@deferred_f_from_coro_f
async def test_sitemaps_that_the_user_names_wait_too(
    site: Callable[..., Site], crawl: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(downloads, "KEPT_OF_HOST", 100)
    monkeypatch.setattr(downloads, "_LEADING_AT_ONCE", 1)
    post = archive(site)
    post.pages["/older.xml"] = sitemap(post, range(20), "older")
    await crawl(NewsSpider, OURS, sitemaps=f"{post.base}/sitemap.xml,{post.base}/older.xml")
    paths = post.paths()
    first, second = sorted(map(paths.index, ("/sitemap.xml", "/older.xml")))
    assert sum("/2026/" in path for path in paths[first:second]) > 10
    assert len(set(stories(post))) == len(stories(post)) == STORIES + 20


@deferred_f_from_coro_f
async def test_sitemaps_that_are_kept_do_not_keep_scrapy_from_asking(site: Callable[..., Site], crawl: Any) -> None:
    post = archive(site)
    names = [f"of-{number}" for number in range(8)]  # more than SCRAPER_SLOT_MAX_ACTIVE_SIZE has room for
    post.pages["/robots.txt"] = "".join(f"Sitemap: {post.base}/{name}.xml\n" for name in names)
    for name in names:
        post.pages[f"/{name}.xml"] = sitemap(post, range(20), name)
    await asyncio.wait_for(crawl(NewsSpider, OURS, sites=post.base), 60)
    assert len(set(stories(post))) == len(stories(post)) == 8 * 20


def test_a_crawl_that_is_stopped_amid_a_sitemap_goes_on(
    site: Callable[..., Site], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slowly(number: int) -> Callable[[], str]:
        def answer() -> str:
            time.sleep(0.1)
            return of_its_own(number)

        return answer

    post = archive(site)
    post.pages |= {story(number): slowly(number) for number in range(STORIES)}
    # The crawls' processes read it with their settings.
    (tmp_path / "small.py").write_text(
        "from boilerspider import gzips\nfrom boilerspider.crawl import room\nfrom boilerspider.discovery import cutting\n"
        "from settings.local import *\n"
        f"cutting.PIECE_BYTES, gzips.PIECE_BYTES, room.LOW = {PIECE_BYTES}, {PIECE_BYTES // 4}, {LOW}\n"
    )
    monkeypatch.setenv("SCRAPY_SETTINGS_MODULE", "small")
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}:{Path(queue.__file__).parents[2]}")
    named = ["-a", f"sites={post.base}", "-s", f"JOBDIR={tmp_path / 'job'}", "-s", "CONCURRENT_REQUESTS_PER_DOMAIN=1"]
    named += ["-s", "CONCURRENT_ITEMS=1"]
    feed = tmp_path / "out.jsonl"
    first = begin(tmp_path, feed.name, *named)
    until(lambda: len(articles(feed)) >= STORIES // 4)
    begun = time.monotonic()
    first.send_signal(signal.SIGTERM)
    first.communicate()
    assert time.monotonic() - begun < 10
    assert len(articles(feed)) < STORIES
    second = begin(tmp_path, feed.name, *named)
    _, log = second.communicate()
    assert second.returncode == 0, log
    assert Counter(article["url"] for article in articles(feed)) == {
        post.base + story(number): 1 for number in range(STORIES)
    }
    assert set(Counter(stories(post)).values()) == {1}
