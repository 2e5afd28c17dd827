"""What a line's last sign says: that it asks, or that something follows. Behind that sign may stand quotes that close; behind a question's brackets, too, and the sign of what unfolds."""

from __future__ import annotations

import unicodedata

COLONS = (":", "\uff1a")
QUESTIONS = ("?", "\uff1f", "\u061f", "\u1367", "\u304b\u3002")
"""How a question ends: with a mark of its own, or in Japanese with its particle."""
ARMENIAN, ARMENIAN_STOP = "\u055e", "\u0589"
"""A question's mark, which stands in the word that it is about, and what ends a sentence."""
SEMICOLON = ";"
"""The mark of a Greek question: Unicode has its own (U+037E), which normalisation makes the same."""

_QUOTES = frozenset(("Pf", "Pi", "Cf", "Zs"))
"""Unicode's categories of quotes, marks of direction and spaces: what may stand behind a colon, where brackets and stars make a face of it."""
_CLOSING = _QUOTES | {"Pe", "Sm", "So", "No"}
"""The same with brackets, signs like + and ▼, and raised numbers."""
_OTHER_QUOTES = frozenset("\"'-\u2013\u2014\u300c\u300d\u300e\u300f")
_OTHERS = _OTHER_QUOTES | frozenset("*!\ufe0e\ufe0f\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff")
"""Further ones by themselves, with what says how the sign before looks."""
_MOST = 6
"""Signs behind it that are looked past. Ours."""


def asks(text: str) -> bool:
    """Whether a line ends as a question does."""
    if text.endswith(QUESTIONS):
        return True
    if text.isascii() and "?" not in text[-_MOST - 1 :]:
        return False
    text = _stripped(text, _CLOSING, _OTHERS)
    is_greek = text.endswith(SEMICOLON) and unicodedata.name(text[-2:-1] or " ", "").startswith("GREEK")
    last_sentence = text.rstrip(ARMENIAN_STOP).rpartition(ARMENIAN_STOP)[2]
    return is_greek or text.endswith(QUESTIONS) or ARMENIAN in last_sentence


def announces(text: str) -> bool:
    """Whether a line ends in a colon."""
    if text.endswith(COLONS):
        return True
    end = text[-_MOST - 1 :]
    return any(colon in end for colon in COLONS) and _stripped(text, _QUOTES, _OTHER_QUOTES).endswith(COLONS)


def _stripped(text: str, categories: frozenset[str], signs: frozenset[str]) -> str:
    """A line without what may stand behind its last sign."""
    for end in range(len(text), max(len(text) - _MOST, 0), -1):
        sign = text[end - 1]
        if sign not in signs and unicodedata.category(sign) not in categories:
            return text[:end]
    return text[: max(len(text) - _MOST, 0)]


__all__ = ["COLONS", "announces", "asks"]
