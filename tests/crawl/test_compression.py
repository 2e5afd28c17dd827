"""Answers whose compression breaks off are asked again, and never read as whole ones."""

from __future__ import annotations

import gzip
import random
import time
import zlib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from loopback import Site, page
from reader import Reader, feed
from scrapy import Request
from scrapy.http import Response
from scrapy.utils._compression import brotli, zstd  # type: ignore[attr-defined] # those that Scrapy reads with
from scrapy.utils.defer import deferred_f_from_coro_f
from scrapy.utils.test import get_crawler

from boilerspider.crawl.compression import WholeAnswers, breaks_off


def raw_deflate(content: bytes) -> bytes:
    deflater = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return deflater.compress(content) + deflater.flush()


def never_ended(content: bytes) -> bytes:
    """All of the content in a gzip stream that its server never finishes."""
    deflater = zlib.compressobj(wbits=zlib.MAX_WBITS | 16)
    return deflater.compress(content) + deflater.flush(zlib.Z_SYNC_FLUSH)


CODERS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "deflate": zlib.compress,
    "br": brotli.compress,
    "zstd": zstd.compress,
}
PAGE = page("bridge", count=60)


@pytest.mark.parametrize("encoding", CODERS)
@pytest.mark.parametrize("content", [b"", b"User-agent: *", PAGE.encode(), PAGE.encode() * 40])
def test_what_is_whole_ends_and_what_is_cut_breaks_off(encoding: str, content: bytes) -> None:
    body = CODERS[encoding](content)
    assert not breaks_off(body, encoding.encode(), len(content))
    for length in {len(body) - 1, len(body) * 3 // 5, len(body) // 4}:
        assert breaks_off(body[:length], encoding.encode(), len(content))


def test_deflate_without_a_frame_ends_too() -> None:
    body = raw_deflate(PAGE.encode())
    assert not breaks_off(body, b" Deflate", len(PAGE.encode()))
    assert breaks_off(body[:-20], b" Deflate", len(PAGE.encode()))


def test_all_members_of_a_gzip_file_end() -> None:
    first, second = (gzip.compress(PAGE.encode()) for _ in range(2))
    size = 2 * len(PAGE.encode())
    assert not breaks_off(first + second, b"gzip", size)
    assert breaks_off(first + second[:-20], b"gzip", size)
    assert breaks_off(first + cut(second), b"gzip", size)


def test_many_members_of_a_gzip_file_take_as_long_as_they_are_many() -> None:
    member = gzip.compress(b"x")

    def taken(count: int) -> float:
        body = member * count
        start = time.process_time()
        assert not breaks_off(body, b"gzip", count)
        return time.process_time() - start

    taken(100)
    few = min(taken(5_000) for _ in range(3))
    assert taken(80_000) < 4 * 16 * few  # sixteen times as many; by the square of that it were 256


@pytest.mark.parametrize("size", [0, 511, 512, 513, 65_535, 65_536, 65_537, 200_000])
def test_a_member_ends_wherever_its_pieces_end(size: int) -> None:
    for content in (random.Random(size).randbytes(size), bytes(size)):  # as long packed, and next to nothing
        body = gzip.compress(content) + gzip.compress(b"x")
        assert not breaks_off(body, b"gzip", size + 1)
        assert not breaks_off(body + b"and more", b"gzip", size + 1)
        assert breaks_off(body[:-1], b"gzip", size + 1)


def test_of_other_codings_nothing_is_said() -> None:
    assert not breaks_off(b"x", b"compress", 1)


WHOLE = {
    "DOWNLOADER_MIDDLEWARES": {
        "scrapy.downloadermiddlewares.httpcompression.HttpCompressionMiddleware": None,
        "boilerspider.crawl.compression.WholeAnswers": 590,
    },
    "RETRY_ENABLED": True,
    "RETRY_PRIORITY_ADJUST": 0,
    **feed("out.jsonl"),
}


def answers(encoding: str, *bodies: bytes, kind: str = "text/html", status: int = 200) -> Callable[[], Any]:
    """One after the other, and the last one for ever."""
    left = list(bodies)
    headers = {"Content-Type": f"{kind}; charset=utf-8", "Content-Encoding": encoding}
    return lambda: (status, headers, left.pop(0) if len(left) > 1 else left[0])


def cut(body: bytes, share: float = 0.6) -> bytes:
    return body[: int(len(body) * share)]


@deferred_f_from_coro_f
async def test_half_a_page_that_something_on_the_way_has_changed_is_asked_again(
    site: Callable[..., Site], crawl: Any
) -> None:
    body = gzip.compress(PAGE.encode())
    post = site({"/a": answers("gzip", cut(body), body, status=203)})
    outcome = await crawl(Reader, WHOLE, urls=[post.url("/a")])
    assert (len(outcome.items), post.paths()) == (1, ["/a", "/a"])


@deferred_f_from_coro_f
async def test_half_a_page_is_asked_again(site: Callable[..., Site], crawl: Any) -> None:
    whole = {encoding: code(page(f"bridge of {encoding}", count=60).encode()) for encoding, code in CODERS.items()}
    post = site({f"/{coding}": answers(coding, cut(body), cut(body, 0.02), body) for coding, body in whole.items()})
    outcome = await crawl(Reader, WHOLE, urls=[post.url(f"/{encoding}") for encoding in CODERS])
    assert Counter(post.paths()) == {f"/{encoding}": 3 for encoding in CODERS}
    assert {item.url for item in outcome.items} == {post.url(f"/{encoding}") for encoding in CODERS}
    assert all("was named again by all who spoke, once more" in item.text for item in outcome.items)


@pytest.mark.parametrize("encoding", ["gzip, gzip", "identity, br, gzip"])
@deferred_f_from_coro_f
async def test_each_of_several_codings_is_to_end(encoding: str, site: Callable[..., Site], crawl: Any) -> None:
    body = PAGE.replace("</html>", "").encode()
    codings = encoding.split(", ")
    for coding in codings:
        body = CODERS.get(coding, bytes)(body)
    post = site({"/a": answers(encoding, cut(body), body)})
    outcome = await crawl(Reader, WHOLE, urls=[post.url("/a")])
    assert len(post.paths()) == 2
    assert len(outcome.items) == 1


@deferred_f_from_coro_f
async def test_a_half_in_a_cache_is_asked_of_the_server(site: Callable[..., Site], crawl: Any, tmp_path: Path) -> None:
    body = gzip.compress(PAGE.encode())
    post = site({"/a": answers("gzip", cut(body), body)})
    cached = {**WHOLE, "HTTPCACHE_ENABLED": True, "HTTPCACHE_DIR": str(tmp_path)}
    outcome = await crawl(Reader, cached, urls=[post.url("/a")])
    assert (len(outcome.items), post.paths()) == (1, ["/a", "/a"])


@deferred_f_from_coro_f
async def test_what_has_no_body_is_whole(site: Callable[..., Site], crawl: Any) -> None:
    post = site({"/a": answers("gzip", b"")})
    outcome = await crawl(Reader, WHOLE, urls=[post.url("/a")])
    assert (outcome.items, post.paths()) == ([], ["/a"])


def test_an_answer_to_head_has_none() -> None:
    request = Request("https://paper.example/", method="HEAD")
    response = Response(request.url, headers={"Content-Encoding": "gzip"})
    assert WholeAnswers.from_crawler(get_crawler()).process_response(request, response) is response


@pytest.mark.parametrize("encoding", CODERS)
@deferred_f_from_coro_f
async def test_what_stays_half_is_a_failed_download(encoding: str, site: Callable[..., Site], crawl: Any) -> None:
    failures: list[str] = []

    class Noting(Reader):
        async def start(self) -> Any:
            async for request in super().start():
                yield request.replace(errback=lambda failure: failures.append(failure.type.__name__))

    post = site({"/a": answers(encoding, cut(CODERS[encoding](PAGE.encode())))})
    outcome = await crawl(Noting, WHOLE, urls=[post.url("/a")])
    assert (outcome.items, failures, len(post.paths())) == ([], ["ResponseDataLossError"], 3)


@pytest.mark.parametrize(
    ("body", "settings"),
    [
        (never_ended(PAGE.encode()), {}),
        (gzip.compress(PAGE.encode())[:-8], {}),
        (gzip.compress(PAGE.encode()) + b"and more", {}),
        (gzip.compress(PAGE.replace("</html>", "").encode()), {}),
        (cut(gzip.compress(PAGE.encode())), {"DOWNLOAD_FAIL_ON_DATALOSS": False}),
    ],
    ids=["never ended", "no trailer", "more behind it", "no end tag", "not minded"],
)
@deferred_f_from_coro_f
async def test_what_shows_its_end_is_whole(
    body: bytes, settings: dict[str, Any], site: Callable[..., Site], crawl: Any
) -> None:
    post = site({"/a": answers("gzip", body)})
    outcome = await crawl(Reader, {**WHOLE, **settings}, urls=[post.url("/a")])
    assert (len(outcome.items), post.paths()) == (1, ["/a"])


@deferred_f_from_coro_f
async def test_half_of_a_robots_txt_is_obeyed(site: Callable[..., Site], crawl: Any) -> None:
    rules = "User-agent: *\nDisallow: /b\n" + "".join(f"Disallow: /{n * n}\n" for n in range(2000))
    robots = answers("gzip", cut(gzip.compress(rules.encode())), kind="text/plain")
    post = site({"/robots.txt": robots, "/a": page("bridge"), "/b": page("ferry")})
    urls = [post.url("/a"), post.url("/b")]
    outcome = await crawl(Reader, {**WHOLE, "ROBOTSTXT_OBEY": True}, urls=urls)
    assert [item.url for item in outcome.items] == urls[:1]


@pytest.mark.parametrize("encoding", [*CODERS, "x-gzip", "gzip, br"])
@deferred_f_from_coro_f
async def test_what_is_declared_compressed_and_is_plain_is_taken_as_it_is(
    encoding: str, site: Callable[..., Site], crawl: Any
) -> None:
    robots = answers(encoding, b"User-agent: *\nDisallow: /b\n", kind="text/plain")
    plain = answers(encoding, PAGE.encode())
    post = site({"/robots.txt": robots, "/a": plain, "/b": page("ferry")})
    urls = [post.url("/a"), post.url("/b")]
    outcome = await crawl(Reader, {**WHOLE, "ROBOTSTXT_OBEY": True}, urls=urls)
    assert [item.url for item in outcome.items] == urls[:1]
    assert post.paths() == ["/robots.txt", "/a"]


@pytest.mark.parametrize("encoding", CODERS)
@deferred_f_from_coro_f
async def test_what_is_neither_compressed_nor_plain_is_a_failed_download(
    encoding: str, site: Callable[..., Site], crawl: Any
) -> None:
    failures: list[str] = []

    class Noting(Reader):
        async def start(self) -> Any:
            async for request in super().start():
                yield request.replace(errback=lambda failure: failures.append(failure.type.__name__))

    post = site({"/a": answers(encoding, b"\x01\x02\x03\xff" * 100)})
    outcome = await crawl(Noting, WHOLE, urls=[post.url("/a")])
    assert (outcome.items, len(failures)) == ([], 1)
