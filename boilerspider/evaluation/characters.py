"""Characters that two texts share in the same order, whole words at a time: the core of the metric `char`.

Of all common subsequences of words, the one with most characters counts. It is found by the
bit-parallel algorithm for the longest common subsequence (Hyyrö 2004, "Bit-parallel LCS-length
computation revisited"), with each word written as symbols of its own characters: such symbols match
only within equal words, and no set of half matches is worth more than the best set of whole ones.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

MAX_CELLS = 10**10
"""Characters of one text times characters of the other, compared at once: a second or two. Ours."""


def common_characters(first: Sequence[str], second: Sequence[str], max_cells: int = MAX_CELLS) -> int:
    """Characters of the heaviest common subsequence of two lists of words.

    Texts too long to be compared at once are halved, and what the halves share is added up: never
    more than the texts share.
    """
    begin = _agreeing(first, second)
    left, right = first[begin:], second[begin:]
    end = _agreeing(left[::-1], right[::-1])
    agreed = characters(first[:begin]) + characters(left[len(left) - end :])
    common = set(left[: len(left) - end]) & set(right[: len(right) - end])
    left = [word for word in left[: len(left) - end] if word in common]
    right = [word for word in right[: len(right) - end] if word in common]
    if characters(left) * characters(right) <= max_cells or min(len(left), len(right)) < 2:
        return agreed + _heaviest(left, right)
    middle, half = len(left) // 2, len(right) // 2
    return (
        agreed
        + common_characters(left[:middle], right[:half], max_cells)
        + common_characters(left[middle:], right[half:], max_cells)
    )


def characters(words: Sequence[str]) -> int:
    """The characters of some words."""
    return sum(map(len, words))


def _agreeing(first: Sequence[str], second: Sequence[str]) -> int:
    """How many words are equal before the first two that differ."""
    pairs = enumerate(zip(first, second, strict=False))
    return next((number for number, (one, other) in pairs if one != other), min(len(first), len(second)))


def _heaviest(first: Sequence[str], second: Sequence[str]) -> int:
    """The table of the longest common subsequence, a row for each character of `second`, in one whole number."""
    size = characters(first)
    full = (1 << size) - 1
    starts = _starts(first)
    row = full
    for word in second:
        for offset in range(len(word)):
            match = row & (starts[word] << offset)
            row = ((row + match) | (row - match)) & full
    return size - row.bit_count()


def _starts(words: Sequence[str]) -> dict[str, int]:
    """For each word a bit wherever it begins, counted in characters."""
    starts: dict[str, int] = defaultdict(int)
    position = 0
    for word in words:
        starts[word] |= 1 << position
        position += len(word)
    return starts
