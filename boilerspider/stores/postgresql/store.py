"""The store in a PostgreSQL database: any number of machines, one act at a time.

Each act is one transaction that first takes an advisory lock of ours, so that nothing can come
between the question and the claim; a lost connection gives lock and act back.
"""

from __future__ import annotations

import asyncio
import os
import re
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext, suppress
from importlib import import_module
from typing import Any, Final

from boilerspider.errors import BadConfiguration, StoreError
from boilerspider.stores.ledger import Act, Answer, TakenForDead
from boilerspider.stores.patience import PATIENCE_S, ServerLost
from boilerspider.stores.postgresql import schema
from boilerspider.stores.postgresql.ledger import PostgresLedger
from boilerspider.stores.runs import Process, this_process
from boilerspider.stores.served import ServedStore

CONNECT_TIMEOUT_S: Final = 5
"""Seconds that a server may take to answer at all."""

_REFUSALS: Final = (
    (r'database "(.*)" does not exist', r"create it (createdb \1), or name another"),
    (r'role "(.*)" does not exist', r"create it (createuser \1), or name another user"),
    ("no password supplied", "it wants one; put it into ~/.pgpass, or into the address"),
    ("password authentication failed", "mend the password, or the user, in the address or in ~/.pgpass"),
)
"""What a server says that is there and refuses, as far as it speaks English (libpq hands on no code of it), and what can be done."""

RUN_STANDS: Final = "SELECT 1 FROM runs WHERE id = %s"
TAKE_LOCK: Final = f"SELECT pg_advisory_xact_lock({schema.LOCK})"
FREE_LOCK: Final = """
    SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'advisory' AND classid = 0 AND objid = %s AND granted
      AND datname = current_database() AND usename = current_user
      AND wait_event IN ('ClientRead', 'ClientWrite') AND query_start < clock_timestamp() - %s * interval '1 s'
"""
"""Ends the act in which a crawl has said nothing, or has not read what it asked for, for so long: it is frozen, or its machine is gone, and all others wait for its lock."""
SETTINGS: Final = ("SET search_path = boilerspider, pg_temp", "SET client_encoding = 'UTF8'")


class PostgresStore(ServedStore):
    """The memory of all runs that name the same database."""

    def __init__(
        self,
        uri: str,
        *,
        durable: bool = False,
        patience_s: float = PATIENCE_S,
        process: Callable[[], Process] = this_process,
    ) -> None:
        self._psycopg: Any = _driver()
        try:
            parts = self._psycopg.conninfo.conninfo_to_dict(uri, connect_timeout=CONNECT_TIMEOUT_S)
        except self._psycopg.Error as error:
            raise BadConfiguration(
                "store 'postgresql:' has no such address; write postgresql://user:password@host:5432/database"
            ) from error
        where = f"{parts.get('host', 'localhost')}:{parts.get('port', 5432)}/{parts.get('dbname', '')}"
        super().__init__(f"store postgresql://{where}", patience_s=patience_s, process=process)
        self._conninfo = self._psycopg.conninfo.make_conninfo(**parts)
        self._durable = durable
        self._connection: Any = None
        self._is_hung_up = False
        self._silence_s = patience_s / 3
        """Seconds of silence in an act after which others may end it, and seconds that they wait for its lock at once."""

    @classmethod
    def at(cls, location: str, *, durable: bool = False) -> PostgresStore:
        """The store in a database: `//user:password@host:5432/database`, with libpq's parameters after a question mark."""
        return cls(f"postgresql:{location}", durable=durable)

    async def _connect(self) -> None:
        with self._explained(), self._patient():
            self._connection = await self._psycopg.AsyncConnection.connect(self._conninfo, autocommit=True)
            for setting in SETTINGS:
                await self._connection.execute(setting)
            await self._connection.execute(f"SET synchronous_commit = {'on' if self._durable else 'off'}")
            # A crawl that is frozen while it waits gets the lock of the one that it waited for, unless it has lost its place.
            await self._connection.execute(f"SET lock_timeout = '{self._silence_s:.3f}s'")
            while not await self._ensure_in_turn():
                pass

    async def _ensure_in_turn(self) -> bool:
        """See to it that our tables are there; False where another crawl has had the lock for too long."""
        with suppress(self._psycopg.errors.InsufficientPrivilege):  # few roles may not: others then wait in vain
            await self._connection.execute(FREE_LOCK, (schema.LOCK, self._silence_s))
        with suppress(self._psycopg.errors.LockNotAvailable):
            async with self._connection.transaction():
                await self._connection.execute(TAKE_LOCK)
                await self._ensure_schema()
            return True
        return False

    async def _ensure_schema(self) -> None:
        if not await self._value(schema.IS_THERE):
            for statement in schema.TABLES:
                await self._connection.execute(statement)
            await self._connection.execute(schema.WRITE_VERSION, (schema.SCHEMA_VERSION,))
        version = await self._value(schema.READ_VERSION)
        self._refuse_newer(version, schema.SCHEMA_VERSION)
        if version < schema.SCHEMA_VERSION:
            for step in range(version, schema.SCHEMA_VERSION):
                for statement in schema.STEPS[step]:
                    await self._connection.execute(statement)
            await self._connection.execute(schema.RAISE_VERSION, (schema.SCHEMA_VERSION,))

    async def _value(self, query: str) -> Any:
        (value,) = await (await self._connection.execute(query)).fetchone()
        return value

    async def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()

    async def _transact(self, act: Act[Answer], run: int | None = None) -> Answer:
        if self._connection is None:
            raise ServerLost(f"{self._name}: the connection is lost")
        with self._explained(), self._patient():
            try:
                return await self._pipelined(act, run)
            except BaseException:
                with suppress(self._psycopg.Error):  # the next act says so
                    await self._connection.rollback()
                raise

    async def _pipelined(self, act: Act[Answer], run: int | None) -> Answer:
        """One transaction, of which all is sent at once that waits for no answer."""
        connection = self._connection
        async with self._pipeline():
            await connection.execute("BEGIN")
            await connection.execute(TAKE_LOCK)
            standing = None if run is None else await connection.execute(RUN_STANDS, (run,))
            answer = await act(PostgresLedger(connection))
            if standing is not None and not await standing.fetchall():
                raise TakenForDead
            await connection.execute("COMMIT")
        return answer

    @asynccontextmanager
    async def _pipeline(self) -> AsyncIterator[None]:
        """A pipeline, where libpq has any (14 and later); its first error ends it: psycopg would log, not raise, those that follow."""
        first = None
        try:
            async with self._connection.pipeline() if self._psycopg.Pipeline.is_supported() else nullcontext():
                try:
                    yield
                except self._psycopg.Error as error:
                    first = error
        except self._psycopg.Error as error:
            first = first or error
        if first is not None:
            raise first

    @contextmanager
    def _patient(self) -> Iterator[None]:
        """Hang up on a server that stays silent: one that is frozen, or whose lock a frozen crawl holds, would be waited for for ever."""
        self._is_hung_up = False
        hanging_up = asyncio.get_running_loop().call_later(self._patience.seconds, self._hang_up)
        try:
            yield
        finally:
            hanging_up.cancel()

    def _hang_up(self) -> None:
        if self._connection is not None:
            with (
                suppress(OSError, self._psycopg.Error),
                socket.socket(fileno=os.dup(self._connection.fileno())) as line,
            ):
                self._is_hung_up = True
                line.shutdown(socket.SHUT_RDWR)

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Every error of the server as one line; ServerLost where waiting may help."""
        try:
            yield
        except self._psycopg.Error as error:
            said = (str(error).strip() or type(error).__name__).splitlines()[0]
            for pattern, remedy in _REFUSALS:
                if refusal := re.search(rf"{pattern}.*", said):
                    raise StoreError(f"{self._name}: {refusal[0]}; {refusal.expand(remedy)}") from error
            errors = self._psycopg.errors
            is_lost = isinstance(error, (errors.OperationalError, errors.InterfaceError))
            if is_lost and not isinstance(error, (errors.DiskFull, errors.ProgramLimitExceeded)):
                if isinstance(error, errors.LockNotAvailable):
                    said = f"another crawl has held its lock for {self._silence_s:g} s; that one is frozen, or at something long"
                elif self._is_hung_up:
                    said = f"no answer within {self._patience.seconds:g} s; it is frozen, or a crawl is that holds its lock"
                raise ServerLost(f"{self._name}: cannot be reached: {said}") from error
            raise StoreError(f"{self._name}: {said}; look at the server's log") from error


def _driver() -> Any:
    try:
        return import_module("psycopg")
    except ImportError as error:
        raise BadConfiguration(
            "store 'postgresql:' needs psycopg 3: pip install 'boilerspider[postgresql]', or name another store"
        ) from error
