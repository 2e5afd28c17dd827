"""Texts as fingerprints see them: what a typesetter may change is gone, what an editor may change stays.

Case, punctuation, symbols, white space and invisible characters do not count; letters, their marks
and digits do, so that a changed death toll is another text. The tables are the Unicode categories
themselves (Unicode Standard, section 4.5); unassigned characters count as symbols, as most new ones are.
"""

from __future__ import annotations

import re
from unicodedata import category, normalize

MOST_MARKS = 30
"""Combining marks kept in a row (Unicode Annex 15, Stream-Safe Text Format); sorting more takes quadratic time."""

MARK_RUN = re.compile(f"m{{{MOST_MARKS + 1},}}")

VARIATION_SELECTORS = frozenset((*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))
COMBINING_GRAPHEME_JOINER = 0x034F


class _Visible(dict[int, int | None]):
    """A translation table without what no reader sees: format characters, selectors, lone surrogates."""

    def __missing__(self, code: int) -> int | None:
        hidden = code in VARIATION_SELECTORS or code == COMBINING_GRAPHEME_JOINER or category(chr(code)) in {"Cf", "Cs"}
        self[code] = None if hidden else code
        return self[code]


class _Marks(dict[int, str]):
    """A translation table that shows where the combining marks are."""

    def __missing__(self, code: int) -> str:
        self[code] = "m" if category(chr(code))[0] == "M" else " "
        return self[code]


class _Words(dict[int, int | str]):
    """A translation table that leaves letters, marks and numbers, and a space for all the rest."""

    def __missing__(self, code: int) -> int | str:
        self[code] = code if category(chr(code))[0] in "LMN" else " "
        return self[code]


def normalise(text: str) -> str:
    """The words of a text, case-folded, in Unicode form NFKC, one space between them; linear in its length."""
    if not text.isascii():
        text = _fewer_marks(text.translate(_Visible()))
        text = normalize("NFKC", normalize("NFKC", text).casefold())
        text = _fewer_marks(text)
    return " ".join(text.casefold().translate(_Words()).split())


def _fewer_marks(text: str) -> str:
    marks = text.translate(_Marks())
    kept, position = [], 0
    for run in MARK_RUN.finditer(marks):
        kept.append(text[position : run.start() + MOST_MARKS])
        position = run.end()
    return "".join((*kept, text[position:])) if kept else text
