"""Long work of the spider leaves turns to the rest of the crawl; whole crawls against a server on loopback."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest
from loopback import Site, page
from scrapy.utils.asyncio import call_later
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.spiders.news import NewsSpider
from boilerspider.spiders.turns import PART, in_parts
from tests.crawl.posts import SHARED_STORE

PARTS = 4
XML = {"Content-Type": "application/xml"}


class Clock:
    """Counts the turns of the event loop."""

    turns = 0
    runs = True

    def tick(self) -> None:
        self.turns += 1
        if self.runs:
            call_later(0, self.tick)


@pytest.fixture
def clock() -> Iterator[Clock]:
    clock = Clock()
    yield clock
    clock.runs = False


def sitemap(site: Site, addresses: list[str]) -> Any:
    named = "".join(f"<url><loc>{site.base}{address}</loc></url>" for address in addresses)
    return 200, XML, f"<urlset>{named}</urlset>".encode()


@pytest.mark.slow
@pytest.mark.parametrize("form", ["/2026/11/the-council-wants-bridge-{}-back", "/story?id={}", "/amp/story-{}.html"])
@deferred_f_from_coro_f
async def test_a_large_sitemap_is_read_in_turns(site: Callable[..., Site], crawl: Any, clock: Clock, form: str) -> None:
    addresses = [form.format(number) for number in range(PARTS * PART)]
    post = site({"/robots.txt": "", addresses[-1]: page("bridge")})
    post.pages["/all.xml"] = sitemap(post, addresses)
    turns: list[int] = []

    class Watched(NewsSpider):
        async def parse_sitemap(self, response: Any) -> AsyncIterator[Any]:
            begun = clock.turns
            async for request in super().parse_sitemap(response):
                turns.append(clock.turns - begun)
                yield request

    clock.tick()
    outcome = await crawl(Watched, SHARED_STORE, sitemaps=post.url("/all.xml"))
    assert turns[0] >= PARTS
    assert sorted(post.paths()) == sorted(["/all.xml", *addresses])
    assert [item.title for item in outcome.items] == ["The bridge"]


@pytest.mark.parametrize("count", [0, 1, PART, 2 * PART + 1])
@deferred_f_from_coro_f
async def test_what_comes_in_parts_comes_whole(count: int) -> None:
    parts = [part async for part in in_parts(range(count))]
    assert [number for part in parts for number in part] == list(range(count))
    assert all(0 < len(part) <= PART for part in parts)
