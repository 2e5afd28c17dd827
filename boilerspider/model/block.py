"""Blocks: runs of text between two cuts of a document, with what was decided about them."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


class Label(enum.Enum):
    """What an extractor decides about a block."""

    CONTENT = "content"
    BOILERPLATE = "boilerplate"


# Before Python 3.12 a member is looked up by a function of Python's, ten times as slowly; a page's blocks are asked a thousand times.
_CONTENT = Label.CONTENT


class BlockType(enum.Enum):
    """What a block is on its page, as far as the extractor can tell."""

    PARAGRAPH = "paragraph"
    SUBHEAD = "subhead"
    LIST_ITEM = "list_item"
    TABLE = "table"
    QUOTE = "quote"
    CODE = "code"
    CAPTION = "caption"
    STANDFIRST = "standfirst"
    TITLE = "title"
    BYLINE = "byline"
    BOILERPLATE = "boilerplate"


@dataclass(frozen=True, slots=True)
class Block:
    """A labelled block: the algorithm's own text form, and the text nodes it was made of.

    `nodes` are numbers of text nodes in the order of `boilerspider.markup.blocks.walk`,
    ascending; they let every extractor share one renderer.
    """

    text: str
    label: Label
    nodes: tuple[int, ...] = ()
    type: BlockType = BlockType.PARAGRAPH
    score: float = 1.0
    """How sure the extractor is of `CONTENT`, 0 to 1; algorithms that only say yes or no give 1 or 0."""
    is_guest: bool = False
    """Whether it was kept although it stands in a box or a link of its own, unlike the story's paragraphs."""
    is_repeat: bool = False
    """Whether it was left out because it says what is kept elsewhere: it is no boilerplate of its site."""

    @property
    def is_content(self) -> bool:
        """Whether the block was kept."""
        return self.label is _CONTENT

    def __reduce__(self) -> tuple[Any, ...]:
        # A page has hundreds, and a worker process sends them all: a third of the time of the default.
        return Block, (self.text, self.label, self.nodes, self.type, self.score, self.is_guest, self.is_repeat)


def kept_places(blocks: Sequence[Block]) -> list[int]:
    """The places of the blocks that were kept."""
    return [place for place, block in enumerate(blocks) if block.label is _CONTENT]
