"""Web archives: what a crawl keeps, what is read of archives that others wrote, and the crawl over them."""

from __future__ import annotations

import asyncio
import gzip
import io
from collections.abc import AsyncIterator, Callable
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest
from fastwarc.stream_io import GzipWriter, Lz4Writer, ZstdWriter, zstd_train_dictionary_from_samples
from fastwarc.warc import ArchiveIterator, WarcRecord, WarcRecordType
from loopback import Site, page
from reader import Reader
from scrapy import Request
from scrapy.http import HtmlResponse
from scrapy.utils.defer import deferred_f_from_coro_f
from scrapy.utils.test import get_crawler

from boilerspider.crawl.archives import DamagedArchive, KeepPages, read_pages
from boilerspider.crawl.archives.writing import Archive
from boilerspider.errors import BadConfiguration
from boilerspider.spiders.archive import ArchiveSpider, read_arguments
from boilerspider.stores import open_store

SQLITE = {"BOILERSPIDER_STORE": "sqlite:memory.sqlite", "FEEDS": {"out.jsonl": {"format": "jsonlines"}}}
MOST = 10_000_000
COUNT = 6


@pytest.fixture
def urls(site: Callable[..., Site]) -> list[str]:
    pages: dict[str, Any] = {
        f"/2026/11/neighbours-want-bridge-{n}": page(f"bridge number {n}", count=8 + 20 * n) for n in range(COUNT)
    }
    packed = {"Content-Type": "text/html; charset=utf-8", "Content-Encoding": "gzip"}
    path = "/2026/11/neighbours-want-bridge-1"
    pages[path] = (200, packed, gzip.compress(pages[path].encode()))
    post = site({**pages, "/gone": (404, {"Content-Type": "text/html"}, b"gone")})
    return [post.url(path) for path in pages]


async def kept(crawl: Any, urls: list[str], **settings: Any) -> tuple[str, list[Any]]:
    """An archive of a crawl over the pages, and its articles."""
    live = await crawl(Reader, {"BOILERSPIDER_WARC_DIR": "warc", **settings}, urls=urls)
    return "warc/*.warc.gz", live.items


def written(records: list[tuple[str, str, bytes]], path: Path, *, packed: bool = True) -> Path:
    """An archive of (kind, URL, content) as somebody else may have written it."""
    out = io.BytesIO()
    for kind, url, content in records:
        record = WarcRecord()
        record.init_headers(getattr(WarcRecordType, kind))
        record.record_date = datetime(2020, 5, 4, 8, 30, tzinfo=timezone.utc)
        record.headers["WARC-Target-URI"] = url
        record.headers["Content-Type"] = "application/http; msgtype=response"
        record.set_bytes_content(content)
        member = io.BytesIO()
        if packed:
            with GzipWriter(member) as stream:
                record.write(stream)
        else:
            record.write(member)
        out.write(member.getvalue())
    path.write_bytes(out.getvalue())
    return path


def with_dictionary(out: io.BytesIO) -> Any:
    """As crawlers write `.warc.zst`: what many records have in common stands at the beginning of the file."""
    samples = [f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX-Number: {n * 7919}\r\n\r\n<p>text</p>".encode() for n in range(500)]  # fmt: skip
    return ZstdWriter(out, dictionary=zstd_train_dictionary_from_samples(samples, 1_000))


def answer(body: str | bytes, *headers: str, status: int = 200, kind: str = "text/html; charset=utf-8") -> bytes:
    raw = body.encode() if isinstance(body, str) else body
    return "\r\n".join([f"HTTP/1.1 {status} OK", f"Content-Type: {kind}", *headers, "", ""]).encode() + raw


@deferred_f_from_coro_f
async def test_a_crawl_keeps_what_was_asked_and_answered(urls: list[str], crawl: Any) -> None:
    pattern, _ = await kept(crawl, [*urls, urls[0].replace("/2026/11/neighbours-want-bridge-0", "/gone")])
    (path,) = Path().glob(pattern)
    records = list(ArchiveIterator(str(path), verify_digests=False))
    kinds = [record.record_type for record in records]
    assert kinds[0] == WarcRecordType.warcinfo
    assert kinds.count(WarcRecordType.response) == kinds.count(WarcRecordType.request) == COUNT + 1
    assert all(record.verify_block_digest() for record in ArchiveIterator(str(path), parse_http=False))
    found = {page.url: page for page in read_pages(path, MOST)}
    assert sorted(found) == sorted(urls)  # the missing page is kept, and is no page
    assert gzip.decompress(found[urls[1]].body).decode() == page("bridge number 1", count=28)


@deferred_f_from_coro_f
async def test_an_archive_gives_the_articles_of_the_crawl_that_kept_it(urls: list[str], crawl: Any) -> None:
    pattern, live = await kept(crawl, urls)
    again = await crawl(ArchiveSpider, SQLITE, warc=pattern)
    assert {(item.url, item.content_hash) for item in again.items} == {(item.url, item.content_hash) for item in live}
    assert len(again.items) == COUNT
    for item in again.items:
        twin = next(other for other in live if other.url == item.url)
        assert abs((item.fetched_at - twin.fetched_at).total_seconds()) < 60


@pytest.mark.slow
@deferred_f_from_coro_f
async def test_worker_processes_read_archives(urls: list[str], crawl: Any) -> None:
    pattern, live = await kept(crawl, urls)
    again = await crawl(ArchiveSpider, {**SQLITE, "BOILERSPIDER_WORKERS": 2}, warc=pattern)
    assert {item.content_hash for item in again.items} == {item.content_hash for item in live}


@deferred_f_from_coro_f
async def test_what_was_read_is_not_read_again(urls: list[str], crawl: Any) -> None:
    pattern, _ = await kept(crawl, urls)
    first = await crawl(ArchiveSpider, SQLITE, warc=pattern, max_articles="2")
    second = await crawl(ArchiveSpider, SQLITE, warc=pattern)
    assert len(first.items) + len(second.items) == COUNT
    assert second.count("known/skipped") >= 2  # known by their records
    third = await crawl(ArchiveSpider, SQLITE, warc=pattern)
    assert third.items == []
    assert third.count("archives/known") == 1
    fresh = await crawl(ArchiveSpider, SQLITE, warc=pattern, fresh="1")
    assert len(fresh.items) == COUNT


@deferred_f_from_coro_f
async def test_the_records_of_an_archive_are_no_copies(crawl: Any, tmp_path: Path) -> None:
    """They have names and no addresses, and a story may be in several of them."""
    story, copy = "https://news.example/2026/11/a-bridge-again", "https://wire.example/2026/11/a-bridge-again"
    content = answer(page("bridge", count=30))
    path = written([("response", url, content) for url in (story, copy, copy, story)], tmp_path / "days.warc.gz")
    assert len((await crawl(ArchiveSpider, SQLITE, warc=str(path))).items) == 1
    store = open_store(SQLITE["BOILERSPIDER_STORE"])
    await store.open()
    assert [(told.url, told.copies) for told in await store.stories()] == [(story, ())]
    await store.close()


@deferred_f_from_coro_f
async def test_crawls_that_want_other_pages_look_for_themselves(urls: list[str], crawl: Any) -> None:
    pattern, _ = await kept(crawl, urls)
    some = await crawl(ArchiveSpider, SQLITE, warc=pattern, include="bridge-[01]$")
    assert len(some.items) == 2
    rest = await crawl(ArchiveSpider, SQLITE, warc=pattern)
    assert len(rest.items) == COUNT - 2


@pytest.mark.parametrize("packed", [True, False], ids=["gzip", "plain"])
def test_only_pages_are_read(tmp_path: Path, packed: bool) -> None:
    chunked = b"5\r\n<p>ab\r\n4\r\ncd</\r\n3\r\np>\n\r\n0\r\n\r\n"
    path = written(
        [
            ("response", "https://a.example/page", answer("<p>é</p>")),
            ("response", "<https://a.example/old>", answer("<p>old</p>")),
            ("response", "https://a.example/chunks", answer(chunked, "Transfer-Encoding: chunked")),
            ("response", "https://a.example/whole", answer("<p>whole</p>", "Transfer-Encoding: chunked")),
            ("response", "https://a.example/brotli", answer("<p>brotli</p>", "Content-Encoding: br")),
            ("response", "https://a.example/unpacked", answer("<p>unpacked</p>", "Content-Encoding: gzip")),
            ("response", "https://a.example/gone", answer("<p>gone</p>", status=404)),
            ("response", "https://a.example/picture", answer(b"\xff\xd8", kind="image/jpeg")),
            ("request", "https://a.example/page", b"GET /page HTTP/1.1\r\n\r\n"),
            ("response", "dns:a.example", b"a.example. 1 IN A 192.0.2.1"),
            ("revisit", "https://a.example/again", answer("")),
            ("response", "https://a.example/huge", answer("<p>" + "x" * 2000)),
        ],
        tmp_path / "some.warc.gz",
        packed=packed,
    )
    pages = list(read_pages(path, 1000))
    assert [(page.url.rpartition("/")[2], page.body) for page in pages] == [
        ("page", "<p>é</p>".encode()),
        ("old", b"<p>old</p>"),
        ("chunks", b"<p>abcd</p>\n"),
        ("whole", b"<p>whole</p>"),
        ("brotli", b"<p>brotli</p>"),
        ("unpacked", b"<p>unpacked</p>"),
    ]
    assert all(page.fetched_at == datetime(2020, 5, 4, 8, 30, tzinfo=timezone.utc) for page in pages)
    assert len({page.name for page in pages}) == 6
    sent = {name.lower() for page in pages for name, _ in page.headers}
    assert sent.isdisjoint({"content-encoding", "transfer-encoding"})


def half_zeros(whole: bytes) -> bytes:
    half = len(whole) // 2
    return whole[:half] + bytes(len(whole) - half)


def torn(whole: bytes) -> bytes:
    return whole[: len(whole) * 3 // 4]


@pytest.mark.parametrize(("damaged", "fewest"), [(half_zeros, 0), (torn, 1)], ids=["damaged", "torn"])
@deferred_f_from_coro_f
async def test_an_archive_gives_what_is_before_the_damage_and_the_rest_when_it_is_mended(
    urls: list[str], crawl: Any, damaged: Callable[[bytes], bytes], fewest: int
) -> None:
    pattern, _ = await kept(crawl, urls)
    (path,) = Path().glob(pattern)
    whole = path.read_bytes()
    path.write_bytes(damaged(whole))
    before = await crawl(ArchiveSpider, SQLITE, warc=str(path))
    assert fewest <= len(before.items) < COUNT
    assert before.count("archives/damaged") == 1
    path.write_bytes(whole)
    mended = await crawl(ArchiveSpider, SQLITE, warc=str(path))
    assert len(before.items) + len(mended.items) == COUNT


@pytest.mark.parametrize("packed", [True, False], ids=["gzip", "plain"])
def test_zeros_are_no_end(tmp_path: Path, packed: bool) -> None:
    path = written([("response", "https://a.example/0", answer("<p>0</p>"))], tmp_path / "some.warc.gz", packed=packed)
    path.write_bytes(path.read_bytes() + bytes(1000))
    pages = read_pages(path, MOST)
    assert next(pages).url == "https://a.example/0"
    with pytest.raises(DamagedArchive):
        next(pages)


def test_an_empty_file_holds_no_page(tmp_path: Path) -> None:
    (tmp_path / "some.warc").write_bytes(b"")
    assert list(read_pages(tmp_path / "some.warc", MOST)) == []


def test_a_record_must_have_the_content_of_its_digest(tmp_path: Path) -> None:
    archive = Archive(tmp_path, "test")
    for n in range(2):
        archive.add(Request(f"https://a.example/{n}"), HtmlResponse(f"https://a.example/{n}", body=b"<p>the story</p>"))
    archive.close()
    (path,) = tmp_path.glob("*.warc.gz")
    plain = gzip.decompress(path.read_bytes())
    assert len(list(read_pages(path, MOST))) == 0  # Scrapy's response says no type: it is no page
    changed = tmp_path / "changed.warc"
    changed.write_bytes(plain.replace(b"the story", b"the stori", 1))
    with pytest.raises(DamagedArchive, match="its digest"):
        list(read_pages(changed, MOST))


@deferred_f_from_coro_f
async def test_a_page_that_reloads_itself_is_the_page(crawl: Any, tmp_path: Path) -> None:
    head = "<meta http-equiv='refresh' content='30; url=https://a.example/'>"
    url = "https://a.example/2026/11/neighbours-want-bridge-back"
    path = written([("response", url, answer(page("bridge", head=head, count=30)))], tmp_path / "some.warc.gz")
    assert [item.url for item in (await crawl(ArchiveSpider, SQLITE, warc=str(path))).items] == [url]


@deferred_f_from_coro_f
async def test_what_is_too_new_is_had_later(crawl: Any, tmp_path: Path) -> None:
    head = "<meta property='article:published_time' content='2026-11-10T12:00:00Z'>"
    url = "https://a.example/2026/11/neighbours-want-bridge-back"
    path = written([("response", url, answer(page("bridge", head=head, count=30)))], tmp_path / "some.warc.gz")
    for until, count in (("2026-11-09", 0), ("2026-11-09", 0), ("2026-11-11", 1)):
        assert len((await crawl(ArchiveSpider, SQLITE, warc=str(path), until=until)).items) == count


@deferred_f_from_coro_f
async def test_pages_that_cannot_be_unpacked_are_told_and_counted(
    crawl: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    packed = [gzip.compress(page(topic, count=40).encode()) for topic in ("bridge", "ferry", "mayor")]
    bodies = [packed[0], packed[1][: len(packed[1]) // 2], packed[2][:12]]
    records = [
        ("response", f"http://a.example/2026/11/{n}", answer(body, "Content-Encoding: gzip"))
        for n, body in enumerate(bodies)
    ]
    written(records, tmp_path / "a.warc.gz")
    whole = {
        "scrapy.downloadermiddlewares.httpcompression.HttpCompressionMiddleware": None,
        "boilerspider.crawl.compression.WholeAnswers": 590,
    }
    settings = {**SQLITE, "DOWNLOADER_MIDDLEWARES": whole, "RETRY_ENABLED": True}
    outcome = await crawl(ArchiveSpider, settings, warc="a.warc.gz")
    assert [item.url for item in outcome.items] == ["http://a.example/2026/11/0"]
    assert outcome.count("fetch/failed/ResponseDataLossError") == 2
    assert caplog.text.count(" cannot be read: its compression breaks off") == 2
    # What an archive has is what it has.
    assert "retry/count" not in outcome.stats
    assert "not fetched: 2 (ResponseDataLossError: 2)" in caplog.text


class Vanishing(ArchiveSpider):
    """Whose first file is gone when its turn has come."""

    async def start(self) -> AsyncIterator[Any]:
        self.files[0].unlink()
        async for each in super().start():
            yield each


@deferred_f_from_coro_f
async def test_a_file_that_is_gone_costs_no_other(crawl: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    urls = [f"http://a.example/2026/11/neighbours-want-bridge-{n}-back" for n in (1, 2)]
    for n, url in enumerate(urls):
        written([("response", url, answer(page(f"bridge number {n}")))], tmp_path / f"{n}.warc.gz")
    outcome = await crawl(Vanishing, SQLITE, warc="0.warc.gz,1.warc.gz")
    assert [item.url for item in outcome.items] == urls[1:]
    assert outcome.count("archives/damaged") == 1
    assert "0.warc.gz cannot be read: No such file" in caplog.text
    assert "Traceback" not in caplog.text


@deferred_f_from_coro_f
async def test_a_record_whose_address_nobody_can_ask_costs_no_other(crawl: Any, tmp_path: Path) -> None:
    """Some crawlers keep what a page linked to, whatever it was."""
    broken = ["http://a.example:99999999/", "http://a]b/2026/11/1", "http://[::1/2026/11/2", "https://a.example:port/"]
    urls = [*broken, "http://a.example/2026/11/neighbours-want-their-bridge-back"]
    written([("response", url, answer(page("bridge"))) for url in urls], tmp_path / "a.warc.gz")
    outcome = await crawl(ArchiveSpider, SQLITE, warc="a.warc.gz")
    assert [item.url for item in outcome.items] == urls[-1:]
    assert outcome.stats["finish_reason"] == "finished"


def test_what_is_no_archive_is_told(tmp_path: Path) -> None:
    path = tmp_path / "some.warc"
    path.write_bytes(b"\x00\x01 no archive at all\r\n" * 50)
    with pytest.raises(DamagedArchive, match=r"some\.warc cannot be read on"):
        list(read_pages(path, MOST))


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("page.html", b"<!DOCTYPE html><html><body><p>A page.</p></body></html>"),
        # Without the time, which would be part of the test's name.
        ("page.html.gz", gzip.compress(b"<!DOCTYPE html><html><body><p>A page.</p></body></html>", mtime=0)),
        ("notes.warc", b"Not what its name says.\n"),
        ("binary.warc", bytes(range(256)) * 20),
        ("old.arc", b"filedesc://a.arc 0.0.0.0 20261120080000 text/plain 76\n1 0 Alexa Internet\n"),
        ("broken.warc.gz", b"\x1f\x8b\x08" + b"\xff" * 40),
    ],
)
def test_a_file_that_is_no_archive_stops_the_crawl_before_it_begins(tmp_path: Path, name: str, content: bytes) -> None:
    archive = written([("response", "https://a.example/1", answer(page("bridge")))], tmp_path / "some.warc.gz")
    (tmp_path / name).write_bytes(content)
    crawler = get_crawler(ArchiveSpider, SQLITE)
    with pytest.raises(SystemExit, match=f"{name} is no WARC file; give archives"):
        ArchiveSpider.from_crawler(crawler, warc=f"{archive},{tmp_path / name}")


@pytest.mark.parametrize("pack", [GzipWriter, Lz4Writer, ZstdWriter, with_dictionary], ids=lambda pack: pack.__name__)
def test_archives_are_read_however_they_are_packed(tmp_path: Path, pack: Callable[[io.BytesIO], Any]) -> None:
    plain = written([("response", f"http://a.example/{n}", answer("<p>text</p>")) for n in range(3)], tmp_path / "plain", packed=False)  # fmt: skip
    out = io.BytesIO()
    with pack(out) as writer:
        writer.write(plain.read_bytes())
    (tmp_path / "a.warc").write_bytes(out.getvalue())
    files, _ = read_arguments({"warc": str(tmp_path / "a.warc")})
    assert [page.url for page in read_pages(files[0], MOST)] == [f"http://a.example/{n}" for n in range(3)]


@pytest.mark.parametrize("packed", [True, False], ids=["gzip", "plain"])
def test_what_may_have_been_an_archive_is_read(tmp_path: Path, packed: bool) -> None:
    records = [("response", "https://a.example/1", answer(page("bridge")))]
    path = written(records, tmp_path / "some.warc.gz", packed=packed)
    whole = path.read_bytes()
    for content in (whole, whole[:300], whole[:12], b"", bytes(200)):
        path.write_bytes(content)
        assert read_arguments({"warc": str(path)})[0] == (path,)


@pytest.mark.parametrize("packed", [True, False], ids=["gzip", "plain"])
def test_no_part_of_a_page_is_taken_for_the_page(tmp_path: Path, packed: bool) -> None:
    bodies = [" ".join(f"<p>{n} {m * m}</p>" for m in range(99)).encode() for n in range(3)]
    records = [("response", f"https://a.example/{n}", answer(body)) for n, body in enumerate(bodies)]
    path = written(records, tmp_path / "some.warc.gz", packed=packed)
    whole, outcomes = path.read_bytes(), set()
    for size in range(len(whole), 0, -7):
        path.write_bytes(whole[:size])
        pages: list[bytes] = []
        try:
            pages.extend(page.body for page in read_pages(path, MOST))
            outcomes.add("read")
        except DamagedArchive:
            outcomes.add("torn")
        assert pages == bodies[: len(pages)]
    assert outcomes == {"read", "torn"}


@pytest.mark.parametrize("protocol", [None, "HTTP/1.0", "HTTP/2", "HTTP/3", "h2"])
def test_answers_are_kept_whatever_they_came_over(tmp_path: Path, protocol: str | None) -> None:
    """Scrapy's handler of HTTP/2 says "h2"."""
    archive = Archive(tmp_path, "test")
    url, headers = "https://a.example/1", {"Content-Type": "text/html"}
    archive.add(Request(url), HtmlResponse(url, body=b"<p>x</p>", headers=headers, protocol=protocol))
    archive.close()
    (path,) = tmp_path.glob("*.warc.gz")
    assert [page.url for page in read_pages(path, MOST)] == [url]
    (record,) = ArchiveIterator(str(path), record_types=WarcRecordType.response)
    assert record.http_headers.status_code == 200  # for other readers, too


def test_archives_are_read_whose_answers_begin_with_h2(tmp_path: Path) -> None:
    """As boilerspider wrote them once."""
    pages = [answer(f"<p>{status}</p>", status=status).replace(b"HTTP/1.1", b"h2", 1) for status in (404, 200)]
    path = written([("response", "https://a.example/1", each) for each in pages], tmp_path / "some.warc.gz")
    assert [page.body for page in read_pages(path, MOST)] == [b"<p>200</p>"]


def test_a_full_file_is_followed_by_another(tmp_path: Path) -> None:
    archive = Archive(tmp_path, "test", most_bytes=500)
    for n in range(3):
        request = Request(f"https://user:secret@a.example/{n}?q=1", headers={"Authorization": "Basic eA=="})
        archive.add(request, HtmlResponse(f"https://a.example/{n}", body=b"<p>x</p>"))
    archive.close()
    files = sorted(tmp_path.glob("*.warc.gz"))
    assert len(files) == 3
    assert [len(list(ArchiveIterator(str(path), record_types=WarcRecordType.response))) for path in files] == [1, 1, 1]
    assert b"secret" not in b"".join(gzip.decompress(path.read_bytes()) for path in files)


@deferred_f_from_coro_f
async def test_crawls_of_one_spider_in_one_process_keep_an_archive_each(urls: list[str], crawl: Any) -> None:
    kept_in = {"BOILERSPIDER_WARC_DIR": "warc"}
    await asyncio.gather(*(crawl(Reader, kept_in, urls=[url]) for url in urls[:3]))
    archives = sorted(Path("warc").iterdir())
    assert sorted(page.url for path in archives for page in read_pages(path, MOST)) == sorted(urls[:3])
    assert len(archives) == 3
    for path in archives:
        assert next(iter(ArchiveIterator(str(path)))).headers["WARC-Filename"] == path.name


WRONG = [
    ({}, "needs -a warc=FILES"),
    ({"warc": "missing.warc.gz"}, "there is no file missing.warc.gz"),
    ({"warc": "/"}, r"-a warc=/: / is a folder; give /\*.warc.gz"),
    ({"warc": "missing.txt"}, "cannot be read"),
    ({"warc": "x", "sites": "https://a.example"}, "-a sites= is no argument of the archive spider"),
]


@pytest.mark.parametrize(("arguments", "message"), WRONG)
def test_wrong_arguments_say_what_is_wrong(arguments: dict[str, str], message: str) -> None:
    with pytest.raises(BadConfiguration, match=message):
        read_arguments(arguments)


def test_a_folder_that_cannot_be_written_stops_the_crawl(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("", encoding="utf-8")
    crawler = get_crawler(Reader, {"BOILERSPIDER_WARC_DIR": f"{tmp_path}/taken/warc"})
    with pytest.raises(SystemExit, match=r"BOILERSPIDER_WARC_DIR = '.*/taken/warc': no archive can be written there"):
        KeepPages.from_crawler(crawler)
