"""A connection on which commands are sent together: one round trip for all that is to be known at once.

The client's own pipeline sends each read of a watched transaction alone, and takes a round trip to begin and one to give up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from boilerspider.stores.ledger import TakenForDead
from boilerspider.stores.redis import layout

Command = tuple[Any, ...]


class Line:
    """One connection of a client; acts take turns on it."""

    def __init__(self, client: Any, refusal: type[Exception]) -> None:
        self._client = client
        self._connection = client.connection_pool.make_connection()
        self._refusal = refusal
        """What the client raises where the server answers with an error."""

    async def ask(self, commands: Sequence[Command]) -> list[Any]:
        """What commands answer."""
        return await self._answers(commands, [command[0] for command in commands])

    async def commit(self, commands: Sequence[Command]) -> bool:
        """Do all of it at once; nothing of it, and False, where what this connection watches has changed."""
        transaction = [("MULTI",), *commands, ("EXEC",)]
        done = (await self._answers(transaction, [""] * len(transaction)))[-1]
        _refuse(done or (), self._refusal)
        return done is not None

    async def end(self) -> None:
        """Let the connection go."""
        await self._connection.disconnect()

    async def _answers(self, commands: Sequence[Command], names: Sequence[str]) -> list[Any]:
        """What commands answer, each read as that of a command of its name."""
        await self._connection.send_packed_command(self._connection.pack_commands(commands))
        answers = [await self._answer(name) for name in names]
        _refuse(answers, self._refusal)
        return answers

    async def _answer(self, name: str) -> Any:
        """The next answer, a refusal too: those of other commands are still to be read."""
        try:
            return await self._client.parse_response(self._connection, name)
        except self._refusal as error:
            return error


class Transaction:
    """What is read of it is so until all is written; it begins with its first command."""

    def __init__(self, line: Line, run: int | None) -> None:
        self._line = line
        self._run = run
        self._has_begun = False

    async def read_all(self, commands: Sequence[Command]) -> list[Any]:
        """What commands answer; TakenForDead where the run that asks is none any more."""
        if self._has_begun:
            return await self._line.ask(commands) if commands else []
        self._has_begun = True
        stands: list[Command] = [] if self._run is None else [("HEXISTS", layout.RUNS, self._run)]
        # What the last transaction watched was left: to say so took a round trip.
        begin = [("UNWATCH",), ("WATCH", layout.CLOCK), *stands]
        answers = await self._line.ask([*begin, *commands])
        if stands and not answers[len(begin) - 1]:
            raise TakenForDead
        return answers[len(begin) :]

    async def write_all(self, commands: Sequence[Command]) -> bool:
        """Do all of it; nothing, and False, where another transaction has ended since this one began."""
        if not self._has_begun:
            await self.read_all(())
        return not commands or await self._line.commit([*commands, ("INCR", layout.CLOCK)])


def _refuse(answers: Sequence[Any], refusal: type[Exception]) -> None:
    """Raise the first refusal among the answers."""
    for answer in answers:
        if isinstance(answer, refusal):
            raise answer
