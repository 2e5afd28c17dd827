"""What is begun without waiting for it is done when the crawl ends, and its failures are told."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from loopback import Site, page
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.crawl.asked import Asked
from boilerspider.crawl.background import Background
from boilerspider.crawl.nodesk import desk_of
from boilerspider.crawl.outages import Nothing, Tried
from boilerspider.crawl.owners import Way
from boilerspider.spiders.news import NewsSpider
from boilerspider.stores import Visit, open_store
from boilerspider.stores.sqlite.store import SqliteStore
from tests.crawl.posts import SHARED_STORE, Reply, asked

LATE_S = 0.3
"""For how long a note goes on when the spider has closed: several times what its desk leaves to connections. Ours."""

MOST_S = 30.0
"""By when a story is noted on a busy machine. Ours."""

FERRY = "/2026/11/neighbours-want-a-ferry-back"
FORMER = [f"/2026/10/the-ferry-by-its-former-name-{number}" for number in range(5)]


@deferred_f_from_coro_f
async def test_redirects_are_noted_however_long_the_store_takes(
    site: Callable[..., Site], crawl: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_known, is_closed, note = threading.Event(), asyncio.Event(), SqliteStore.note

    class Closing(NewsSpider):
        def closed(self, reason: str) -> None:
            is_closed.set()

    async def late(self: SqliteStore, *visits: Visit) -> None:
        if any(visit.url.endswith(tuple(FORMER)) for visit in visits):
            await is_closed.wait()
            await asyncio.sleep(LATE_S)
        await note(self, *visits)
        if any(visit.url.endswith(FERRY) for visit in visits):
            is_known.set()

    def moved() -> Reply:
        is_known.wait(MOST_S)
        return 301, {"Location": FERRY}, b""

    monkeypatch.setattr(SqliteStore, "note", late)
    post = site({FERRY: page("ferry"), **dict.fromkeys(FORMER, moved)})
    urls = "".join(f"<url><loc>{post.url(path)}</loc></url>" for path in (FERRY, *FORMER))
    post.pages["/news.xml"] = (200, {"Content-Type": "application/xml"}, f"<urlset>{urls}</urlset>".encode())
    given = {"sitemaps": post.url("/news.xml"), "discover": "sitemaps"}
    first = await crawl(Closing, SHARED_STORE, **given)
    assert [item.url for item in first.items] == [post.url(FERRY)]
    assert asked(post) == sorted([FERRY, *FORMER, "/news.xml"])
    await crawl(NewsSpider, SHARED_STORE, **given)
    assert asked(post) == ["/news.xml"]


@deferred_f_from_coro_f
async def test_what_comes_to_nothing_in_the_background_is_noted(site: Callable[..., Site], crawl: Any) -> None:
    is_closed, lost = asyncio.Event(), "https://a.test/2026/11/lost"

    class Closing(NewsSpider):
        async def start(self) -> AsyncIterator[Any]:
            desk_of(self.crawler).background.start(self.lose())
            async for request in super().start():
                yield request

        async def lose(self) -> None:
            await is_closed.wait()
            await asyncio.sleep(LATE_S)
            tried = Tried(Way((lost,), ("a.test",)), was_had=False, why="500")
            await desk_of(self.crawler).outages.nothing(tried, [Nothing(Asked((lost,)))])

        def closed(self, reason: str) -> None:
            is_closed.set()

    await crawl(Closing, SHARED_STORE, urls=site({FERRY: page("ferry")}).url(FERRY))
    store = open_store(SHARED_STORE["BOILERSPIDER_STORE"], durable=False)
    await store.open()
    assert [*await store.recall([lost])] == [lost]
    await store.close()


@deferred_f_from_coro_f
async def test_failures_are_told_and_what_work_has_begun_is_waited_for(caplog: pytest.LogCaptureFixture) -> None:
    background, done = Background(), []

    async def further() -> None:
        await asyncio.sleep(LATE_S)
        done.append("further")

    async def failing() -> None:
        await asyncio.sleep(0)
        background.start(further())
        raise RuntimeError("as none may")

    background.start(failing())
    await background.done()
    assert done == ["further"]
    assert "RuntimeError: as none may" in caplog.text
