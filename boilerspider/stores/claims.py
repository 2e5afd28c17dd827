"""What a run has claimed and neither confirmed nor given back, by the names under which its crawl knows the claims."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from boilerspider.model import Candidate, Verdict
from boilerspider.stores.versions import Place, Version, is_echo


class OpenClaim(NamedTuple):
    """What an open claim stands for, should another run take this one for dead."""

    number: int
    candidate: Candidate
    first_seen: datetime
    place: Place


class Claims:
    """The open claims of one run."""

    def __init__(self, run: int = 0) -> None:
        self.echoes: set[Place] = set()
        """Versions of other runs that this run has emitted again."""
        self._run = run
        self._last = 0
        self._open: dict[str, OpenClaim] = {}

    def next_number(self) -> int:
        """The number of a claim that is yet to be made; a run uses none twice."""
        self._last += 1
        return self._last

    def add(
        self, number: int, candidate: Candidate, versions: Sequence[Version], place: Place, verdict: Verdict
    ) -> Verdict:
        """The verdict with the claim of a place, which is open from now on; these versions of its story stood before."""
        name = f"{self._run}.{number}"
        self.hold(name, OpenClaim(number, candidate, verdict.first_seen, place), versions)
        return replace(verdict, claim=name)

    def hold(self, name: str, claim: OpenClaim, versions: Sequence[Version]) -> None:
        """A claim is open, anew if another run took this one for dead; these versions of its story stood before."""
        if is_echo(claim.candidate, versions):
            self.echoes.add(claim.place)
        self._open[name] = claim

    def of(self, names: Iterable[str]) -> list[OpenClaim]:
        """Those of these names; unknown ones are passed over."""
        return [self._open[name] for name in names if name in self._open]

    def drop(self, names: Iterable[str]) -> None:
        """Those of these names were confirmed."""
        for name in names:
            self._open.pop(name, None)

    def release(self, names: Sequence[str]) -> None:
        """Those of these names were given back."""
        self.echoes.difference_update(claim.place for claim in self.of(names))
        self.drop(names)

    def __iter__(self) -> Iterator[tuple[str, OpenClaim]]:
        """All of them, with their names, as they are now."""
        return iter(list(self._open.items()))
