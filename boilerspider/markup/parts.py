"""Whether short texts stand in a long one: to ask that of each block takes long where both are made of few letters, as each is compared from every place on."""

from __future__ import annotations

from bisect import bisect_left


class Parts:
    """A text in which many are looked for that have no more than so many letters; none takes longer the longer it is."""

    def __init__(self, text: str, letters: int) -> None:
        self._sorted = sorted({text[place : place + letters] for place in range(len(text))})

    def __contains__(self, text: str) -> bool:
        place = bisect_left(self._sorted, text)
        return place < len(self._sorted) and self._sorted[place].startswith(text)


__all__ = ["Parts"]
