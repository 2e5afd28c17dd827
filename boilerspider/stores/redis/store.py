"""The store in Redis: any number of machines, acts that give way to one another.

Each act reads while it watches one key, our clock, and writes all at once, moving the clock on: if
another act has moved it meanwhile nothing is written, and the act begins again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, ClassVar, Final
from urllib.parse import urlsplit

from boilerspider.errors import BadConfiguration, StoreError
from boilerspider.stores.ledger import Act, Answer
from boilerspider.stores.patience import PATIENCE_S, ServerLost
from boilerspider.stores.redis import layout
from boilerspider.stores.redis.ledger import RedisLedger
from boilerspider.stores.redis.line import Line, Transaction
from boilerspider.stores.runs import Process, this_process
from boilerspider.stores.served import ServedStore

CONNECT_TIMEOUT_S: Final = 5.0
"""Seconds that a server may take to answer at all."""

_REFUSALS: Final = (
    ("authenticated", "it wants a password; write it into the address, {}://:password@host:6379/0"),
    ("authentication required", "it wants a password; write it into the address, {}://:password@host:6379/0"),
    ("invalid username-password", "it does not take this password, or this user; mend them in the address"),
    ("invalid password", "it does not take this password; mend it in the address"),
    ("index is out of range", "it has no database of this number; name another, most have 0 to 15"),
)
"""A part of what the server says, whichever protocol it speaks, and what its reader is told."""


class RedisStore(ServedStore):
    """The memory of all runs that name the same server and database.

    It is as durable as the server is set to be: with `appendonly yes` a server that dies loses a
    second, with `appendfsync always` nothing, and with neither all.
    """

    SCHEME: ClassVar = "redis"

    def __init__(
        self,
        uri: str,
        *,
        durable: bool = False,
        patience_s: float = PATIENCE_S,
        process: Callable[[], Process] = this_process,
    ) -> None:
        self._redis: Any = _driver()
        try:
            client = self._redis.asyncio.Redis.from_url(
                uri,
                socket_connect_timeout=CONNECT_TIMEOUT_S,
                socket_timeout=CONNECT_TIMEOUT_S,
                retry=self._redis.asyncio.retry.Retry(self._redis.backoff.NoBackoff(), 0),
            )
            parts = urlsplit(uri)
            where = f"{parts.hostname or 'localhost'}:{parts.port or 6379}{parts.path}"
        except (ValueError, TypeError) as error:
            raise BadConfiguration(
                f"store '{self.SCHEME}:' has no such address; write {self.SCHEME}://user:password@host:6379/0"
            ) from error
        if not re.fullmatch(r"/?|/\d+/?", parts.path, re.ASCII):  # the client would take it for 0
            raise BadConfiguration(
                f"store '{self.SCHEME}:': a database of Redis is a number; write {self.SCHEME}://user:password@host:6379/0"
            )
        super().__init__(f"store {self.SCHEME}://{where}", patience_s=patience_s, process=process)
        self._line = Line(client, self._redis.exceptions.ResponseError)
        self._durable = durable

    @classmethod
    def at(cls, location: str, *, durable: bool = False) -> RedisStore:
        """The store in a database of a server: `//user:password@host:6379/0`."""
        return cls(f"{cls.SCHEME}:{location}", durable=durable)

    async def _connect(self) -> None:
        with self._explained():
            if self._durable:
                await self._refuse_forgetful()
            _, kept = await self._line.ask([("SETNX", layout.SCHEMA, layout.SCHEMA_VERSION), ("GET", layout.SCHEMA)])
        version = int(kept)
        self._refuse_newer(version, layout.SCHEMA_VERSION)
        if version < layout.SCHEMA_VERSION:  # all that an older one wrote can be read; what this one writes it cannot
            with self._explained():
                await self._line.ask([("SET", layout.SCHEMA, layout.SCHEMA_VERSION)])

    async def _refuse_forgetful(self) -> None:
        """StoreError for a server that does not write each act to its disk, where that is asked for."""
        settings = await self._line.ask([("CONFIG GET", name) for name in ("appendonly", "appendfsync")])
        if [_text(value) for setting in settings for value in setting.values()] != ["yes", "always"]:
            raise StoreError(
                f"{self._name}: it does not write each act to its disk; set appendonly yes and appendfsync always there, "
                "or leave BOILERSPIDER_STORE_DURABLE out"
            )

    async def _disconnect(self) -> None:
        await self._line.end()

    async def _transact(self, act: Act[Answer], run: int | None = None) -> Answer:
        with self._explained():
            while True:
                transaction = Transaction(self._line, run)
                ledger = RedisLedger(transaction)
                answer = await act(ledger)
                if await transaction.write_all(ledger.writes):
                    return answer

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Every error of the server as one line; ServerLost where waiting may help."""
        errors = self._redis.exceptions
        try:
            yield
        except errors.RedisError as error:
            said = (str(error).strip() or type(error).__name__).splitlines()[0]
            is_lost = isinstance(error, (errors.ConnectionError, errors.TimeoutError))
            if is_lost and not isinstance(error, errors.AuthenticationError):
                raise ServerLost(f"{self._name}: cannot be reached: {said}") from error
            told = next((told for part, told in _REFUSALS if part in said.lower()), f"{said}; look at the server's log")
            raise StoreError(f"{self._name}: {told.replace('{}', self.SCHEME)}") from error


class SecureRedisStore(RedisStore):
    """The same through TLS."""

    SCHEME: ClassVar = "rediss"


def _driver() -> Any:
    try:
        for part in ("asyncio.retry", "backoff", "exceptions"):
            import_module(f"redis.{part}")
        return import_module("redis")
    except ImportError as error:
        raise BadConfiguration(
            "store 'redis:' needs the package redis: pip install 'boilerspider[redis]', or name another store"
        ) from error


def _text(value: bytes | str) -> str:
    return value.decode() if isinstance(value, bytes) else value
