"""What the tokens of each run are, counted over all runs at once (Victor, its program).

Tokens are runs of word characters and runs of other characters but white space; Unicode throughout, but for digits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Counts: TypeAlias = npt.NDArray[np.int64]
Flags: TypeAlias = npt.NDArray[np.bool_]

LETTER, DIGIT, PUNCTUATION, WHITE, SENTENCE_END, UPPER, WORD, LINE = (1 << bit for bit in range(8))
"""Classes of characters, as bits."""

ASCII = 128
END = "\n"
"""Ends a run in the joined text; inside runs it is a space, as white space is white space to all features."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """Counts of each run."""

    length: Counts
    letters: Counts
    digits: Counts
    punctuation: Counts
    """Characters; so are the next and those before."""
    white: Counts
    alpha: Counts
    """Tokens of letters alone; the next are of digits, of both, of neither."""
    num: Counts
    mixed: Counts
    other: Counts
    alpha_letters: Counts
    """Characters of the first."""
    alpha_runs: Counts
    """Rows of tokens of letters with no other token between."""
    sentences: Counts
    """Tokens that end in `.`, `?` or `!`."""
    started: Flags
    """Whether the first token of letters begins with a capital."""
    finished: Flags
    """Whether a sentence ends after the last token of letters."""


def count(texts: Sequence[str]) -> Tokens:
    """The counts of runs, of which there is one at least."""
    page = "".join(text.replace(END, " ") + END for text in texts)
    classes = _classes(page)
    ends = np.cumsum(np.fromiter((len(text) + 1 for text in texts), np.int64, len(texts)))
    starts = np.concatenate(([0], ends[:-1]))

    def characters(bit: int) -> Counts:
        return np.add.reduceat(classes & bit > 0, starts, dtype=np.int64)

    return Tokens(
        ends - starts - 1,
        characters(LETTER),
        characters(DIGIT),
        characters(PUNCTUATION),
        characters(WHITE),
        *_of_tokens(classes, ends),
    )


def _of_tokens(classes: npt.NDArray[np.uint8], ends: Counts) -> tuple[Any, ...]:
    """From `alpha` on."""
    kind = np.where(classes & (WHITE | LINE) > 0, 0, np.where(classes & WORD > 0, 1, 2))
    changes = np.flatnonzero(np.diff(kind, prepend=0))
    first = changes[kind[changes] > 0]
    if not len(first):
        zeros = np.zeros(len(ends), np.int64)
        return (*[zeros] * 7, zeros > 0, zeros > 0)
    bounds = np.append(changes, len(classes))
    length = bounds[np.searchsorted(bounds, first, "right")] - first
    totals = {bit: np.concatenate(([0], np.cumsum(classes & bit > 0))) for bit in (LETTER, DIGIT, PUNCTUATION)}
    letters, digits, marks = (total[first + length] - total[first] for total in totals.values())
    is_punctuation = marks == length
    is_alpha, is_num = letters == length, digits == length
    is_mixed = (letters + digits == length) & ~is_alpha & ~is_num
    is_other = ~(is_alpha | is_num | is_mixed | is_punctuation)
    run = np.searchsorted(ends, first, "right")
    size = len(ends)

    def per_run(flags: Flags) -> Counts:
        return np.bincount(run[flags], minlength=size)

    after_alpha = np.concatenate(([False], is_alpha[:-1] & (run[1:] == run[:-1])))
    ends_sentence = classes[first + length - 1] & SENTENCE_END > 0
    alpha_places = np.flatnonzero(is_alpha)
    begins, last, last_end = np.full(size, -1), np.full(size, -1), np.full(size, -1)
    begins[run[alpha_places[::-1]]] = alpha_places[::-1]
    last[run[alpha_places]] = alpha_places
    last_end[run[ends_sentence]] = np.flatnonzero(ends_sentence)
    is_upper = classes[first] & UPPER > 0
    return (
        *map(per_run, (is_alpha, is_num, is_mixed, is_other)),
        np.bincount(run[is_alpha], letters[is_alpha], minlength=size).astype(np.int64),
        per_run(is_alpha & ~after_alpha),
        per_run(ends_sentence),
        (begins >= 0) & is_upper[begins],
        (last >= 0) & (last_end > last),
    )


def _classes(page: str) -> npt.NDArray[np.uint8]:
    codes = np.frombuffer(page.encode("utf-32-le", "surrogatepass"), np.uint32)
    classes: npt.NDArray[np.uint8] = ASCII_CLASSES[np.minimum(codes, ASCII)]
    if not page.isascii():
        others = codes >= ASCII
        kinds, places = np.unique(codes[others], return_inverse=True)
        classes[others] = np.array([_class(chr(code)) for code in kinds.tolist()], np.uint8)[places]
    return classes


def _class(character: str) -> int:
    return (
        LETTER * character.isalpha()
        | DIGIT * (character in "0123456789")
        | PUNCTUATION * (character in ",:;.?!")
        | WHITE * (character.isspace() and character != END)
        | SENTENCE_END * (character in ".?!")
        | UPPER * character.isupper()
        | WORD * (character.isalnum() or character == "_")
        | LINE * (character == END)
    )


ASCII_CLASSES = np.array([_class(chr(code)) for code in range(ASCII + 1)], np.uint8)
