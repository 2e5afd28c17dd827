"""Pages as if they were written in letters without case: what letters they are must not decide.

Nearly all pages of the corpora are in Latin letters. From these alone networks learn that a short line without
a small letter is a line in capitals, and lose subheads and items of lists in Hebrew, Arabic, Hindi and Korean.
"""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np

from boilerspider.extractors.news.inputs.features import CAPITALS, LONG, SHARES, SHOUTED, SHOWN
from boilerspider.extractors.news.inputs.letters import CLASSES, LETTER, LOWER, UPPER
from boilerspider.training.news.files import Example

CASELESS = 0.2
"""Of copies, those without case: ours."""
SHORTEST = 0.4
"""Letters that a word without case has at the least, of one in Latin letters: Hebrew leaves vowels out, Korean writes syllables. Ours."""
_SHARES = slice(SHARES, SHARES + CLASSES - 1)
_ENDS = tuple(slice(SHARES + number * CLASSES - 1, SHARES + (number + 1) * CLASSES - 1) for number in (1, 2))
_CASED = (LOWER, UPPER)


def without_case(example: Example, rng: random.Random) -> Example:
    """The page in letters without case; words are as many as they were, and as much shorter on all of it."""
    rows = example.rows.astype(np.float32)
    shares, shown = rows[:, _SHARES], np.expm1(rows[:, SHOWN])
    cased = [number - 1 for number in _CASED]
    letters = shares[:, cased].sum(1)
    kept = letters * rng.uniform(SHORTEST, 1.0)
    size = np.maximum(1 - letters + kept, np.finfo(np.float32).tiny)  # of what it was
    shares[:, cased] = 0
    shares[:, LETTER - 1] += kept
    shares /= size[:, None]
    rows[:, SHOWN] = np.log1p(shown * size)
    rows[:, LONG] *= size
    rows[:, [CAPITALS, SHOUTED]] = 0
    for end in _ENDS:
        classes = rows[:, end]
        classes[:, LETTER] += classes[:, _CASED].sum(1)
        classes[:, _CASED] = 0
    return replace(example, rows=rows.astype(np.float16))
