"""Counts of very many things in a fixed number of bytes."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

WIDTH = 1 << 14
"""Cells a row. Ours: with 500 things a page and counts that age, a strange thing's count is off by one or two."""

ROWS = 2

MOST = 0xFFFF
"""What a cell can hold."""

CELL = np.dtype("<u2")

SIZE = ROWS * WIDTH * CELL.itemsize
"""Of one in bytes."""


class Tally:
    """A count-min sketch with conservative update (Cormode and Muthukrishnan 2005; Estan and Varghese 2002).

    A thing is a number of 32 bits. A count is never too small, until `halve` makes all of them
    smaller, and rarely too large.
    """

    def __init__(self) -> None:
        self._cells = np.zeros(ROWS * WIDTH, CELL)

    def counts(self, things: Collection[int]) -> NDArray[np.uint16]:
        """How often each of these things was added, in their order."""
        first, second = _places(things)
        return np.minimum(self._cells[first], self._cells[second])

    def add(self, things: Collection[int]) -> None:
        """Count each of these things once more, however often it is among them."""
        first, second = _places(things)
        more = np.minimum(np.minimum(self._cells[first], self._cells[second]), MOST - 1) + CELL.type(1)
        np.maximum.at(self._cells, first, more)
        np.maximum.at(self._cells, second, more)

    def halve(self) -> None:
        """Let all counts age."""
        self._cells >>= 1

    def to_bytes(self) -> bytes:
        """The cells, little-endian."""
        return self._cells.tobytes()

    @classmethod
    def from_bytes(cls, data: bytes) -> Tally:
        """What `to_bytes` gave; ValueError for anything else."""
        tally = cls()
        if len(data) != tally._cells.nbytes:
            raise ValueError("these are not the cells of a tally")
        tally._cells[:] = np.frombuffer(data, CELL)
        return tally


def _places(things: Collection[int]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The cells of things, one in each row."""
    numbers = np.fromiter(things, np.intp, len(things))
    return numbers % WIDTH, WIDTH + (numbers >> 16) % WIDTH
