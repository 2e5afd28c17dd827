"""Blocks for algorithms that judge text nodes or elements and cut no blocks of their own: runs of text between tags that end a line."""

from __future__ import annotations

from collections.abc import Container

from lxml import etree

from boilerspider.markup.blocks import walk
from boilerspider.model import Block, Label

UNSEEN = frozenset({"head", "title", "script", "style", "template", "iframe", "noembed", "noframes"})
"""Elements whose text is shown by nobody, or in the window's frame alone."""

INLINE = frozenset(
    {"a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "del", "dfn", "em", "font", "i", "img", "ins", "kbd"}
    | {"label", "mark", "nobr", "q", "rp", "rt", "ruby", "s", "samp", "small", "span", "strike", "strong", "sub", "sup"}
    | {"time", "tt", "u", "var", "wbr"}
)  # fmt: skip
"""Elements that do not end a run of text."""


def runs(
    root: etree._Element, content: Container[int] | None = None, unseen: Container[str] = UNSEEN
) -> tuple[Block, ...]:
    """The text outside the unseen elements, one block for each run between two tags that are not inline.

    Content are the text nodes with these numbers, all for None; a run is divided where content begins or ends.
    """
    cut = _Runs(content, unseen)
    walk(root, cut)
    return tuple(cut.blocks)


class _Runs:
    """Gathers text nodes of one kind until a tag that is not inline."""

    def __init__(self, content: Container[int] | None, unseen: Container[str]) -> None:
        self.blocks: list[Block] = []
        self._content, self._unseen = content, unseen
        self._pieces: list[str] = []
        self._nodes: list[int] = []
        self._kept = True
        self._depth = 0
        """How many of the open elements lie in an unseen one, itself included."""

    def start(self, tag: str, element: etree._Element) -> None:  # noqa: ARG002 - the protocol of cuts
        if self._depth or tag in self._unseen:
            self._depth += 1
        elif tag not in INLINE:
            self._flush()

    def text(self, string: str, number: int) -> None:
        if self._depth:
            return
        if string.isspace():
            self._pieces.append(string)
            return
        kept = self._content is None or number in self._content
        if kept is not self._kept:
            self._flush()
            self._kept = kept
        self._pieces.append(string)
        self._nodes.append(number)

    def end(self, tag: str) -> None:
        if self._depth:
            self._depth -= 1
        elif tag not in INLINE:
            self._flush()

    def _flush(self) -> None:
        if self._nodes:
            text = " ".join("".join(self._pieces).split())
            label = Label.CONTENT if self._kept else Label.BOILERPLATE
            self.blocks.append(Block(text, label, tuple(self._nodes), score=float(self._kept)))
            self._nodes = []
        self._pieces = []
