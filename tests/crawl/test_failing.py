"""Stories that answer with errors of their own, crawl after crawl; whole crawls against a server on loopback."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from loopback import Site, page
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.spiders.news import NewsSpider
from tests.crawl.posts import SHARED_STORE, TOPICS, Reply, asked, front, path, posted, rss, versioned
from tests.crawl.test_clocks import move_clock

pytestmark = pytest.mark.slow

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
LATER = {**SHARED_STORE, "BOILERSPIDER_RECHECK": "3600"}
FERRY = path("ferry")
REFUSED: Reply = (403, {"Content-Type": "text/html"}, b"<h1>No</h1>")


@pytest.fixture
def post(site: Callable[..., Site]) -> Site:
    """A newspaper whose stories a sitemap alone names, which does not change."""
    running = posted(site)
    running.pages |= {"/": front(), "/rss.xml": (404, {}, b"")}
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
async def test_they_are_asked_the_later_the_longer_they_fail_but_once_a_day(
    post: Site, crawls: Crawls, status: int
) -> None:
    post.pages[FERRY] = failing(status)
    times = [0 * HOUR, HOUR, 0.5 * HOUR, 0.5 * HOUR, 1.5 * HOUR, 0.5 * HOUR, 40 * DAY, 0.8 * DAY, 0.2 * DAY, 0.8 * DAY]
    assert [await crawls.asks(wait) for wait in times] == [1, 1, 0, 1, 0, 1, 1, 0, 1, 0]


@pytest.mark.parametrize("source", ["/", "/rss.xml"])
@deferred_f_from_coro_f
async def test_what_a_feed_or_a_page_names_is_asked_by_each_crawl(post: Site, crawls: Crawls, source: str) -> None:
    named = {"/": front(FERRY), "/rss.xml": versioned(rss("ferry"), "feed", "application/rss+xml")}
    post.pages |= {source: named[source], FERRY: REFUSED}
    assert [await crawls.asks(wait) for wait in (0 * HOUR, DAY, HOUR, 0.1 * HOUR)] == [1, 1, 1, 1]


@deferred_f_from_coro_f
async def test_a_story_that_was_had_is_looked_at_again_at_its_ages_whether_it_fails_or_not(
    post: Site, crawls: Crawls
) -> None:
    settings = {**SHARED_STORE, "BOILERSPIDER_RECHECK": "86400"}
    post.pages["/rss.xml"] = versioned(rss("ferry"), "feed", "application/rss+xml")
    await crawls.after(0 * HOUR, settings)
    post.pages |= {
        "/rss.xml": versioned(rss(), "rolled", "application/rss+xml"),
        "/news.xml": (404, {}, b""),
        FERRY: REFUSED,
    }
    assert [await crawls.asks(wait, settings) for wait in (DAY, HOUR, 0.1 * HOUR)] == [1, 1, 1]
    post.pages[FERRY] = page("quarry").replace("The quarry", "The ferry")
    assert len((await crawls.after(0.1 * HOUR, settings)).items) == 1


@pytest.mark.parametrize(("date", "asks"), [("{:%Y-%m-%d}", 1), ("{:%Y-%m-%dT00:00:01+00:00}", 0)])
@deferred_f_from_coro_f
async def test_a_date_without_an_hour_is_the_whole_day(post: Site, crawls: Crawls, date: str, asks: int) -> None:
    post.pages[FERRY] = REFUSED
    for wait in (0 * HOUR, DAY):
        await crawls.after(wait)
    day = date.format(datetime.now(timezone.utc))
    urls = f"<urlset><url><loc>{post.url(FERRY)}</loc><lastmod>{day}</lastmod></url></urlset>"
    post.pages["/news.xml"] = versioned(urls, "dated", "application/xml")
    assert await crawls.asks(timedelta(seconds=1)) == asks


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
    early = {**SHARED_STORE, "BOILERSPIDER_RECHECK": "60"}
    whole, post.pages[FERRY] = post.pages[FERRY], REFUSED
    assert [await crawls.asks(wait, early) for wait in (0 * HOUR, HOUR, 5 * HOUR)] == [1, 1, 1]
    post.pages[FERRY] = whole
    assert [item.title for item in (await crawls.after(7 * HOUR, early)).items] == ["The ferry"]
    post.pages[FERRY] = REFUSED
    # That once more it fails, two days later, is a first time.
    urls = f"<urlset><url><loc>{post.url(FERRY)}</loc></url></urlset>"
    post.pages["/news.xml"] = versioned(urls, "shorter", "application/xml")
    assert [await crawls.asks(wait, early) for wait in (2 * DAY, HOUR, 0.5 * HOUR)] == [1, 1, 0]


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
    for wait in (0 * HOUR, HOUR):
        await crawls.after(wait, one_by_one)
    urls = "".join(
        f"<url><loc>{post.url(path(topic))}</loc></url>" for topic in ("bridge", "quarry", "museum", "ferry", "school")
    )
    post.pages |= {path(topic): page(topic) for topic in ("quarry", "museum")}
    post.pages["/sitemap.xml"] = versioned(f"<urlset>{urls}</urlset>", "more", "application/xml")
    await crawls.after(HOUR, one_by_one)
    order = [each for each in post.paths() if each.startswith("/2026")]
    assert set(order[:2]) == {path("quarry"), path("museum")}
    assert set(order[2:]) == set(stories)


FAIR = {
    **LATER,
    "SCHEDULER_PRIORITY_QUEUE": "boilerspider.crawl.queue.FairQueue",
    "DOWNLOADER_MIDDLEWARES": {"boilerspider.crawl.budgets.SiteBudgets": 45},
}


@pytest.mark.parametrize("source", ["/", "/rss.xml"])
@pytest.mark.parametrize("good", ["/rss.xml", "/news.xml", "/news/bridges"])
@deferred_f_from_coro_f
async def test_under_a_limit_what_keeps_failing_is_asked_but_keeps_no_other_story_from_being_had(
    post: Site, crawls: Crawls, source: str, good: str
) -> None:
    """Though the pages that name it are read first, and a page of links that leads to the others last."""
    dead = [f"dead{end}" for end in "abcdefghijkl"]
    post.pages |= {path(topic): REFUSED for topic in dead}
    paths = [path(topic) for topic in TOPICS]
    post.pages["/"] = front(*(map(path, dead) if source == "/" else ()), "/news/bridges")
    named = [*(dead if source == "/rss.xml" else ()), *(TOPICS if good == "/rss.xml" else ())]
    post.pages["/rss.xml"] = versioned(rss(*named), "feed", "application/rss+xml")
    post.pages["/news/bridges"] = front(*(paths if good == "/news/bridges" else ()))
    if good != "/news.xml":
        post.pages["/news.xml"] = (404, {}, b"")
    had, asks = set(), []
    for _ in range(4):
        found = await crawls.after(0.5 * HOUR, FAIR, sites=post.base, max_per_site="11")
        had |= {item.title for item in found.items}
        asks.append(sum("dead" in each for each in post.paths()))
    assert had == {f"The {topic}" for topic in TOPICS}
    assert all(asks)


DEAD = [path(topic) for topic in ("dam", "kiln", "mill", "quay")]
HOURS = r"\d{4}-\d\d-\d\d \d\d:\d\d UTC"


def map_of(post: Site, *paths: str) -> Reply:
    urls = "".join(f"<url><loc>{post.url(each)}</loc></url>" for each in paths)
    return versioned(f"<urlset>{urls}</urlset>", "dead", "application/xml")


@pytest.fixture
def dead(post: Site, caplog: pytest.LogCaptureFixture) -> Site:
    """A newspaper four of whose stories fail."""
    caplog.set_level("INFO")
    post.pages["/news.xml"] = map_of(post, *DEAD)
    post.pages |= {**dict.fromkeys(DEAD, REFUSED), DEAD[0]: failing(500)}
    return post


def lines(caplog: pytest.LogCaptureFixture, level: str) -> list[str]:
    """What was said of the site's failing stories at the end."""
    told = [record.message for record in caplog.records if record.levelname == level]
    caplog.clear()
    return [line.partition(": ")[2] for line in told if "others answer" in line and not line.startswith("Dumping")]


@deferred_f_from_coro_f
async def test_that_several_fail_or_wait_is_one_line_at_the_end(
    dead: Site, crawls: Crawls, caplog: pytest.LogCaptureFixture
) -> None:
    expected = "4 stories failed (status 403: 3, status 500: 1) though others answer; those that only sitemaps name (4) are asked ever more rarely, once a day at last: "
    for wait in (0 * HOUR, HOUR):
        found = await crawls.after(wait)
        (line,) = lines(caplog, "WARNING")
        assert line.startswith(expected)
        assert found.count("known/waiting") == 0
    waits = await crawls.after(0.1 * HOUR)
    assert waits.count("known/waiting") == len(DEAD)
    (line,) = lines(caplog, "INFO")
    told = r"4 stories wait \(status 403: 3, status 500: 1\), for they failed again and again though others answer, the first until "
    assert re.fullmatch(f"{told}{HOURS}: see what a browser shows there, .*", line)
    assert not any("/erring/" in name for name in waits.stats)


@deferred_f_from_coro_f
async def test_where_some_fail_while_others_wait_the_line_tells_of_both(
    dead: Site, crawls: Crawls, caplog: pytest.LogCaptureFixture
) -> None:
    for wait in (0 * HOUR, HOUR):
        await crawls.after(wait)
    dead.pages["/news.xml"] = map_of(dead, *DEAD, FERRY)
    dead.pages[FERRY] = REFUSED
    caplog.clear()
    await crawls.after(0.1 * HOUR)
    (line,) = lines(caplog, "WARNING")
    told = r"1 story failed \(status 403: 1\) though others answer, and 4 more wait, the first until "
    assert re.match(rf"{told}{HOURS}; those that only sitemaps name \(1\) are asked", line)
    assert lines(caplog, "INFO") == []


@deferred_f_from_coro_f
async def test_one_that_waits_and_was_asked_all_the_same_is_told_once(
    dead: Site, crawls: Crawls, caplog: pytest.LogCaptureFixture
) -> None:
    for wait in (0 * HOUR, HOUR):
        await crawls.after(wait)
    dead.pages["/"] = front(DEAD[0])
    caplog.clear()
    await crawls.after(0.1 * HOUR)
    (line,) = lines(caplog, "WARNING")
    assert line.startswith("1 story failed (status 500: 1) though others answer, and 3 more wait, ")


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


@pytest.mark.parametrize(
    "answer",
    [
        (204, {}, b""),
        (202, {"Content-Type": "text/html"}, b""),
        (200, {"Content-Type": "text/html"}, b""),
        (200, {"Content-Type": "application/json"}, b"{}"),
        (200, {"Content-Type": "application/pdf"}, b"%PDF-1.4"),
        (200, {"Content-Type": "image/png"}, b"\x89PNG"),
        (302, {"Location": "http://elsewhere.invalid/"}, b""),
    ],
    ids=["204", "202", "empty", "data", "pdf", "image", "elsewhere"],
)
@deferred_f_from_coro_f
async def test_after_any_answer_that_is_no_error_what_it_failed_before_counts_no_more(
    post: Site, crawls: Crawls, answer: Reply
) -> None:
    always = {**SHARED_STORE, "BOILERSPIDER_RECHECK": "60"}
    post.pages[FERRY] = REFUSED
    assert [await crawls.asks(wait, always) for wait in (0 * HOUR, HOUR)] == [1, 1]
    post.pages[FERRY] = answer
    assert await crawls.asks(2 * HOUR, always) == 1
    post.pages[FERRY] = REFUSED
    touched = post.pages["/news.xml"][2]
    for number, wait in enumerate((2 * HOUR, 0.5 * HOUR)):
        post.pages["/news.xml"] = versioned(touched.decode(), f"touched {number}", "application/xml")
        assert await crawls.asks(wait, always) == 1
