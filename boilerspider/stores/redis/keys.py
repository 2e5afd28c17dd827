"""The keys of a server within one transaction.

All is read first, and written at the end, together: what is written cannot be read in the same transaction.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from boilerspider.stores.redis import layout
from boilerspider.stores.redis.line import Command, Transaction
from boilerspider.stores.versions import Version


class Keys:
    """Reads at once; `write` collects what is to be written."""

    def __init__(self, transaction: Transaction) -> None:
        self.read_all = transaction.read_all
        """What commands answer, in one round trip."""
        self.writes: list[Command] = []
        self._known: dict[Command, Any] = {}
        """What was read of what may be asked again: it does not change within a transaction."""

    async def read(self, *command: Any) -> Any:
        """What a command answers; asked once in a transaction."""
        await self.learn([command])
        return self._known[command]

    async def learn(self, commands: Iterable[Command]) -> None:
        """Ask what is not known yet, in one round trip."""
        unknown = [command for command in dict.fromkeys(commands) if command not in self._known]
        if unknown:
            self._known.update(zip(unknown, await self.read_all(unknown), strict=True))

    async def ends(self) -> tuple[int, int]:
        """The numbers between which the stories lie: below the first and above the last there are none."""
        (counters,) = await self.read_all([("HGETALL", layout.COUNTERS)])
        return int(counters.get(layout.OLDEST.encode(), 1)), int(counters.get(b"story", 0))

    def write(self, *command: Any) -> None:
        """Have a command carried out with all others when the transaction ends."""
        self.writes.append(command)

    def drop(self, keys: Sequence[bytes]) -> None:
        """Take out keys."""
        if keys:
            self.write("DEL", *keys)

    def drop_story(self, number: int, versions: Iterable[Version]) -> None:
        """Take out a story that nobody claims; URLs still name it."""
        for version in versions:
            self.drop_text(version)
        self.write("DEL", layout.story(number), layout.copies(number))

    def drop_text(self, version: Version) -> None:
        """Let nothing find a version any more."""
        member = layout.written(version.place)
        self.write("HDEL", layout.story(version.place.story), version.place.revision)
        if version.fingerprint:
            self.write("SREM", layout.text(version.fingerprint), member)
        for key in version.sketch.keys if version.sketch else ():
            self.write("SREM", layout.band(key), member)
