"""Whether short texts stand in a long one: to ask that of each block takes long where both are made of few letters, as each is compared from every place on."""

from __future__ import annotations

from bisect import bisect_left

SHORT = 1_000
"""Letters of a text in which to look from each place on takes no longer than to sort its parts. Ours: of 600 pages' descriptions three have more."""


class Parts:
    """A text in which many are looked for that have no more than so many letters; none takes longer the longer it is."""

    def __init__(self, text: str, letters: int) -> None:
        self._short = text if len(text) <= SHORT else ""
        self._sorted = [] if self._short else sorted({text[place : place + letters] for place in range(len(text))})

    def __contains__(self, text: str) -> bool:
        if self._short:
            return text in self._short
        place = bisect_left(self._sorted, text)
        return place < len(self._sorted) and self._sorted[place].startswith(text)


__all__ = ["Parts"]
