"""Digests of blocks: how a block is recognised on a later download of its page. The same on every machine."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from zlib import crc32

from boilerspider.markup.marks import HIDDEN, KNOWN_LETTERS, PLAIN, is_mark
from boilerspider.model import Block
from boilerspider.model.outline import MASK

WORD = re.compile(r"\w+")
"""Letters and digits in a row; vowel signs and other marks part them."""

END_LETTERS = 20
"""Of a block's first and last letters that are told apart from the rest: an edit seldom touches both. Ours."""


def digest(text: str) -> int:
    """13 bits of a text's words, their marks among them; case, punctuation, white space and their order do not count.

    Digests of two halves add up to that of the whole (modulo 2^13): a box that slips into a run of
    text cuts one block in two.
    """
    return sum(map(_crc, _marked_words(text))) & MASK


def end_digests(text: str) -> tuple[int, int]:
    """8 bits of its first letters and 8 of its last."""
    letters = plain(text)
    return _crc(letters[:END_LETTERS]) & 0xFF, _crc(letters[-END_LETTERS:]) & 0xFF


def are_graded(blocks: Iterable[Block]) -> bool:
    """Whether the scores of a page's blocks tell how near each was to being kept: those of rules are 0 or 1."""
    return any(0.0 < block.score < 1.0 for block in blocks)


def plain(text: str) -> str:
    """A text's words, in lower case."""
    return " ".join(WORD.findall(text.casefold()))


def _marked_words(text: str) -> list[str]:
    """A text's words in lower case, with their vowel signs and other marks that a reader sees."""
    if PLAIN.fullmatch(text) or not any(map(is_mark, set(text))):
        return WORD.findall(text.casefold())
    text = text.casefold()
    return text.translate(dict.fromkeys(map(ord, filter(_is_between, set(text))), " ")).split()


@lru_cache(maxsize=KNOWN_LETTERS)
def _is_between(letter: str) -> bool:
    """Whether it parts words."""
    return letter in HIDDEN or not (is_mark(letter) or WORD.match(letter))


def _crc(text: str) -> int:
    return crc32(text.encode("utf-8", "surrogatepass"))
