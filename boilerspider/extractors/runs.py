"""Blocks for algorithms that judge text nodes or elements and cut no blocks of their own: runs of text between tags that end a line."""

from __future__ import annotations

from collections.abc import Container

from boilerspider.markup.transcript import Transcript
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
    transcript: Transcript, content: Container[int] | None = None, unseen: Container[str] = UNSEEN
) -> tuple[Block, ...]:
    """The text outside the unseen elements, one block for each run between two tags that are not inline.

    Content are the text nodes with these numbers, all for None; a run is divided where content begins or ends.
    """
    is_unseen = [tag in unseen for tag in transcript.tags]
    ends_run = [tag not in INLINE for tag in transcript.tags]
    gathering = _Gathering(content)
    depth = 0  # how many of the open elements lie in an unseen one, itself included
    number = -1
    for event in transcript.events:
        if isinstance(event, str):
            number += 1
            if depth:
                continue
            if event.isspace():
                gathering.pieces.append(event)
            else:
                gathering.add(event, number)
        elif depth or (event > 0 and is_unseen[event]):
            depth += 1 if event > 0 else -1
        elif gathering.pieces and ends_run[abs(event)]:
            gathering.finish()
    return tuple(gathering.blocks)


class _Gathering:
    """Gathers the text nodes of one kind until a run ends."""

    def __init__(self, content: Container[int] | None) -> None:
        self.blocks: list[Block] = []
        self.pieces: list[str] = []
        self._nodes: list[int] = []
        self._content = content
        self._kept = True

    def add(self, string: str, number: int) -> None:
        kept = self._content is None or number in self._content
        if kept is not self._kept:
            self.finish()
            self._kept = kept
        self.pieces.append(string)
        self._nodes.append(number)

    def finish(self) -> None:
        """The run ends here; it is a block where it has text."""
        if self._nodes:
            text = " ".join("".join(self.pieces).split())
            label = Label.CONTENT if self._kept else Label.BOILERPLATE
            self.blocks.append(Block(text, label, tuple(self._nodes), score=float(self._kept)))
            self._nodes = []
        self.pieces = []
