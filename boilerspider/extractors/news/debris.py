"""Debris: attributes and state that a page shows as text, where a quotation mark in one of them ends it too early.

    <div data-note='{"lead":"<p>It's late</p>","price":12,"kind":"deal"}'>   shows   s late","price":12,"kind":"deal"}'>

Templates that write markup into attributes do so, and whatever puts advertisements there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from boilerspider.model import BlockType

SIGNS = ('":', '="')
"""What all debris holds."""

PAIR = re.compile(r'"[\w-]+":(?:["\[{\d]|(?:true|false|null)\b)|"\s+[\w:.-]+="')
"""A key and the beginning of its value, as machines write them, or the end of one attribute and the next."""

OPENS, CLOSES = tuple("{[,\"'"), tuple("}]>\"'")
"""What debris begins with, or ends with: prose that quotes a pair or two stands around them."""

FEWEST_PAIRS = 2
MOST_LETTERS = 5_000
"""Of a block that are looked at. Both ours: of the blocks of 3,188 dev pages that are kept and no code, list or table, one has so many pairs, and it is a shop's state."""

PROSE = (BlockType.PARAGRAPH, BlockType.STANDFIRST, BlockType.SUBHEAD, BlockType.CAPTION)
"""What is none; code, and the lists and tables of manuals, hold such pairs rightly."""


def debris(texts: Sequence[str], types: Sequence[BlockType]) -> list[int]:
    """The places of texts that are made of machines' pairs of names and values."""
    return [
        place
        for place, (text, kind) in enumerate(zip(texts, types, strict=True))
        if any(sign in text for sign in SIGNS) and kind in PROSE and _has_pairs(text)
    ]


def _has_pairs(text: str) -> bool:
    is_cut = text.startswith(OPENS) or text.endswith(CLOSES)
    return is_cut and "<" not in text and len(PAIR.findall(text[:MOST_LETTERS])) >= FEWEST_PAIRS


__all__ = ["debris"]
