"""BTE, body text extraction: the one span of the page with most words and fewest tags.

Finn, Kushmerick, Smyth, Fact or fiction: content classification for digital libraries, DELOS workshop 2001. Where the paper is
silent, `bte.py` (Jan Pomikálek), the program of the published benchmarks, is followed.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass

from boilerspider.extractors.bte.matching import TextNodes, place
from boilerspider.extractors.bte.tokens import tokenise
from boilerspider.extractors.runs import runs
from boilerspider.markup.blocks import walk
from boilerspider.markup.tree import Document
from boilerspider.model import Block


@dataclass(frozen=True, slots=True)
class Bte:
    """Keeps the text nodes that lie in the densest span of the page's source."""

    _: KW_ONLY
    tag_cost: float = 1.0
    """What a tag takes from the value of a span, in words."""
    min_overlap: float = 0.5
    """Share of a text node's words that must lie in the span, 0: one word (ours: the original labels no nodes)."""

    def __post_init__(self) -> None:
        """ValueError for a share that is none."""
        if not 0 <= self.min_overlap <= 1:
            raise ValueError(f"min_overlap is {self.min_overlap!r}; use a share, from 0 to 1")

    def label(self, document: Document) -> tuple[Block, ...]:
        """One block for each run of text; content are the text nodes in the span."""
        tokens = tokenise(document.source)
        first, last = tokens.body_text(self.tag_cost)
        nodes = TextNodes()
        walk(document.root, nodes)
        content = {
            number
            for number, found in place(nodes.found, tokens.chunks)
            if (inside := len(range(max(found.start, first), min(found.stop, last))))
            and inside >= self.min_overlap * len(found)
        }
        return runs(document.transcript, content)


__all__ = ["Bte"]
