"""A WARC file -> the HTML pages in it, one after the other; whatever else it holds is passed over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from boilerspider.errors import BadConfiguration, BoilerspiderError

if TYPE_CHECKING:
    from fastwarc.warc import WarcRecord

HTML_TYPES = ("text/html", "application/xhtml+xml")
GZIP_MAGIC = b"\x1f\x8b"


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


def read_pages(path: Path, max_bytes: int) -> Iterator[ArchivedPage]:
    """The HTML pages of a file that were answered with status 200, compressed or not; DamagedArchive where it cannot be read on.

    Records of more than `max_bytes` as they were sent are passed over unread.
    """
    from fastwarc.warc import ArchiveIterator, WarcRecordType  # noqa: PLC0415 - an extra

    try:
        records = ArchiveIterator(
            str(path), record_types=WarcRecordType.response, max_content_length=max_bytes, auto_decode="transfer"
        )
        for record in records:
            is_torn = record.is_http and not record.is_http_parsed
            page = _page(record, path) if not is_torn and _is_page(record) else None
            if is_torn or (page is not None and len(page.body) < _length(record)):
                raise DamagedArchive(f"{path} ends within a record")
            if page is not None:
                yield page
    except (OSError, ValueError) as error:
        raise DamagedArchive(f"{path} cannot be read on: {error}") from error


def _is_page(record: WarcRecord) -> bool:
    if not record.is_http or record.http_headers.status_code != 200:
        return False
    url, kind = _url(record), (record.http_content_type or "").lower()
    return url.startswith(("http://", "https://")) and kind in HTML_TYPES


def _length(record: WarcRecord) -> int:
    """The least bytes of a whole body; nobody knows it of one that was sent in chunks."""
    return 0 if record.http_headers.get("Transfer-Encoding") else record.content_length


def _url(record: WarcRecord) -> str:
    # Old writers put the address in angle brackets, as the first draft of the standard had it.
    return (record.headers.get("WARC-Target-URI") or "").strip("<> ")


def _page(record: WarcRecord, path: Path) -> ArchivedPage:
    position = record.stream_pos
    body = record.reader.read()
    headers = [(name, value) for name, value in record.http_headers if name.lower() != "transfer-encoding"]
    if not body.startswith(GZIP_MAGIC):
        # Some crawlers keep pages unpacked under the headers that they came with.
        headers = [pair for pair in headers if (pair[0].lower(), pair[1].lower()) != ("content-encoding", "gzip")]
    name = (record.record_id or "").strip("<>") or f"{path.name}#{position}"
    return ArchivedPage(name, _url(record), record.record_date, tuple(headers), body)
