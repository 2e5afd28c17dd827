"""Answers of servers -> a WARC file, a gzip member each, so that a kill costs the last one alone."""

from __future__ import annotations

import io
import os
from contextlib import suppress
from datetime import datetime, timezone
from pathlib import Path
from typing import IO

from scrapy import Request
from scrapy.http import Response

from boilerspider.version import __version__

MOST_BYTES = 1_000_000_000
"""Of one file; what follows goes into the next. The size that the standard recommends (ISO 28500:2017, annex C)."""

COMPRESSION = 6
"""gzip's own default."""

_LEFT_OUT = (b"transfer-encoding", b"set-cookie")
"""Headers of an answer that are not kept: it is without its chunks, and a session is nobody else's business."""


class Archive:
    """The archive of one crawl: files in a folder, named after the spider and the time at which they were begun."""

    def __init__(self, folder: Path, spider: str, most_bytes: int = MOST_BYTES) -> None:
        """OSError where the folder cannot be made or written to."""
        self._folder = folder
        self._spider = spider
        self._most_bytes = most_bytes
        self._number = 0
        folder.mkdir(parents=True, exist_ok=True)
        self._file = self._begin()

    def add(self, request: Request, response: Response) -> None:
        """Keep an answer and what was asked; `response` as it came, not decompressed."""
        if self._file.tell() > self._most_bytes:
            self._file.close()
            self._file = self._begin()
        now = datetime.now(timezone.utc)
        answer = _record("response", response.url, now, _answer(response))
        asked = _record("request", response.url, now, _question(request))
        self._file.write(answer + asked)
        self._file.flush()

    def close(self) -> None:
        """Nothing more comes."""
        self._file.close()

    def _begin(self) -> IO[bytes]:
        now = datetime.now(timezone.utc)
        file = self._open(f"{self._spider}-{now:%Y%m%dT%H%M%S}-{os.getpid()}")
        about = f"software: boilerspider/{__version__}\r\nformat: WARC File Format 1.1\r\n"
        file.write(_record("warcinfo", None, now, about.encode(), name=Path(file.name).name))
        return file

    def _open(self, start: str) -> IO[bytes]:
        """A file of the next number that is free: other crawls of this process may have begun theirs in the same second."""
        while True:
            self._number += 1
            with suppress(FileExistsError):
                return (self._folder / f"{start}-{self._number:05}.warc.gz").open("xb")


def _record(kind: str, url: str | None, now: datetime, content: bytes, *, name: str | None = None) -> bytes:
    """A record as it stands in the file."""
    from fastwarc.stream_io import GzipWriter  # noqa: PLC0415 - an extra
    from fastwarc.warc import WarcRecord, WarcRecordType  # noqa: PLC0415

    record = WarcRecord()
    record.init_headers(getattr(WarcRecordType, kind))
    record.record_date = now
    if url is not None:
        record.headers["WARC-Target-URI"] = url
    record.headers["Content-Type"] = "application/warc-fields" if url is None else f"application/http; msgtype={kind}"
    if name is not None:
        record.headers["WARC-Filename"] = name
    record.set_bytes_content(content)
    packed = io.BytesIO()
    with GzipWriter(packed, compression_level=COMPRESSION) as stream:
        record.write(stream, checksum_data=True)
    return packed.getvalue()


def _answer(response: Response) -> bytes:
    # Scrapy's own handler calls HTTP/2 "h2"; readers find no status behind such a word.
    protocol = response.protocol if (response.protocol or "").startswith("HTTP/") else "HTTP/1.1"
    headers = [
        name + b": " + value
        for name, values in response.headers.items()
        if name.lower() not in _LEFT_OUT
        for value in values
    ]
    return b"\r\n".join([f"{protocol} {response.status}".encode(), *headers, b"", response.body])


def _question(request: Request) -> bytes:
    path = request.url.partition("://")[2].partition("/")
    # Passwords are no part of what is kept.
    headers = [
        name + b": " + value
        for name, values in request.headers.items()
        if name.lower() not in (b"authorization", b"cookie", b"proxy-authorization")
        for value in values
    ]
    first = f"{request.method} /{path[2]} HTTP/1.1".encode()
    return b"\r\n".join([first, b"Host: " + path[0].rpartition("@")[2].encode(), *headers, b"", request.body])
