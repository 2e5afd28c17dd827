"""Sitemaps that lead to more than a host has to be asked for a while; whole crawls against a server on loopback."""

from __future__ import annotations

import signal
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from loopback import Site, page
from scrapy import Request, Spider
from scrapy.exceptions import CloseSpider
from scrapy.http import Response
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.crawl import queue
from boilerspider.spiders.news import NewsSpider
from boilerspider.spiders.priorities import FAILED_BEFORE
from tests.crawl.crews import until
from tests.crawl.posts import SHARED_STORE, front
from tests.spiders.crawls import articles, begin

MAPS, EACH, ENOUGH = 8, 6, 4
"""Sitemaps, stories in each, and how many may wait while a sitemap is asked."""

OURS = {
    **SHARED_STORE,
    "SCHEDULER_PRIORITY_QUEUE": "boilerspider.crawl.queue.FairQueue",
    "SCHEDULER_MEMORY_QUEUE": "boilerspider.crawl.packed.PackedQueue",
    "CONCURRENT_REQUESTS_PER_DOMAIN": 1,
}
XML = {"Content-Type": "application/xml"}


def story(number: int, place: int) -> str:
    return f"/2026/11/the-council-of-town-{number}-wants-bridge-{place}-back"


def archive(site: Callable[..., Site], answer: Callable[[int, int], Any]) -> Site:
    """A newspaper with an index of sitemaps, each with stories of its own; `answer` gives a story's page."""
    post = site({"/": front()})
    names = [f"/map-{number}.xml" for number in range(MAPS)]
    named = "".join(f"<sitemap><loc>{post.base}{name}</loc></sitemap>" for name in names)
    post.pages["/sitemap.xml"] = 200, XML, f"<sitemapindex>{named}</sitemapindex>".encode()
    for number, name in enumerate(names):
        stories = "".join(f"<url><loc>{post.base}{story(number, place)}</loc></url>" for place in range(EACH))
        post.pages[name] = 200, XML, f"<urlset>{stories}</urlset>".encode()
        post.pages |= {story(number, place): answer(number, place) for place in range(EACH)}
    return post


def of_its_own(number: int, place: int) -> str:
    return page(f"{chr(97 + number)}{'bridge' * (place % 3 + 1)}{chr(97 + place)}")


def waiting(paths: list[str]) -> list[int]:
    """How many stories waited, by the sitemaps that were read, whenever another one was asked."""
    counts, left = [], 0
    for path in paths:
        if path.startswith("/map-"):
            counts.append(left)
            left += EACH
        elif "/2026/" in path:
            left -= 1
    return counts


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """A host has enough to do with a few requests."""
    monkeypatch.setattr(queue, "ENOUGH", ENOUGH)


class Plain(Spider):
    """A spider of a project's own, that asks for some pages behind others."""

    name = "plain"

    def parse(self, response: Response) -> Iterator[Request]:
        for number in range(6):
            yield response.follow(f"/low-{number}", self.nothing, priority=FAILED_BEFORE)
            yield response.follow(f"/{number}", self.nothing)

    def nothing(self, response: Response) -> None:
        """That is all."""


@deferred_f_from_coro_f
async def test_low_priorities_of_other_spiders_are_those_of_scrapy(site: Callable[..., Site], crawl: Any) -> None:
    names = [*map(str, range(6)), *(f"low-{number}" for number in range(6))]
    post = site({"/": "<html></html>", **{f"/{name}": "<html></html>" for name in names}})
    await crawl(Plain, {**OURS, "CONCURRENT_REQUESTS": 1}, start_urls=[post.base])
    asked = [path for path in post.paths() if path not in ("/", "/robots.txt")]
    assert len(asked) == 12
    assert ["low" in path for path in asked] == [False] * 6 + [True] * 6


@pytest.mark.slow
@pytest.mark.usefixtures("few")
@deferred_f_from_coro_f
async def test_a_sitemap_waits_while_enough_waits(site: Callable[..., Site], crawl: Any) -> None:
    post = archive(site, of_its_own)
    outcome = await crawl(NewsSpider, OURS, sites=post.base)
    assert len({item.url for item in outcome.items}) == MAPS * EACH
    assert set(Counter(post.paths()).values()) == {1}
    # Two may be asked at once, and what is with the downloader waits no more.
    assert max(waiting(post.paths())) <= ENOUGH + 2 * EACH


@pytest.mark.slow
@deferred_f_from_coro_f
async def test_where_much_waits_of_all_hosts_each_has_little_and_none_has_nothing(
    site: Callable[..., Site], crawl: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "MUCH", 2 * EACH)
    monkeypatch.setattr(queue, "FEW", 1)
    posts = [archive(lambda pages, host=host: site(pages, host), of_its_own) for host in ("127.0.0.1", "127.0.0.2")]
    settings = {**OURS, "BOILERSPIDER_DEDUP_SCOPE": "site"}
    outcome = await crawl(NewsSpider, settings, sites=",".join(post.base for post in posts))
    assert len({item.url for item in outcome.items}) == len(outcome.items) == 2 * MAPS * EACH
    for post in posts:
        assert set(Counter(post.paths()).values()) == {1}
        # One sitemap at once, but for those that were asked before much waited; and what is with the downloader waits no more.
        assert max(waiting(post.paths())) <= 3 * EACH


@pytest.mark.slow
@deferred_f_from_coro_f
async def test_where_not_much_waits_sitemaps_come_before_stories(site: Callable[..., Site], crawl: Any) -> None:
    post = archive(site, of_its_own)
    outcome = await crawl(NewsSpider, OURS, sites=post.base)
    assert len(outcome.items) == MAPS * EACH
    assert waiting(post.paths())[-1] > ENOUGH + 2 * EACH


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("dead", ["forbidden", "not found", "fails now and then"])
@deferred_f_from_coro_f
async def test_what_gives_nothing_takes_no_room_from_others(site: Callable[..., Site], crawl: Any, dead: str) -> None:
    """All but the stories of the last sitemap give nothing, in each crawl anew; that one is read all the same."""

    def answer(number: int, place: int) -> Any:
        if number == MAPS - 1 or (dead == "fails now and then" and place % 3 == 0):
            return of_its_own(number, place)
        return {"not found": (404, {}, b""), "fails now and then": (503, {}, b"")}.get(dead, "")

    post = archive(site, answer)
    rules = "".join(f"Disallow: /2026/11/the-council-of-town-{number}\n" for number in range(MAPS - 1))
    post.pages["/robots.txt"] = 200, {"Content-Type": "text/plain"}, f"User-agent: *\n{rules}".encode()
    settings = {**OURS, "ROBOTSTXT_OBEY": dead == "forbidden"}
    outcome = await crawl(NewsSpider, settings, sites=post.base)
    assert {post.base + story(MAPS - 1, place) for place in range(EACH)} <= {item.url for item in outcome.items}


@pytest.mark.slow
def test_a_crawl_that_is_stopped_while_sitemaps_wait_goes_on(
    site: Callable[..., Site], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slowly(number: int, place: int) -> Callable[[], str]:
        def answer() -> str:
            time.sleep(0.1)
            return of_its_own(number, place)

        return answer

    post = archive(site, slowly)
    # The crawls' processes read it with their settings.
    (tmp_path / "small.py").write_text(
        f"from boilerspider.crawl import queue\nfrom settings.local import *\nqueue.ENOUGH = {ENOUGH}\n"
    )
    monkeypatch.setenv("SCRAPY_SETTINGS_MODULE", "small")
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}:{Path(queue.__file__).parents[2]}")
    named = ["-a", f"sites={post.base}", "-s", f"JOBDIR={tmp_path / 'job'}", "-s", "CONCURRENT_REQUESTS_PER_DOMAIN=1"]
    feed = tmp_path / "out.jsonl"
    first = begin(tmp_path, feed.name, *named)
    until(lambda: len(articles(feed)) >= EACH)
    first.send_signal(signal.SIGTERM)
    first.communicate()
    assert sum(path.startswith("/map-") for path in post.paths()) < MAPS
    second = begin(tmp_path, feed.name, *named)
    _, log = second.communicate()
    assert second.returncode == 0, log
    assert Counter(article["url"] for article in articles(feed)) == {
        post.base + story(number, place): 1 for number in range(MAPS) for place in range(EACH)
    }


class Handing(Spider):
    """Asks for pages, one of which brings something that no file can hold; ends after the first."""

    name = "handing"

    async def start(self) -> AsyncIterator[Any]:
        for number in range(MAPS):
            yield Request(f"{self.base}/{number}", self.parse, priority=-number)
        yield Request(f"{self.base}/held", self.parse, priority=1, cb_kwargs={"held": lambda: None})

    def parse(self, response: Response, held: object = None) -> None:
        raise CloseSpider("enough")


@deferred_f_from_coro_f
async def test_a_request_that_no_file_can_hold_keeps_no_crawl_from_going_on(
    site: Callable[..., Site], crawl: Any, tmp_path: Path
) -> None:
    post = site({f"/{number}": page(f"bridge {number}") for number in range(MAPS)})
    settings = {**OURS, "SCHEDULER": "boilerspider.crawl.ondisk.JobScheduler", "JOBDIR": str(tmp_path / "job")}
    for _ in range(MAPS + 1):
        await crawl(Handing, {**settings, "CONCURRENT_REQUESTS": 1}, base=post.base)
    assert {f"/{number}" for number in range(MAPS)} <= {*post.paths()}
