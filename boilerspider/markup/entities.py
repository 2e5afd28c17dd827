"""Character references, undone as the standard library does it, whatever their length."""

from __future__ import annotations

import html
import re

_ENDLESS = re.compile(r"&#[0-9]{1000,}")
"""Digits that Python refuses to read as a number from 4,300 on; ours: none of so many is a character."""
_NO_CHARACTER = "&#1114112"


def unescape(text: str) -> str:
    """The text with its references undone; those beyond Unicode become U+FFFD."""
    return html.unescape(_ENDLESS.sub(_NO_CHARACTER, text) if "&#" in text else text)
