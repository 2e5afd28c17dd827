"""What lies between two anchors of an alignment: dynamic programming, one row a source character, vectors along the clean text.

Scores are whole numbers. A cell knows its best score and whether the path that gave it is in a gap,
no second path: as in the program, and so the gap's price may be paid where another path would not have.
All scores S(i, j) are kept as S(i, j) + W(j), W(j) being the price of skipping the first j clean
characters; then skipping clean characters along a row is a running maximum.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

Codes: TypeAlias = npt.NDArray[np.uint32]
"""Code points, lower case."""

Flags: TypeAlias = npt.NDArray[np.bool_]
Scores: TypeAlias = npt.NDArray[np.int32]

LETTER, OTHER, WHITE = 3, 1, 0
"""What a match scores: the same letter or digit, any other same character, white space of two kinds."""

SKIP_CLEAN = 6
"""What it costs to skip a clean character that is not white space."""

OPEN_GAP = 2
"""What it costs to skip the first source character of a gap."""

NEVER = -(1 << 29)

BLOCK_CELLS = 8_000_000
"""Cells of the table whose moves are held at a time, one byte each, at least; see `_block_rows`."""

UP, LEFT, MATCH = 0, 1, 2
"""Moves by preference: skip a source character, skip a clean character, match."""


class Row(NamedTuple):
    """A row of the table: scores, and what it costs each cell to skip a source character next."""

    scores: Scores
    price: Scores


def align_gap(source: Codes, clean: Codes) -> Flags:
    """For each source character whether a clean character is matched with it."""
    matched = np.zeros(len(source), np.bool_)
    if not len(source) or not len(clean):
        return matched
    table = _Table(clean)
    rows = _telling(source, clean)
    matched[rows[table.trace(source[rows])]] = True
    return matched


def _telling(source: Codes, clean: Codes) -> npt.NDArray[np.intp]:
    """The source characters that need a row: not those that match nothing right after another such one, which change no score."""
    dull = ~np.isin(source, clean) & ~is_white(source)
    return np.flatnonzero(~(dull & np.concatenate(([False], dull[:-1]))))


def is_white(codes: Codes) -> Flags:
    """Which characters are white space."""
    kinds, places = np.unique(codes, return_inverse=True)
    white = np.fromiter((chr(code).isspace() for code in kinds.tolist()), np.bool_, len(kinds))
    return np.asarray(white[places], np.bool_)


def _block_rows(rows: int, columns: int) -> int:
    """How many rows' moves are held at a time; the scores before each block (8 bytes a cell) are held too, so the root balances both."""
    return max(isqrt(8 * rows) + 1, BLOCK_CELLS // columns)


class _Table:
    """The table over one clean text."""

    def __init__(self, clean: Codes) -> None:
        self._clean = clean
        self._white = is_white(clean)
        self._skip = np.where(self._white, 0, SKIP_CLEAN).astype(np.int32)
        self._places = np.arange(len(clean) + 1)
        self._gains: dict[int, Scores | None] = {}

    def trace(self, source: Codes) -> npt.NDArray[np.intp]:
        """The source characters that the best path matches, last first."""
        codes = source.tolist()
        size = _block_rows(len(codes), len(self._places))
        starts = [self._first()]
        for begin in range(0, len(codes) - size, size):
            *_, (row, _) = self._rows(starts[-1], codes[begin : begin + size])
            starts.append(row)
        found: list[int] = []
        column = len(self._clean)
        for block in range(len(starts) - 1, -1, -1):
            begin = block * size
            moves = [moves for _, moves in self._rows(starts[block], codes[begin : begin + size])]
            column = _walk_back(moves, column, begin, found)
        return np.array(found, np.intp)

    def _first(self) -> Row:
        scores = np.concatenate(([0], np.cumsum(self._skip))) - self._places
        return Row(scores.astype(np.int32), np.zeros(len(self._places), np.int32))

    def _rows(self, row: Row, codes: list[int]) -> Iterator[tuple[Row, npt.NDArray[np.int8]]]:
        for code in codes:
            row, moves = self._next(row, self._gain(code))
            yield row, moves

    def _next(self, row: Row, gain: Scores | None) -> tuple[Row, npt.NDArray[np.int8]]:
        """The row below, and the move that led to each of its cells."""
        up = row.scores - row.price
        best = up.copy()
        if gain is not None:
            np.maximum(best[1:], row.scores[:-1] + gain, out=best[1:])
        np.maximum.accumulate(best, out=best)
        moves = np.full(len(best), MATCH, np.int8)
        moves[1:][best[1:] == best[:-1]] = LEFT
        moves[up == best] = UP
        if gain is None:
            return Row(best, np.zeros_like(row.price)), moves
        price = np.where(moves == MATCH, OPEN_GAP, 0).astype(np.int32)
        origin = np.maximum.accumulate(np.where(moves == LEFT, 0, self._places))
        return Row(best, price[origin]), moves

    def _gain(self, code: int) -> Scores | None:
        """What matching a source character with each clean one adds to the score; None where it matches nothing."""
        if code not in self._gains:
            self._gains[code] = self._match(code)
        return self._gains[code]

    def _match(self, code: int) -> Scores | None:
        character = chr(code)
        same = self._clean == code
        alike = self._white if character.isspace() else same
        if not alike.any():
            return None
        gain = np.where(alike, WHITE, NEVER)
        gain[same] = LETTER if character.isalnum() else OTHER
        return (gain + self._skip).astype(np.int32)


def _walk_back(moves: list[npt.NDArray[np.int8]], column: int, begin: int, found: list[int]) -> int:
    """Follows the path from the last row of a block to its first; returns the column where it leaves, and adds what it matched."""
    for row in range(len(moves) - 1, -1, -1):
        line = moves[row]
        while line[column] == LEFT:
            column -= 1
        if line[column] == MATCH:
            found.append(begin + row)
            column -= 1
    return column
