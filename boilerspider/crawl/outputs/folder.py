"""A folder as a feed: `folder:articles?by=site/day` keeps one file an article.

The storage gives the exporter a Folder instead of a file; an exporter that knows folders names a
file for each item. Each file appears whole, under its name, or not at all.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
import sys
import unicodedata
from collections.abc import Mapping
from datetime import datetime
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any
from urllib.parse import parse_qsl, unquote

from scrapy import Spider
from scrapy.crawler import Crawler

from boilerspider.crawl.feedfile import try_to_make
from boilerspider.crawl.stop import configured, stop
from boilerspider.crawl.wholefile import replace_whole
from boilerspider.errors import BadConfiguration
from boilerspider.urls import site_of

LONGEST_SLUG, MOST_SLUG_BYTES = 80, 160
"""Characters of a title that a file's name takes over, and their bytes: file systems end at 255, of which day, hash, suffix and the draft's mark take some. Ours."""

HASH_CHARACTERS = 8
"""Characters of the content's hash in a file's name: two stories of one title and day keep two files. Ours."""

_PARTITIONS = ("site", "day", "language")

_NOT_SYNCED = frozenset((errno.ENOENT, errno.EACCES, errno.EINVAL))
"""Errors of a directory that somebody took with its files, or that may be written and not read, or whose file system syncs none."""


class Folder:
    """Files by name; if `durable`, `write_out` is the moment from which they survive a loss of power.

    Others may take a file as soon as it appears: nothing here opens it again.
    """

    def __init__(self, path: Path, partitions: tuple[str, ...], *, durable: bool = False) -> None:
        self.path = path
        self._partitions = partitions
        self._durable = durable
        self._unsynced: set[Path] = set()

    def write(self, item: Mapping[str, Any], suffix: str, content: bytes) -> Path:
        """Keep an item's content in a file named after it; the file appears whole or not at all. Raises OSError."""
        place = self.path.joinpath(*(_partition(item, name) for name in self._partitions))
        place.mkdir(parents=True, exist_ok=True)
        target = place / f"{file_name(item)}{suffix}"
        replace_whole(target, content, durable=self._durable)
        if self._durable:
            self._unsynced.update(one for one in target.parents if one.is_relative_to(self.path))
        return target

    def try_to_write(self) -> None:
        """Raise OSError where no file can be made in the folder; one that is yet to be is not left behind."""
        if not self.path.exists():
            try_to_make(self.path / "trial")
            return
        with TemporaryFile(dir=self.path):
            pass

    def write_out(self) -> None:
        """Bring the names of what was written to the disk, if durable. Raises OSError."""
        written, self._unsynced = self._unsynced, set()
        for path in written:
            _sync(path)


class FolderStorage:
    """Feed storage for `folder:PATH`, with `?by=` and the parts of the path below it: site, day, language."""

    def __init__(self, uri: str, *, feed_options: dict[str, Any] | None = None, durable: bool = False) -> None:
        path, _, query = uri.partition(":")[2].partition("?")
        by = dict(parse_qsl(query, keep_blank_values=True))
        partitions = tuple(part for part in by.pop("by", "").split("/") if part)
        if not path or by or set(partitions) - set(_PARTITIONS):
            stop(
                BadConfiguration(
                    f"feed {uri!r}: write folder:PATH or folder:PATH?by=site/day ({', '.join(_PARTITIONS)})"
                )
            )
        format_ = (feed_options or {}).get("format")
        if format_ not in ("markdown", "md"):
            stop(
                BadConfiguration(
                    f"feed {uri!r}: a folder holds Markdown files, not {format_!r}; set its format to 'markdown'"
                )
            )
        self.folder = Folder(Path(unquote(path)), partitions, durable=durable)

    @classmethod
    def from_crawler(cls, crawler: Crawler, uri: str, *, feed_options: dict[str, Any] | None = None) -> FolderStorage:
        return cls(uri, feed_options=feed_options, durable=configured(crawler.settings).store_durable)

    def open(self, spider: Spider) -> Folder:  # noqa: ARG002 - Scrapy's signature
        """The folder, made if need be."""
        self.folder.path.mkdir(parents=True, exist_ok=True)
        return self.folder

    def store(self, file: Folder) -> None:
        """Nothing is left to do: every file is in its place already."""


def _sync(directory: Path) -> None:
    """Bring the names in a directory to the disk, as far as that may be. Raises OSError."""
    if sys.platform == "win32":
        return  # no directory can be opened there
    try:
        descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        if error.errno not in _NOT_SYNCED:
            raise


def as_text(value: Any, between: str = " ") -> str:
    """A value of an item as text; a list, as an ItemLoader without processors leaves it, in one, without what in it is None."""
    parts = value if isinstance(value, (list, tuple)) else (value or "",)
    return between.join(str(part) for part in parts if part is not None)


def file_name(item: Mapping[str, Any]) -> str:
    """`2026-11-20-the-title-1a2b3c4d` from what is known of an item; letters of all scripts stay."""
    day = _day(item)
    title = unicodedata.normalize("NFKC", as_text(item.get("title"))).lower()
    cut = re.sub(r"[\W_]+", "-", title)[:LONGEST_SLUG].encode("utf-8", "ignore")[:MOST_SLUG_BYTES]
    slug = cut.decode("utf-8", "ignore").strip("-")
    mark = str(item.get("content_hash") or _digest(item))[:HASH_CHARACTERS]
    return "-".join(part for part in (day, slug, mark) if part)


def _digest(item: Mapping[str, Any]) -> str:
    """Of what an item says that has no hash, whatever its fields are called: two of one title and day are two files."""
    said = [(str(name), _in_order(value)) for name, value in item.items() if not isinstance(value, datetime)]
    said.sort(key=itemgetter(0))
    return hashlib.sha256(repr(said).encode()).hexdigest()


def _in_order(value: Any) -> Any:
    """A set as a list: the order of its own is another one in each process."""
    return sorted(value, key=repr) if isinstance(value, (set, frozenset)) else value


def _day(item: Mapping[str, Any]) -> str:
    moment = item.get("published") or item.get("fetched_at")
    return f"{moment:%Y-%m-%d}" if isinstance(moment, datetime) else ""


def _partition(item: Mapping[str, Any], name: str) -> str:
    """One part of an item's path; nothing in it can lead out of the folder."""
    found = {
        "site": lambda: site_of(as_text(item.get("url"))),
        "day": lambda: _day(item),
        "language": lambda: as_text(item.get("language")),
    }[name]()
    return re.sub(r"[^\w.-]", "_", found).lstrip(".") or "unknown"
