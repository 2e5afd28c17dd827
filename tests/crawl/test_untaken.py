"""Articles that no feed takes are told of at the end: loudly where the feeds took nothing at all."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import pytest
from loopback import Site, page
from reader import Reader, feed
from scrapy.extensions.feedexport import ItemFilter
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.crawl.summary import ScreenSummary

COUNT = 4


class First(ItemFilter):
    """Wants one article."""

    def accepts(self, item: Any) -> bool:
        return str(item.url).endswith("/0")


class Other(Reader):
    """Yields something of its own beside each article."""

    def parse(self, response: Any) -> Any:
        yield response.meta["article"]
        yield {"price": 5}


@pytest.mark.parametrize(
    ("spider", "options", "untaken", "level"),
    [
        (Reader, {"item_classes": ["scrapy.Item"]}, COUNT, logging.WARNING),
        (Reader, {"item_filter": First}, COUNT - 1, logging.INFO),
        (Other, {"item_classes": [dict]}, COUNT, logging.INFO),
        (Reader, {}, 0, None),
    ],
)
@deferred_f_from_coro_f
async def test_articles_that_no_feed_takes_are_counted(
    *,
    spider: type[Reader],
    options: dict[str, Any],
    untaken: int,
    level: int | None,
    site: Callable[..., Site],
    crawl: Any,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    caplog.set_level(logging.INFO, "boilerspider.crawl.untaken")
    post = site({f"/{n}": page(f"bridge number {n}", count=4 + 20 * n) for n in range(COUNT)})
    settings = {**feed("out.jsonl", **options), "EXTENSIONS": {ScreenSummary: 960}}
    outcome = await crawl(spider, settings, urls=[post.url(f"/{n}") for n in range(COUNT)])
    assert outcome.count("store/confirmed") == COUNT
    assert outcome.count("articles/in_no_feed") == untaken
    told = [one for one in caplog.records if one.name == "boilerspider.crawl.untaken"]
    assert [(one.levelno, one.getMessage().partition(":")[0]) for one in told] == (
        [(level, f"{untaken} articles are in no feed")] if untaken else []
    )
    assert (f"in no feed:   {untaken} articles" in capsys.readouterr().err) == bool(untaken)


@deferred_f_from_coro_f
async def test_a_crawl_without_feeds_misses_none(site: Callable[..., Site], crawl: Any) -> None:
    outcome = await crawl(Reader, {}, urls=[site({"/": page("bridge")}).url("/")])
    assert (outcome.count("store/confirmed"), outcome.count("articles/in_no_feed")) == (1, 0)
