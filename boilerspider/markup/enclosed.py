"""Parts of a line that know whether parentheses enclose them: carried along, as each is asked for it at each level around it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate


@dataclass(frozen=True, slots=True)
class Part:
    """A text and how its parentheses stand."""

    text: str
    depth: int = 0
    """Parentheses that are open behind it, those subtracted that it closes and has not opened."""
    lowest: int | None = None
    """The fewest that are open between two of its parentheses; None where it has not two."""
    has_some: bool = False

    @property
    def is_enclosed(self) -> bool:
        """Whether the parenthesis that it begins with, or has behind a root, is closed by its last sign."""
        is_between = self.text.startswith(("(", "√(")) and self.text.endswith(")")
        return is_between and self.lowest is not None and self.lowest > 0

    def strip(self) -> Part:
        """It without the white space at its ends."""
        return replace(self, text=self.text.strip())


def measured(text: str) -> Part:
    """The part that is this text."""
    depths = list(accumulate(1 if sign == "(" else -1 for sign in text if sign in "()"))
    return Part(text, depths[-1], min(depths[:-1], default=None), has_some=True) if depths else Part(text)


def joined(*pieces: Part | str) -> Part:
    """One part of several, and of signs between them; no part's text is looked through."""
    parts = [piece if isinstance(piece, Part) else measured(piece) for piece in pieces]
    bracketed = [part for part in parts if part.has_some]
    depth = 0
    lows: list[int] = []
    for number, part in enumerate(bracketed):
        if number:
            lows.append(depth)
        if part.lowest is not None:
            lows.append(depth + part.lowest)
        depth += part.depth
    return Part("".join(part.text for part in parts), depth, min(lows, default=None), bool(bracketed))


def between(parts: Sequence[Part], sign: str) -> Iterator[Part | str]:
    """Parts with a sign between them."""
    for number, part in enumerate(parts):
        if number:
            yield sign
        yield part


__all__ = ["Part", "between", "joined", "measured"]
