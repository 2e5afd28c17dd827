"""Combining marks in a row, as no language has them: to bring thousands of them into order takes quadratic time."""

from __future__ import annotations

import re
from unicodedata import category, combining, normalize

MOST_MARKS = 30
"""Combining marks kept in a row (Unicode Annex 15, Stream-Safe Text Format)."""

_RUN = re.compile(f"m{{{MOST_MARKS + 1},}}")


def fewer_marks(text: str) -> str:
    """The text with no more than so many combining marks in a row; linear in its length."""
    signs = {ord(letter): "m" if is_mark(letter) else " " for letter in set(text)}
    if "m" not in signs.values():
        return text
    marks = text.translate(signs)
    kept, position = [], 0
    for run in _RUN.finditer(marks):
        kept.append(text[position : run.start() + MOST_MARKS])
        position = run.end()
    return "".join((*kept, text[position:])) if kept else text


def is_mark(letter: str) -> bool:
    """Whether a character is a combining mark, or becomes one in Unicode form NFKC, as the half-width voiced sound mark of kana does."""
    kind = category(letter)
    return kind[0] == "M" or (kind == "Lm" and combining(normalize("NFKD", letter)[0]) != 0)


__all__ = ["fewer_marks", "is_mark"]
