"""A large sitemap -> small ones of the same form, which together name what it names: each can be kept packed until its turn has come.

It is cut in bytes, behind entries: what stands before the first of them stands before each piece. What cannot be
cut for sure (an index, UTF-16, a remark around entries) stays one piece, or makes a larger one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from boilerspider.discovery.sitemaps import MAX_ENTRIES, SNIFFED_BYTES, inflating

PIECE_BYTES = 65_536
"""Of a piece, at least: some 400 entries, which take ten milliseconds to read. Ours."""

_ROOT = re.compile(rb"<((?:[\w.-]{1,30}:)?)urlset\b[^>]{0,4000}>")
_CUTS = 3
"""Ends, from the last one back, behind which it is tried to cut: an entry may have an element that is called as it is. Ours."""

_PAIRS = ((b"<!--", b"-->"), (b"<![CDATA[", b"]]>"))
_DATES = tuple(
    re.compile(name + rb"\s*>\s*(?:<!\[CDATA\[\s*)?(\d{4}-\d\d-\d\d(?:T\d\d:\d\d)?)")
    for name in (
        rb"lastmod",
        rb"publication_date",
    )  # each by itself: what begins as one text is found ten times as fast
)


@dataclass(frozen=True, slots=True)
class _Form:
    """What stands before the first entry, behind each one, and behind the last."""

    head: bytes
    entry_end: bytes
    end: bytes
    entry_begins: tuple[bytes, ...] = ()

    def is_whole(self, part: bytes) -> bool:
        """Whether no entry, no remark and no literal text goes on behind a part."""
        return sum(map(part.count, self.entry_begins)) <= part.count(self.entry_end) and _is_balanced(part)


def pieces(body: bytes) -> Iterator[bytes]:
    """The pieces of a sitemap in its order, at most as many as have the entries that are read of one; of anything else the body itself."""
    stream = inflating(body)
    start = b""
    for chunk in stream:
        start += chunk
        if start.strip():  # the first member of a gzip file may hold nothing
            break
    form = _form(start)
    if form is None:
        yield body
        return
    entries = 0
    for part in _parts(chain([start[len(form.head) :]], stream), form):
        yield form.head + part
        entries += part.count(form.entry_end)
        if entries >= MAX_ENTRIES:
            return


def newest(piece: bytes) -> bytes:
    """The latest of the dates in a piece, as they are written, so that they are in the order of time; nothing where there is none."""
    return max((date for dates in _DATES for date in dates.findall(piece)), default=b"")


def _form(start: bytes) -> _Form | None:
    if b"\0" in start:
        return None
    if b"<" not in start[:SNIFFED_BYTES]:
        # Of a text alone it is asked whether its first bytes have a tag, and a piece may begin anywhere.
        return None if b"<" in start else _Form(b"", b"\n", b"")
    root = _ROOT.search(start)
    if root is None or not _is_balanced(start[: root.end()]):
        return None
    prefix = root[1]
    begins = tuple(b"<" + prefix + name for name in (b"url>", b"url ", b"url\n"))
    return _Form(start[: root.end()], b"</" + prefix + b"url>", b"</" + prefix + b"urlset>", begins)


def _parts(stream: Iterator[bytes], form: _Form) -> Iterator[bytes]:
    """What a stream holds, cut behind entries."""
    held, enough = bytearray(), PIECE_BYTES
    for chunk in stream:
        held += chunk
        if len(held) < enough:
            continue
        part = _first_part(held, form)
        if part:
            yield part + form.end
            del held[: len(part)]
            enough = PIECE_BYTES
        else:
            enough = 2 * len(held)  # so that what has no end is not looked through for each chunk
    if held:
        yield bytes(held)


def _first_part(held: bytearray, form: _Form) -> bytes:
    """What stands before one of the last ends of entries, and the end; nothing where it cannot be cut there for sure."""
    at = len(held)
    for _ in range(_CUTS):
        at = held.rfind(form.entry_end, 0, at)
        part = bytes(held[: at + len(form.entry_end)]) if at >= 0 else b""
        if not part or form.is_whole(part):
            return part
    return b""


def _is_balanced(part: bytes) -> bool:
    """Whether no remark and no literal text goes on behind a part."""
    return all(part.count(begin) == part.count(end) for begin, end in _PAIRS)
