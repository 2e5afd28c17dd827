"""Corpora: folders with `pages.zip` (members `<id>.html`, raw bytes) and `gold.jsonl`.

What is wrong with a corpus is said before its first page is measured; pages are read one at a time.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from boilerspider.errors import BadConfiguration

PAGES, GOLD = "pages.zip", "gold.jsonl"

TEXTS = frozenset({"id", "text", "url", "title", "date", "page_type", "split"})
LISTS = frozenset({"authors", "with", "without"})
FLAGS = frozenset({"suspect"})
"""The fields of a line by what they hold; each may be null too. Others are not read."""


@dataclass(frozen=True, slots=True)
class Gold:
    """What people wrote down about a page; `text` is None where only snippets are known."""

    id: str
    text: str | None
    url: str | None = None
    title: str | None = None
    authors: tuple[str, ...] = ()
    date: str | None = None
    page_type: str | None = None
    split: str | None = None
    with_: tuple[str, ...] = ()
    """Snippets that belong to the content."""
    without: tuple[str, ...] = ()
    """Snippets that do not."""
    suspect: bool = False
    """Whether several extractors agree against the gold text."""

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Gold:
        """The gold of one line of `gold.jsonl`; BadConfiguration says what the line lacks, or has that cannot be used."""
        if not isinstance(record, dict):
            raise BadConfiguration(f"not an object but {type(record).__name__}")
        if not isinstance(record.get("id"), str):
            raise BadConfiguration('no "id" that is a string')
        if not isinstance(record.get("text", 0), str | None):
            raise BadConfiguration('no "text" that is a string or null')
        for name, value in record.items():
            _check_field(name, value)
        return cls(
            id=record["id"],
            text=record["text"],
            url=record.get("url"),
            title=record.get("title"),
            authors=tuple(record.get("authors") or ()),
            date=record.get("date"),
            page_type=record.get("page_type"),
            split=record.get("split"),
            with_=tuple(record.get("with") or ()),
            without=tuple(record.get("without") or ()),
            suspect=bool(record.get("suspect")),
        )

    @property
    def member(self) -> str:
        """The page's name in `pages.zip`."""
        return f"{self.id}.html"


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a corpus: its raw bytes and what is known of it."""

    gold: Gold
    html: bytes


@dataclass(frozen=True, slots=True)
class Selection:
    """Which pages of a corpus are wanted: the first `limit` of those with this split and page type; None: any."""

    limit: int | None = None
    split: str | None = None
    page_type: str | None = None

    def wants(self, gold: Gold) -> bool:
        """Whether a page has the split and the page type asked for."""
        return self.split in (None, gold.split) and self.page_type in (None, gold.page_type)


@dataclass(frozen=True)
class Corpus:
    """The selected pages of a folder, in the order of its gold; BadConfiguration where they cannot be had."""

    folder: Path
    selection: Selection = Selection()
    golds: tuple[Gold, ...] = field(init=False, repr=False)
    missing: tuple[str, ...] = field(init=False, repr=False)
    """Ids of selected pages that `pages.zip` does not hold; they are left out."""
    digest: str = field(init=False)
    """Changes when the selected pages or their gold texts change."""

    def __post_init__(self) -> None:
        folder = Path(self.folder)
        if not folder.is_dir():
            what = "that is no folder" if folder.exists() else "no such folder"
            raise BadConfiguration(f"corpus {folder}: {what}; name one with {PAGES} and {GOLD} in it")
        members = _members(folder)
        present, missing = _select(read_golds(folder), self.selection, members)
        if not present:
            raise BadConfiguration(_why_empty(folder, self.selection, len(missing)))
        for name, value in {
            "folder": folder,
            "golds": present,
            "missing": missing,
            "digest": _digest(present, members),
        }.items():
            object.__setattr__(self, name, value)

    @property
    def name(self) -> str:
        """The folder's own name."""
        return self.folder.resolve().name

    def __len__(self) -> int:
        return len(self.golds)

    def __iter__(self) -> Iterator[Page]:
        with zipfile.ZipFile(self.folder / PAGES) as pages:
            for gold in self.golds:
                yield Page(gold, _read(pages, gold, self.folder))


def read_golds(folder: Path) -> Iterator[Gold]:
    """The gold of a corpus line by line; BadConfiguration names the line that cannot be used."""
    path = folder / GOLD
    if not path.is_file():
        raise BadConfiguration(f"corpus {folder}: no {GOLD} in it")
    with path.open("rb") as lines:
        for number, line in enumerate(lines, start=1):
            if line.strip():
                yield _gold(line, f"{path}, line {number}")


def _gold(line: bytes, place: str) -> Gold:
    try:
        return Gold.from_record(json.loads(line))
    except (ValueError, RecursionError) as error:
        raise BadConfiguration(f"{place}: {error}") from error


def _check_field(name: str, value: object) -> None:
    """BadConfiguration for a value of another kind than the field's, or a text that no file can hold."""
    if value is None:
        return
    if name in FLAGS and not isinstance(value, bool):
        raise BadConfiguration(f'"{name}" is neither true nor false')
    if name in TEXTS and not isinstance(value, str):
        raise BadConfiguration(f'"{name}" is no string')
    if name in LISTS and not (isinstance(value, list) and all(isinstance(each, str) for each in value)):
        raise BadConfiguration(f'"{name}" is no list of strings')
    try:
        str(value if name in TEXTS else "".join(value) if isinstance(value, list) and name in LISTS else "").encode()
    except UnicodeEncodeError as error:
        raise BadConfiguration(f'"{name}" holds half of a surrogate pair, which is no character') from error


def _members(folder: Path) -> dict[str, zipfile.ZipInfo]:
    path = folder / PAGES
    if not path.is_file():
        raise BadConfiguration(f"corpus {folder}: no {PAGES} in it")
    try:
        with zipfile.ZipFile(path) as pages:
            return {info.filename: info for info in pages.infolist()}
    except zipfile.BadZipFile as error:
        raise BadConfiguration(f"{path}: not a readable zip file ({error})") from error


def _select(
    golds: Iterator[Gold], selection: Selection, members: Mapping[str, object]
) -> tuple[tuple[Gold, ...], tuple[str, ...]]:
    present: list[Gold] = []
    missing: list[str] = []
    for gold in golds:
        # Lines after the last page wanted are still read: a broken one is news, wherever it stands.
        if not selection.wants(gold) or len(present) == selection.limit:
            continue
        if gold.member in members:
            present.append(gold)
        else:
            missing.append(gold.id)
    return tuple(present), tuple(missing)


def _why_empty(folder: Path, selection: Selection, missing: int) -> str:
    asked = [f"split {selection.split!r}"] * (selection.split is not None)
    asked += [f"type {selection.page_type!r}"] * (selection.page_type is not None)
    wanted = f"no page of {' and '.join(asked)}" if asked else "no page"
    lost = f"; {missing} named in {GOLD} but not in {PAGES}" if missing else ""
    return f"corpus {folder}: {wanted} to measure{lost}"


def _digest(golds: tuple[Gold, ...], members: Mapping[str, zipfile.ZipInfo]) -> str:
    digest = hashlib.sha256()
    for gold in golds:
        digest.update(repr((gold.id, members[gold.member].CRC, gold.text)).encode())
    return digest.hexdigest()[:16]


def _read(pages: zipfile.ZipFile, gold: Gold, folder: Path) -> bytes:
    try:
        return pages.read(gold.member)
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, OSError) as error:  # damaged, encrypted, cut off
        raise BadConfiguration(
            f"{folder / PAGES}: page {gold.id} cannot be read ({str(error) or 'it ends too soon'})"
        ) from error
