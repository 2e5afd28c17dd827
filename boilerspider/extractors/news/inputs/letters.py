"""The letters of a page's blocks, counted by class in a few array operations.

A class is chosen by the Unicode category and the script alone, so that all languages are alike;
where words have no spaces between them, sizes are told from letters.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from boilerspider.extractors.news.inputs import Bools, Floats, Ints
from boilerspider.extractors.news.inputs.walk import IN_LINK, IN_STRONG, Page
from boilerspider.markup.prose import STOPS

Bytes = npt.NDArray[np.uint8]
Units = npt.NDArray[np.uint16]

(SPACE, LOWER, UPPER, LETTER, DIGIT, IDEOGRAPH, RUN, STOP, COMMA, QUOTE, DASH, BRACKET, MARK, SYMBOL, COLON, OTHER) = (
    range(16)
)
CLASSES = 16
_WORD_CLASSES = 4
"""The first after `SPACE`: runs of them are words."""

WORDS_AN_IDEOGRAPH = 0.6
"""English words that a Han or kana character stands for; news translated into both has about five for three."""
WORDS_A_RUN_LETTER = 0.2
"""The same for Thai and its like, as `markup.words` has it."""

_COMMAS = ",;、，；،؛፣፤၊"
_QUOTES = "\"'`´‘’“”„«»‹›「」『』"
_MARKS = "|•·●▪►▶→>←<~*■◆★☆"
JOINERS = "\u00ad\u200c\u200d"
"""What stands within words and is no letter of them: the soft hyphen, the non-joiner and the joiner."""
_SINGLE = {"Ll": LOWER, "Lu": UPPER, "Lt": UPPER, "Pd": DASH, "Ps": BRACKET, "Pe": BRACKET, "Pi": QUOTE, "Pf": QUOTE}
_UNITS = 0x10000
_SURROGATE, _SURROGATE_BITS = 0xD800 >> 11, 11
"""What the upper bits say of a unit that is half a sign."""


@dataclass(frozen=True, slots=True)
class Letters:
    """Counts a block, and what its ends look like."""

    counts: Floats
    """blocks x CLASSES, `SPACE` at 0."""
    shown: Floats
    """Letters and signs."""
    words: Floats
    """Words in a sense that is alike in all scripts."""
    capitals: Floats
    """Words that begin with an upper-case letter."""
    linked: Floats
    strong: Floats
    """Letters and signs in links, in strong type."""
    heads: Bytes
    tails: Bytes
    """The class of the first letter or sign, and of the last."""
    stops: Bools
    """Whether one of the last two signs ends a sentence."""


def count(texts: Sequence[str], page: Page) -> Letters:
    """The letters of a page's blocks, whose texts hold no white space but single spaces within."""
    n = len(texts)
    joined = "\n".join(texts)
    units = _units(joined)
    classes: Bytes = _table()[units]
    sizes = _sizes(texts, exact=len(units) == len(joined))
    ends = sizes.cumsum()
    keys = np.arange(0, n * CLASSES, CLASSES).repeat(sizes)[: len(classes)]
    keys += classes
    counts = np.bincount(keys, minlength=n * CLASSES).reshape(n, CLASSES).astype(np.float32)
    counts[:, SPACE] = 0.0
    begins = _beginnings(classes)
    words = _inside(ends, begins)
    words += WORDS_AN_IDEOGRAPH * counts[:, IDEOGRAPH] + WORDS_A_RUN_LETTER * counts[:, RUN]
    heads, tails, before = _ends(units, ends - sizes, ends - 2)
    linked, strong = _marked(page)
    return Letters(
        counts=counts,
        shown=counts.sum(1),
        words=words,
        capitals=_inside(ends, begins[classes[begins] == UPPER]),
        linked=linked,
        strong=strong,
        heads=heads,
        tails=tails,
        stops=(tails == STOP) | (before == STOP),
    )


def _beginnings(classes: Bytes) -> Ints:
    """Where words begin."""
    in_word = (classes - np.uint8(1)) < _WORD_CLASSES
    opens = in_word.copy()
    opens[1:] &= ~in_word[:-1]
    found: Ints = opens.nonzero()[0]
    return found


def _inside(ends: Ints, places: Ints) -> Floats:
    """How many of these places, which rise, lie in each of the blocks that end there."""
    before = places.searchsorted(ends)
    found: Floats = before.astype(np.float32)
    found[1:] -= before[:-1]
    return found


def _ends(units: Units, first: Ints, last: Ints) -> Bytes:
    """The classes of blocks' first and last letters or signs, and of those before the last. Where one of a page is no single unit, they say nothing."""
    ends = units[np.array((first, last, np.maximum(last - 1, first)))]
    if (ends >> _SURROGATE_BITS == _SURROGATE).any():
        return np.full(ends.shape, OTHER, np.uint8)
    found: Bytes = _table()[ends]
    return found


def _marked(page: Page) -> tuple[Floats, Floats]:
    """Letters and signs of each block's pieces that stand in a link, and in strong type."""
    linked, strong = [0] * len(page.blocks), [0] * len(page.blocks)
    block = 0
    ends = [row[-1] for row in page.blocks]
    for number, mark in enumerate(page.marks):
        if mark:
            while ends[block] <= number:
                block += 1
            size = len("".join(page.pieces[number].split()))
            if mark & IN_LINK:
                linked[block] += size
            if mark & IN_STRONG:
                strong[block] += size
    return np.array(linked, np.float32), np.array(strong, np.float32)


def _sizes(texts: Sequence[str], *, exact: bool) -> Ints:
    """UTF-16 units of each text and the break after it."""
    if exact:
        return np.fromiter(map(len, texts), np.int64, len(texts)) + 1
    return np.array([len(text.encode("utf-16-le", "surrogatepass")) // 2 + 1 for text in texts])


def _units(text: str) -> Units:
    return np.frombuffer(text.encode("utf-16-le", "surrogatepass"), np.uint16)


@lru_cache(maxsize=1)
def _table() -> Bytes:
    """The class of each UTF-16 unit."""
    return np.fromiter((_class(chr(code)) for code in range(_UNITS)), np.uint8, _UNITS)


def _class(letter: str) -> int:
    if letter.isspace():
        return SPACE
    for signs, number in (
        (STOPS, STOP),
        (_COMMAS, COMMA),
        (_QUOTES, QUOTE),
        (_MARKS, MARK),
        (":：", COLON),
        (JOINERS, LETTER),
    ):
        if letter in signs:
            return number
    category = unicodedata.category(letter)
    if category in _SINGLE and not _is_georgian(ord(letter)):
        return _SINGLE[category]
    if category[0] in "LM":
        return _script(ord(letter))
    return {"N": DIGIT, "S": SYMBOL}.get(category[0], OTHER)


def _is_georgian(code: int) -> bool:
    """Whether it is a small letter of a script that has capitals in Unicode's tables alone."""
    return 0x10D0 <= code <= 0x10FF


def _script(code: int) -> int:
    """The class of a letter without case."""
    if 0x3005 <= code <= 0x30FF or 0x31F0 <= code <= 0x9FFF or 0xF900 <= code <= 0xFAFF:
        return IDEOGRAPH
    if 0x0E00 <= code <= 0x0EFF or 0x1000 <= code <= 0x109F or 0x1780 <= code <= 0x17FF:
        return RUN
    return LETTER
