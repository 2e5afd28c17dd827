"""The marks that a reader sees around a quotation in a line, `<q>`: browsers write them, the page does not."""

from __future__ import annotations

from collections.abc import Sequence

OPENING, CLOSING = "“‘", "”’"
"""By how deep a quotation stands in others: outside, inside, and outside again."""


def opening_sign(closings: Sequence[str]) -> str:
    """That of the innermost of the open elements, which are told by their closing tags."""
    return OPENING[_depth(closings)]


def closing_sign(closings: Sequence[str]) -> str:
    """The same for its end."""
    return CLOSING[_depth(closings)]


def _depth(closings: Sequence[str]) -> int:
    return (closings.count("</q>") - 1) % len(OPENING)


__all__ = ["closing_sign", "opening_sign"]
