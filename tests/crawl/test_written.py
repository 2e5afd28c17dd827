"""The screen's summary names the files that were written, and nothing else is left of a feed that got no item."""

from __future__ import annotations

import errno
import re
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

import pytest
from loopback import Site, page
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.crawl import delivery, feedfile
from boilerspider.crawl.summary import ScreenSummary
from boilerspider.spiders.news import NewsSpider

COUNT = 6
LINES = {"format": "jsonlines"}


class Refusing:
    """A storage that stores nothing."""

    def __init__(self, uri: str, *, feed_options: dict[str, Any] | None = None) -> None:
        self.path = Path("refused")

    def open(self, spider: Any) -> Any:
        return self.path.open("wb")

    def store(self, file: Any) -> None:
        file.close()
        raise RuntimeError("no room")


@pytest.mark.parametrize(
    ("feeds", "named"),
    [
        ({"out/%(site)s/%(day)s.jsonl": LINES}, [r"out/127\.0\.0\.1_\d+/\d{4}-\d\d-\d\d\.jsonl"]),
        ({"out/a-%(time)s.csv": {}, "b.xml": {}}, [r"out/a-\d{4}-\d\d-\d\dT[\d+-]+\.csv", r"b\.xml"]),
        ({"out/%(batch_id)d.jsonl": {"batch_item_count": 1}}, [rf"out/ \({COUNT} files\)"]),
        ({"%(batch_id)d.jsonl": {"batch_item_count": 3}}, [r"1\.jsonl", r"2\.jsonl"]),
        ({"%(batch_id)d.jsonl": {"batch_item_count": 1}}, [rf"\./ \({COUNT} files\)"]),
        ({"x.jsonl": {"store_empty": False, "item_classes": ["scrapy.Item"]}, "y.jsonl": {}}, [r"y\.jsonl"]),
        ({"refusing://host/a.jsonl": {}, "y.jsonl": {}}, [r"y\.jsonl"]),
        ({"table://u:s3cr3t@h/d?batch=%(batch_id)d": {**LINES, "batch_item_count": 3}}, [r"table://h/d \(2 batches\)"]),
        ({"folder:out?by=day": {"format": "markdown"}}, [r"folder:out\?by=day"]),
        ({"folder:out/%(site)s": {"format": "markdown"}}, [r"folder:out/127\.0\.0\.1_\d+"]),
        ({"a?b=%(batch_id)d.jsonl": {"batch_item_count": 3}}, [r"a\?b=1\.jsonl", r"a\?b=2\.jsonl"]),
    ],
)
@deferred_f_from_coro_f
async def test_the_files_that_were_written_are_named(
    feeds: dict[str, Any],
    named: list[str],
    site: Callable[..., Site],
    crawl: Any,
    capsys: pytest.CaptureFixture[str],
) -> None:
    post = site({f"/{n}": page(f"bridge number {n}", count=4 + 20 * n) for n in range(COUNT)})
    storages = {"refusing": Refusing, "table": Taking}
    settings = {"FEEDS": feeds, "FEED_STORAGES": storages, "EXTENSIONS": {ScreenSummary: 960}, "LOG_ENABLED": False}
    await crawl(NewsSpider, settings, urls=",".join(post.url(f"/{n}") for n in range(COUNT)))
    told = re.findall(r"^  feed: +(.*)$", capsys.readouterr().err, re.MULTILINE)
    assert len(told) == len(named), told
    assert all(re.fullmatch(name, one) for name, one in zip(named, told, strict=True)), told
    assert not list(Path().rglob("others"))


class Taking(Refusing):
    """A storage that forgets what it is given."""

    def store(self, file: Any) -> None:
        file.close()


@pytest.mark.parametrize(("error", "named"), [(OSError(errno.ENOSPC, "full"), True), (FileNotFoundError(), False)])
@deferred_f_from_coro_f
async def test_a_feed_that_broke_is_named_where_some_articles_are_in_it(
    error: OSError,
    *,
    named: bool,
    site: Callable[..., Site],
    crawl: Any,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def write_out(file: IO[bytes], *, durable: bool) -> None:
        feedfile.write_out(file, durable=durable)
        if len(Path("out.jsonl").read_bytes().splitlines()) > 1:
            raise error

    monkeypatch.setattr(delivery, "write_out", write_out)
    post = site({f"/{n}": page(f"bridge number {n}", count=4 + 20 * n) for n in range(COUNT)})
    settings = {"FEEDS": {"out.jsonl": {}}, "EXTENSIONS": {ScreenSummary: 960}, "CONCURRENT_REQUESTS": 1}
    outcome = await crawl(NewsSpider, settings, urls=",".join(post.url(f"/{n}") for n in range(COUNT)))
    assert outcome.count("store/confirmed") == 1
    assert ("feed:         out.jsonl" in capsys.readouterr().err) == named
