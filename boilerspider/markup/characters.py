"""Characters that no tree may be given, though pages have them and libxml2 lets some through, and those that no reader sees."""

from __future__ import annotations

import re
from unicodedata import category

NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]+")
"""What XML 1.0 (section 2.2) admits in no form; lxml raises where an element is given it."""


def is_seen(text: str) -> bool:
    """Whether a reader sees something of a text: more than spaces and format characters."""
    return any(not letter.isspace() and category(letter) != "Cf" for letter in text)
