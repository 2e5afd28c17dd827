"""What a crawl leaves to a later one is counted, and told at its end; whole crawls against servers on loopback."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from loopback import Site
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.crawl.summary import ScreenSummary, Totals
from boilerspider.spiders.news import NewsSpider
from tests.crawl import pauses
from tests.crawl.test_budgets import DEAD, OURS, newspaper

SHOWN = {**OURS, "EXTENSIONS": {**OURS["EXTENSIONS"], ScreenSummary: 960}}
STORIES = 12


@pytest.fixture
def post(site: Callable[..., Site]) -> Site:
    """A newspaper whose front page names some stories."""
    return site(newspaper(STORIES))


def asked(post: Site) -> int:
    return sum(path.startswith("/2026") for path in post.paths())


@deferred_f_from_coro_f
async def test_what_a_budget_leaves_is_told(post: Site, crawl: Any, capsys: pytest.CaptureFixture[str]) -> None:
    outcome = await crawl(NewsSpider, SHOWN, sites=post.base, discover="links", max_per_site="5")
    left = STORIES - asked(post)
    assert outcome.count("left/over_budget") == left == STORIES - 4
    assert f"  left over:    {left} (over budget: {left})\n" in capsys.readouterr().err
    assert outcome.count("left/ended") == 0


@pytest.mark.slow
@deferred_f_from_coro_f
async def test_what_a_host_leaves_that_is_given_up_is_told(
    site: Callable[..., Site], crawl: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pauses.shorten(monkeypatch, 0.01)
    dead = site(dict.fromkeys(("/", *DEAD), (500, {}, b"")))
    outcome = await crawl(NewsSpider, {**SHOWN, "RETRY_ENABLED": True}, urls=",".join(map(dead.url, DEAD)))
    failed, left = outcome.count("fetch/failed/500"), outcome.count("left/given_up")
    assert left > 0
    assert failed + left == len(DEAD), "each is counted once"
    assert f"{left} (given up: {left})" in capsys.readouterr().err


@deferred_f_from_coro_f
async def test_what_waits_when_a_crawl_is_ended_is_told(
    post: Site, crawl: Any, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    settings = {**SHOWN, "CLOSESPIDER_PAGECOUNT": 4, "CONCURRENT_REQUESTS": 1}
    outcome = await crawl(NewsSpider, settings, sites=post.base, discover="links")
    left = STORIES - asked(post)
    assert outcome.count("left/ended") == left > 0
    assert f"  left over:    {left} (the crawl ended: {left})\n" in capsys.readouterr().err


@deferred_f_from_coro_f
async def test_what_an_earlier_part_of_a_crawl_left_is_told_too(post: Site, crawl: Any) -> None:
    settings = {**SHOWN, "CLOSESPIDER_PAGECOUNT": 3, "CONCURRENT_REQUESTS": 1, "JOBDIR": "job"}
    for _ in range(2):
        outcome = await crawl(NewsSpider, settings, sites=post.base, discover="links")
        assert outcome.count("left/ended") == STORIES - asked(post) > 0


@deferred_f_from_coro_f
async def test_nothing_is_left_by_a_crawl_that_comes_to_its_end(
    post: Site, crawl: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    outcome = await crawl(NewsSpider, SHOWN, sites=post.base, discover="links")
    assert not any("/left/" in name for name in outcome.stats)
    assert "left over" not in capsys.readouterr().err


def test_all_that_is_left_is_one_figure() -> None:
    stats = {f"boilerspider/left/{why}": count for why, count in (("given_up", 250), ("over_budget", 20), ("ended", 3))}
    assert Totals.of(stats).left == "273 (given up: 250, over budget: 20, the crawl ended: 3)"
    assert Totals.of({}).left == ""
