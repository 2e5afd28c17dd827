"""Characters that no tree may be given, or no text hold, though pages have them and libxml2 lets some through, and those that no reader sees."""

from __future__ import annotations

import re
from unicodedata import category

_NO_CHARACTER = "\ud800-\udfff\ufffe\uffff"
"""Lone surrogates, and what Unicode has set apart: JSON can name them, and no feed can hold them."""
NO_XML = re.compile(f"[\x00-\x08\x0b\x0c\x0e-\x1f{_NO_CHARACTER}]+")
"""What XML 1.0 (section 2.2) admits in no form; lxml raises where an element is given it."""
_NO_TEXT = re.compile(f"[\x00-\x1f\x7f-\x9f{_NO_CHARACTER}]+")
"""The same with all control characters, line breaks among them."""


def on_one_line(text: str) -> str:
    """The text with one space for any white space, and for what no text may hold."""
    return " ".join(_NO_TEXT.sub(" ", text).split())


def is_seen(text: str) -> bool:
    """Whether a reader sees something of a text: more than spaces and format characters."""
    return any(not letter.isspace() and category(letter) != "Cf" for letter in text)
