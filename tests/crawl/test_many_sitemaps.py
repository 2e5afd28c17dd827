"""An index that names more sitemaps than a crawl reads; whole crawls against a server on loopback."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from loopback import Site, page
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.spiders import frontier
from boilerspider.spiders.news import NewsSpider
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
