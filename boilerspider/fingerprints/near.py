"""Near: how much of two texts is the same, told from 84 bytes each.

One-permutation MinHash (Li, Owen and Zhang 2012, "One Permutation Hashing") over shingles of eight
words (Broder 1997, "On the resemblance and containment of documents"). Each shingle falls into one
slot by its hash; a slot keeps the smallest. A key is the smallest of a fifth of the slots, so that
two texts share a given key with the probability of their similarity. All is made of BLAKE2b and
whole numbers: the same on every machine and in every version of Python.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b
from itertools import islice
from typing import Final

from boilerspider.model import KEYS, VALUES, Sketch

SHINGLE_WORDS: Final = 8
"""A box between two paragraphs breaks as few long shingles as short ones; texts of one mould, in which other names
and numbers stand (weather, results of matches), share short ones and hardly any long. Ours, docs/deduplication.md."""

FEWEST_WORDS: Final = 50
"""Words under which a text has no sketch: one sentence more or less would decide."""

MOST_WORDS: Final = 20_000
"""Words that are looked at, in about 30 ms; hardly an article has more, and what follows may be endless. Ours."""

SLOTS: Final = 128
"""The estimate's standard deviation is 0.045 at similarity 0.6. As many slots of four bits tell more than half as many
of eight (Li and König 2010, section 4)."""

LARGEST_KEY: Final = (1 << 31) - 1
"""Stores keep such a number in four bytes, signed as theirs are."""

NOTHING: Final = 1 << 64
"""More than any hash."""

IDEOGRAPHS: Final = "\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
"""Han and kana: a character is about as much as a short word."""

SYLLABICS: Final = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\ua9e0-\ua9ff\uaa60-\uaa7f"
"""Thai, Lao, Burmese, Khmer: letters, of which some five make a word, and no spaces between words."""

SYLLABIC_LETTERS: Final = 8
"""Letters of such a script that stand for a word, at every place: a shingle then has fifteen. Ours."""

PIECE: Final = re.compile(f"([{IDEOGRAPHS}]+)|([{SYLLABICS}]+)|[^ {IDEOGRAPHS}{SYLLABICS}]+")


@dataclass(frozen=True, slots=True)
class Near:
    """MinHash sketches of 64 slots and five keys."""

    def of(self, normalised: str) -> Sketch:
        """The sketch of a normalised text.

        The empty one for fewer than 50 words (characters, where no spaces are written), and for a
        text that repeats itself so much that a key has nothing to be made of.
        """
        words = list(islice(_words(normalised), MOST_WORDS))
        smallest = _smallest(words)
        leading = [min(smallest[group::KEYS]) for group in range(KEYS)]
        if len(words) < FEWEST_WORDS or NOTHING in leading:
            return Sketch("near", 1)
        values = [0 if number == NOTHING else number // SLOTS % VALUES + 1 for number in smallest]
        slots = bytes(high << 4 | low for high, low in zip(values[::2], values[1::2], strict=True))
        return Sketch("near", 1, tuple(number // SLOTS & LARGEST_KEY for number in leading), slots)


def _words(normalised: str) -> Iterable[str]:
    """The words; in scripts without spaces each character, or each run of a few letters, stands for one."""
    for piece in PIECE.finditer(normalised):
        ideographs, syllabics = piece.groups()
        if ideographs:
            yield from ideographs
        elif syllabics:
            places = max(1, len(syllabics) - SYLLABIC_LETTERS + 1)
            yield from (syllabics[place : place + SYLLABIC_LETTERS] for place in range(places))
        else:
            yield piece[0]


def _smallest(words: list[str]) -> list[int]:
    """The smallest hash of a shingle in each slot; a hash's last bits name its slot."""
    smallest = [NOTHING] * SLOTS
    starts = range(len(words) - SHINGLE_WORDS + 1)
    for shingle in {" ".join(words[start : start + SHINGLE_WORDS]) for start in starts}:
        digest = blake2b(shingle.encode("utf-8", "surrogatepass"), digest_size=8, person=b"near 1").digest()
        number = int.from_bytes(digest, "big")
        slot = number % SLOTS
        smallest[slot] = min(smallest[slot], number)
    return smallest
