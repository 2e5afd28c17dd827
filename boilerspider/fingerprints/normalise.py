"""Texts as fingerprints see them: what a typesetter may change is gone, what an editor may change stays.

Case, punctuation, symbols, white space and invisible characters do not count; letters, their marks
and digits do, so that a changed death toll is another text. The tables are the Unicode categories
themselves (Unicode Standard, section 4.5); unassigned characters count as symbols, as most new ones are.
"""

from __future__ import annotations

from collections.abc import Callable
from unicodedata import category, normalize

from boilerspider.markup.marks import fewer_marks

VARIATION_SELECTORS = frozenset((*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))
COMBINING_GRAPHEME_JOINER = 0x034F


FEW = 50
"""Different characters of a text that are looked for one by one; more are replaced together, which is slower but linear."""


def normalise(text: str) -> str:
    """The words of a text, case-folded, in Unicode form NFKC, one space between them; linear in its length."""
    if not text.isascii():
        text = fewer_marks(_replaced(text, _is_hidden, ""))
        text = normalize("NFKC", normalize("NFKC", text).casefold())
        text = fewer_marks(text)
    return " ".join(_replaced(text.casefold(), _is_between_words, " ").split())


def _replaced(text: str, unwanted: Callable[[str], bool], substitute: str) -> str:
    """The text with each unwanted character replaced: what a text is made of is looked at, not each of its letters."""
    letters = set(text)
    found = [letter for letter in letters if unwanted(letter)]
    if len(found) > FEW:
        gone = dict.fromkeys(map(ord, found), substitute)
        return text.translate({**{ord(letter): letter for letter in letters}, **gone})
    for letter in found:
        text = text.replace(letter, substitute)
    return text


def _is_hidden(letter: str) -> bool:
    """Whether no reader sees it: format characters, selectors, lone surrogates."""
    code = ord(letter)
    return code in VARIATION_SELECTORS or code == COMBINING_GRAPHEME_JOINER or category(letter) in {"Cf", "Cs"}


def _is_between_words(letter: str) -> bool:
    """Whether it is neither a letter nor a mark nor a number."""
    return category(letter)[0] not in "LMN"
