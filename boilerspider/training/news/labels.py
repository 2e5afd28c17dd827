"""Which blocks of a page are content, by its gold text, or by snippets of it."""

from __future__ import annotations

from collections.abc import Sequence

from boilerspider.markup.words import words
from boilerspider.training.news.alignment import align

CONTENT_SHARE = 2 / 3
"""Of a block's words that must be in the gold text, in order."""
SHORT_WORDS = 4
"""A block of up to so many words must match as a whole and contiguously: its words are found by chance elsewhere."""

CONTENT, OTHER, UNKNOWN = 1, 0, -1


def label(texts: Sequence[str], gold: str) -> list[int]:
    """Content or other, for each block."""
    split = [words(text.lower()) for text in texts]
    matched = align([word for block in split for word in block], words(gold.lower()))
    labels = []
    start = 0
    for block in split:
        labels.append(CONTENT if _is_content(matched[start : start + len(block)]) else OTHER)
        start += len(block)
    return labels


def weak_label(texts: Sequence[str], wanted: Sequence[str], unwanted: Sequence[str]) -> list[int]:
    """Content where a block holds a wanted snippet, other where an unwanted one, unknown where neither or both."""
    keep, leave = [text.lower() for text in wanted], [text.lower() for text in unwanted]
    labels = []
    for text in map(str.lower, texts):
        kept, left = any(snippet in text for snippet in keep), any(snippet in text for snippet in leave)
        labels.append(UNKNOWN if kept == left else CONTENT if kept else OTHER)
    return labels


def _is_content(found: list[int]) -> bool:
    if not found:
        return False
    if len(found) <= SHORT_WORDS:
        return found[0] >= 0 and found == list(range(found[0], found[0] + len(found)))
    return sum(number >= 0 for number in found) >= CONTENT_SHARE * len(found)
