"""Gzip files (RFC 1952), little by little: their members one behind the other, as those who join files leave them."""

from __future__ import annotations

import zlib
from collections.abc import Generator, Iterator
from typing import IO, NamedTuple

MAGIC = b"\x1f\x8b"
"""How each member begins (RFC 1952, 2.3.1)."""

PIECE_BYTES = 65_536
"""Of a member that are unpacked, and that come of it, at a time. Ours."""

FIRST_BYTES = 512
"""Of a member that are unpacked first; twice as many each further time, so that thousands of tiny members are not each copied with what follows. Ours."""


class Piece(NamedTuple):
    """A part of what a member holds."""

    start: int
    """Where its member begins in the file, in bytes."""
    content: bytes
    ends: bool
    """Whether its member does; one whose last piece does not is cut short."""


def pieces(file: IO[bytes]) -> Iterator[Piece]:
    """What the members of a file hold, from where it stands, until something follows that is none; zeros between them are passed over.

    Raises zlib.error where a member is damaged.
    """
    start = file.tell()
    while _begins(file, start):
        end = yield from _member(file, start)
        start = _behind_zeros(file, end)


def _begins(file: IO[bytes], start: int) -> bool:
    """Whether a member begins here, or the file ends in the midst of what may become one."""
    file.seek(start)
    head = file.read(len(MAGIC))
    file.seek(start)
    return bool(head) and MAGIC.startswith(head)


def _member(file: IO[bytes], start: int) -> Generator[Piece, None, int]:
    """The pieces of a member, and where it ends."""
    inflater = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    packed, content, size = b"", b"", FIRST_BYTES
    # A whole piece may leave more behind, though all bytes were taken.
    while not inflater.eof and (packed or (packed := file.read(size)) or len(content) == PIECE_BYTES):
        content = inflater.decompress(packed, PIECE_BYTES)
        packed = inflater.unconsumed_tail
        size = min(2 * size, PIECE_BYTES)
        yield Piece(start, content, inflater.eof)
    return file.tell() - len(inflater.unused_data)


def _behind_zeros(file: IO[bytes], at: int) -> int:
    """Where something else than zeros stands: some writers pad."""
    file.seek(at)
    while block := file.read(FIRST_BYTES):
        if rest := block.lstrip(b"\0"):
            return at + len(block) - len(rest)
        at += len(block)
    return at
