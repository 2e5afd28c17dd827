"""What the text of each leaf holds (Web2Text, section 3.2), counted over all leaves at once.

The trimmed texts of a page stand in one string, a line each; what is counted is looked up by character
and summed by line. Words are ASCII and stop words case-sensitive, as in the authors' program.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Counts: TypeAlias = npt.NDArray[np.float64]
Flags: TypeAlias = npt.NDArray[np.bool_]
Classes: TypeAlias = npt.NDArray[np.uint8]

STOP_LIST = """
a about above after again against all am an and any are as at be because been before being below between both
but by cannot could did do does doing down during each few for from further had has have having he her here hers
herself him himself his how i if in into is it its itself me more most my myself no nor not of off on once only or
other ought our ours ourselves out over own same she should so some such than that the their theirs them
themselves then there these they this those through to too under until up very was we were what when where which
while who whom why with would you your yours yourself yourselves
"""
STOP_WORDS = frozenset(STOP_LIST.split())
"""The program's own list."""

WORD, PUNCTUATION, DIGIT, UPPER, SENTENCE_END, SPACE, ASCII_DIGIT, LETTER = (1 << bit for bit in range(8))
"""Classes of characters, as bits: ASCII word characters, `. , ? ; : !`, Unicode digits and capitals, `. ? ! ;`, the space,
ASCII digits, and all that is no end of a word in Unicode."""

ASCII = 128
ASCII_WORD = re.compile(r"[A-Za-z0-9_]+")
EMAIL = re.compile(r"[A-Za-z0-9_]@[A-Za-z0-9_.]")
URL = re.compile(r"(?:https?|ftp)://[^\s/$.?#].")
YEAR_DIGITS = 4

LINE = "\n"


@dataclass(frozen=True, slots=True)
class Texts:
    """Counts of each leaf; or, as sums of these, of each node."""

    chars: Counts
    """At least 1 a leaf."""
    words: Counts
    word_length: Counts
    sentences: Counts
    digits: Counts
    punctuation: Counts
    stop_words: Counts
    capitals: Counts
    """Words that begin with a capital."""
    copyright: Counts
    """Leaves with ©; the next three are such numbers too."""
    email: Counts
    url: Counts
    year: Counts


def count(texts: Sequence[str]) -> Texts:
    """The counts of texts that hold no line feed and are trimmed."""
    page = LINE.join(texts) + LINE
    classes = _classes(page)
    ends = np.cumsum(np.fromiter((len(text) + 1 for text in texts), np.int64, len(texts)))
    starts = np.concatenate(([0], ends[:-1]))
    lines = _Lines(starts, ends)
    none = np.zeros(1, np.uint8)
    before, after = np.concatenate((none, classes[:-1])), np.concatenate((classes[1:], none))
    is_word = classes & WORD > 0
    word_starts = np.flatnonzero(is_word & (before & WORD == 0))
    words = ASCII_WORD.findall(page)
    is_stop = np.fromiter(map(STOP_WORDS.__contains__, words), np.bool_, len(words))
    sentence_starts = (classes & SPACE > 0) & (before & SENTENCE_END > 0) & (after & UPPER > 0)
    return Texts(
        chars=np.maximum(1.0, ends - starts - 1),
        words=lines.places(word_starts),
        word_length=lines.flags(is_word),
        sentences=lines.flags(sentence_starts) + 1,
        digits=lines.flags(classes & DIGIT > 0),
        punctuation=lines.flags(classes & PUNCTUATION > 0),
        stop_words=lines.places(word_starts[is_stop]),
        capitals=lines.places(word_starts[classes[word_starts] & UPPER > 0]),
        copyright=lines.found(page, "©", None),
        email=lines.found(page, "@", EMAIL),
        url=lines.found(page, "://", URL),
        year=np.minimum(1.0, lines.places(_years(classes, before))),
    )


class _Lines:
    """Where the lines of the page begin and end."""

    def __init__(self, starts: npt.NDArray[np.int64], ends: npt.NDArray[np.int64]) -> None:
        self._starts, self._ends = starts, ends

    def flags(self, flags: Flags) -> Counts:
        """How many of the flags are set in each line."""
        return np.add.reduceat(flags, self._starts, dtype=np.float64)

    def places(self, places: npt.NDArray[np.intp]) -> Counts:
        """How many of these places, ascending, each line holds."""
        return np.diff(np.searchsorted(places, self._ends), prepend=0).astype(np.float64)

    def found(self, page: str, sign: str, pattern: re.Pattern[str] | None) -> Counts:
        """1 for each line that the pattern is found in; no pattern: the sign alone, which every find holds."""
        if sign not in page:
            return np.zeros(len(self._ends))
        pattern = pattern or re.compile(re.escape(sign))
        return np.minimum(1.0, self.places(np.array([match.start() for match in pattern.finditer(page)], np.intp)))


def _years(classes: Classes, before: Classes) -> npt.NDArray[np.intp]:
    """Where four ASCII digits stand that no letter, digit or underscore touches."""
    is_digit = classes & ASCII_DIGIT > 0
    starts = np.flatnonzero(is_digit & (before & LETTER == 0))
    padded = np.concatenate((classes, np.zeros(YEAR_DIGITS + 1, np.uint8)))
    fits = padded[starts + YEAR_DIGITS] & LETTER == 0
    for place in range(1, YEAR_DIGITS):
        fits &= padded[starts + place] & ASCII_DIGIT > 0
    return np.asarray(starts[fits])


def _classes(page: str) -> Classes:
    """The classes of each character."""
    codes = np.frombuffer(page.encode("utf-32-le", "surrogatepass"), np.uint32)
    classes: Classes = ASCII_CLASSES[np.minimum(codes, ASCII)]
    if not page.isascii():
        others = codes >= ASCII  # few on most pages, and sorting all is slow
        kinds, places = np.unique(codes[others], return_inverse=True)
        classes[others] = np.array([_class(chr(code)) for code in kinds.tolist()], np.uint8)[places]
    return classes


def _class(character: str) -> int:
    is_ascii = character.isascii()
    is_letter = character.isalnum() or character == "_"
    return (
        WORD * (is_ascii and is_letter)
        | PUNCTUATION * (character in ".,?;:!")
        | DIGIT * character.isdecimal()
        | UPPER * character.isupper()
        | SENTENCE_END * (character in ".?!;")
        | SPACE * (character == " ")
        | ASCII_DIGIT * (is_ascii and character.isdecimal())
        | LETTER * is_letter
    )


ASCII_CLASSES = np.array([_class(chr(code)) for code in range(ASCII + 1)], np.uint8)
