"""Counts of very many things in a fixed number of bytes."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable

WIDTH = 1 << 14
"""Cells a row. Ours: with 500 things a page and counts that age, a strange thing's count is off by one or two."""

ROWS = 2

MOST = 0xFFFF
"""What a cell can hold."""


class Sketch:
    """A count-min sketch with conservative update (Cormode and Muthukrishnan 2005; Estan and Varghese 2002).

    A thing is a number of 32 bits. A count is never too small, until `halve` makes all of them
    smaller, and rarely too large.
    """

    def __init__(self) -> None:
        self._cells = array("H", bytes(2 * ROWS * WIDTH))

    def count(self, thing: int) -> int:
        """How often the thing was added."""
        cells = self._cells
        one, other = cells[thing % WIDTH], cells[WIDTH + (thing >> 16) % WIDTH]
        return min(other, one)

    def add(self, things: Iterable[int]) -> None:
        """Count each of these things once more."""
        cells = self._cells
        for thing in things:
            first, second = thing % WIDTH, WIDTH + (thing >> 16) % WIDTH
            more = min(cells[first], cells[second], MOST - 1) + 1
            cells[first] = max(cells[first], more)
            cells[second] = max(cells[second], more)

    def halve(self) -> None:
        """Let all counts age."""
        self._cells = array("H", (cell >> 1 for cell in self._cells))

    def to_bytes(self) -> bytes:
        """The cells, little-endian."""
        cells = array("H", self._cells)
        if sys.byteorder == "big":
            cells.byteswap()
        return cells.tobytes()

    @classmethod
    def from_bytes(cls, data: bytes) -> Sketch:
        """What `to_bytes` gave; ValueError for anything else."""
        sketch = cls()
        cells = array("H")
        cells.frombytes(data)
        if len(cells) != len(sketch._cells):
            raise ValueError("these are not the cells of a sketch")
        if sys.byteorder == "big":
            cells.byteswap()
        sketch._cells = cells
        return sketch
