"""The facts of a text block, as the original counts them, and how facts add up.

A block is never edited: a pass that decides about it makes its successor.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import NamedTuple


class Mark(enum.Enum):
    """What a pass notes about a block for a later pass."""

    END = "end"
    """The block looks like the end of the article: comments, a call to comment."""
    TITLE = "title"
    """The block repeats the page's title."""
    MIGHT = "might"
    """The block was content until a larger one won."""


NO_MARKS: frozenset[Mark] = frozenset()


class TextBlock(NamedTuple):
    """A run of text between two cuts, or several of them merged, with the counts that classifiers read."""

    text: str
    nodes: tuple[int, ...]
    """Numbers of its text nodes, ascending, in the order of `boilerspider.markup.blocks.walk`."""
    words: int
    linked: int
    """Words inside links."""
    wrapped_words: int
    """Words on full lines, when the text is wrapped; all words where no line is full."""
    lines: int
    """Full lines; 1 where no line is full."""
    first: int
    """Place among all blocks of the page; kept when blocks between are removed."""
    last: int
    level: int = 0
    """Depth of the tags that count, where the block's first text stood."""
    content: bool = False
    marks: frozenset[Mark] = NO_MARKS

    @property
    def text_density(self) -> float:
        """Words a line. Double precision: it tells the same densities apart up to a thousand lines."""
        return self.wrapped_words / self.lines

    @property
    def link_density(self) -> float:
        """Share of the words that are linked, 0 to 1; 0 where there are no words."""
        return self.linked / self.words if self.words else 0.0

    def as_content(self, content: bool) -> TextBlock:  # noqa: FBT001 - the flag is the method's one subject
        """The block with that decision."""
        return self if content is self.content else self._replace(content=content)

    def marked(self, mark: Mark) -> TextBlock:
        """The block with one mark more."""
        return self if mark in self.marks else self._replace(marks=self.marks | {mark})


NOTHING = TextBlock("", (), words=0, linked=0, wrapped_words=0, lines=1, first=-1, last=-1)
"""The neighbour of the first and of the last block of a page."""


def merge(run: Sequence[TextBlock]) -> TextBlock:
    """One block from one or more: texts a line each, counts added, content if one of them is.

    A whole run at once, so that the time stays linear in its length.
    """
    if len(run) == 1:
        return run[0]
    wrapped_words, lines = run[0].wrapped_words, run[0].lines
    for block in run[1:]:  # one by one, as the original: as long as there is no word there is one line
        wrapped_words += block.wrapped_words
        lines = lines + block.lines if wrapped_words else 1
    return TextBlock(
        text="\n".join(block.text for block in run),
        nodes=tuple(node for block in run for node in block.nodes),
        words=sum(block.words for block in run),
        linked=sum(block.linked for block in run),
        wrapped_words=wrapped_words,
        lines=lines,
        first=min(block.first for block in run),
        last=max(block.last for block in run),
        level=min(block.level for block in run),
        content=any(block.content for block in run),
        marks=frozenset().union(*(block.marks for block in run)),
    )
