"""Answers whose compression breaks off: half a page, with the right length, which Scrapy reads as a whole one; and those that have none.

Caches keep such halves when the server behind them dies. This acts in boilerspider's own project, in the place
of Scrapy's own decompression, for afterwards nobody can tell.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Callable, Mapping
from io import BytesIO
from types import MappingProxyType
from typing import NamedTuple

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.downloadermiddlewares.httpcompression import HttpCompressionMiddleware
from scrapy.downloadermiddlewares.retry import get_retry_request
from scrapy.exceptions import IgnoreRequest, ResponseDataLossError
from scrapy.http import Response
from scrapy.utils._compression import brotli, zstd  # type: ignore[attr-defined] # those that Scrapy reads with
from scrapy.utils.python import binary_is_text

from boilerspider import gzips
from boilerspider.crawl import keys
from boilerspider.crawl.responses import READ_STATUSES, robots_txt

_TAIL_BYTES = 4096
"""In which a page shows its end: some put remarks or scripts behind it. Ours."""

_END = re.compile(rb"</(?:html|rss|feed|rdf:RDF|urlset|sitemapindex)\s*>", re.IGNORECASE)
"""What shows a page, feed or sitemap to be there to its end, whatever became of its compression: some servers never end that."""


class WholeAnswers(HttpCompressionMiddleware):
    """Decompresses as Scrapy does, and asks again for what breaks off; downloader middleware, order 590.

    What still breaks off after its retries is a failed download (`ResponseDataLossError`), unless
    `DOWNLOAD_FAIL_ON_DATALOSS` is off. What is declared compressed and is plain text is taken as it is.
    """

    def __init__(self, *, crawler: Crawler) -> None:
        super().__init__(crawler=crawler)
        self._crawler = crawler
        self._fails = crawler.settings.getbool("DOWNLOAD_FAIL_ON_DATALOSS")
        self._retries = crawler.settings.getbool("RETRY_ENABLED")
        self._layers: list[_Layer] = []

    def process_response(self, request: Request, response: Response) -> Request | Response:  # type: ignore[override]
        self._layers = []
        if request.method == "HEAD" or not response.body:
            return super().process_response(request, response)
        try:
            read = super().process_response(request, response)
        except EOFError:  # it breaks off before anything can be read
            return self._again(request) or self._half(request, response, None)
        except (*_UNREADABLE, IgnoreRequest):  # or there is more of it than DOWNLOAD_MAXSIZE
            if robots_txt(request):
                return response  # as it came, with its Content-Encoding: `RobotsFailure` hears no exception of this one
            raise
        if response.status not in READ_STATUSES or not isinstance(read, Response) or not self._matters(request):
            return read
        if _END.search(read.body[-_TAIL_BYTES:]) or not any(breaks_off(*layer) for layer in self._layers):
            return read
        return self._again(request) or self._half(request, response, read)

    def _decode(self, body: bytes, encoding: bytes, max_size: int) -> bytes:  # type: ignore[override] # static in Scrapy
        is_plain = binary_is_text(body[:_SNIFFED_BYTES])
        try:
            read = super()._decode(body, encoding, max_size)
        except (*_UNREADABLE, EOFError):
            if is_plain:
                return body
            raise
        if is_plain and not read and breaks_off(body, encoding, 0):
            return body
        self._layers.append(_Layer(body, encoding, len(read)))
        return read

    def _matters(self, request: Request) -> bool:
        return bool(request.meta.get("download_fail_on_dataloss", self._fails))

    def _again(self, request: Request) -> Request | None:
        if not self._retries or request.meta.get("dont_retry") or keys.ARCHIVED in request.meta:
            return None
        assert self._crawler.spider is not None
        again = get_retry_request(request, spider=self._crawler.spider, reason=ResponseDataLossError(_WHY))
        if again is not None:
            again.meta["dont_cache"] = True  # a cache of Scrapy's would give the half again
        return again

    def _half(self, request: Request, response: Response, half: Response | None) -> Response:
        """Half of a robots.txt is better than none, which is told as such; half of anything else is a failure."""
        if robots_txt(request):
            return response if half is None else half
        raise ResponseDataLossError(_WHY)


_SNIFFED_BYTES = 512
"""In which a body shows that it is plain text. Ours."""
_UNREADABLE = (OSError, struct.error, zlib.error, brotli.error, zstd.ZstdError)
"""What Scrapy's decompression raises of what is no such thing."""
_WHY = "its compression breaks off, so that only a part is there"


class _Layer(NamedTuple):
    """What was decompressed, and how much was to be had of it."""

    body: bytes
    encoding: bytes
    size: int


def breaks_off(body: bytes, encoding: bytes, size: int) -> bool:
    """Whether a compressed body ends before its content does; `size` is what was to be had of it, in bytes."""
    ends = _ENDS.get(encoding.strip().lower())
    try:
        return ends is not None and not ends(body, size + 1)
    except (zlib.error, brotli.error, zstd.ZstdError):
        return True


def _deflate_ends(body: bytes, limit: int) -> bool:
    try:
        inflater = zlib.decompressobj(zlib.MAX_WBITS)
        inflater.decompress(body, limit)
    except zlib.error:
        inflater = zlib.decompressobj(-zlib.MAX_WBITS)  # without the frame, as some servers send it
        inflater.decompress(body, limit)
    return inflater.eof


def _gzip_ends(body: bytes, limit: int) -> bool:
    ends = False
    for piece in gzips.pieces(BytesIO(body)):
        ends, limit = piece.ends, limit - len(piece.content)
        if limit <= 0:
            return False
    return ends


def _brotli_ends(body: bytes, limit: int) -> bool:  # noqa: ARG001 - it was read as a whole already, by the same library
    reader = brotli.Decompressor()
    reader.process(body)
    return bool(reader.is_finished())


def _zstd_ends(body: bytes, limit: int) -> bool:
    reader = zstd.ZstdDecompressor()
    reader.decompress(body, limit)
    return bool(reader.eof)


_ENDS: Mapping[bytes, Callable[[bytes, int], bool]] = MappingProxyType(
    {
        b"gzip": _gzip_ends,
        b"x-gzip": _gzip_ends,
        b"deflate": _deflate_ends,
        b"br": _brotli_ends,
        b"zstd": _zstd_ends,
    }
)
