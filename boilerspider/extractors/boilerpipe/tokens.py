"""Words and lines, as the classifiers were trained to count them.

A token is what the original's word pattern makes of the text; a word is a token with a letter or a
number in it. Every function is linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

JAVA_SPACE = "\t\n\v\f\r\x1c\x1d\x1e\x1f \u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2008\u2009\u200a\u2028\u2029\u205f\u3000"
"""Java's white space. The no-break spaces (U+00A0, U+2007, U+202F) are text."""

GLUE = r"""\"'.,!@\-:;$?()/"""
"""Characters of a class that hold a token together, where a word boundary would end it."""

_OTHER = rf"[^\w{GLUE} ]"
_HAS_OTHER = re.compile(_OTHER).search
_WORDS = rf"[\w{GLUE}]+"
_GLUED_WORDS = rf"(?:(?=[{GLUE}]){_WORDS})?"
_TOKENS = re.compile(rf"(?:{_WORDS}|{_OTHER}+{_GLUED_WORDS})(?:(?<=[{GLUE}]){_OTHER}+{_GLUED_WORDS})*").findall
# A space stays what it is: not looking for it makes the search several times faster.
_OTHER_SPACE = re.compile(f"[{JAVA_SPACE.replace(' ', '')}]").sub
_has_letter_or_number = re.compile(r"[^\W_]").search


def java_spaces(text: str) -> str:
    """The text with each of Java's white space characters a space."""
    # Of the white space only the space is printable.
    return text if text.isprintable() else _OTHER_SPACE(" ", text)


def java_tokens(text: str) -> list[str]:
    """The tokens of Boilerpipe 1.2, white space being spaces: cut at every word boundary that no glue touches."""
    if _HAS_OTHER(text):
        return _TOKENS(text)
    # Of the white space in ASCII all is Java's too.
    return text.split() if text.isascii() else [token for token in text.split(" ") if token]


boilerpy3_tokens = re.compile(rf"[\w{GLUE}]+").findall
"""The tokens of boilerpy3: runs of word characters and glue; other symbols make no token."""


def words(tokens: Sequence[str]) -> list[str]:
    """Those tokens that have a letter or a number."""
    return [token for token in tokens if token.isalnum() or _has_letter_or_number(token)]


def wrap(words: Sequence[str], max_line: int) -> tuple[int, int]:
    """(words on full lines, full lines) of a text wrapped at `max_line` characters.

    The last line, being unfinished, does not count, unless it is the only one with words.
    """
    lengths = [len(word) for word in words]
    if sum(lengths) + len(lengths) - 1 <= max_line:
        return len(words), 1
    line, on_line, lines = -1, 0, 0
    for length in lengths:
        line += length + 1
        on_line += 1
        if line > max_line:
            line, on_line, lines = length, 1, lines + 1
    wrapped_words = len(words) - on_line
    return (wrapped_words, lines) if wrapped_words else (len(words), 1)
