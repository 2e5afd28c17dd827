"""Stories that answer with errors of their own, crawl after crawl; whole crawls against a server on loopback."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from loopback import Site, page
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.spiders.news import NewsSpider
from tests.crawl.posts import SHARED_STORE, TOPICS, Reply, asked, front, path, posted, versioned
from tests.crawl.test_clocks import move_clock

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
LATER = {**SHARED_STORE, "BOILERSPIDER_RECHECK": "3600"}
FERRY = path("ferry")
REFUSED: Reply = (403, {"Content-Type": "text/html"}, b"<h1>No</h1>")


@pytest.fixture
def post(site: Callable[..., Site]) -> Site:
    """A newspaper whose front page names no story, and none of whose sources changes."""
    running = posted(site)
    running.pages["/"] = front()
    return running


def failing(status: int) -> Reply:
    return (status, {"Content-Type": "text/html"}, b"<h1>No</h1>")


class Crawls:
    """Crawls of one site, some time apart."""

    def __init__(self, crawl: Any, post: Site, memory: Path) -> None:
        self._crawl, self._post, self._memory = crawl, post, memory

    async def after(self, wait: timedelta, settings: dict[str, Any] = LATER, **arguments: str) -> Any:
        if self._memory.exists():
            move_clock(self._memory, -wait)
        asked(self._post)
        return await self._crawl(NewsSpider, settings, **(arguments or {"sites": self._post.base}))

    async def asks(self, wait: timedelta, settings: dict[str, Any] = LATER, url: str = FERRY) -> int:
        await self.after(wait, settings)
        return self._post.paths().count(url)


@pytest.fixture
def crawls(crawl: Any, post: Site, tmp_path: Path) -> Crawls:
    return Crawls(crawl, post, tmp_path / "memory.sqlite")


@pytest.mark.parametrize("status", [400, 401, 402, 403, 451, 500])
@deferred_f_from_coro_f
async def test_they_are_asked_the_later_the_longer_they_fail_but_every_three_days(
    post: Site, crawls: Crawls, status: int
) -> None:
    post.pages[FERRY] = failing(status)
    times = [0 * HOUR, HOUR, 0.5 * HOUR, 0.7 * HOUR, 2 * HOUR, 0.5 * HOUR, 40 * DAY, 2.9 * DAY, 0.2 * DAY, 2.9 * DAY]
    assert [await crawls.asks(wait) for wait in times] == [1, 1, 0, 1, 0, 1, 1, 0, 1, 0]


@pytest.mark.parametrize("ages", ["", "0.001", "3600,86400"])
@deferred_f_from_coro_f
async def test_one_that_comes_back_is_had_though_nothing_that_leads_to_it_has_changed(
    post: Site, crawls: Crawls, ages: str
) -> None:
    settings = {**SHARED_STORE, "BOILERSPIDER_RECHECK": ages}
    whole, post.pages[FERRY] = post.pages[FERRY], REFUSED
    for wait in (0 * HOUR, HOUR):
        await crawls.after(wait, settings)
    post.pages[FERRY] = whole
    waiting = await crawls.after(0.5 * HOUR, settings)
    assert (waiting.items, waiting.count("known/waiting")) == ([], 1)
    found = await crawls.after(HOUR, settings)
    assert [item.title for item in found.items] == ["The ferry"]
    assert found.count("known/waiting") == 0


@deferred_f_from_coro_f
async def test_with_recheck_0_they_are_asked_each_time(post: Site, crawls: Crawls) -> None:
    post.pages[FERRY] = REFUSED
    always = {**SHARED_STORE, "BOILERSPIDER_RECHECK": "0"}
    assert [await crawls.asks(wait, always) for wait in (0 * HOUR, HOUR, 0.1 * HOUR)] == [1, 1, 1]


@deferred_f_from_coro_f
async def test_after_it_was_had_what_it_failed_before_counts_no_more(post: Site, crawls: Crawls) -> None:
    whole, post.pages[FERRY] = post.pages[FERRY], REFUSED
    assert [await crawls.asks(wait) for wait in (0 * HOUR, HOUR, 5 * HOUR)] == [1, 1, 1]
    post.pages[FERRY] = whole
    assert [item.title for item in (await crawls.after(7 * HOUR)).items] == ["The ferry"]
    post.pages[FERRY] = REFUSED
    # It is due after an hour; that once more it fails is a first time.
    assert [await crawls.asks(wait) for wait in (1.1 * HOUR, 0.1 * HOUR, 0.05 * HOUR)] == [1, 1, 0]


@deferred_f_from_coro_f
async def test_a_new_date_in_what_leads_to_it_asks_it_at_once(post: Site, crawls: Crawls) -> None:
    whole, post.pages[FERRY] = post.pages[FERRY], REFUSED
    assert [await crawls.asks(wait) for wait in (0 * HOUR, DAY, HOUR)] == [1, 1, 0]
    changed = datetime.now(timezone.utc) - 0.5 * HOUR
    urls = f"<urlset><url><loc>{post.url(FERRY)}</loc><lastmod>{changed.isoformat()}</lastmod></url></urlset>"
    post.pages |= {"/news.xml": versioned(urls, "dated", "application/xml"), FERRY: whole}
    assert [item.title for item in (await crawls.after(HOUR)).items] == ["The ferry"]


@pytest.mark.parametrize("status", [429, 502, 503, 504, 408])
@deferred_f_from_coro_f
async def test_what_may_pass_at_once_is_asked_by_each_crawl(post: Site, crawls: Crawls, status: int) -> None:
    post.pages[FERRY] = failing(status)
    assert [await crawls.asks(wait) for wait in (0 * HOUR, HOUR, 0.1 * HOUR, 0.1 * HOUR)] == [1, 1, 1, 1]


@deferred_f_from_coro_f
async def test_where_the_host_answers_nothing_no_story_is_to_blame(post: Site, crawls: Crawls) -> None:
    whole, post.pages = post.pages, dict.fromkeys(post.pages, REFUSED)
    for wait in (0 * HOUR, HOUR, HOUR):
        found = await crawls.after(wait, LATER, urls=post.url(FERRY))
        assert found.count("fetch/failed/403") == 1
    post.pages = whole
    assert len((await crawls.after(0.1 * HOUR)).items) == len(TOPICS)


@deferred_f_from_coro_f
async def test_crawls_with_cookies_ask_what_those_without_were_refused(post: Site, crawls: Crawls) -> None:
    post.pages[FERRY] = REFUSED
    without, with_cookies = ({**LATER, "COOKIES_ENABLED": on} for on in (False, True))
    assert [await crawls.asks(wait, without) for wait in (0 * HOUR, DAY, HOUR)] == [1, 1, 0]
    assert [await crawls.asks(wait, with_cookies) for wait in (HOUR, DAY, HOUR)] == [1, 1, 0]


@deferred_f_from_coro_f
async def test_what_failed_comes_behind_what_is_new(post: Site, crawls: Crawls) -> None:
    one_by_one = {**LATER, "CONCURRENT_REQUESTS": 1}
    stories = {path(topic): REFUSED for topic in TOPICS}
    post.pages |= stories
    await crawls.after(0 * HOUR, one_by_one)
    urls = "".join(
        f"<url><loc>{post.url(path(topic))}</loc></url>" for topic in ("bridge", "quarry", "museum", "ferry", "school")
    )
    post.pages |= {path(topic): page(topic) for topic in ("quarry", "museum")}
    post.pages["/sitemap.xml"] = versioned(f"<urlset>{urls}</urlset>", "more", "application/xml")
    post.pages["/rss.xml"] = (404, {}, b"")
    await crawls.after(HOUR, one_by_one)
    order = [each for each in post.paths() if each.startswith("/2026")]
    assert set(order[:2]) == {path("quarry"), path("museum")}
    assert set(order[2:]) == set(stories)


@deferred_f_from_coro_f
async def test_that_several_fail_is_one_line_at_the_end(
    post: Site, crawls: Crawls, caplog: pytest.LogCaptureFixture
) -> None:
    dead = [path(topic) for topic in ("dam", "kiln", "mill", "quay")]
    post.pages |= {"/": front(*dead), **dict.fromkeys(dead, REFUSED), dead[0]: failing(500)}
    told = [await crawls.after(wait) for wait in (0 * HOUR, HOUR, 0.1 * HOUR)]
    lines = [record.message for record in caplog.records if "though others answer" in record.message]
    expected = "4 stories failed (status 403: 3, status 500: 1) though others answer; they are asked ever more rarely, every 3 days at last: "
    assert len(lines) == 2
    assert all(expected in line for line in lines)
    assert [outcome.count("known/waiting") for outcome in told] == [0, 0, 4]


@deferred_f_from_coro_f
async def test_what_gave_no_page_before_it_was_had_may_do_so_for_a_day_again(post: Site, crawls: Crawls) -> None:
    due = {**SHARED_STORE, "BOILERSPIDER_RECHECK": "86400"}
    post.pages["/"] = front(FERRY)
    whole, post.pages[FERRY] = post.pages[FERRY], (200, {"Content-Type": "text/html"}, b"")
    await crawls.after(0 * HOUR, due)
    blank, post.pages[FERRY] = post.pages[FERRY], whole
    assert [item.title for item in (await crawls.after(HOUR, due)).items] == ["The ferry"]
    post.pages[FERRY] = blank
    assert [await crawls.asks(wait, due) for wait in (1.5 * DAY, HOUR, HOUR, 2 * DAY)] == [1, 1, 1, 1]
    assert await crawls.asks(HOUR, due) == 0
