"""Headlines in addresses: how many words a path segment has, and whether it is made of a headline."""

from __future__ import annotations

import re

SLUG_WORDS = 3
"""Words that make a path segment a headline; section names have one or two. Ours."""

_SLUG_WORD = re.compile(r"[^\W\d_]{2,}")
_UNSPACED_WORD = re.compile(r"[\u30a0-\u30ff]+|[\u3040-\u309f\u3400-\u9fff]{1,2}")
"""Of scripts that are written without spaces: loan words in katakana are one each, of other signs two count as a word."""


def slug_words(segment: str) -> list[str]:
    """The words of a path segment, or of any text: runs of two letters and more."""
    return _SLUG_WORD.findall(segment)


def is_slug(segment: str) -> bool:
    """Whether a path segment, without escapes, is made of a headline: three words or more, in Chinese and Japanese too."""
    words = slug_words(segment)
    if len(words) < SLUG_WORDS and not segment.isascii():
        return sum(max(1, len(_UNSPACED_WORD.findall(word))) for word in words) >= SLUG_WORDS
    return len(words) >= SLUG_WORDS
