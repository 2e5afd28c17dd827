"""What a plug of drawer one promises."""

from __future__ import annotations

from typing import Protocol

from boilerspider.markup.tree import Document
from boilerspider.model import Block


class Extractor(Protocol):
    """Document in, labelled blocks out.

    A plug is a frozen dataclass whose fields are its parameters, each with a default. It keeps no
    state between pages, edits neither the document nor its tree, and answers with blocks in
    document order, boilerplate included, no text node in two of them. A page without text gives no
    blocks; no page makes it raise.

    It may have three methods more. `confidence(blocks) -> float` says how good a page's text is, 0 to 1;
    without it the mean score of the kept text does. `elsewhere(document, text) -> Document | None` is
    asked once a page, with the text that was found on it: a document that it answers with is labelled and rendered instead.
    `label_other(document) -> tuple[Block, ...] | None` labels a page once more that looks hardly like an article; None: as it is.
    """

    def label(self, document: Document) -> tuple[Block, ...]:
        """The blocks of the page, each content or boilerplate."""
