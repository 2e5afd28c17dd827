"""Texts as fingerprints see them: what a typesetter may change is gone, what an editor may change stays.

Case, punctuation, symbols, white space and invisible characters do not count; letters, their marks
and digits do, so that a changed death toll is another text. The tables are the Unicode categories
themselves (Unicode Standard, section 4.5); unassigned characters count as symbols, as most new ones are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache
from unicodedata import category, normalize

from boilerspider.markup.marks import HIDDEN, KNOWN_LETTERS, fewer_marks, is_mark
from boilerspider.markup.words import letters_of

FEW = 50
"""Different characters of a text that are looked for one by one; more are replaced together, which is slower but linear."""


def normalise(text: str) -> str:
    """The words of a text, case-folded, in Unicode form NFKC, one space between them; linear in its length.

    What a text is made of is looked at, not each of its letters.
    """
    text, letters = (text.casefold(), letters_of(text).casefold()) if text.isascii() else _composed(text)
    if _has_marks(letters):
        text = fewer_marks(text)
    if letters != letters.casefold():
        text, letters = text.casefold(), letters.casefold()
    between = set(filter(_is_between, letters))
    return " ".join(_replaced(text, letters, between, " ").split())


def _composed(text: str) -> tuple[str, str]:
    """What a reader sees of a text, case-folded, in NFKC, and letters among which are all that it is made of."""
    letters = letters_of(text)
    seen = _seen(text, letters)
    composed = normalize("NFKC", seen)
    folded = composed.casefold()
    text = normalize("NFKC", folded)
    # Most texts are in that form, and are given back as they are: then their letters are known.
    is_same = composed is seen and text is folded
    return text, letters.casefold() if is_same else "".join(set(text))


def _seen(text: str, letters: str) -> str:
    """The text, made of these letters, without what no reader sees, and with no more marks in a row than a language has."""
    text = _replaced(text, letters, set(filter(_is_hidden, letters)), "")
    return fewer_marks(text) if _has_marks(letters) else text


@lru_cache(maxsize=KNOWN_LETTERS)
def _is_between(letter: str) -> bool:
    """Whether it parts words."""
    return category(letter)[0] not in "LMN"


@lru_cache(maxsize=KNOWN_LETTERS)
def _is_hidden(letter: str) -> bool:
    """Whether it is a format character, a mark that is not seen, or a lone surrogate."""
    return category(letter) in {"Cf", "Cs"} or letter in HIDDEN


def _has_marks(letters: Iterable[str]) -> bool:
    return any(map(is_mark, letters))


def _replaced(text: str, letters: Iterable[str], unwanted: Collection[str], substitute: str) -> str:
    """The text, made of these letters, with each unwanted one replaced."""
    if len(unwanted) > FEW:
        gone = dict.fromkeys(map(ord, unwanted), substitute)
        return text.translate({**{ord(letter): letter for letter in letters}, **gone})
    for letter in unwanted:
        text = text.replace(letter, substitute)
    return text
