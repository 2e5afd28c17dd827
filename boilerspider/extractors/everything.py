"""The control: all text that a reader could see is content. What beats it only in precision must show it keeps the text."""

from __future__ import annotations

from dataclasses import dataclass

from lxml import etree

from boilerspider.markup.blocks import walk
from boilerspider.markup.tree import Document
from boilerspider.model import Block, Label

UNSEEN = frozenset(
    {"head", "title", "script", "style", "noscript", "template", "textarea", "select", "iframe", "object"}
)
"""Elements whose text no browser shows as the page's."""

INLINE = frozenset(
    {
        "a",
        "abbr",
        "acronym",
        "b",
        "bdi",
        "bdo",
        "big",
        "cite",
        "code",
        "del",
        "dfn",
        "em",
        "font",
        "i",
        "ins",
        "kbd",
        "label",
    }
    | {
        "mark",
        "nobr",
        "q",
        "rp",
        "rt",
        "ruby",
        "s",
        "samp",
        "small",
        "span",
        "strike",
        "strong",
        "sub",
        "sup",
        "time",
        "tt",
    }
    | {"u", "var", "wbr", "img"}
)
"""Elements that do not end a run of text."""


@dataclass(frozen=True, slots=True)
class Everything:
    """Labels every visible text as content."""

    def label(self, document: Document) -> tuple[Block, ...]:
        """One block for each run of text between two tags that are not inline."""
        cut = _VisibleText()
        walk(document.root, cut)
        return tuple(cut.blocks)


class _VisibleText:
    """Gathers the text outside the unseen elements."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self._pieces: list[str] = []
        self._nodes: list[int] = []
        self._unseen = 0
        """How many of the open elements lie in an unseen one, itself included."""

    def start(self, tag: str, element: etree._Element) -> None:  # noqa: ARG002 - the protocol of cuts
        if self._unseen or tag in UNSEEN:
            self._unseen += 1
        elif tag not in INLINE:
            self._flush()

    def text(self, string: str, number: int) -> None:
        if self._unseen:
            return
        self._pieces.append(string)
        if not string.isspace():
            self._nodes.append(number)

    def end(self, tag: str) -> None:
        if self._unseen:
            self._unseen -= 1
        elif tag not in INLINE:
            self._flush()

    def _flush(self) -> None:
        if self._nodes:
            text = " ".join("".join(self._pieces).split())
            self.blocks.append(Block(text, Label.CONTENT, tuple(self._nodes)))
            self._nodes = []
        self._pieces = []
