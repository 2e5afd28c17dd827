"""Was an archive written to its end? Readers take a record whose head is cut, and zeros, for the end of a file.

Only what stands from the last record on is looked at; files in zstd and lz4 tell it by themselves.
"""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Iterator
from contextlib import suppress
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import IO, NamedTuple

from boilerspider import gzips

BEGINNING = b"WARC/"
"""What a record begins with (ISO 28500, section 4)."""

ZEROS = 16
"""Bytes at the end of a file that are not all zero where it was written to its end: a gzip member ends with up to seven. Ours."""

PIECE = 65_536
"""Bytes that are read at a time; no head is longer. Ours."""

_HEAD = re.compile(rb".*?\r?\n\r?\n", re.DOTALL)
"""An empty line ends it (ISO 28500, section 4)."""


class Place(NamedTuple):
    """Where a record of an archive stands."""

    start: int
    """In the file, as it is: of its gzip member, or its own."""
    length: int
    """Bytes behind its head."""


def ends_in_zeros(path: Path) -> bool:
    """Whether room was made for a file that never filled it."""
    with path.open("rb") as file:
        file.seek(-min(ZEROS, path.stat().st_size), os.SEEK_END)
        tail = file.read()
    return len(tail) == ZEROS and not any(tail)


def breaks_off(path: Path, last: Place | None) -> bool:
    """Whether a file that is gzip, or not packed, ends within a record; `last` is the last one that was read of it.

    Of an archive that is one gzip member as a whole, nobody knows where a record begins: False.
    """
    with path.open("rb") as file:
        start = file.read(len(gzips.MAGIC))
        if start == gzips.MAGIC:
            file.seek(last.start if last else 0)
            return _is_member_cut(file)
        return start == BEGINNING[: len(start)] and _is_record_cut(file, last)


def goes_on(path: Path, start: int) -> int | None:
    """Where a record of a gzip file stands, behind the member that starts there, to which readers do not come; None where there is none.

    They take an empty member for the end: bgzip's last one, where files were put together.
    """
    with path.open("rb") as file:
        if file.read(len(gzips.MAGIC)) != gzips.MAGIC:
            return None
        file.seek(start)
        is_behind_empty = False
        for member in _members(file):
            if is_behind_empty and member.head.startswith(BEGINNING):
                return member.start
            is_behind_empty |= member.is_whole and not member.head
    return None


class _Member(NamedTuple):
    """A gzip member."""

    start: int
    """In the file."""
    head: bytes
    """What its content begins with."""
    is_whole: bool


def _is_member_cut(file: IO[bytes]) -> bool:
    """Whether the gzip members from here on end within one."""
    return any(not member.is_whole for member in _members(file))


def _members(file: IO[bytes]) -> Iterator[_Member]:
    """The gzip members from here on, until the file ends, or something follows that is none: readers say so where that is damage."""
    with suppress(zlib.error):
        for start, pieces in groupby(gzips.pieces(file), key=attrgetter("start")):
            head, is_whole = b"", False
            for piece in pieces:
                head = (head + piece.content)[: len(BEGINNING)]
                is_whole = piece.ends
            yield _Member(start, head, is_whole)


def _is_record_cut(file: IO[bytes], last: Place | None) -> bool:
    """Whether the content of the last record is not all there, or something follows it that is no record."""
    end = 0
    if last:
        file.seek(last.start)
        record = file.read(PIECE)
        head = _HEAD.match(record)
        if not head:
            return len(record) < PIECE
        end = last.start + head.end() + last.length
    is_short = file.seek(0, os.SEEK_END) < end
    file.seek(end)
    return is_short or bool(file.read(PIECE).strip())
