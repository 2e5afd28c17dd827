"""Fields of a page, whether a `form` stands around them or a script sends them."""

from __future__ import annotations

import re

from lxml import etree

_WRITTEN_IN = frozenset(("", "email", "search", "tel", "text"))
"""Types of fields to write in; boxes to tick and buttons turn the pictures of slideshows, too."""
_ADDRESS = re.compile(r"\s*(?:https?:)?//", re.IGNORECASE)
"""What is in a field to copy it from."""


def is_written_in(field: etree._Element) -> bool:
    """Whether an `input` is there for a reader to write in."""
    if not {"readonly", "disabled"}.isdisjoint(field.keys()) or _ADDRESS.match(field.get("value") or ""):
        return False
    return (field.get("type") or "").strip().lower() in _WRITTEN_IN


__all__ = ["is_written_in"]
