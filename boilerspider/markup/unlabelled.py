"""Bytes whose encoding nobody names, or names wrong -> the codec under which they make sense.

Browsers look at the bytes of such pages, too. Of Chinese, Japanese and Korean the frequent characters stand together in each encoding, Thai is
told by where its vowel signs stand, and all others by the frequent words of their languages.

Ours, for the library that is at hand takes Western pages for others: of 262 dev pages that are no UTF-8 charset-normalizer reads seven of windows-1252 as
Baltic, Maltese or Central European, these rules none; of 35 made pages in other encodings, cut to languages it is sure of, 26, these 32 (counted once).
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice
from typing import NamedTuple

from boilerspider.markup.words import languages_of_words, words

SAMPLE_PIECES = 3_000
"""Pieces between white space with a byte beyond ASCII that are looked at. Ours: more say the same."""
MAX_PIECE_BYTES, SAMPLE_BYTES = 2_000, 60_000
"""Of one, for Chinese has no spaces, and of all together: each codec is tried on them. Ours."""
LEAST_CHARACTERS = 12
"""Beyond ASCII, of Chinese, Japanese, Korean and Thai; fewer may be signs between Latin letters. Ours."""
LEAST_DIFFERENT = 6
"""Of them: a text of so many has more, a page with one sign before the same letter, as in 20°C, has one or two. Ours."""
LEAST_HIGH = 0.25
"""Share of them whose second byte is beyond ASCII, too: Western signs stand before letters (it´s), of Big5's frequent characters three of five are so. Ours."""
LEAST_WORDS = 2
"""Frequent words with letters beyond ASCII under one codec, and how many more than by browsers' default. Ours."""
TOP_WORDS = 1_000
"""Of each language's most frequent that are known. Ours."""
MAX_BROKEN = 0.02
"""Share of the characters beyond ASCII that may fail to decode: pages are cut and pasted. Ours."""

ASCII_END = 0x7F

_TAG = re.compile(rb"<[^<>]*>")
_CONSONANT, _SIGN = "[\u0e01-\u0e2e]", "[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]"
_THAI_LETTER = re.compile("[\u0e01-\u0e3a\u0e40-\u0e4e]")
_THAI_CONSONANT, _THAI_SIGN = re.compile(_CONSONANT), re.compile(_SIGN)
_PLACED_SIGN = re.compile(f"(?<={_CONSONANT}|{_SIGN}){_SIGN}")


class _Frequent(NamedTuple):
    """A codec, its frequent characters by the first bytes and the least second byte that it gives them, and the share that they have at least."""

    codec: str
    firsts: tuple[int, int]
    least_second: int
    share: float


_PAIRS = (
    _Frequent("cp949", (0xB0, 0xC8), 0xA1, 0.85),
    _Frequent("cp932", (0x82, 0x83), 0x40, 0.2),
    _Frequent("euc_jis_2004", (0xA4, 0xA5), 0xA1, 0.2),
    _Frequent("gb18030", (0xB0, 0xD7), 0xA1, 0.75),
    _Frequent("big5hkscs", (0xA4, 0xC6), 0x40, 0.75),
)
"""Syllables of Korean, kana, and the Han characters that the standards of China and Taiwan put first, being frequent. Korean is Chinese by
its bytes, and Japanese at times, so that they come first."""

_WORDED = (
    "cp1252", "cp1251", "koi8-r", "koi8-u", "cp1256", "cp1253", "cp1255", "cp1250", "iso8859-2", "cp1254", "cp1257", "iso8859-5", "iso8859-6",
    "iso8859-7", "cp866",
)  # fmt: skip
"""Codecs of one byte a letter; of those under which a page says as much the first is meant."""
_LANGUAGES = tuple(
    "ar az be bg ca cs da de el es et fa fi fr he hr hu is it kk lt lv mk nb pl pt ro ru sk sl sq sr sv tr uk ur".split()  # noqa: SIM905 - codes read best as words
)
"""Languages that pages have been written in under these codecs."""


def guess_codec(page: bytes) -> str | None:
    """The codec of a page that is not valid UTF-8; None where its bytes do not tell."""
    sample = _sample(page)
    if not sample:
        return None
    return _of_pairs(sample) or _thai(sample) or _of_words(sample)


def _sample(page: bytes) -> bytes:
    """The pieces of its text that hold a byte beyond ASCII."""
    pieces = (piece[:MAX_PIECE_BYTES] for piece in _TAG.sub(b" ", page).split() if not piece.isascii())
    return b" ".join(islice(pieces, SAMPLE_PIECES))[:SAMPLE_BYTES]


def _of_pairs(sample: bytes) -> str | None:
    """The first codec of two bytes a character under which enough of them are frequent, or, of the two of Chinese, more."""
    shares = {frequent.codec: _share(sample, frequent) for frequent in _PAIRS}
    found = [frequent.codec for frequent in _PAIRS if shares[frequent.codec] >= frequent.share]
    if found and found[0] == "gb18030":
        return max(found, key=shares.__getitem__)
    return next(iter(found), None)


def _share(sample: bytes, frequent: _Frequent) -> float:
    """The share of the characters beyond ASCII that are frequent ones under a codec; 0 where they are too few, or broken."""
    counts = _beyond_ascii(sample.decode(frequent.codec, "replace"))
    total = counts.total()
    if total < LEAST_CHARACTERS or len(counts) < LEAST_DIFFERENT or counts["\ufffd"] > MAX_BROKEN * total:
        return 0.0
    low, high = frequent.firsts
    kept = highs = 0
    for character, times in counts.items():
        pair = character.encode(frequent.codec, "ignore")
        if len(pair) > 1:
            highs += times * (pair[1] > ASCII_END)
            kept += times * (low <= pair[0] <= high and pair[1] >= frequent.least_second)
    return kept / total if highs >= LEAST_HIGH * total else 0.0


def _beyond_ascii(text: str) -> Counter[str]:
    counts = Counter(text)
    return Counter({character: times for character, times in counts.items() if not character.isascii()})


def _thai(sample: bytes) -> str | None:
    """Thai, where nearly every sign for a vowel or a tone stands on a consonant, as it must."""
    text = sample.decode("cp874", "replace")
    total = _beyond_ascii(text).total()
    letters, signs = len(_THAI_LETTER.findall(text)), len(_THAI_SIGN.findall(text))
    if (
        letters < LEAST_CHARACTERS
        or letters < (1 - 2 * MAX_BROKEN) * total
        or 2 * len(_THAI_CONSONANT.findall(text)) < letters
    ):
        return None
    return "cp874" if signs and len(_PLACED_SIGN.findall(text)) >= (1 - MAX_BROKEN) * signs else None


def _of_words(sample: bytes) -> str | None:
    """The codec under which the sample has most frequent words of one language, words in ASCII apart."""
    hits = {codec: _hits(sample.decode(codec, "replace")) for codec in _WORDED}
    best = max(hits, key=hits.__getitem__)
    return best if hits[best] >= LEAST_WORDS + hits[_WORDED[0]] else None


def _hits(text: str) -> int:
    """How many words beyond ASCII, of two letters and more, are among the most frequent of the language that has most of them."""
    index = languages_of_words(_LANGUAGES, TOP_WORDS)
    hits: Counter[str] = Counter()
    for word in words(text.lower()):
        if len(word) > 1 and not word.isascii():
            hits.update(index.get(word, ()))
    return max(hits.values(), default=0)
