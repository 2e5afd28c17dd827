"""An extractor that reads the pages of one site with the memory of it, and says what they taught."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Any

from boilerspider.extractors.base import Extractor
from boilerspider.markup.tree import Document
from boilerspider.markup.units import Unit, is_slot, units, without
from boilerspider.memory.lines import lines_of, without_lines
from boilerspider.memory.recalled import recalled, without_strangers
from boilerspider.memory.site import Sighting, SiteMemory, sight
from boilerspider.model import Block, BlockType, Label, Outline

_Label = Callable[[Document], "tuple[Block, ...] | None"]

MOST_TAKEN = 0.5
"""The share of a page's kept letters that the memory of its site may take out. Ours: a story alone of its language on its site
has words that the site knows from boilerplate only, and was taken out whole."""


class TaughtExtractor:
    """Another extractor whose labels lose what is boilerplate of the site among the story; for one page.

    What the page taught is learnt from the labels that the page gets without the memory's help,
    so that an error of the memory cannot confirm itself. `before` is the outline of an earlier
    download of the page: what was decided about its blocks then is decided again.
    """

    def __init__(self, extractor: Extractor, site: SiteMemory, before: Outline | None = None) -> None:
        self._extractor = extractor
        self._site = site
        self._before = before
        self.sighting: Sighting | None = None
        self.removed = 0
        """Units and lines that were taken out."""

    def __getattr__(self, name: str) -> Any:
        """What else the extractor can do: `confidence`, `elsewhere`, or nothing."""
        return getattr(self._extractor, name)

    def label(self, document: Document) -> tuple[Block, ...]:
        """The blocks of the page; what the memory took out is boilerplate among them."""
        return self._taught(document, self._extractor.label(document), self._extractor.label)

    def label_other(self, document: Document) -> tuple[Block, ...] | None:
        """The same of a page that looks hardly like an article; None where the extractor makes no difference."""
        look_again: _Label | None = getattr(self._extractor, "label_other", None)
        if look_again is None or (plain := look_again(document)) is None:
            return None
        return self._taught(document, plain, look_again)

    def _taught(self, document: Document, plain: tuple[Block, ...], label: _Label) -> tuple[Block, ...]:
        """What the memory leaves of the blocks of a page that were labelled so."""
        page = units(document)
        kept = {node for block in plain if block.is_content for node in block.nodes}
        # What is said twice is no boilerplate: a site's pull quotes look like its quotes.
        lines = lines_of(plain)
        self.sighting = sight(page, kept.union(*(block.nodes for block in plain if block.is_repeat)), lines)
        among = _within(page, kept)
        foreign = tuple(_outermost(*self._site.foreign(page, among), *filter(is_slot, among)))
        if _hold_most(document, foreign, kept):
            foreign = tuple(_outermost(*filter(is_slot, among)))
        self.removed = len(foreign)
        blocks = self._without(document, plain, foreign, label) if foreign else plain
        if said := self._site.lines.foreign(lines):
            whole, blocks = blocks, without_lines(blocks, said)
            self.removed += sum(one is not other for one, other in zip(whole, blocks, strict=True))
        if not self._before:
            return blocks
        return without_strangers(document, recalled(blocks, self._before), self._before)

    def _without(
        self, document: Document, plain: tuple[Block, ...], foreign: tuple[Unit, ...], label: _Label
    ) -> tuple[Block, ...]:
        """The blocks of the page without these units.

        Rules of thumb about neighbours read the page again as if they were not there; a network that has
        learnt what boxes are errs more without them, and its labels are only masked.
        """
        if getattr(self._extractor, "knows_boxes", False):
            return _masked(document, plain, foreign)
        rest, numbers = without(document, foreign)
        blocks = [replace(block, nodes=tuple(numbers[node] for node in block.nodes)) for block in label(rest) or ()]
        return tuple(sorted((*blocks, *map(_box, foreign)), key=lambda block: block.nodes[:1]))


def _hold_most(document: Document, foreign: Iterable[Unit], kept: AbstractSet[int]) -> bool:
    """Whether units hold so much of what was kept that it would be the story that goes, not what slipped in."""
    taken = kept & {node for unit in foreign for node in unit.nodes}
    if not taken:
        return False
    sizes = {node: len(text.strip()) for node, text in document.transcript.texts(kept).items()}
    return sum(sizes[node] for node in taken) > MOST_TAKEN * sum(sizes.values())


def _outermost(*units: Unit) -> Iterator[Unit]:
    """Those that lie in no other, in document order."""
    end = 0
    for unit in sorted(units, key=lambda unit: (unit.start, -unit.end)):
        if unit.start >= end:
            end = unit.end
            yield unit


def _within(page: Iterable[Unit], kept: AbstractSet[int]) -> tuple[Unit, ...]:
    """The units among the story. What stands around it the extractor knows."""
    if not kept:
        return ()
    first, last = min(kept), max(kept)
    return tuple(unit for unit in page if unit.nodes and first <= unit.nodes[0] <= last)


def _box(unit: Unit) -> Block:
    return Block(" ".join(unit.words), Label.BOILERPLATE, unit.nodes, BlockType.BOILERPLATE, 0.0)


def _masked(document: Document, blocks: Iterable[Block], foreign: Iterable[Unit]) -> tuple[Block, ...]:
    """The blocks without the text nodes of these units; a block of which nothing is left is boilerplate."""
    gone = {node for unit in foreign for node in unit.nodes}
    masked = []
    for block in blocks:
        if gone.isdisjoint(block.nodes):
            masked.append(block)
        elif gone.issuperset(block.nodes):
            masked.append(replace(block, label=Label.BOILERPLATE, type=BlockType.BOILERPLATE))
        else:
            masked += _halves(document, block, gone)
    return tuple(masked)


def _halves(document: Document, block: Block, gone: AbstractSet[int]) -> tuple[Block, Block]:
    """What is left of a block that an extractor made of paragraphs and of a box between them, and the box."""
    rest = tuple(node for node in block.nodes if node not in gone)
    box = tuple(node for node in block.nodes if node in gone)
    texts = document.transcript.texts({*block.nodes})
    return (
        replace(block, text=_joined(texts, rest), nodes=rest),
        Block(_joined(texts, box), Label.BOILERPLATE, box, BlockType.BOILERPLATE, 0.0),
    )


def _joined(texts: dict[int, str], nodes: Iterable[int]) -> str:
    return " ".join(" ".join(texts[node] for node in nodes).split())
