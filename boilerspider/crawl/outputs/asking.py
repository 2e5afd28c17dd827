"""A table is asked whether it takes a row, between two things that a crawl does: it is waited for as briefly as may be."""

from __future__ import annotations

import logging
import socket
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from threading import Timer
from typing import Any

logger = logging.getLogger(__name__)

ANSWER_S = 1.0
"""Seconds that an answer may take, in which the crawl stands still: one takes milliseconds unless the table is locked. Ours."""

CONNECT_S = 3
"""Seconds that a server may take to let the crawl ask. Ours."""

SILENCE_S = 2.0
"""Seconds after which a server that says nothing at all, not even that an answer took too long, is given up. Ours."""

IDLE_S = 30.0
"""Seconds that a connection is kept for the next question: firewalls forget, without a word, what is silent for some minutes. Ours."""

PAUSE_S = 60.0
"""Seconds after which what could not be asked is asked again: a crawl stands still for about an eighth of them at most. Ours."""


class Asking:
    """One connection for all questions about a table, opened with the first of them and again when it is lost."""

    def __init__(self, psycopg: Any, connect: Callable[[int], Any], where: str) -> None:
        self._psycopg = psycopg
        self._connect = connect
        self._where = where
        self._connection: Any = None
        self._not_before = 0.0
        self._asked = 0.0

    def refusal(self, statement: str, row: Mapping[str, Any]) -> str | None:
        """Why the table does not take a row; None where it does, or cannot be asked now."""
        if time.monotonic() < self._not_before:
            return None
        errors = self._psycopg.errors
        try:
            self._try(statement, row)
        except (self._psycopg.Error, UnicodeError, OSError) as error:  # the last where no file can be opened any more
            why = str(error).strip().partition("\n")[0]
            is_lost = isinstance(error, (errors.OperationalError, OSError))
            if not is_lost or isinstance(error, errors.ProgramLimitExceeded):
                return why
            self._not_before = time.monotonic() + PAUSE_S
            logger.info("%s cannot be asked about odd values for %g s: %s", self._where, PAUSE_S, why)
        return None

    def close(self) -> None:
        """Give the connection back."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _try(self, statement: str, row: Mapping[str, Any]) -> None:
        if time.monotonic() > self._asked + IDLE_S:
            self.close()
        was_open = self._connection is not None
        try:
            self._execute(statement, row)
        except self._psycopg.OperationalError:
            if not was_open or self._connection is None or not self._connection.closed:
                raise
            self.close()  # a server that was started anew, that keeps nobody for long, or behind a firewall that forgot
            self._execute(statement, row)

    def _execute(self, statement: str, row: Mapping[str, Any]) -> None:
        if self._connection is None:
            self._connection = self._connect(CONNECT_S)
        with _cut_after(SILENCE_S, self._connection):
            try:
                # It counts what is waited for a lock, too.
                self._connection.execute(f"SET LOCAL statement_timeout = {ANSWER_S * 1000:.0f}")
                self._connection.execute(statement, row)
            finally:
                if not self._connection.closed:
                    self._connection.rollback()
                self._asked = time.monotonic()


@contextmanager
def _cut_after(limit_s: float, connection: Any) -> Iterator[None]:
    """Shut a connection down that is still being waited for after a while: no setting of the driver's bounds an answer."""
    # One of our own: the number of the driver's may be another connection's by then. Of which family it is makes no odds.
    with socket.fromfd(connection.fileno(), socket.AF_INET, socket.SOCK_STREAM) as line:

        def cut() -> None:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

        timer = Timer(limit_s, cut)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
