"""A table as a feed: `postgresql://user:password@host/database?table=articles` keeps one row an article and revision.

The items are written as lines to a file of Scrapy's; when a feed or a batch of it ends, all its
rows are put into the table in one transaction, so that a query sees all of them or none.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from itertools import count
from typing import IO, Any
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit
from weakref import WeakKeyDictionary, ref

from scrapy import Spider, signals
from scrapy.crawler import Crawler
from scrapy.extensions.feedexport import BlockingFeedStorage, FeedExporter

from boilerspider.crawl.outputs.asking import Asking
from boilerspider.crawl.outputs.rows import COLUMNS, FORMER_KEY, KEY, MARK, RowExporter, Taken, rows
from boilerspider.crawl.stop import stop
from boilerspider.errors import BadConfiguration
from boilerspider.redaction import redacted

logger = logging.getLogger(__name__)

CONNECT_TIMEOUT_S = 10
"""Seconds that a server may take to answer at all. Ours."""
LOCK_TIMEOUT_S = 10
"""Seconds that a table may be locked by others at the start of a crawl, or when rows are put into it and the crawl was told to stop; an index of a small one is made in less. Ours."""

_SAMPLE = {
    name: {"timestamptz": "2000-01-01T00:00:00Z", "jsonb": "[]", "integer": 0, "real": 0.0, "boolean": False}.get(
        kind, ""
    )
    for name, kind in {**COLUMNS, MARK: "text"}.items()
}


@dataclass(frozen=True)
class _Table:
    """What is known of a table in one crawl."""

    key: tuple[str, ...]
    asking: Asking
    taken: Taken


_TABLES: WeakKeyDictionary[Crawler, dict[str, _Table]] = WeakKeyDictionary()
"""The tables of each crawl: every batch of a feed has a storage of its own."""

_NAME = re.compile(r"[a-z_][a-z0-9_]{0,62}(?:\.[a-z_][a-z0-9_]{0,62})?")


class PostgresStorage(BlockingFeedStorage):
    """Feed storage for `postgresql://…?table=NAME`; the table is made where there is none, and rows are replaced.

    What else stands behind the question mark goes to the driver, but for `batch`, which is for
    `%(batch_id)d` to stand in.
    """

    @classmethod
    def from_crawler(cls, crawler: Crawler, uri: str, *, feed_options: dict[str, Any] | None = None) -> PostgresStorage:
        alive = ref(crawler)  # what is known of the tables, which leads here, must not keep it
        return cls(
            uri,
            feed_options=feed_options,
            known=_TABLES.setdefault(crawler, {}),
            may_wait=lambda: (it := alive()) is not None and it.crawling,
        )

    def __init__(
        self,
        uri: str,
        *,
        feed_options: dict[str, Any] | None = None,
        known: dict[str, _Table] | None = None,
        may_wait: Callable[[], bool] = lambda: False,
    ) -> None:
        self._may_wait = may_wait
        """Whether nobody has told the crawl to stop, so that a lock is waited for however long it is held."""
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
        known = {} if known is None else known
        name = f"{self._uri} {self._table}"
        if name not in known:
            asking = Asking(self._psycopg, self._connect, f"The table {self._table}")
            known[name] = _Table(self._make_table(), asking, Taken())
        self._known = known[name]

    def open(self, spider: Spider) -> IO[bytes]:
        """A file of lines, which the slot of this storage writes with an exporter of rows from here on."""
        known, where = self._known, f"the table {self._table}"
        refusal = partial(known.asking.refusal, _insert(self._table, known.key))
        spider.crawler.signals.connect(known.asking.close, signals.engine_stopped)
        feeds = spider.crawler.get_extension(FeedExporter)
        for slot in feeds.slots if feeds is not None else ():
            if slot.storage is self:
                exporter: Any = partial(RowExporter, where=where, key=known.key, taken=known.taken, refusal=refusal)
                slot.exporters = {**slot.exporters, slot.feed_options["format"]: exporter}
        return super().open(spider)

    def _make_table(self) -> tuple[str, ...]:
        """Make the table where there is none; the key of the one that is there."""
        columns = ", ".join(f"{name} {kind}" for name, kind in COLUMNS.items())
        marked = f"{columns}, {MARK} text NOT NULL DEFAULT '', PRIMARY KEY ({', '.join(KEY)})"
        try:
            with self._connect() as connection:
                connection.execute(f"SET lock_timeout = {LOCK_TIMEOUT_S * 1000}")
                connection.execute(f"CREATE TABLE IF NOT EXISTS {self._table} ({marked})")
                connection.commit()
                return self._key_of(connection)
        except self._psycopg.Error as error:
            said = (str(error).strip() or type(error).__name__).splitlines()[0]
            stop(BadConfiguration(f"feed {self._shown!r} cannot be written: {said}; {self._fix(error)}"))

    def _key_of(self, connection: Any) -> tuple[str, ...]:
        """The key of a table that takes articles; an error of the driver's for one that takes none."""
        errors = self._psycopg.errors
        # A table that is there already may be anybody's: whether it takes articles shows an article that it does not keep.
        try:
            connection.execute(_insert(self._table, KEY), _SAMPLE)
        except (errors.UndefinedColumn, errors.InvalidColumnReference, errors.DatatypeMismatch, errors.DataError):
            connection.rollback()
            connection.execute(_insert(self._table, FORMER_KEY), _SAMPLE)
            return FORMER_KEY
        finally:
            connection.rollback()
        return KEY

    def _fix(self, error: Exception) -> str:
        if isinstance(error, self._psycopg.errors.LockNotAvailable):
            return f"{self._locked()}: start the crawl when it is done (pg_stat_activity shows it)"
        if isinstance(error, self._psycopg.OperationalError):
            return "start the server, or name another"
        return f"the table {self._table} has to take articles: name another with ?table=, which is made"

    def _connect(self, timeout_s: int = CONNECT_TIMEOUT_S) -> Any:
        return self._psycopg.connect(self._uri, connect_timeout=timeout_s)

    def _locked(self) -> str:
        return f"the table {self._table} is locked, mostly by a CREATE INDEX or an ALTER TABLE that is under way"

    def _store_in_thread(self, file: IO[bytes]) -> None:
        locked = self._psycopg.errors.LockNotAvailable
        with closing(file):
            for attempt in count():
                is_last = not self._may_wait()
                try:
                    self._put(file)
                except locked:
                    if is_last:
                        raise locked(f"{self._locked()} (pg_stat_activity shows it)") from None
                    if not attempt:
                        logger.warning("The feed %s waits: %s (pg_stat_activity shows it)", self._shown, self._locked())
                else:
                    return

    def _put(self, file: IO[bytes]) -> None:
        """Put all rows into the table, or none where it is locked for long."""
        with self._connect() as connection, connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL lock_timeout = {LOCK_TIMEOUT_S * 1000}")
            file.seek(0)
            cursor.executemany(_insert(self._table, self._known.key), rows(file))


def _insert(table: str, key: tuple[str, ...]) -> str:
    """The statement that puts a row into a table whose name was looked at, in the place of that of the same key."""
    columns = dict.fromkeys([*COLUMNS, *key])
    values = ", ".join(f"%({name})s" for name in columns)
    # A story that is tagged as a copy of itself has been asked again: what its row says of that stays.
    itself = "CASE WHEN excluded.duplicate_of = excluded.url THEN kept.duplicate_of ELSE excluded.duplicate_of END"
    changes = ", ".join(
        f"{name} = {itself if name == 'duplicate_of' else f'excluded.{name}'}" for name in columns if name not in key
    )
    return (
        f"INSERT INTO {table} AS kept ({', '.join(columns)}) VALUES ({values}) "  # noqa: S608
        f"ON CONFLICT ({', '.join(key)}) DO UPDATE SET {changes}"
    )
