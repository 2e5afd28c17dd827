"""Lexical cohesion: how much of a block's wording the rest of the story shares. A paragraph of another story speaks of something else.

Words are runs of four letters and more, without a list of any language; where words have no spaces between them,
pairs of Han and kana and runs of four letters of Thai and its like stand for them. Vowels that are written as marks
on letters (Devanagari, Tamil, vocalised Arabic and Hebrew) count as letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from boilerspider.extractors.news.letters import IDEOGRAPH, RUN, Letters

Ints = npt.NDArray[np.int64]
Floats64 = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

FEW_WORDS = 5.0
"""Words under which a block has no wording to speak of: ours."""
_IDEOGRAPHS, _RUNS = "\u3005-\u30ff\u31f0-\u9fff\uf900-\ufaff", "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
_MARKED = "\u0591-\u05bd\u05d0-\u05f2\u0610-\u061a\u0620-\u065f\u066e-\u06d3\u06d5-\u06ef\u06fa-\u077f\u0900-\u0963\u0970-\u0dff"
"""Hebrew, Arabic and the scripts of India, with the marks on their letters."""
_WORD = re.compile(rf"[^\W\d_{_IDEOGRAPHS}{_RUNS}{_MARKED}]{{4,}}|[{_MARKED}]{{4,}}")
"""Shorter ones are in all texts of a language."""
_ASCII_WORD = re.compile("[a-z]{4,}")
"""The same in half the time, for case-folded text."""
_SPACELESS = re.compile(rf"([{_IDEOGRAPHS}]{{2,}})|[{_RUNS}]{{4,}}")
"""Runs of Han and kana, or of Thai and its like."""
_PAIR, _RUN = 2, 4
"""Letters of what stands for a word in them."""
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


def wording(texts: Sequence[str], letters: Letters, head: str) -> Wording:
    """The wording of case-folded blocks with these letters, below a head that says this."""
    is_spaceless = (letters.counts[:, IDEOGRAPH] + letters.counts[:, RUN] > 0).tolist()
    numbers = {word: number for number, word in enumerate(dict.fromkeys(_words(head, is_spaceless=True)))}
    of_head = len(numbers)
    distinct: list[int] = []
    tokens: list[int] = []
    for text, size, spaceless in zip(texts, letters.words.tolist(), is_spaceless, strict=True):
        found = dict.fromkeys(_words(text, is_spaceless=spaceless)) if size >= FEW_WORDS else ()
        distinct.append(len(found))
        tokens += [numbers.setdefault(word, len(numbers)) for word in found]
    held, flat = np.array(distinct, np.int64), np.array(tokens, np.int64)
    named = np.bincount(np.repeat(np.arange(len(held)), held)[flat < of_head], minlength=len(held))
    return Wording(held, flat, named)


def _words(text: str, *, is_spaceless: bool) -> list[str]:
    if text.isascii():
        return _ASCII_WORD.findall(text)
    found = _WORD.findall(text)
    return [*found, *_spaceless(text)] if is_spaceless else found


def _spaceless(text: str) -> Iterator[str]:
    """Overlapping runs of a few letters, for words of scripts without spaces."""
    for run in _SPACELESS.finditer(text):
        size = _PAIR if run[1] else _RUN
        yield from (run[0][start : start + size] for start in range(len(run[0]) - size + 1))


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
    return (words + usual) / (distinct + 1), np.clip((words - distinct * usual) / spread, -FAR, FAR)
