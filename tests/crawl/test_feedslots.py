"""Files of feeds: two feeds are not one file, and each makes its folder in time."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from loopback import Site, page
from reader import Reader, feed, lines
from scrapy import Spider
from scrapy.exporters import JsonLinesItemExporter
from scrapy.extensions.feedexport import FeedExporter
from scrapy.utils.defer import deferred_f_from_coro_f
from scrapy.utils.test import get_crawler

from boilerspider.crawl.feedslots import refuse_shared

LINES = {"format": "jsonlines"}


def slots(*uris: str) -> list[Any]:
    crawler = get_crawler(Spider, {"FEEDS": dict.fromkeys(uris, LINES)})
    crawler.spider = Spider("own")
    exporter = FeedExporter.from_crawler(crawler)
    exporter.open_spider(crawler.spider)
    return exporter.slots


@pytest.mark.parametrize(
    "other", ["./a-own.jsonl", "file:a-own.jsonl", "d/../a-own.jsonl", "{here}/a-own.jsonl", "a-%(name)s.jsonl"]
)
def test_two_names_of_one_file_are_refused(other: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    second = other.format(here=tmp_path)
    with pytest.raises(SystemExit) as caught:
        refuse_shared(slots("b.jsonl", "a-own.jsonl", second))
    assert str(caught.value).startswith(f"boilerspider: feeds a-own.jsonl and {second} are one file; name another")


@pytest.mark.parametrize(
    "uris", [("a.jsonl", "d/a.jsonl", "a.csv"), ("ftp://h/a.jsonl", "a.jsonl"), ("/dev/null", "//dev/null")]
)
def test_other_files_and_devices_may_be_fed_together(uris: tuple[str, ...]) -> None:
    refuse_shared(slots(*uris))


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="needs two names of one pipe")
def test_a_pipe_may_be_fed_under_two_names() -> None:
    ends = os.pipe()
    refuse_shared(slots(f"/dev/fd/{ends[1]}", f"/proc/self/fd/{ends[1]}"))
    for end in ends:
        os.close(end)


@pytest.mark.parametrize("path", ["d/../out.jsonl", "d/e/out.jsonl"])
@deferred_f_from_coro_f
async def test_no_item_is_lost_to_a_folder_that_is_yet_to_be(path: str, site: Callable[..., Site], crawl: Any) -> None:
    post = site({f"/{n}": page(f"bridge number {n}", count=4 + 20 * n) for n in range(3)})
    outcome = await crawl(Reader, feed(path), urls=[post.url(f"/{n}") for n in range(3)])
    assert outcome.count("store/confirmed") == 3 == len(lines(path))


@deferred_f_from_coro_f
async def test_another_crawl_may_make_the_folder_meanwhile(
    site: Callable[..., Site], crawl: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = os.mkdir

    def make_after_another(path: Any, *args: Any, **more: Any) -> None:
        if str(path) == "d":
            make(path)
        make(path, *args, **more)

    monkeypatch.setattr(os, "mkdir", make_after_another)
    outcome = await crawl(Reader, feed("d/out.jsonl"), urls=[site({"/": page("bridge")}).url("/")])
    assert outcome.count("store/confirmed") == 1 == len(lines("d/out.jsonl"))


@deferred_f_from_coro_f
async def test_a_batch_that_cannot_be_opened_ends_the_crawl(site: Callable[..., Site], crawl: Any) -> None:
    Path("2.jsonl").mkdir()
    post = site({f"/{n}": page(f"bridge number {n}", count=4 + 20 * n) for n in range(4)})
    settings = feed("%(batch_id)d.jsonl", batch_item_count=2)
    outcome = await crawl(Reader, settings, urls=[post.url(f"/{n}") for n in range(4)])
    assert outcome.stats["finish_reason"] == "feed_failed"
    assert outcome.count("store/confirmed") == 2 == len(lines("1.jsonl"))


def as_lines(file: Any, **options: Any) -> JsonLinesItemExporter:
    """What makes an exporter may be a function, too."""
    return JsonLinesItemExporter(file, **options)


@deferred_f_from_coro_f
async def test_functions_make_exporters_of_feeds_that_are_watched_as_any_other(
    site: Callable[..., Site], crawl: Any
) -> None:
    post = site({f"/{n}": page(f"bridge number {n}", count=4 + 20 * n) for n in range(3)})
    feeds = {"a.one": {"format": "one"}, "b.one": {"format": "one"}, "c.jsonl": LINES}
    settings = {"FEED_EXPORTERS": {"one": as_lines}, "FEEDS": feeds}
    outcome = await crawl(Reader, {**feed("a.one"), **settings}, urls=[post.url(f"/{n}") for n in range(3)])
    assert outcome.count("store/confirmed") == 3
    assert [len(lines(name)) for name in feeds] == [3, 3, 3]
