"""What a line's last sign says: that it asks, or that something follows. Behind that sign may stand quotes and brackets that close, or the sign of what unfolds."""

from __future__ import annotations

import unicodedata

COLONS = (":", "\uff1a")
QUESTIONS = ("?", "\uff1f", "\u061f", "\u1367", "\u304b\u3002")
"""How a question ends: with a mark of its own, or in Japanese with its particle."""
ARMENIAN = "\u055e"
"""A question's mark, which stands in the word that it is about."""
SEMICOLON = ";"
"""The mark of a Greek question: Unicode has its own (U+037E), which normalisation makes the same."""

_CLOSING = frozenset(("Pe", "Pf", "Pi", "Sm", "So", "Cf", "Zs", "No"))
"""Unicode's categories of such signs: brackets, quotes, signs like + and ▼, marks of direction, spaces, raised numbers."""
_OTHERS = frozenset("\"'*!-\u2013\u2014\u300c\u300e")
_MOST = 6
"""Signs behind it that are looked past. Ours."""


def asks(text: str) -> bool:
    """Whether a line ends as a question does."""
    if text.endswith(QUESTIONS):
        return True
    if text.isascii() and "?" not in text[-_MOST - 1 :]:
        return False
    text = _stripped(text)
    is_greek = text.endswith(SEMICOLON) and unicodedata.name(text[-2:-1] or " ", "").startswith("GREEK")
    return is_greek or text.endswith(QUESTIONS) or ARMENIAN in text


def announces(text: str) -> bool:
    """Whether a line ends in a colon."""
    if text.endswith(COLONS):
        return True
    end = text[-_MOST - 1 :]
    return any(colon in end for colon in COLONS) and _stripped(text).endswith(COLONS)


def _stripped(text: str) -> str:
    """A line without what may stand behind its last sign."""
    for end in range(len(text), max(len(text) - _MOST, 0), -1):
        sign = text[end - 1]
        if not (sign in _OTHERS or unicodedata.category(sign) in _CLOSING):
            return text[:end]
    return text[: max(len(text) - _MOST, 0)]


__all__ = ["announces", "asks"]
