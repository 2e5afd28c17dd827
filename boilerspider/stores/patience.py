"""A run's acts on a server take turns. A server that goes away in mid-run is waited for, once: after that it is lost to the run."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

from boilerspider.errors import StoreError
from boilerspider.stores.ledger import Answer

logger = logging.getLogger(__name__)

PATIENCE_S, PAUSE_S = 60.0, 0.25
"""Seconds that an act waits for a server that went away, as long as other runs let this one live, and between two attempts to reach it. Both ours."""


class ServerLost(Exception):
    """The connection is gone; the message is one line, and says where."""


class Patience:
    """Has acts attempted, one at a time, until the server is there."""

    def __init__(self, seconds: float, reconnect: Callable[[], Awaitable[None]]) -> None:
        self.seconds = seconds
        """How long a server is waited for."""
        self._reconnect = reconnect
        self._turn = asyncio.Lock()
        self._lost: str | None = None
        """What is said of a server that stayed away."""

    def begin(self) -> None:
        """A run begins, whose server is there."""
        self._lost = None

    async def attempt(self, act: Callable[[], Awaitable[Answer]]) -> Answer:
        """What the act answers; StoreError when the server stays away, or did so before."""
        async with self._turn:
            if self._lost is not None:
                raise StoreError(self._lost)
            end = time.monotonic() + self.seconds
            told: ServerLost | None = None
            while True:
                try:
                    return await act()
                except ServerLost as error:
                    if told is None:  # and is well, perhaps, where this crawl itself stood still (Ctrl-Z)
                        told = error
                        logger.warning("%s; waiting up to %g s for it to come back", told, self.seconds)
                    elif time.monotonic() > end:
                        self._lost = f"{told}; it stayed away for {self.seconds:g} s: start it, and crawl again"
                        raise StoreError(self._lost) from error
                await asyncio.sleep(PAUSE_S)
                with suppress(ServerLost):  # the next attempt says so
                    await self._reconnect()
