"""From a path to a connection that is ready: our schema, write-ahead log, the durability asked for."""

from __future__ import annotations

import sqlite3
import time
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Final

from boilerspider.stores.sqlite.file import explained, refuse_foreign, refuse_unfit
from boilerspider.stores.sqlite.schema import APPLICATION_ID, SCHEMA_VERSION, STEPS, TABLE_NAMES, TABLES

CHECKED_BYTES: Final = 8_000_000
"""Files up to this size are checked page by page when they are opened. Ours."""

RETRY_SECONDS: Final = 0.02
"""SQLite does not wait for the lock that the change to the write-ahead log needs; we ask again. Ours."""


def connect(path: Path, *, durable: bool, lock_timeout_s: float) -> sqlite3.Connection:
    """The connection, outside any transaction; StoreError when the file is not ours, damaged or locked."""
    with explained(path), ExitStack() as stack:
        refuse_unfit(path)
        connection = sqlite3.connect(path, timeout=lock_timeout_s, isolation_level=None)
        stack.enter_context(closing(connection))
        with connection:
            connection.execute("BEGIN IMMEDIATE")
            _ensure_schema(connection, path)
        _use_write_ahead_log(connection, time.monotonic() + lock_timeout_s)
        connection.execute("PRAGMA synchronous = FULL" if durable else "PRAGMA synchronous = NORMAL")
        if path.stat().st_size <= CHECKED_BYTES:
            _refuse_damage(connection)
        stack.pop_all()
        return connection


def _ensure_schema(connection: sqlite3.Connection, path: Path) -> None:
    if not _tables(connection):
        for statement in TABLES:
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        return
    version = _pragma(connection, "user_version")
    refuse_foreign(path, _pragma(connection, "application_id"), version)
    if version < SCHEMA_VERSION:
        _migrate(connection, version)
    missing = sorted(TABLE_NAMES - _tables(connection))
    if missing:
        raise sqlite3.DatabaseError(f"no such table: {', '.join(missing)}")


def _tables(connection: sqlite3.Connection) -> set[str]:
    return {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}


def _migrate(connection: sqlite3.Connection, version: int) -> None:
    """Bring an older schema to this one, within the transaction that found it."""
    for step in range(version, SCHEMA_VERSION):
        for statement in STEPS[step]:
            connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def _use_write_ahead_log(connection: sqlite3.Connection, deadline: float) -> None:
    while True:
        try:
            (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
        except sqlite3.OperationalError:
            if time.monotonic() > deadline:
                raise
        else:
            if mode == "wal":
                return
            raise sqlite3.OperationalError("no shared memory")
        time.sleep(RETRY_SECONDS)


def _refuse_damage(connection: sqlite3.Connection) -> None:
    (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise sqlite3.DatabaseError("database disk image is malformed")


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    (value,) = connection.execute(f"PRAGMA {name}").fetchone()
    return int(value)
