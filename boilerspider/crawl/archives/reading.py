"""A WARC file -> the HTML pages in it, one after the other; whatever else it holds is passed over."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from scrapy import Request

from boilerspider import gzips
from boilerspider.crawl.archives.endings import BEGINNING, Place, breaks_off, ends_in_zeros, goes_on
from boilerspider.crawl.responses import HTML_TYPES
from boilerspider.errors import BadConfiguration, BoilerspiderError

if TYPE_CHECKING:
    from fastwarc.warc import WarcRecord

LZ4_MAGIC = b"\x04\x22\x4d\x18"
ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
ZSTD_DICTIONARY_MAGIC = b"\x5d\x2a\x4d\x18"
"""What the words stand in that a file's records were packed by (Zstandard for WARC, section 4)."""

SNIFFED = 4_096
"""Bytes of a file by which it is told what it is. Ours."""

WHITE_AND_MARK = b" \t\r\n\xef\xbb\xbf"
"""What may stand before the first tag."""

CHUNK = re.compile(rb"([0-9A-Fa-f]{1,8})[ \t]*(?:;[^\r\n]*)?\r\n")
"""The size of a chunk (RFC 9112, section 7.1)."""


class DamagedArchive(BoilerspiderError):
    """An archive ends in the middle of a record, or is none; the pages before it were read."""


@dataclass(frozen=True, slots=True)
class ArchivedPage:
    """An answer of a server, as it was kept."""

    name: str
    """Of the record: its own identifier, the same in every copy of the archive."""
    url: str
    fetched_at: datetime
    headers: tuple[tuple[str, str], ...]
    body: bytes
    """As it was sent, without chunks; compressed where the headers say so."""


def require_fastwarc(who: str) -> None:
    """BadConfiguration where what reads and writes archives is not installed."""
    if find_spec("fastwarc") is None:
        raise BadConfiguration(f"{who} needs FastWARC: pip install 'boilerspider[warc]'")


def is_archive(path: Path) -> bool:
    """Whether a file begins like an archive, packed or not; one that is empty or torn may have been one. OSError where it cannot be read."""
    with path.open("rb") as file:
        start = file.read(SNIFFED)
    if start.startswith(gzips.MAGIC):
        with suppress(zlib.error):
            start = next(gzips.pieces(BytesIO(start))).content[: len(BEGINNING)]
            return not start or start.startswith(BEGINNING[: len(start)])
        return False
    return not start.strip(b"\0\r\n") or start.lstrip().startswith(
        (BEGINNING, LZ4_MAGIC, ZSTD_MAGIC, ZSTD_DICTIONARY_MAGIC)
    )


def read_pages(path: Path, max_bytes: int) -> Iterator[ArchivedPage]:
    """The HTML pages of a file that were answered with status 200, compressed or not; DamagedArchive where it cannot be read on.

    Records of more than `max_bytes` as they were sent are passed over unread. Where records have digests, they are checked.
    """
    from fastwarc.warc import ArchiveIterator, WarcRecordType  # noqa: PLC0415 - an extra

    last: Place | None = None
    start: int | None = 0
    try:
        while start is not None:
            with path.open("rb") as file:
                file.seek(start)
                for record in ArchiveIterator(file if start else str(path), parse_http=False):
                    last = Place(record.stream_pos, record.content_length)
                    is_answer = record.record_type == WarcRecordType.response and record.is_http
                    if is_answer and record.content_length <= max_bytes and (page := _read(record, path)):
                        yield page
            start = goes_on(path, max(start, last.start if last else 0))
        if ends_in_zeros(path):
            raise DamagedArchive(f"{path} ends in zeros: it was not written to its end")
        if breaks_off(path, last):
            raise DamagedArchive(f"{path} ends within a record")
    except (OSError, ValueError) as error:
        raise DamagedArchive(f"{path} cannot be read on: {error}") from error


def _read(record: WarcRecord, path: Path) -> ArchivedPage | None:
    """The page in a record, if it is one."""
    if record.headers.get("WARC-Block-Digest") and not record.verify_block_digest():
        raise DamagedArchive(f"{path} is damaged: a record does not have the content that its digest says")
    position, length = record.stream_pos, record.content_length
    try:
        record.parse_http()
    except ValueError:
        return None  # an answer that is no HTTP costs itself alone
    if not record.is_http_parsed:
        raise DamagedArchive(f"{path} ends within a record")
    head = length - record.content_length
    if not _is_page(record):
        return None
    body = record.reader.read()
    if head + len(body) < length:
        raise DamagedArchive(f"{path} ends within a record")
    return _page(record, body, f"{path.name}#{position}")


def _is_page(record: WarcRecord) -> bool:
    # FastWARC knows no code behind "h2", which earlier versions of boilerspider wrote for HTTP/2.
    if (record.http_headers.status_line or "").split()[1:2] != ["200"]:
        return False
    url, kind = _url(record), (record.http_content_type or "").lower()
    return url.startswith(("http://", "https://")) and kind in HTML_TYPES and _can_be_asked(url)


def _can_be_asked(url: str) -> bool:
    """Whether a request can be made of an address: some crawlers keep what a page linked to, whatever it was."""
    try:
        Request(url)
    except ValueError:
        return False
    return True


def _url(record: WarcRecord) -> str:
    # Old writers put the address in angle brackets, as the first draft of the standard had it.
    return (record.headers.get("WARC-Target-URI") or "").strip("<> ")


def _page(record: WarcRecord, body: bytes, place: str) -> ArchivedPage:
    headers = [(name, value) for name, value in record.http_headers if name.lower() != "transfer-encoding"]
    if "chunked" in (record.http_headers.get("Transfer-Encoding") or "").lower():
        body = unchunked(body)
    is_gzip = "gzip" in (record.http_headers.get("Content-Encoding") or "").lower()
    if body.lstrip(WHITE_AND_MARK)[:1] == b"<" or (is_gzip and not body.startswith(gzips.MAGIC)):
        # Some crawlers keep pages unpacked under the headers that they came with.
        headers = [pair for pair in headers if pair[0].lower() != "content-encoding"]
    name = (record.record_id or "").strip("<>") or place
    return ArchivedPage(name, _url(record), record.record_date, tuple(headers), body)


def unchunked(body: bytes) -> bytes:
    """A body without the sizes of its chunks; as it is where it has none: some crawlers take them out, and keep the header."""
    pieces: list[bytes] = []
    at = 0
    while match := CHUNK.match(body, at):
        size = int(match[1], 16)
        if not size:
            return b"".join(pieces)
        pieces.append(body[match.end() : match.end() + size])
        at = match.end() + size + len(b"\r\n")
    return body
