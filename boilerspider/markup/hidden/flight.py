"""States that a page is sent in rows, a piece a script: React's server components, as Next.js has them (`self.__next_f.push([1,"…"])`).

A row is `<number>:<JSON>`, or `<number>:T<bytes>,<text>`; its strings name other rows (`"$1f"`, `"$L2"`), and its elements are lists
(`["$","p",null,{"children":"The wall holds."}]`). A list or an object that is named twice is read where it is named first, so that no
value holds itself and none stands in two places.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

from boilerspider.markup.hidden.flattened import filled
from boilerspider.markup.metadata.jsonld import is_too_deep

MARK = "__next_f"
"""What scripts with pieces of rows are called."""
MAX_ROW_DEPTH = 300
"""Brackets in each other of a row that is read; each element is two. Ours: the deepest of the corpora's are under 100, and a decoder that recurses follows a thousand."""
MAX_ROWS = 20_000
"""Of a page that are read. Ours."""
MAX_SENT_CHARS = 4_000_000
"""Of a page's pieces that are read; ours: most of the corpora's have under a million, the longest as many."""

_PIECE = re.compile(rf'{MARK}\.push\(\s{{0,9}}\[\s{{0,9}}1\s{{0,9}},\s{{0,9}}("[^"\\]*(?:\\.[^"\\]*)*")', re.DOTALL)
_ROW = re.compile(rb"([0-9a-f]{1,8}):(?:T([0-9a-f]{1,8}),)?")
_NAMED = re.compile(r"\$[L@QW]?([0-9a-f]{1,8})")
_NO_TEXT = frozenset(
    ("aside", "button", "footer", "form", "head", "iframe", "nav", "noscript", "script", "style", "svg", "template")
)
"""Elements that hold none of a story."""
_NO_KIND = frozenset(("header",))
"""Elements whose names call a block of an editor something else."""
_KEPT = ("children", "dangerouslySetInnerHTML", "href")
"""What is said of an element of HTML that is its text, or leads somewhere."""


def sent_in(scripts: Iterable[str]) -> list[Any]:
    """The values that a page's scripts send in rows, each with what it names in its place."""
    written, left = list[str](), MAX_SENT_CHARS
    for piece in (piece for text in scripts if MARK in text for piece in _PIECE.finditer(text)):
        left -= len(piece[1])
        if left < 0:
            break
        with suppress(ValueError):
            written.append(json.loads(piece[1], strict=False))
    return _joined(_rows("".join(written).encode("utf-8", "surrogatepass")))


def _rows(stream: bytes) -> dict[str, Any]:
    """Rows by their numbers; those that are no JSON (imports, hints) are passed over."""
    found, position = dict[str, Any](), 0
    while position < len(stream) and len(found) < MAX_ROWS:
        row = _ROW.match(stream, position)
        if row is not None and row[2]:
            position = row.end() + int(row[2], 16)  # no line's end is behind it
            found[row[1].decode()] = stream[row.end() : position].decode("utf-8", "replace")
            continue
        end = stream.find(b"\n", position)
        end = len(stream) if end < 0 else end
        if row is not None and stream[row.end() : row.end() + 1] in (b"[", b"{", b'"'):
            with suppress(ValueError, RecursionError):
                found[row[1].decode()] = _decoded(stream[row.end() : end].decode("utf-8", "replace"))
        position = end + 1
    return found


def _decoded(text: str) -> Any:
    return None if is_too_deep(text, MAX_ROW_DEPTH) else json.loads(text, strict=False)


def _joined(rows: Mapping[str, Any]) -> list[Any]:
    """Rows that no row before them names, with those that they name in their places."""
    seen, found = set[str](), list[Any]()

    def read(part: Any) -> Any:
        return _element(_named(part, rows, seen) if isinstance(part, str) else part)

    for number, row in rows.items():
        if number not in seen and not isinstance(row, str):
            found += filled(list[Any](), [(0, f"${number}")], read)
    return found


def _named(text: str, rows: Mapping[str, Any], seen: set[str]) -> Any:
    """What a string stands for: itself, a row, a moment; None for what is nothing or has its place elsewhere."""
    if not text.startswith("$"):
        return text
    if text.startswith("$$"):
        return text[1:]
    if text.startswith("$D"):
        return text[2:]
    name = _NAMED.fullmatch(text)
    value = rows.get(name[1]) if name else None
    if isinstance(value, str):
        return None if value.startswith("$") else value
    if name is None or name[1] in seen:
        return None
    seen.add(name[1])
    return value


def _element(value: Any) -> Any:
    """An element as an object with its kind, one of an application's own as what it was given; None for one that holds no text."""
    match value:
        case ["$", str(tag), _, dict(given), *_]:
            if tag.startswith("$"):
                return given
            kept = {key: given[key] for key in _KEPT if key in given}
            return None if tag in _NO_TEXT else kept if tag in _NO_KIND else {"type": tag, **kept}
    return value
