"""An extractor that reads the pages of one site with the memory of it, and says what they taught."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Any

from boilerspider.extractors.base import Extractor
from boilerspider.markup.tree import Document
from boilerspider.markup.units import Unit, units, without
from boilerspider.memory.site import Sighting, SiteMemory, sight
from boilerspider.model import Block, BlockType, Label


class TaughtExtractor:
    """Another extractor that reads a page again without what is boilerplate of its site among the story; for one page.

    What the page taught is learnt from the labels that the page gets without the memory's help,
    so that an error of the memory cannot confirm itself.
    """

    def __init__(self, extractor: Extractor, site: SiteMemory) -> None:
        self._extractor = extractor
        self._site = site
        self.sighting: Sighting | None = None
        self.removed = 0
        """Units that were taken out."""

    def __getattr__(self, name: str) -> Any:
        """What else the extractor can do: `confidence`, `elsewhere`, or nothing."""
        return getattr(self._extractor, name)

    def label(self, document: Document) -> tuple[Block, ...]:
        """The blocks of the page; what the memory took out is boilerplate among them."""
        page = units(document)
        plain = self._extractor.label(document)
        kept = {node for block in plain if block.is_content for node in block.nodes}
        self.sighting = sight(page, kept)
        foreign = _within(self._site.foreign(page), kept)
        self.removed = len(foreign)
        return self._label_rest(document, foreign) if foreign else plain

    def _label_rest(self, document: Document, foreign: tuple[Unit, ...]) -> tuple[Block, ...]:
        rest, numbers = without(document, foreign)
        blocks = [
            replace(block, nodes=tuple(numbers[node] for node in block.nodes)) for block in self._extractor.label(rest)
        ]
        return tuple(sorted((*blocks, *map(_block, foreign)), key=lambda block: block.nodes[:1]))


def _within(foreign: Iterable[Unit], kept: AbstractSet[int]) -> tuple[Unit, ...]:
    """The units among the story. What stands around it the extractor knows, and is used to: without it, it errs more."""
    if not kept:
        return ()
    first, last = min(kept), max(kept)
    return tuple(unit for unit in foreign if first <= unit.nodes[0] <= last)


def _block(unit: Unit) -> Block:
    return Block(" ".join(unit.words), Label.BOILERPLATE, unit.nodes, BlockType.BOILERPLATE, 0.0)
