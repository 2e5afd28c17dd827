"""What waits for its turn is done together: a run's acts on a server are made one after the other, and each takes as long as the network does."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Generic, TypeVar

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")


class Together(Generic[Asked, Answer]):
    """An act on many things, for callers of which each asks for some.

    The act is given what tells, when its turn has come, all that was asked for by then; from there on others wait for the next one.
    """

    def __init__(self, act: Callable[[Callable[[], list[Asked]]], Awaitable[Answer]]) -> None:
        self._act = act
        self._waiting: list[Asked] = []
        self._next: asyncio.Task[Answer] | None = None

    async def do(self, asked: Iterable[Asked]) -> Answer:
        """The answer to all that was asked for together; each caller fails where the act does."""
        self._waiting += asked
        if self._next is None:
            self._next = asyncio.ensure_future(self._do(self._waiting))
        # A caller that gives up takes nothing from the others.
        return await asyncio.shield(self._next)

    async def _do(self, asked: list[Asked]) -> Answer:
        def all_asked() -> list[Asked]:
            if self._waiting is asked:
                self._waiting, self._next = [], None
            return asked

        try:
            return await self._act(all_asked)
        finally:
            all_asked()
