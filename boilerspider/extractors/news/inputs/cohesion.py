"""Lexical cohesion: how much of a block's wording the rest of the story shares. A paragraph of another story speaks of something else.

Words are runs of four letters and more, without a list of any language; where words have no spaces between them,
pairs of Han and kana and runs of four letters of Thai and its like stand for them, and pairs in Korean, too. Vowels that are
written as marks on letters (Devanagari, Tamil, vocalised Arabic and Hebrew) count as letters; soft hyphens part no words.

The networks see whole words. What speaks of something else is told by stems, words' first five letters, as the rest changes
with their place in a sentence ("reader", "readers"); in scripts with marks for vowels by whole words.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, count, groupby
from typing import NamedTuple
from unicodedata import category, normalize

import numpy as np
import numpy.typing as npt

from boilerspider.extractors.news.inputs import Bools, Ints
from boilerspider.extractors.news.inputs.letters import IDEOGRAPH, JOINERS, LETTER, RUN, Letters
from boilerspider.markup.marks import fewer_marks

Floats64 = npt.NDArray[np.float64]

FEW_WORDS = 5.0
"""Words under which a block has no wording to speak of: ours."""
MAX_LETTERS = 20_000
"""Of a block that are read: what it speaks of is told by then. Ours: of 4,000 pages of the corpora, two have such a block, and one of these is text."""


def _letters(*blocks: tuple[int, int]) -> str:
    """The letters of ranges, and the marks on them, for a character class of a regular expression: no digits, no signs."""
    codes = [code for first, last in blocks for code in range(first, last + 1) if category(chr(code))[0] in "LM"]
    runs = groupby(enumerate(codes), lambda pair: pair[1] - pair[0])
    ends = ([code for _, code in run] for _, run in runs)
    return "".join(f"\\u{run[0]:04x}-\\u{run[-1]:04x}" for run in ends)


_PAIRED = r"\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3" + _letters((0x3005, 0x30FF), (0x31F0, 0x31FF), (0xF900, 0xFAFF))
"""Han, kana and Hangul: Korean words end in whatever their place in the sentence asks for."""
_RUNS = _letters((0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF))
_MARKED = _letters((0x0591, 0x077F), (0x0900, 0x0DFF))
"""Hebrew, Arabic and the scripts of India, with the marks on their letters."""
_WORD = re.compile(rf"[^\W\d_{_PAIRED}{_RUNS}{_MARKED}]{{4,}}|[{_MARKED}]{{4,}}")
"""Shorter ones are in all texts of a language."""
_ASCII_WORD = re.compile("[a-z]{4,}")
"""The same in half the time, for case-folded text."""
_SPACELESS = re.compile(rf"([{_PAIRED}]{{2,}})|[{_RUNS}]{{4,}}")
"""Runs of Han, kana and Hangul, or of Thai and its like."""
_TYPOGRAPHY = "\u2018\u2019\u201c\u201d\u2013\u2014\u2026\u00a0"
"""Quotation marks, dashes, dots and a space that English has beyond ASCII: signs, of which no word has one."""
_SIGNS = re.compile(r"[^\w\s]{30,}")
"""Signs in a row that may be marks on one letter."""
_PAIR, _RUN = 2, 4
"""Letters of what stands for a word in them."""
_STEM = 5
"""Letters of a word: of 1,049 boxes of the dev corpora's articles ten are lost for .84 of 273 made ones that are found; with whole words for .57 (counted once)."""
_MARKED_LETTER = re.compile(f"[{_MARKED}]")
FAR = 6.0
"""Standard deviations beyond which a share says no more."""


@dataclass(frozen=True, slots=True)
class Wording:
    """The different words of a page's blocks."""

    distinct: Ints
    """How many each block has."""
    tokens: Ints
    """Those of all blocks end to end, as numbers."""
    named: Ints
    """How many of a block's the page's title or description has, too."""
    words: Sequence[str]
    """What the numbers stand for."""


def wording(texts: Sequence[str], letters: Letters, head: str) -> Wording:
    """The wording of case-folded blocks with these letters, below a head that says this."""
    numbers = defaultdict[str, int](count().__next__)  # a new word has the next number
    of_head = len(set(map(numbers.__getitem__, _words(head, is_caseless=True))))
    spoken = (letters.words >= FEW_WORDS).nonzero()[0]
    is_caseless = (letters.counts[spoken][:, (IDEOGRAPH, RUN, LETTER)].sum(1) > 0).tolist()
    found = [
        dict.fromkeys(_words(texts[place][:MAX_LETTERS], is_caseless=caseless))
        for place, caseless in zip(spoken.tolist(), is_caseless, strict=True)
    ]
    distinct = np.zeros(len(texts), np.int64)
    distinct[spoken] = list(map(len, found))
    tokens = np.fromiter(map(numbers.__getitem__, chain.from_iterable(found)), np.int64)
    owners = np.arange(len(texts)).repeat(distinct)
    return Wording(distinct, tokens, np.bincount(owners[tokens < of_head], minlength=len(texts)), list(numbers))


def stemmed(distinct: Ints, tokens: Ints, words: Sequence[str]) -> tuple[Ints, Ints]:
    """How many different stems each block has, and those of all blocks end to end, from the same of its words."""
    numbers = defaultdict[str, int](count().__next__)
    stems = np.fromiter(map(numbers.__getitem__, _stems(words)), np.int64, len(words))
    owners = np.arange(len(distinct)).repeat(distinct)
    both = np.sort(owners * max(len(numbers), 1) + stems[tokens])
    is_new = np.ones(len(both), np.bool_)
    np.not_equal(both[1:], both[:-1], out=is_new[1:])
    owners, found = np.divmod(both[is_new], max(len(numbers), 1))
    return np.bincount(owners, minlength=len(distinct)), found


def stems(text: str) -> frozenset[str]:
    """The different stems of the words of a text."""
    folded = text.casefold()
    is_caseless = any(letter.isalpha() and letter.upper() == letter.lower() for letter in set(folded))
    return frozenset(_stems(_words(folded, is_caseless=is_caseless)))


def _words(text: str, *, is_caseless: bool) -> list[str]:
    if not text.isascii():
        for sign in _TYPOGRAPHY:
            text = text.replace(sign, " ")
    if text.isascii():
        return _ASCII_WORD.findall(text)
    for joiner in JOINERS:
        text = text.replace(joiner, "")
    text = normalize("NFC", fewer_marks(text) if _SIGNS.search(text) else text)
    found = _WORD.findall(text)
    return [*found, *_spaceless(text)] if is_caseless else found


def _spaceless(text: str) -> Iterator[str]:
    """Overlapping runs of a few letters, for words of scripts without spaces."""
    for run in _SPACELESS.finditer(text):
        size = _PAIR if run[1] else _RUN
        yield from (run[0][start : start + size] for start in range(len(run[0]) - size + 1))


def _stems(words: Sequence[str]) -> list[str]:
    whole = "".join(words)
    if whole.isascii() or not _MARKED_LETTER.search(whole):
        return [word[:_STEM] for word in words]
    return [word if _MARKED_LETTER.match(word) else word[:_STEM] for word in words]


class Common(NamedTuple):
    """What blocks' wording has in common with the others of the core."""

    words: Floats64
    """How many of each block's others have, too."""
    usual: float
    """The share of them in the core on the whole."""


def common(distinct: Ints, tokens: Ints, core: Bools) -> Common:
    """What each block has in common with the blocks of the core, itself apart."""
    count = len(distinct)
    owners = np.repeat(np.arange(count), distinct)
    inside = core[owners]
    held = np.bincount(tokens[inside], minlength=int(tokens.max(initial=-1)) + 1)
    words = np.bincount(owners, held[tokens] > inside, count).astype(np.float64)
    return Common(words, float((words[core].sum() + 0.5) / (max(int(distinct[core].sum()), 1) + 1)))


def cohesion(words: Floats64, distinct: Ints, usual: float) -> tuple[Floats64, Floats64]:
    """The share of so many different words that others have, too; and how far that is from what is usual, in standard deviations for so many words."""
    spread = np.sqrt(distinct * (usual * (1 - usual)) + 0.5)
    far = (words - distinct * usual) / spread
    return (words + usual) / (distinct + 1), np.minimum(np.maximum(far, -FAR), FAR)
