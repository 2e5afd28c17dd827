"""Text leaves: the visible text nodes of a page's body, the units that Web2Text labels and that the `block` metric counts."""

from __future__ import annotations

from typing import NamedTuple

from lxml import etree

from boilerspider.markup.blocks import walk
from boilerspider.markup.tree import Document

LEAFLESS = frozenset(
    {"head", "meta", "title", "script", "style", "noscript", "iframe", "img", "video", "br", "hr"}
    | {"input", "checkbox", "radio", "select", "textarea"}
)
"""Elements of which nothing becomes a leaf (Web2Text's program; the paper's section 3.1 names fewer)."""


class Leaf(NamedTuple):
    """A text node that is not blank."""

    text: str
    """As it stands on the page, white space included."""
    number: int
    """Its number in the order of `boilerspider.markup.blocks.walk`."""


def leaves(document: Document) -> tuple[Leaf, ...]:
    """The leaves of a page in document order; none where it has no `body`."""
    cut = _LeafCut()
    walk(document.root, cut)
    return tuple(cut.leaves)


class _LeafCut:
    """Gathers what is in the body and in no element without leaves."""

    def __init__(self) -> None:
        self.leaves: list[Leaf] = []
        self._bodies = 0
        self._unseen = 0
        """How many of the open elements lie in one without leaves, itself included."""

    def start(self, tag: str, element: etree._Element) -> None:  # noqa: ARG002 - the protocol of cuts
        if self._unseen or tag in LEAFLESS:
            self._unseen += 1
        elif tag == "body":
            self._bodies += 1

    def text(self, string: str, number: int) -> None:
        if self._bodies and not self._unseen and not string.isspace():
            self.leaves.append(Leaf(string, number))

    def end(self, tag: str) -> None:
        if self._unseen:
            self._unseen -= 1
        elif tag == "body":
            self._bodies -= 1
