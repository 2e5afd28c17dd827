"""The HTML-tree filter (Viveros-Jiménez et al. 2018): of what Boilerpipe selected, the one branch with most text.

It can only take away. What the paper leaves open, and is decided here, is marked "ours".
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from itertools import groupby
from types import MappingProxyType

from boilerspider.extractors.boilerpipe.blocks import TextBlock, merge
from boilerspider.extractors.boilerpipe.recipes import (
    Boilerpipe,
    BoilerpipeArticle,
    BoilerpipeDefault,
    labelled,
    require,
)
from boilerspider.markup.transcript import Transcript
from boilerspider.markup.tree import Document
from boilerspider.model import Block

PARAGRAPH_TAGS = frozenset(
    ("div", "table", "ul", "ol", "p", "section", "article", "h1", "h2", "h3", "h4", "h5", "h6", "header", "body")
)
"""Elements that can be a text's paragraph. All of them end a text block, so that a block as cut has one paragraph."""

BASES: Mapping[str, Boilerpipe] = MappingProxyType({"default": BoilerpipeDefault(), "article": BoilerpipeArticle()})
"""The extractors that can select the text."""

WEIGHTS = ("chars", "words")
"""Units in which a branch's text can be measured."""


@dataclass(frozen=True)
class TreeFilter:
    """Boilerpipe, then a choice: its paragraphs are grouped by an ancestor, and the largest group stays."""

    depth: int = 2
    """Which parent of its paragraph groups a text: 1 the parent, 2 the grandparent; the root where the tree ends."""
    base: str = "default"
    """Boilerpipe extractor that selects the text: `default` (ours; the paper names none) or `article`."""
    weigh: str = "chars"
    """Unit of a group's size: `chars` (ours) or `words`."""

    def __post_init__(self) -> None:
        require("depth", self.depth, at_least=1)
        if self.base not in BASES:
            raise ValueError(f"base is {self.base!r}; use one of {', '.join(BASES)}")
        if self.weigh not in WEIGHTS:
            raise ValueError(f"weigh is {self.weigh!r}; use one of {', '.join(WEIGHTS)}")

    def label(self, document: Document) -> tuple[Block, ...]:
        """The base's blocks; what it selected outside the largest branch is boilerplate."""
        cut, decided = BASES[self.base].decide(document)
        selected = {node for block in decided if block.content for node in block.nodes}
        kept = largest_branch(document.transcript, selected, self)
        sources = {block.nodes[0]: block for block in cut}
        return labelled(cut, (part for block in decided for part in _divided(block, sources, kept)))


def largest_branch(transcript: Transcript, selected: AbstractSet[int], options: TreeFilter) -> frozenset[int]:
    """Those of the selected text nodes that lie in the branch with most of their text."""
    branches = _Branches(selected, options)
    branches.read(transcript)
    return branches.largest()


def _divided(block: TextBlock, sources: Mapping[int, TextBlock], kept: AbstractSet[int]) -> Iterator[TextBlock]:
    """The block as one content or boilerplate block for each stretch of it that is kept or not."""
    if not block.content:
        yield block
        return
    parts = (sources[node] for node in block.nodes if node in sources)
    for is_kept, run in groupby(parts, key=lambda part: part.nodes[0] in kept):
        yield merge([part.as_content(is_kept) for part in run])


@dataclass(slots=True)
class _Paragraph:
    """An open element with a paragraph tag that holds selected text."""

    texts: list[int] = field(default_factory=list)
    """Selected text nodes whose nearest paragraph it is."""
    size: int = 0
    holds_paragraphs: bool = False
    """Whether selected text has its nearest paragraph inside."""


@dataclass(slots=True)
class _Branch:
    texts: list[int] = field(default_factory=list)
    size: int = 0


class _Branches:
    """Groups selected text nodes by the ancestor of their paragraph."""

    def __init__(self, selected: AbstractSet[int], options: TreeFilter) -> None:
        self._selected, self._options = selected, options
        self._last = max(selected, default=-1)
        self._path: list[int] = []
        """The open elements, as their places in document order."""
        self._open: list[int] = []
        """Those of them with a paragraph tag, as their places on the path."""
        self._paragraphs: defaultdict[int, _Paragraph] = defaultdict(_Paragraph)
        """By their places among the open ones."""
        self._branches: defaultdict[int, _Branch] = defaultdict(_Branch)

    def read(self, transcript: Transcript) -> None:
        """Up to the last selected text node, whose open paragraphs end there."""
        is_paragraph = [tag in PARAGRAPH_TAGS for tag in transcript.tags]
        path = self._path
        number = elements = 0
        for event in transcript.events:
            if isinstance(event, str):
                if number in self._selected:
                    self._select(event, number)
                number += 1
                if number > self._last:
                    break
            elif event > 0:
                if is_paragraph[event]:
                    self._open.append(len(path))
                path.append(elements)
                elements += 1
            else:
                if is_paragraph[-event]:
                    self._close()
                path.pop()
        while self._open:
            self._close()

    def largest(self) -> frozenset[int]:
        """The text nodes of the branch with most text; of equals, of the one that begins first (ours)."""
        order = sorted(self._branches.values(), key=lambda branch: min(branch.texts))
        return frozenset(max(order, key=lambda branch: branch.size, default=_Branch()).texts)

    def _select(self, string: str, number: int) -> None:
        """Selected text belongs to the nearest paragraph."""
        words = string.split()
        paragraph = self._paragraphs[len(self._open) - 1]
        paragraph.texts.append(number)
        paragraph.size += len(words) if self._options.weigh == "words" else len(" ".join(words))

    def _close(self) -> None:
        """A paragraph that closes gives its text to a branch."""
        place = self._open.pop()
        paragraph = self._paragraphs.pop(len(self._open), None)
        if paragraph is None:
            return
        if self._open:
            self._paragraphs[len(self._open) - 1].holds_paragraphs = True
        if paragraph.texts:
            # Loose text beside paragraphs is a paragraph of its own, one level down (ours).
            level = place + paragraph.holds_paragraphs
            branch = self._branches[self._path[max(level - self._options.depth, 0)]]
            branch.texts.extend(paragraph.texts)
            branch.size += paragraph.size
