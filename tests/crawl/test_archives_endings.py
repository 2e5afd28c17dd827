"""Archives that were not written to their end, wherever they break off."""

from __future__ import annotations

import gzip
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest
from loopback import page
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.crawl.archives import DamagedArchive, read_pages
from boilerspider.crawl.archives.endings import PIECE
from boilerspider.spiders.archive import ArchiveSpider
from tests.crawl.test_archives import MOST, SQLITE, answer, written

URLS = [f"https://a.example/2026/11/neighbours-want-a-{topic}-back" for topic in ("bridge", "ferry")]
LAST_LINES = 4
"""Bytes behind what a record has in it: two empty lines."""


def records(folder: Path, *, packed: bool = True) -> list[bytes]:
    """Two answers and their requests, as they stand in an archive."""
    content = [
        record
        for count, url in zip((8, 30), URLS, strict=True)
        for record in (("response", url, answer(page(url, count=count))), ("request", url, b"GET / HTTP/1.1\r\n\r\n"))
    ]
    return [written([record], folder / "one", packed=packed).read_bytes() for record in content]


def is_damaged(path: Path, content: bytes, most: int = MOST) -> bool:
    path.write_bytes(content)
    try:
        list(read_pages(path, most))
    except DamagedArchive:
        return True
    return False


@pytest.mark.parametrize("packed", [True, False], ids=["gzip", "plain"])
def test_wherever_a_record_is_cut_its_archive_is_damaged(tmp_path: Path, packed: bool) -> None:
    pieces = records(tmp_path, packed=packed)
    whole, ends = b"".join(pieces), [0, *accumulate(map(len, pieces))]
    spare = 0 if packed else LAST_LINES
    sizes = {*range(0, len(whole), 9), *(end + step for end in ends for step in range(-9, 10))}
    for size in sorted(size for size in sizes if 0 <= size <= len(whole)):
        is_whole = any(end - spare * (end > 0) <= size <= end for end in ends)
        assert is_damaged(tmp_path / "some.warc", whole[:size]) is not is_whole, (size, ends)


def test_what_stands_behind_the_last_page_is_looked_at_too(tmp_path: Path) -> None:
    """A large record that is passed over, and requests alone."""
    answers = records(tmp_path)
    noise = "".join(str(number**9) for number in range(PIECE // 5))
    large = written([("response", URLS[0], answer(f"<p>{noise}</p>"))], tmp_path / "one").read_bytes()
    assert len(large) > 2 * PIECE
    for content in (b"".join(answers) + large, b"".join(answers) + answers[1] * 2000):
        assert not is_damaged(tmp_path / "some.warc.gz", content, PIECE)
        for lost in (1, 9, len(answers[1]) - 5):
            assert is_damaged(tmp_path / "some.warc.gz", content[:-lost], PIECE)


@pytest.mark.parametrize("tail", [b"\0", b"\n", gzip.compress(b"", mtime=0), gzip.compress(b"\r\n", mtime=0)])
def test_padding_is_no_damage(tmp_path: Path, tail: bytes) -> None:
    assert not is_damaged(tmp_path / "some.warc.gz", b"".join(records(tmp_path)) + tail)


EMPTY = gzip.compress(b"", mtime=0)


@pytest.mark.parametrize("between", [EMPTY, EMPTY * 2], ids=["one", "two"])
def test_files_that_were_put_together_are_read_to_the_last(tmp_path: Path, between: bytes) -> None:
    pieces, path = records(tmp_path), tmp_path / "some.warc.gz"
    for content in (b"".join(pieces[:2]) + between + b"".join(pieces[2:]), between + between.join(pieces) + between):
        path.write_bytes(content)
        assert [found.url for found in read_pages(path, MOST)] == URLS
    assert is_damaged(path, content[: -len(between) - 20])


def test_a_record_that_is_none_behind_an_empty_member_ends_it(tmp_path: Path) -> None:
    content = b"".join(records(tmp_path)) + EMPTY + gzip.compress(b"WARC/1.1 but no more", mtime=0)
    is_damaged(tmp_path / "some.warc.gz", content)


@deferred_f_from_coro_f
async def test_an_archive_that_grows_is_read_on(crawl: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path, pieces = tmp_path / "some.warc.gz", records(tmp_path)
    path.write_bytes(b"".join(pieces[:2]) + pieces[2][:60])
    for _ in range(2):
        outcome = await crawl(ArchiveSpider, SQLITE, warc=str(path))
        assert (outcome.count("archives/damaged"), outcome.count("archives/known")) == (1, 0)
    assert caplog.text.count("some.warc.gz ends within a record; the pages before that are read") == 2
    path.write_bytes(b"".join(pieces))
    outcome = await crawl(ArchiveSpider, SQLITE, warc=str(path))
    assert [item.url for item in outcome.items] == URLS[1:]
    assert not outcome.count("archives/damaged")
