"""A table as a feed: `postgresql://user:password@host/database?table=articles` keeps one row an article and revision.

Scrapy writes the items as JSON Lines to a file of its own; when a feed or a batch of it ends, all its
rows are put into the table in one transaction, so that a query sees all of them or none.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import fields
from importlib import import_module
from typing import IO, Any
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

from scrapy.extensions.feedexport import BlockingFeedStorage

from boilerspider.crawl.stop import stop
from boilerspider.errors import BadConfiguration
from boilerspider.model import Article
from boilerspider.urls import redacted

CONNECT_TIMEOUT_S = 10
"""Seconds that a server may take to answer at all. Ours."""

_TYPES = {
    **dict.fromkeys(("published", "modified", "first_seen", "fetched_at"), "timestamptz"),
    **dict.fromkeys(("authors", "tags", "images"), "jsonb"),
    **dict.fromkeys(("word_count", "revision"), "integer"),
    "confidence": "real",
    "paywalled": "boolean",
}
_COLUMNS = {field.name: _TYPES.get(field.name, "text") for field in fields(Article)}
_SAMPLE = {
    name: {"timestamptz": "2000-01-01T00:00:00Z", "jsonb": "[]", "integer": 0, "real": 0.0, "boolean": False}.get(
        kind, ""
    )
    for name, kind in _COLUMNS.items()
}
_NAME = re.compile(r"[a-z_][a-z0-9_]{0,62}(?:\.[a-z_][a-z0-9_]{0,62})?")


class PostgresStorage(BlockingFeedStorage):
    """Feed storage for `postgresql://…?table=NAME`; the table is made where there is none, and rows are replaced.

    What else stands behind the question mark goes to the driver, but for `batch`, which is for
    `%(batch_id)d` to stand in.
    """

    def __init__(self, uri: str, *, feed_options: dict[str, Any] | None = None) -> None:
        self._shown = redacted(uri)
        if (feed_options or {}).get("format") not in ("jsonlines", "jl", "jsonl"):
            stop(BadConfiguration(f"feed {self._shown!r}: a table takes the format 'jsonlines'"))
        parts = urlsplit(uri)
        more = dict(parse_qsl(parts.query, keep_blank_values=True))
        more.pop("batch", None)
        self._table = more.pop("table", "articles")
        if not _NAME.fullmatch(self._table):
            stop(BadConfiguration(f"feed {self._shown!r}: table={self._table} is no name; write schema.table or table"))
        self._uri = urlunsplit((parts.scheme, parts.netloc, parts.path, urlencode(more, quote_via=quote), ""))
        try:
            self._psycopg: Any = import_module("psycopg")
        except ImportError:
            stop(BadConfiguration(f"feed {self._shown!r} needs psycopg 3: pip install 'boilerspider[postgresql]'"))
        self._make_table()

    def _make_table(self) -> None:
        columns = ", ".join(f"{name} {kind}" for name, kind in _COLUMNS.items())
        try:
            with self._connect() as connection:
                connection.execute(f"CREATE TABLE IF NOT EXISTS {self._table} ({columns}, PRIMARY KEY (url, revision))")
                connection.commit()
                # A table that is there already may be anybody's: whether it takes articles shows an article that it does not keep.
                connection.execute(_insert(self._table), _SAMPLE)
                connection.rollback()
        except self._psycopg.Error as error:
            said = (str(error).strip() or type(error).__name__).splitlines()[0]
            stop(BadConfiguration(f"feed {self._shown!r} cannot be written: {said}; {self._fix(error)}"))

    def _fix(self, error: Exception) -> str:
        if isinstance(error, self._psycopg.OperationalError):
            return "start the server, or name another"
        return f"the table {self._table} has to take articles: name another with ?table=, which is made"

    def _connect(self) -> Any:
        return self._psycopg.connect(self._uri, connect_timeout=CONNECT_TIMEOUT_S)

    def _store_in_thread(self, file: IO[bytes]) -> None:
        with closing(file), self._connect() as connection, connection.cursor() as cursor:
            file.seek(0)
            cursor.executemany(_insert(self._table), _rows(file))


def _insert(table: str) -> str:
    """The statement that puts a row into a table whose name was looked at, in the place of that of the same revision."""
    names = ", ".join(_COLUMNS)
    values = ", ".join(f"%({name})s" for name in _COLUMNS)
    # A story that is tagged as a copy of itself has been asked again: what its row says of that stays.
    itself = "CASE WHEN excluded.duplicate_of = excluded.url THEN kept.duplicate_of ELSE excluded.duplicate_of END"
    changes = ", ".join(
        f"{name} = {itself if name == 'duplicate_of' else f'excluded.{name}'}"
        for name in _COLUMNS
        if name not in ("url", "revision")
    )
    return (
        f"INSERT INTO {table} AS kept ({names}) VALUES ({values}) ON CONFLICT (url, revision) DO UPDATE SET {changes}"  # noqa: S608
    )


def _rows(lines: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    """The values of each item that has a URL; a field that the table does not know is left out."""
    for line in lines:
        item = json.loads(line)
        if item.get("url"):
            row = {name: _value(kind, item.get(name)) for name, kind in _COLUMNS.items()}
            yield {**row, "revision": item.get("revision") or 0}


def _value(kind: str, value: Any) -> Any:
    if kind == "jsonb":
        # The server takes no character of code 0, written out or not.
        return json.dumps(value, ensure_ascii=False).replace("\\u0000", "\\ufffd")
    return value.replace("\0", "\ufffd") if isinstance(value, str) else value
