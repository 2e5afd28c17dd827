"""FEED_URI, which Scrapy still takes, names a feed as FEEDS does: it is checked, and it is the user's own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from loopback import Site, page
from reader import lines
from scrapy.settings import Settings
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.crawl.feedchecks import refuse_mistakes
from boilerspider.crawl.namedfeeds import named_feeds
from boilerspider.errors import BadConfiguration
from boilerspider.spiders.news import NewsSpider

pytestmark = pytest.mark.filterwarnings("ignore:The `FEED_URI` and `FEED_FORMAT` settings")


def test_both_settings_name_feeds() -> None:
    given = Settings({"FEED_URI": "a.csv", "FEED_FORMAT": "csv", "FEEDS": {"b.jsonl": {"indent": 0}}})
    assert named_feeds(given) == {"a.csv": {"format": "csv"}, "b.jsonl": {"indent": 0}}
    assert named_feeds(Settings()) == {}


def test_a_mistake_beside_feed_uri_is_refused() -> None:
    with pytest.raises(BadConfiguration, match=r"^feed a\.jsonl: unknown format 'jsonlinez'; did you mean 'jsonlines'"):
        refuse_mistakes(Settings({"FEED_URI": "a.jsonl", "FEED_FORMAT": "jsonlinez"}))


@deferred_f_from_coro_f
async def test_the_feed_of_feed_uri_is_the_only_one(site: Callable[..., Site], crawl: Any) -> None:
    post = site({"/1": page("bridge")})
    await crawl(NewsSpider, {"FEED_URI": "old.jsonl"}, urls=post.url("/1"), discover="none")
    assert len(lines("old.jsonl")) == 1
    assert [str(one) for one in Path().glob("*.jsonl")] == ["old.jsonl"]
