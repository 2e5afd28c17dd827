"""The runs of a SQLite store: begun, renewed, and given back when they are dead.

Each function is part of a transaction that its caller holds.
"""

from __future__ import annotations

import sqlite3
from datetime import datetime, timedelta, timezone
from typing import Final

from boilerspider.stores.base import LEASE_SECONDS, has_ended
from boilerspider.stores.encoding import from_microseconds, to_microseconds
from boilerspider.stores.runs import Process
from boilerspider.stores.sqlite.acts import give_back

LEASE: Final = timedelta(seconds=LEASE_SECONDS)

RUNS: Final = "SELECT id, host, pid, started, lease_end FROM runs"
BEGIN_RUN: Final = "INSERT INTO runs (id, host, pid, started, lease_end) VALUES (?, ?, ?, ?, ?)"
RUN_STANDS: Final = "SELECT 1 FROM runs WHERE id = ?"
RENEW: Final = "UPDATE runs SET lease_end = ? WHERE id = ?"


def begin_run(connection: sqlite3.Connection, process: Process, run: int | None = None) -> int:
    """Begin a run, or the same run again, and answer with its number."""
    row = (run, process.host, process.pid, process.started, _lease_end())
    begun = connection.execute(BEGIN_RUN, row).lastrowid
    assert begun is not None
    return begun


def stands(connection: sqlite3.Connection, run: int) -> bool:
    """Whether nobody has ended the run."""
    return connection.execute(RUN_STANDS, (run,)).fetchone() is not None


def renew(connection: sqlite3.Connection, run: int) -> None:
    """Let the lease end later."""
    connection.execute(RENEW, (_lease_end(), run))


def give_back_dead(connection: sqlite3.Connection, here: str) -> None:
    """End the runs whose process is gone, and those of unknown processes whose lease has ended."""
    for run, host, pid, started, lease_end in connection.execute(RUNS).fetchall():
        gone = Process(host, pid, started).is_gone(here)
        if gone or (gone is None and has_ended(from_microseconds(lease_end))):
            give_back(connection, run)


def _lease_end() -> int:
    return to_microseconds(datetime.now(timezone.utc) + LEASE)
