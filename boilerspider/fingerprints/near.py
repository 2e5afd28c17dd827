"""Near: how much of two texts is the same, told from 84 bytes each.

One-permutation MinHash (Li, Owen and Zhang 2012, "One Permutation Hashing") over shingles of eight
words (Broder 1997, "On the resemblance and containment of documents"). Each shingle falls into one
slot by its hash; a slot keeps the smallest. A key is the smallest of a fifth of the slots, so that
two texts share a given key with the probability of their similarity. A word is its BLAKE2b digest, a
shingle the sum of its words' digests, each times a number of its place (Dietzfelbinger 1996, multiply-add),
mixed (Steele, Lea and Flood 2014, SplitMix64). All is whole numbers of 64 bits: the same on every machine
and in every version of Python.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from itertools import islice
from typing import Final

import numpy as np
from numpy.typing import NDArray

from boilerspider.model import KEYS, VALUES, Sketch

NAME: Final = "near"
VERSION: Final = 2

ARABIC_VERSION: Final = 3
"""Of texts in Arabic script: version 2 told two spellings of one text apart, and hardly a run of eight words was the same."""

SHINGLE_WORDS: Final = 8
"""A box between two paragraphs breaks as few long shingles as short ones; texts of one mould, in which other names
and numbers stand (weather, results of matches), share short ones and hardly any long. Ours, docs/deduplication.md."""

FEWEST_WORDS: Final = 50
"""Words under which a text has no sketch: one sentence more or less would decide."""

MOST_WORDS: Final = 20_000
"""Words that are looked at; hardly an article has more, and what follows may be endless. Ours."""

SLOTS: Final = 128
"""The estimate's standard deviation is 0.045 at similarity 0.6. As many slots of four bits tell more than half as many
of eight (Li and König 2010, section 4)."""

LARGEST_KEY: Final = (1 << 31) - 1
"""Stores keep such a number in four bytes, signed as theirs are."""

NOTHING: Final = (1 << 64) - 1
"""What no shingle's hash is taken for: more than any other."""

WORDS_AT_HAND: Final = 30_000
"""Words whose digests need not be made again: a language uses few. Ours."""

IDEOGRAPHS: Final = "\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
"""Han and kana: a character is about as much as a short word."""

SYLLABICS: Final = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\ua9e0-\ua9ff\uaa60-\uaa7f"
"""Thai, Lao, Burmese, Khmer: letters, of which some five make a word, and no spaces between words."""

SYLLABIC_LETTERS: Final = 8
"""Letters of such a script that stand for a word, at every place: a shingle then has fifteen. Ours."""

HAS_UNSPACED: Final = re.compile(f"[{IDEOGRAPHS}{SYLLABICS}]").search
"""Whether a text holds letters of those scripts; the words of all others stand between spaces."""

ARABIC: Final = re.compile(r"[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff]+")
"""Letters and marks of Arabic, Persian, Urdu and others, as normalised texts have them."""

ARABIC_SPELLING: Final = {
    **dict.fromkeys(map(ord, "أإآٱ"), "ا"),
    **dict.fromkeys(map(ord, "يى"), "ی"),
    ord("ك"): "ک",
    **dict.fromkeys((0x0640, 0x0670, *range(0x0610, 0x061B), *range(0x064B, 0x0660), *range(0x06D6, 0x06EE))),
}
"""What keyboards and editors write one way or the other: forms of alef, yeh and kaf, and the strokes and vowel marks that may be left out."""

CYRILLIC_SPELLING: Final = ("ё", "е")
"""The dots are left out by most; a text has few of them, so that sketches with and without are comparable still."""

PIECE: Final = re.compile(f"([{IDEOGRAPHS}]+)|([{SYLLABICS}]+)|[^ {IDEOGRAPHS}{SYLLABICS}]+")


@dataclass(frozen=True, slots=True)
class Near:
    """MinHash sketches of 128 slots and five keys."""

    def of(self, normalised: str) -> Sketch:
        """The sketch of a normalised text.

        The empty one for fewer than 50 words (characters, where no spaces are written), and for a
        text that repeats itself so much that a key has nothing to be made of.
        """
        version, normalised = _as_spelt(normalised)
        words = list(islice(_words(normalised) if HAS_UNSPACED(normalised) else normalised.split(), MOST_WORDS))
        smallest = _smallest(words)
        leading = [min(smallest[group::KEYS]) for group in range(KEYS)]
        if len(words) < FEWEST_WORDS or NOTHING in leading:
            return Sketch(NAME, version)
        values = [0 if number == NOTHING else number // SLOTS % VALUES + 1 for number in smallest]
        slots = bytes(high << 4 | low for high, low in zip(values[::2], values[1::2], strict=True))
        return Sketch(NAME, version, tuple(number // SLOTS & LARGEST_KEY for number in leading), slots)


def _as_spelt(normalised: str) -> tuple[int, str]:
    """The version of a text's sketch, and the text in the one spelling that it is made of; most are as they were."""
    if normalised.isascii():
        return VERSION, normalised
    if 2 * sum(map(len, ARABIC.findall(normalised))) > len(normalised):
        return ARABIC_VERSION, normalised.translate(ARABIC_SPELLING)
    return VERSION, normalised.replace(*CYRILLIC_SPELLING)


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
    smallest = np.full(SLOTS, NOTHING, np.uint64)
    count = len(words) - SHINGLE_WORDS + 1
    if count > 0:
        digests = np.fromiter(map(_digest, words), np.uint64, len(words))
        hashes = np.zeros(count, np.uint64)
        for place, factor in enumerate(FACTORS):
            hashes += digests[place : place + count] * factor
        mixed = _mixed(hashes)
        np.minimum.at(smallest, (mixed % np.uint64(SLOTS)).astype(np.intp), mixed)
    numbers: list[int] = smallest.tolist()
    return numbers


@lru_cache(maxsize=WORDS_AT_HAND)
def _digest(word: str) -> int:
    digest = blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8, person=b"near 2").digest()
    return int.from_bytes(digest, "big")


def _mixed(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The finaliser of SplitMix64: each bit of a sum depends on all bits of it."""
    numbers = (numbers ^ (numbers >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    numbers = (numbers ^ (numbers >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed: NDArray[np.uint64] = numbers ^ (numbers >> np.uint64(31))
    return mixed


FACTORS: Final = _mixed(np.arange(1, SHINGLE_WORDS + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)) | np.uint64(1)
"""The first numbers of SplitMix64 from the seed 0, made odd."""
