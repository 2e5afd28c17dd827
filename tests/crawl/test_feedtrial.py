"""Options that a feed's exporter does not take stop the crawl before anything is asked; what it takes is let through."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import forked
import pytest
from loopback import Site, page
from scrapy import Spider
from scrapy.extensions.feedexport import FeedExporter
from scrapy.utils.test import get_crawler

from boilerspider.crawl import outputs
from boilerspider.crawl.feedtrial import refuse_unfit

ROOT = Path(__file__).resolve().parents[2]


def tried(name: str, options: dict[str, Any]) -> None:
    settings = {"FEEDS": {name: options}, "FEED_EXPORTERS": dict(outputs.FEED_EXPORTERS)}
    crawler = get_crawler(Spider, settings)
    crawler.spider = Spider("own")
    exporter = FeedExporter.from_crawler(crawler)
    exporter.open_spider(crawler.spider)
    refuse_unfit(exporter.slots[0])


@pytest.mark.parametrize(
    ("name", "options", "told"),
    [
        *(
            (name, {"fields": 5}, "fields = 5 does")
            for name in ("a.jsonl", "a.json", "a.csv", "a.xml", "a.md", "a.pickle")
        ),
        *(
            (name, {"encoding": "base64"}, "encoding = 'base64' does")
            for name in ("a.jsonl", "a.json", "a.csv", "a.xml")
        ),
        *((name, {"encoding": ""}, "encoding = '' does") for name in ("a.jsonl", "a.json")),
        *((name, {"indent": "x", "encoding": "utf-8"}, "indent = 'x' does") for name in ("a.json", "a.xml")),
        ("a.csv", {"fields": ["ö"], "encoding": "ascii"}, "fields = ['ö'] does"),
        ("a.csv", {"fields": 5, "encoding": "base64"}, "encoding = 'base64' does"),
    ],
)
def test_the_option_that_does_not_fit_is_named(name: str, options: dict[str, Any], told: str) -> None:
    with pytest.raises(SystemExit, match=r"^boilerspider: feed ") as caught:
        tried(name, options)
    assert str(caught.value).startswith(f"boilerspider: feed {name}: {told} not fit format {name[2:]!r}: ")


@pytest.mark.parametrize(
    ("name", "options"),
    [
        *((name, {"encoding": ""}) for name in ("a.csv", "a.xml", "a.md")),
        *((name, {"indent": "x"}) for name in ("a.jsonl", "a.csv")),
        *((name, {"fields": ["title"]}) for name in ("a.jsonl", "a.csv", "a.xml", "a.md")),
        *(
            (name, {"fields": {"url": "link"}, "encoding": "utf-16", "indent": 2})
            for name in ("a.json", "a.csv", "a.xml")
        ),
        ("a.csv", {"fields": ["title"], "item_export_kwargs": {"quoting": csv.QUOTE_NONE, "escapechar": "?"}}),
    ],
)
def test_what_an_exporter_takes_is_let_through(name: str, options: dict[str, Any]) -> None:
    tried(name, options)


def test_fields_that_the_item_of_the_trial_lacks_are_no_mistake() -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    tried("a.parquet", {"fields": ["title"]})


@pytest.mark.parametrize(
    ("name", "options", "told"),
    [
        ("a.parquet", {"rows": 5}, "does not fit format 'parquet': there is no 'rows', only rows_a_group"),
        ("a.parquet", {"rows_a_group": "x"}, "rows_a_group = 'x': a whole number of at least 1 is needed"),
        ("a.parquet", {"rows_a_group": 0}, "rows_a_group = 0: a whole number of at least 1 is needed"),
        ("a.md", {"rows": 5}, "does not fit format 'md': "),
        ("a.jsonl", {"ensure": 5}, "does not fit format 'jsonl': "),
        ("a.csv", {"delimitr": ";"}, "does not fit format 'csv': "),
        ("a.csv", {"delimiter": ";"}, ""),
        ("a.parquet", {"rows_a_group": 5, "export_empty_fields": True}, ""),
    ],
)
def test_options_that_an_exporter_does_not_know_stop_the_crawl_before_it_asks(
    name: str, options: dict[str, Any], told: str, site: Callable[..., Site], tmp_path: Path
) -> None:
    post = site({"/": page("bridge")})
    feeds = {str(tmp_path / name): {"item_export_kwargs": options}}
    command = ["crawl", "news", "-a", f"urls={post.url('/')}", "-s", f"FEEDS={json.dumps(feeds)}"]
    done = forked.run(*command, "-s", "BOILERSPIDER_STORE=memory:", "--loglevel", "ERROR", cwd=ROOT)
    assert done.returncode == bool(told), done.stderr
    assert ("/" in post.paths()) != bool(told)
    assert not told or done.stderr.startswith(f"boilerspider: feed {tmp_path / name}: item_export_kwargs = {options} ")
    assert told in done.stderr
    assert "Traceback" not in done.stderr
