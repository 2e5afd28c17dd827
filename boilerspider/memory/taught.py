"""An extractor that reads the pages of one site with the memory of it, and says what they taught."""

from __future__ import annotations

from dataclasses import replace

from boilerspider.extractors.base import Extractor
from boilerspider.markup.tree import Document
from boilerspider.markup.units import Unit, units, without
from boilerspider.memory.site import Sighting, SiteMemory, sight
from boilerspider.model import Block, BlockType, Label


class TaughtExtractor:
    """Another extractor that never gets to see what is boilerplate on the site; for one page.

    What the page taught is learnt from the labels that the page gets without the memory's help,
    so that an error of the memory cannot confirm itself.
    """

    def __init__(self, extractor: Extractor, site: SiteMemory) -> None:
        self._extractor = extractor
        self._site = site
        self.sighting: Sighting | None = None
        self.removed = 0
        """Units that were taken out."""

    def label(self, document: Document) -> tuple[Block, ...]:
        """The blocks of the page; what the memory took out is boilerplate among them."""
        page = units(document)
        foreign = self._site.foreign(page)
        self.removed = len(foreign)
        plain: tuple[Block, ...] | None = None
        if not foreign or self._site.wants(document.url):
            plain = self._extractor.label(document)
            self.sighting = sight(page, {node for block in plain if block.is_content for node in block.nodes})
        return plain if plain is not None and not foreign else self._label_rest(document, foreign)

    def _label_rest(self, document: Document, foreign: tuple[Unit, ...]) -> tuple[Block, ...]:
        rest, numbers = without(document, foreign)
        blocks = [
            replace(block, nodes=tuple(numbers[node] for node in block.nodes)) for block in self._extractor.label(rest)
        ]
        return tuple(sorted((*blocks, *map(_block, foreign)), key=lambda block: block.nodes[:1]))


def _block(unit: Unit) -> Block:
    return Block(" ".join(unit.words), Label.BOILERPLATE, unit.nodes, BlockType.BOILERPLATE, 0.0)
