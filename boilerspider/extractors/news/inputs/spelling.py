"""One text, however it is written: letters with their marks are one character, and places where a word may be broken are none."""

from __future__ import annotations

from unicodedata import is_normalized, normalize

from boilerspider.markup.words import BREAKS, without_breaks


def composed(pieces: list[str]) -> list[str]:
    """The pieces of a page's text in one spelling; most pages are in it, and get theirs back."""
    whole = "".join(pieces)
    if whole.isascii():
        return pieces
    if any(map(whole.__contains__, BREAKS)):
        pieces = [piece if piece.isascii() else _unbroken(piece) for piece in pieces]
    if is_normalized("NFC", whole):
        return pieces
    return [piece if piece.isascii() else normalize("NFC", piece) for piece in pieces]


def _unbroken(piece: str) -> str:
    """The piece without such places; itself where it is made of nothing else, for each block has a text."""
    text = without_breaks(piece)
    return piece if not text or text.isspace() else text


__all__ = ["composed"]
