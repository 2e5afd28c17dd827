"""Gold text and a page's words -> which words of the page the gold text is made of.

A longest common subsequence of words, by the bit-parallel recurrence of Hyyrö (2004, "Bit-parallel
LCS-length computation revisited") with its rows kept for the way back.
"""

from __future__ import annotations

from collections.abc import Sequence

MAX_CELLS = 400_000_000
"""Words of page times words of gold that are aligned: 50 MB of rows."""


def align(page: Sequence[str], gold: Sequence[str]) -> list[int]:
    """For each word of the page the number of the gold word it is matched with, -1 for none."""
    matched = [-1] * len(page)
    if not gold or not page or len(page) * len(gold) > MAX_CELLS:
        return matched
    rows = _rows(page, gold)
    column = len(gold) - 1
    row = len(page) - 1
    while row >= 0 and column >= 0:
        if rows[row] >> column & 1:
            column -= 1
        elif row and not rows[row - 1] >> column & 1:
            row -= 1
        else:
            matched[row] = column
            row -= 1
            column -= 1
    return matched


def _rows(page: Sequence[str], gold: Sequence[str]) -> list[int]:
    places: dict[str, int] = {}
    for number, word in enumerate(gold):
        places[word] = places.get(word, 0) | 1 << number
    full = (1 << len(gold)) - 1
    state = full
    rows = []
    for word in page:
        place = places.get(word, 0)
        if place:
            common = state & place
            state = ((state + common) | (state - common)) & full
        rows.append(state)
    return rows
