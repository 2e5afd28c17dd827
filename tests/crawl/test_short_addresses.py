"""Stories whose addresses look like those of sections; whole crawls against a server on loopback."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from loopback import Site, page
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.spiders.news import NewsSpider
from tests.crawl.posts import SHARED_STORE, versioned

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
