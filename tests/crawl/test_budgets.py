"""Sites that have their own rules, their share of a crawl, or no answer."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from loopback import Site, page
from scrapy import Request, Spider
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.crawl import budgets
from boilerspider.spiders.news import NewsSpider

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
    monkeypatch.setattr(budgets, "FIRST_PAUSE", 0.1)
    dead = site({f"/{n}": (500, {}, b"") for n in range(30)})
    well = site({f"/{n}": page("bridge") for n in range(30)}, "127.0.0.2")
    urls = [each.url(f"/{n}") for n in range(30) for each in (dead, well)]
    settings = {**OURS, "CONCURRENT_REQUESTS_PER_DOMAIN": 2}
    outcome = await crawl(Asking, settings, urls=urls)
    assert len(outcome.items) == 30
    in_hand = 2 * 2  # what `FairQueue` gives of a host
    most = budgets.FAILURES_IN_A_ROW + (in_hand - 1) + budgets.MOST_PAUSES * in_hand
    assert budgets.FAILURES_IN_A_ROW + budgets.MOST_PAUSES <= len(dead.hits) <= most < 30
    assert outcome.stats["NotNow"] == 30 - len(dead.hits)
    assert outcome.count("sites/given_up") == 1
    (why,) = [text for name, text in outcome.stats.items() if name.startswith("boilerspider/failing/127.0.0.1")]
    assert "failures in a row, the last one: status 500" in why
    assert [record.message for record in caplog.records if record.message == f"127.0.0.1: {why}"]


@pytest.mark.slow
@deferred_f_from_coro_f
async def test_why_a_host_without_an_answer_is_given_up_is_told_in_words(
    site: Callable[..., Site], crawl: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(budgets, "FIRST_PAUSE", 0.01)
    silent = site({}).base.replace("127.0.0.1", "127.0.0.3")  # nobody listens there
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
    monkeypatch.setattr(budgets, "FIRST_PAUSE", 0.3)
    failures = budgets.FAILURES_IN_A_ROW + 2  # two are under way when the pause begins
    answers = [(500, {}, b"")] * failures
    flaky = site({f"/{n}": lambda: answers.pop() if answers else page("bridge") for n in range(10)})
    settings = {**OURS, "CONCURRENT_REQUESTS_PER_DOMAIN": 1}
    outcome = await crawl(Asking, settings, urls=[flaky.url(f"/{n}") for n in range(10)])
    assert len(outcome.items) == 10 - failures
    gaps = [later - sooner for (sooner, _), (later, _) in pairwise(flaky.hits)]
    assert max(gaps) >= 0.25
    assert outcome.count("sites/given_up") == 0
