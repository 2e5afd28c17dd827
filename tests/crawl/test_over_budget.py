"""Stories that are over the limit of a site in a crawl, or still wait when it is ended, to which nothing leads any more; whole crawls against servers on loopback."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from loopback import Site, page
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.crawl import outages
from boilerspider.spiders.news import NewsSpider
from tests.crawl.posts import SHARED_STORE, asked, path
from tests.crawl.test_budgets import OURS
from tests.crawl.test_due import NEWS

pytestmark = pytest.mark.slow

LIMIT, NO_LIMIT = 8, 100
BEFORE, AFTER = NEWS[:10], NEWS[10:20]
"""Stories that the feed names in the first crawl, and in the second one: of each more than the limit."""
ONE_BY_ONE = {**OURS, **SHARED_STORE, "CONCURRENT_REQUESTS_PER_DOMAIN": 1}


class Fed:
    """A post and a feed on another host, which leads to its stories by a third one or at once."""

    def __init__(self, site: Callable[..., Site], crawl: Any, *, is_direct: bool) -> None:
        self._post, self._shelf, self._hop, self._crawl = site({}), site({}), site({}), crawl
        self._leading = self._post if is_direct else self._hop

    async def crawl(self, *topics: str, limit: int = LIMIT, most: int = 0, **settings: Any) -> set[str]:
        """The topics that are had in a crawl in which the feed names these."""
        self._hop.pages |= {path(topic): (302, {"Location": self._post.url(path(topic))}, b"") for topic in topics}
        self._post.pages |= {path(topic): page(topic) for topic in topics}
        links = "".join(f"<item><title>{it}</title><link>{self._leading.url(path(it))}</link></item>" for it in topics)
        feed = f"<rss><channel>{links}</channel></rss>"
        self._shelf.pages["/rss.xml"] = (200, {"Content-Type": "application/rss+xml"}, feed.encode())
        given = {"feeds": self._shelf.url("/rss.xml"), "discover": "feeds", "max_per_site": str(limit)}
        given |= {"max_articles": str(most)} if most else {}
        found = await self._crawl(NewsSpider, {**ONE_BY_ONE, **settings}, **given)
        return {item.title.removeprefix("The ") for item in found.items}

    def asked(self) -> set[str]:
        """The paths of the post that were asked since the last time."""
        return {*asked(self._post)}


@pytest.fixture(params=[True, False], ids=["at once", "by a link service"])
def fed(site: Callable[..., Site], crawl: Any, request: pytest.FixtureRequest) -> Fed:
    return Fed(site, crawl, is_direct=request.param)


@deferred_f_from_coro_f
async def test_they_are_had_by_the_next_crawl_though_the_feed_has_moved_on(fed: Fed) -> None:
    had = await fed.crawl(*BEFORE)
    assert len(had) == LIMIT
    assert await fed.crawl() == {*BEFORE} - had


@deferred_f_from_coro_f
async def test_they_have_their_turn_though_news_fill_the_limit(fed: Fed) -> None:
    left = {*BEFORE} - await fed.crawl(*BEFORE)
    had = await fed.crawl(*AFTER)
    assert len(had) == LIMIT
    assert had & left


@deferred_f_from_coro_f
async def test_they_come_before_those_that_were_had(fed: Fed) -> None:
    left = {*BEFORE} - await fed.crawl(*BEFORE)
    assert await fed.crawl(limit=len(left), BOILERSPIDER_RECHECK="0.001") == left


@deferred_f_from_coro_f
async def test_of_very_many_some_are_kept(fed: Fed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outages, "MOST_LEFT", 1)
    left = {*BEFORE} - await fed.crawl(*BEFORE)
    had = await fed.crawl()
    assert len(had) == 1
    assert had < left


@deferred_f_from_coro_f
async def test_so_are_those_that_wait_when_a_crawl_is_ended(fed: Fed) -> None:
    had = await fed.crawl(*BEFORE, limit=NO_LIMIT, CLOSESPIDER_ITEMCOUNT=3)
    assert len(had) < len(BEFORE)
    assert await fed.crawl(*AFTER, limit=NO_LIMIT) == {*BEFORE, *AFTER} - had


@deferred_f_from_coro_f
async def test_nothing_is_left_of_a_crawl_that_comes_to_its_end(fed: Fed) -> None:
    assert await fed.crawl(*BEFORE, limit=NO_LIMIT) == {*BEFORE}
    assert await fed.crawl(limit=NO_LIMIT) == set()


@deferred_f_from_coro_f
async def test_what_waits_in_a_jobdir_is_left_to_the_part_that_goes_on(fed: Fed) -> None:
    job = {"JOBDIR": "job", "CONCURRENT_REQUESTS_PER_DOMAIN": 4, "DOWNLOAD_DELAY": 0.2}
    had = await fed.crawl(*BEFORE, limit=NO_LIMIT, CLOSESPIDER_ITEMCOUNT=1, **job)
    assert len(had) < len(BEFORE)
    assert await fed.crawl(limit=NO_LIMIT) == set()
    assert await fed.crawl(limit=NO_LIMIT, **job) == {*BEFORE} - had


@deferred_f_from_coro_f
async def test_so_are_those_that_answer_when_there_are_enough(fed: Fed) -> None:
    had = await fed.crawl(*BEFORE, limit=NO_LIMIT, most=3, CONCURRENT_REQUESTS_PER_DOMAIN=8)
    assert len(had) == 3
    assert await fed.crawl(limit=NO_LIMIT) == {*BEFORE} - had


@deferred_f_from_coro_f
async def test_the_part_that_goes_on_asks_what_answered_when_there_were_enough(fed: Fed) -> None:
    job = {"JOBDIR": "job", "CONCURRENT_REQUESTS_PER_DOMAIN": 8}
    had = await fed.crawl(*BEFORE, limit=NO_LIMIT, most=3, **job)
    assert await fed.crawl(limit=NO_LIMIT, **job) == {*BEFORE} - had


@deferred_f_from_coro_f
async def test_they_leave_every_other_turn_to_those_that_were_had(fed: Fed) -> None:
    had = await fed.crawl(*BEFORE, limit=NO_LIMIT, CLOSESPIDER_ITEMCOUNT=3)
    fed.asked()
    found = await fed.crawl(*AFTER, limit=NO_LIMIT, CLOSESPIDER_ITEMCOUNT=9, BOILERSPIDER_RECHECK="0.001")
    assert found & ({*BEFORE} - had)
    assert not fed.asked().isdisjoint(map(path, had))
