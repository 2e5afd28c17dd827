"""The control: all text that a reader could see is content. What beats it only in precision must show it keeps the text."""

from __future__ import annotations

from dataclasses import dataclass

from boilerspider.extractors.runs import runs
from boilerspider.markup.tree import Document
from boilerspider.model import Block

UNSEEN = frozenset(
    {"head", "title", "script", "style", "noscript", "template", "textarea", "select", "iframe", "object"}
)
"""Elements whose text no browser shows as the page's."""


@dataclass(frozen=True, slots=True)
class Everything:
    """Labels every visible text as content."""

    def label(self, document: Document) -> tuple[Block, ...]:
        """One block for each run of text between two tags that are not inline."""
        return runs(document.transcript, unseen=UNSEEN)
