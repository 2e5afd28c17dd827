"""Combining marks in a row, as no language has them: to bring thousands of them into order takes quadratic time."""

from __future__ import annotations

import re
from functools import lru_cache
from unicodedata import category, combining, normalize

MOST_MARKS = 30
"""Combining marks kept in a row (Unicode Annex 15, Stream-Safe Text Format)."""

PLAIN = re.compile("[\0-\u02ff\u0370-\u0482\u1e00-\u20cf\u2100-\u2cee\u309b-\ua66e\uac00-\ufb1d]*")
"""Text in letters none of which is a mark, told in a sixth of the time: Latin, Greek, Cyrillic, Han, kana, Hangul and their signs."""
HIDDEN = frozenset(map(chr, (0x34F, *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
"""Marks that no reader sees: the combining grapheme joiner and the variation selectors."""

KNOWN_LETTERS = 4_096
"""Letters of which is remembered what they are: a page has a hundred, of Han a thousand. Ours."""

_RUN = re.compile(f"m{{{MOST_MARKS + 1},}}")


def fewer_marks(text: str) -> str:
    """The text with no more than so many combining marks in a row; linear in its length."""
    if PLAIN.fullmatch(text):
        return text
    letters = set(text)
    if not any(map(is_mark, letters)):
        return text
    marks = text.translate({ord(letter): "m" if is_mark(letter) else " " for letter in letters})
    kept, position = [], 0
    for run in _RUN.finditer(marks):
        kept.append(text[position : run.start() + MOST_MARKS])
        position = run.end()
    return "".join((*kept, text[position:])) if kept else text


@lru_cache(maxsize=KNOWN_LETTERS)
def is_mark(letter: str) -> bool:
    """Whether a character is a combining mark, or becomes one in Unicode form NFKC, as the half-width voiced sound mark of kana does."""
    kind = category(letter)
    return kind[0] == "M" or (kind == "Lm" and combining(normalize("NFKD", letter)[0]) != 0)


__all__ = ["HIDDEN", "KNOWN_LETTERS", "PLAIN", "fewer_marks", "is_mark"]
