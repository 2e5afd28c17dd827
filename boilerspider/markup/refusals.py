"""What is no page, or too much of one: each function raises an UnreadablePage that says why."""

from __future__ import annotations

import json
import re

from boilerspider.errors import UnreadablePage

BINARY_MAGIC = (
    b"%PDF-", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"PK\x03\x04", b"\x1f\x8b", b"RIFF", b"BZh", b"\xfd7zXZ", b"7z\xbc\xaf",
    b"Rar!", b"\x7fELF", b"ID3", b"OggS", b"fLaC", b"wOFF", b"wOF2", b"\x00\x01\x00\x00", b"II*\x00", b"MM\x00*",
    b"\xd0\xcf\x11\xe0", b"{\\rtf", b"%!PS",
)  # fmt: skip
"""How files that are no text begin: documents, pictures, archives, sound, fonts, programs."""

CONTROLS = bytes([*range(9), 11, *range(14, 32), 127])
"""Bytes that no text holds: all below space but tab, line feed, form feed and carriage return, and delete."""

SNIFFED_BYTES = 4096
"""How much of a page decides whether it is text."""

MAX_CONTROL_SHARE = 0.1
"""Of the sniffed bytes; chosen, not measured; damaged text has a few, compressed data about an eighth."""

TAG = re.compile(r"<[A-Za-z!/?]")

_WIDE_TAG = re.compile(rb"\0<\0*[A-Za-z!/?]\0*[\w\s>-]|<\0+[A-Za-z!/?]\0")
"""How a tag begins in UTF-16 or UTF-32, or behind a NUL. A NUL beside a sign alone stands in 4,096 bytes of one compressed file in eight."""


def refuse_long(size: int, url: str | None, most: int) -> None:
    """Pages of more bytes than are allowed."""
    if size > most:
        raise UnreadablePage(
            "too_big",
            f"{_name(url)} has {size} bytes, over the limit of {most} (raise BOILERSPIDER_MAX_BYTES; boilerspider.extract takes no larger ones)",
        )


def refuse_crowded(data: bytes, url: str | None, most: int) -> None:
    """Pages of more tags than are allowed."""
    if len(data) > most and (tags := data.count(b"<")) > most:
        raise UnreadablePage(
            "too_big",
            f"{_name(url)} has {tags} tags, over the limit of {most}"
            " (no article needs that many; lower BOILERSPIDER_MAX_BYTES to refuse such pages sooner)",
        )


def refuse_binary(page: bytes, url: str | None) -> None:
    """Files that begin as no text does."""
    head = page[:SNIFFED_BYTES]
    if head.startswith(BINARY_MAGIC):
        raise UnreadablePage("not_html", f"{_name(url)} is a binary file (it begins with {head[:8]!r})")
    controls = len(head) - len(head.translate(None, CONTROLS))
    if controls > MAX_CONTROL_SHARE * len(head) and not _looks_wide(head):
        raise UnreadablePage("not_html", f"{_name(url)} is a binary file ({controls} control bytes at its start)")


def _looks_wide(head: bytes) -> bool:
    """Whether the head may be UTF-16 or UTF-32, where every other byte of a tag is NUL, or text that is padded with NULs."""
    return head.startswith((b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff")) or _WIDE_TAG.search(head) is not None


def refuse_tagless(text: str, url: str | None) -> None:
    """Text without a tag, and JSON."""
    if TAG.search(text) is None and not (text.isspace() or not text):
        raise UnreadablePage("not_html", f"{_name(url)} holds no tag, so it is no HTML (it begins with {text[:20]!r})")
    if text[:100].lstrip()[:1] in {"{", "["} and _is_json(text):
        raise UnreadablePage("not_html", f"{_name(url)} is JSON, not HTML")


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    except RecursionError:
        return True
    return True


def _name(url: str | None) -> str:
    return f"the page {url}" if url else "the page"
