"""Sites that have their own rules, their share of a crawl, or no answer."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from loopback import Site, free_port, page
from scrapy import Request, Spider
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.crawl import budgets
from boilerspider.spiders.news import NewsSpider
from tests.crawl import pauses

OURS = {
    "SCHEDULER_PRIORITY_QUEUE": "boilerspider.crawl.queue.FairQueue",
    "ROBOTSTXT_OBEY": False,
    "DOWNLOADER_MIDDLEWARES": {"boilerspider.crawl.budgets.SiteBudgets": 45, "boilerspider.crawl.budgets.BackOff": 570},
    "EXTENSIONS": {"scrapy.extensions.throttle.AutoThrottle": None, "boilerspider.crawl.throttle.CrawlDelay": 0},
}


def newspaper(count: int) -> dict[str, Any]:
    paths = [f"/2026/11/neighbours-want-bridge-{n}-back" for n in range(count)]
    cards = "".join(f"<article><h3><a href='{path}'>Neighbours want a {path[-9:]}</a></h3></article>" for path in paths)
    pages = {path: page(f"bridge number {path[-6:-5]}x{hash(path) % 97}") for path in paths}
    return {"/": f"<html><body><main>{cards}</main></body></html>", **pages}


@deferred_f_from_coro_f
async def test_a_sites_file_rules_each_site(site: Callable[..., Site], crawl: Any, tmp_path: Path) -> None:
    slow, quick = site(newspaper(4)), site(newspaper(4), "127.0.0.2")
    (tmp_path / "sites.toml").write_text(
        f"""
        [[site]]
        start = "{slow.base}/"
        delay = 0.3
        extractor = "everything"
        include = "bridge-[012]"
        [[site]]
        start = "{quick.base}/"
        max_per_site = 3
        """
    )
    outcome = await crawl(NewsSpider, {**OURS, "BOILERSPIDER_DEDUP": "exact", "BOILERSPIDER_DEDUP_SCOPE": "site"},
                          sites="sites.toml", discover="links")  # fmt: skip
    assert slow.hits[-1][0] - slow.hits[0][0] > 0.25 * (len(slow.hits) - 1)
    stories = [path for path in slow.paths() if path.startswith("/2026")]
    assert sorted(path[-6] for path in stories) == ["0", "1", "2"]
    assert {item.extractor for item in outcome.items} == {"everything", "news"}
    assert len(quick.hits) == 3
    assert outcome.count("refused/over_budget") == 2
    assert outcome.count("sites/over_budget") == 1


@deferred_f_from_coro_f
async def test_a_sites_time_is_over(site: Callable[..., Site], crawl: Any) -> None:
    post = site(newspaper(6))
    settings = {**OURS, "DOWNLOAD_DELAY": 0.4, "CONCURRENT_REQUESTS_PER_DOMAIN": 1}
    outcome = await crawl(NewsSpider, settings, sites=post.base, discover="links", time_per_site="1")
    assert len(post.hits) < 7
    assert outcome.count("sites/over_budget") == 1


class Asking(Spider):
    name = "asking"
    urls: list[str]

    async def start(self) -> AsyncIterator[Any]:
        for url in self.urls:
            yield Request(url, errback=self.failed)

    def parse(self, response: Any) -> Any:
        yield {"url": response.url}

    def failed(self, failure: Any) -> None:
        self.crawler.stats.inc_value(type(failure.value).__name__)


@pytest.mark.slow
@deferred_f_from_coro_f
async def test_a_host_that_keeps_failing_is_given_up_and_the_others_are_not(
    site: Callable[..., Site], crawl: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    pauses.shorten(monkeypatch, 0.1)
    dead = site({path: (500, {}, b"") for path in ("/", *(f"/{n}" for n in range(30)))})
    well = site({f"/{n}": page("bridge") for n in range(30)}, "127.0.0.2")
    urls = [each.url(f"/{n}") for n in range(30) for each in (dead, well)]
    settings = {**OURS, "CONCURRENT_REQUESTS_PER_DOMAIN": 2}
    outcome = await crawl(Asking, settings, urls=urls)
    assert len(outcome.items) == 30
    in_hand = 2 * 2  # what `FairQueue` gives of a host
    most = budgets.FAILURES_IN_A_ROW + (in_hand - 1) + budgets.MOST_PAUSES * in_hand
    stories = [path for path in dead.paths() if path != "/"]
    assert budgets.FAILURES_IN_A_ROW + budgets.MOST_PAUSES <= len(stories) <= most < 30
    assert len(dead.hits) - len(stories) == budgets.MOST_PAUSES, "it is asked once whether it lives, and not each time"
    assert outcome.stats["GivenUp"] == 30 - len(stories)
    assert outcome.count("sites/given_up") == 1
    (why,) = [text for name, text in outcome.stats.items() if name.startswith("boilerspider/failing/127.0.0.1")]
    assert "failures in a row, the last one: status 500" in why
    assert [record.message for record in caplog.records if record.message == f"127.0.0.1: {why}"]


@pytest.mark.slow
@deferred_f_from_coro_f
async def test_a_crawl_of_a_host_whose_robots_txt_fails_too_ends(
    site: Callable[..., Site], crawl: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses.shorten(monkeypatch, 0.1)
    dead = site({path: (500, {}, b"") for path in ("/", "/robots.txt", "/sitemap.xml")})
    settings = {**OURS, "ROBOTSTXT_OBEY": True, "RETRY_TIMES": 6, "CLOSESPIDER_TIMEOUT": 60}
    outcome = await crawl(NewsSpider, settings, sites=dead.base)
    assert outcome.stats["finish_reason"] == "finished"
    assert not outcome.items


@pytest.mark.slow
@deferred_f_from_coro_f
async def test_why_a_host_without_an_answer_is_given_up_is_told_in_words(
    crawl: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses.shorten(monkeypatch, 0.01)
    silent = f"http://127.0.0.3:{free_port('127.0.0.3')}"  # nobody listens there
    settings = {**OURS, "RETRY_ENABLED": False, "CONCURRENT_REQUESTS_PER_DOMAIN": 1}
    outcome = await crawl(Asking, settings, urls=[f"{silent}/{n}" for n in range(30)])
    (why,) = [text for name, text in outcome.stats.items() if name.startswith("boilerspider/failing/127.0.0.3")]
    assert "refused" in why
    assert "Error" not in why
    assert not why.endswith(".")


@pytest.mark.slow
@deferred_f_from_coro_f
async def test_a_host_that_comes_back_is_one_like_all_others(
    site: Callable[..., Site], crawl: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses.shorten(monkeypatch, 0.3)
    failures = budgets.FAILURES_IN_A_ROW + 2  # two are under way when the pause begins
    answers = [(500, {}, b"")] * failures
    flaky = site({f"/{n}": lambda: answers.pop() if answers else page("bridge") for n in range(10)})
    settings = {**OURS, "CONCURRENT_REQUESTS_PER_DOMAIN": 1}
    outcome = await crawl(Asking, settings, urls=[flaky.url(f"/{n}") for n in range(10)])
    assert len(outcome.items) == 10 - failures
    gaps = [later - sooner for (sooner, _), (later, _) in pairwise(flaky.hits)]
    assert max(gaps) >= 0.25
    assert outcome.count("sites/given_up") == 0


DEAD = [f"/2019/05/council-wants-ferry-{n}-back" for n in range(40)]
ALIVE = [f"/2026/11/neighbours-want-{topic}-back" for topic in ("bridge", "school", "tunnel")]


IN_TURN = {
    **OURS,
    "SCHEDULER_MEMORY_QUEUE": "boilerspider.crawl.packed.PackedQueue",
    "CONCURRENT_REQUESTS_PER_DOMAIN": 2,
}
"""What a sitemap names is asked as it stands there."""


def with_dead_stories(status: int = 500, headers: dict[str, str] | None = None) -> dict[str, Any]:
    """A newspaper whose sitemap names many stories that fail for ever, and then some that nothing else leads to."""
    entries = "".join(f"<url><loc>{{0}}{path}</loc></url>" for path in (*DEAD, *ALIVE))
    return {
        "/": "<html><body><main><p>We have moved our archive</p></main></body></html>",
        "/sitemap.xml": f"<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>{entries}</urlset>",
        **{path: (status, headers or {}, b"") for path in DEAD},
        **{path: page(path.split("-")[2]) for path in ALIVE},
    }


def posted(site: Callable[..., Site], pages: dict[str, Any]) -> Site:
    post = site(pages)
    sitemap = pages["/sitemap.xml"].format(post.base).encode()
    post.pages["/sitemap.xml"] = 200, {"Content-Type": "application/xml"}, sitemap
    return post


@pytest.mark.slow
@deferred_f_from_coro_f
async def test_stories_that_fail_are_no_host_that_is_down(
    site: Callable[..., Site], crawl: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    pauses.shorten(monkeypatch, 0.1)
    post = posted(site, with_dead_stories())
    outcome = await crawl(NewsSpider, IN_TURN, sites=post.base)
    assert sorted(item.title for item in outcome.items) == ["The bridge", "The school", "The tunnel"]
    assert outcome.count("sites/given_up") == 0
    assert outcome.count("fetch/failed/500") == len(DEAD)
    assert sum(path in DEAD for path in post.paths()) == len(DEAD)
    assert 2 <= post.paths().count("/") <= 1 + len(DEAD) / (budgets.FAILURES_IN_A_ROW + 1)
    assert not [record for record in caplog.records if record.levelname == "WARNING" and "in a row" in record.message]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("place", "given_up"),
    [("/en/", 0), ("/", 1), ("/gone/", 1), ("/login/", 1), ("http://other.example/", 1)],
    ids=["to a front page", "to itself", "to what fails", "to what is closed", "to another site"],
)
@deferred_f_from_coro_f
async def test_a_front_page_that_leads_on_lives_as_what_it_leads_to(
    place: str, given_up: int, site: Callable[..., Site], crawl: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses.shorten(monkeypatch, 0.01)
    post = site({path: (500, {}, b"") for path in ("/gone/", *DEAD)})
    post.pages |= {"/": (301, {"Location": place}, b""), "/en/": page("county"), "/login/": (403, {}, b"")}
    outcome = await crawl(Asking, IN_TURN, urls=[post.url(path) for path in DEAD])
    assert outcome.count("sites/given_up") == given_up


@pytest.mark.slow
@pytest.mark.parametrize("throttled", [(429, {}), (503, {"Retry-After": "0"})])
@deferred_f_from_coro_f
async def test_a_host_that_says_it_is_asked_too_much_is_left_alone_whatever_it_answers_to(
    throttled: tuple[int, dict[str, str]], site: Callable[..., Site], crawl: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses.shorten(monkeypatch, 0.1)
    post = posted(site, with_dead_stories(*throttled))
    outcome = await crawl(NewsSpider, IN_TURN, sites=post.base)
    assert outcome.count("sites/given_up") == 1
    assert post.paths().count("/") == 1
    assert sum(path in DEAD for path in post.paths()) < len(DEAD)


@pytest.mark.slow
@deferred_f_from_coro_f
async def test_whether_a_host_lives_is_asked_as_its_robots_txt_allows(
    site: Callable[..., Site], crawl: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses.shorten(monkeypatch, 0.01)
    rules = (200, {"Content-Type": "text/plain"}, b"User-agent: *\nDisallow: /$\n")
    post = site({"/robots.txt": rules, "/": page("bridge"), **{f"/{n}": (500, {}, b"") for n in range(40)}})
    outcome = await crawl(Asking, {**IN_TURN, "ROBOTSTXT_OBEY": True}, urls=[post.url(f"/{n}") for n in range(40)])
    assert "/" not in post.paths()
    assert outcome.count("sites/given_up") == 1


@pytest.mark.slow
@deferred_f_from_coro_f
async def test_whether_a_host_lives_is_asked_out_of_its_share(
    site: Callable[..., Site], crawl: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses.shorten(monkeypatch, 0.1)
    post = posted(site, with_dead_stories())
    outcome = await crawl(NewsSpider, IN_TURN, sites=post.base, max_per_site="25")
    assert len(post.hits) == 25
    assert post.paths().count("/") > 1
    assert outcome.count("sites/over_budget") == 1


@pytest.mark.slow
@deferred_f_from_coro_f
async def test_a_host_that_goes_down_in_mid_crawl_is_given_up(
    site: Callable[..., Site], crawl: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses.shorten(monkeypatch, 0.1)
    post = posted(site, with_dead_stories())
    answers = [post.pages["/"]]
    post.pages["/"] = lambda: answers.pop() if answers else (500, {}, b"")
    outcome = await crawl(NewsSpider, IN_TURN, sites=post.base)
    assert outcome.count("sites/given_up") == 1
    assert post.paths().count("/") == 1 + budgets.MOST_PAUSES
    assert sum(path in DEAD for path in post.paths()) < len(DEAD)


RETRIED = {**IN_TURN, "RETRY_ENABLED": True}
"""Each failure is asked three times, as Scrapy does."""


@pytest.mark.slow
@deferred_f_from_coro_f
async def test_what_fails_is_not_retried_where_only_a_cached_front_page_answers(
    site: Callable[..., Site], crawl: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    pauses.shorten(monkeypatch, 0.1)
    caplog.set_level("INFO")
    post = posted(site, with_dead_stories(502))
    post.pages |= dict.fromkeys(ALIVE, (502, {}, b""))
    outcome = await crawl(NewsSpider, RETRIED, sites=post.base)
    stories = (*DEAD, *ALIVE)
    asked = [path for path in post.paths() if path in stories]
    assert set(asked) == set(stories), "a good one among them would be had"
    assert len(asked) < 2 * len(stories)
    assert outcome.count("fetch/failed/502") == len(stories)
    assert outcome.count("sites/given_up") == 0
    assert [each.message for each in caplog.records if "asked once in this crawl" in each.message]


@pytest.mark.slow
@deferred_f_from_coro_f
async def test_what_fails_is_retried_again_from_the_first_story_that_answers(
    site: Callable[..., Site], crawl: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses.shorten(monkeypatch, 0.1)
    late = ["/2026/11/neighbours-want-a-harbour-back", "/2026/11/neighbours-want-a-quarry-back"]
    well = {late[0]: page("harbour"), late[1]: [(502, {}, b""), page("quarry")]}
    post = site(dict.fromkeys(DEAD, (502, {}, b"")))
    post.pages |= {"/": page("county"), late[0]: well[late[0]], late[1]: lambda: well[late[1]].pop(0)}
    settings = {**RETRIED, "CONCURRENT_REQUESTS": 1, "RETRY_PRIORITY_ADJUST": 1}
    outcome = await crawl(Asking, settings, urls=[post.url(path) for path in (*DEAD, *late)])
    assert sum(path in DEAD for path in post.paths()) < 2 * len(DEAD)
    assert {item["url"] for item in outcome.items} == set(map(post.url, late))


@pytest.mark.slow
@deferred_f_from_coro_f
async def test_a_story_whose_host_is_too_busy_is_retried_whatever_others_do(
    site: Callable[..., Site], crawl: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    pauses.shorten(monkeypatch, 0.1)
    caplog.set_level("INFO")
    dead, late = DEAD[:12], "/2026/11/neighbours-want-a-harbour-back"
    answers = [(429, {}, b""), page("harbour")]
    post = site({**dict.fromkeys(dead, (502, {}, b"")), "/": page("county"), late: lambda: answers.pop(0)})
    settings = {**RETRIED, "CONCURRENT_REQUESTS": 1, "RETRY_PRIORITY_ADJUST": 1}
    outcome = await crawl(Asking, settings, urls=[post.url(path) for path in (*dead, late)])
    assert [each.message for each in caplog.records if "asked once in this crawl" in each.message]
    assert [item["url"] for item in outcome.items] == [post.url(late)]


@pytest.mark.slow
@deferred_f_from_coro_f
async def test_front_pages_and_sitemaps_are_retried_whatever_stories_do(
    site: Callable[..., Site], crawl: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses.shorten(monkeypatch, 0.1)
    post = posted(site, with_dead_stories(502))
    post.pages["/late.xml"] = (502, {}, b"")
    feed = f"<a href='{post.url('/late')}'>Late</a>"
    post.pages |= {"/": page("county", extra=feed)}
    urls = ",".join(post.url(path) for path in DEAD)
    await crawl(NewsSpider, RETRIED, sites=post.base, sitemaps=post.url("/late.xml"), urls=urls)
    assert post.paths().count("/late.xml") == 3
