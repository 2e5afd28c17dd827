"""What an archive crawl says of records that are known, and of those that its arguments pass over; whole crawls over archives."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from loopback import Site, page
from reader import Reader
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.crawl.summary import ScreenSummary
from boilerspider.spiders.archive import ArchiveSpider
from boilerspider.spiders.shard import Shard
from tests.crawl.posts import TOPICS, path
from tests.crawl.test_named import warnings

ARCHIVE = "warc/*.warc.gz"
SQLITE = {
    "BOILERSPIDER_STORE": "sqlite:memory.sqlite",
    "FEEDS": {"out.jsonl": {"format": "jsonlines"}},
    "EXTENSIONS": {ScreenSummary: 960},
}


async def keep(site: Callable[..., Site], crawl: Any) -> Site:
    """An archive of a newspaper's stories."""
    post = site({path(topic): page(topic) for topic in TOPICS})
    await crawl(Reader, {"BOILERSPIDER_WARC_DIR": "warc"}, urls=[post.url(path(topic)) for topic in TOPICS])
    return post


@deferred_f_from_coro_f
async def test_how_many_records_are_known_is_told(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level("INFO")
    await keep(site, crawl)
    await crawl(ArchiveSpider, SQLITE, warc=ARCHIVE)
    capsys.readouterr()
    again = await crawl(ArchiveSpider, SQLITE, warc=ARCHIVE)
    assert (again.count("archives/known"), again.count("known/skipped")) == (1, len(TOPICS))
    screen = capsys.readouterr().err
    assert "  not asked:    3 known addresses\n  not opened:   1 archive read before\n" in screen
    assert "was read before, and its pages (3) are known; -a fresh=1 reads it again" in caplog.text
    assert "ms a page; known: 3" in caplog.text
    assert not warnings(caplog)


@deferred_f_from_coro_f
async def test_records_that_are_known_one_by_one_are_told_as_the_file_is(site: Callable[..., Site], crawl: Any) -> None:
    await keep(site, crawl)
    await crawl(ArchiveSpider, SQLITE, warc=ARCHIVE)
    (file,) = Path().glob(ARCHIVE)
    file.rename("warc/other.warc.gz")
    counts = []
    for _ in range(2):
        outcome = await crawl(ArchiveSpider, SQLITE, warc=ARCHIVE)
        counts.append((outcome.count("archives/known"), outcome.count("known/skipped")))
    assert counts == [(0, len(TOPICS)), (1, len(TOPICS))]


@pytest.mark.parametrize("given", [{"lang": "de"}, {"include": "/sport/"}, {"shard": "EMPTY"}])
@deferred_f_from_coro_f
async def test_what_the_arguments_pass_over_is_told(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture, given: dict[str, str]
) -> None:
    post = await keep(site, crawl)
    ((name, value),) = given.items()
    if name == "shard":
        value = f"{next(number for number in (1, 2) if not Shard(number, 2).mine([post.base]))}/2"
    outcome = await crawl(ArchiveSpider, SQLITE, warc=ARCHIVE, **{name: value})
    assert not outcome.items
    (line,) = warnings(caplog)
    assert line.startswith(f"no article is left: {name}={value} passed over 3 (")
    assert outcome.count(f"passed_over/{'pages' if name == 'lang' else 'addresses'}/{name}") == 3


@deferred_f_from_coro_f
async def test_that_no_page_is_wanted_is_told_again(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    await keep(site, crawl)
    for _ in range(2):
        await crawl(ArchiveSpider, SQLITE, warc=ARCHIVE, include="/sport/")
    assert caplog.text.count("was read before, and no page of it is wanted; -a fresh=1 reads it again") == 1
