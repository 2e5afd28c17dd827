"""Tables that hold data, told from tables that arrange a page (the web's layout before CSS), and what names them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from lxml import etree

from boilerspider.markup.ears import is_hidden
from boilerspider.markup.render.captions import NO_CAPTION, Caption, Said, read_caption

_SECTIONS = frozenset({"thead", "tbody", "tfoot"})
_CELLS = frozenset({"td", "th"})
_UNSEEN = frozenset({"script", "style", "template"})
_CHILDREN: Mapping[object, frozenset[str]] = {
    "table": _SECTIONS | _UNSEEN | {"caption", "colgroup", "col", "tr"},
    **dict.fromkeys(_SECTIONS, _UNSEEN | {"tr"}),
    "tr": _CELLS | _UNSEEN,
}
_NEVER_IN_DATA = frozenset(
    ["table", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "blockquote", "figure", "article", "section", "hr"]
)
_MAX_CELL_PARAGRAPHS = 2
"""A cell with more `p` than this is a column of a page; a judgement, not a measurement."""


@dataclass(slots=True, eq=False)
class Table:
    """A table of data: what names it on the page, and where in the output that belongs."""

    element: etree._Element
    said: Said | None = None
    """The caption of the figure around it."""
    is_below_caption: bool = False
    """Whether that stands above it."""
    is_named: bool = False
    """Whether words of its own caption are kept text."""
    before: int | None = None
    inside: int | None = None
    behind: int | None = None
    """Places in the HTML; None where it is not written."""

    def captions(self, said: Collection[str]) -> tuple[str, str]:
        """All that is to stand in its own caption, and in that of its figure, where the text has these paragraphs."""
        own = NO_CAPTION if self.is_named else self._own()
        around = self.said.caption if self.said is not None and not self.said.is_kept else NO_CAPTION
        shown = ("" if one.is_among(said) else one.shown(said).strip() for one in (own, around))
        caption, figcaption = (words if any(map(str.isalnum, words)) else "" for words in shown)
        return ("" if caption == figcaption else caption), figcaption

    def _own(self) -> Caption:
        element = next(self.element.iterchildren("caption"), None)
        return NO_CAPTION if element is None or is_hidden(element) else read_caption(element)


def is_data_table(table: etree._Element) -> bool:
    """Whether rows and columns mean something: well-formed, two cells in a row, short cells, no table inside.

    Reads no further than the first table inside, so that asking every table of a page is linear.
    """
    if table.get("role") in {"presentation", "none"} or _has_words(table.text):
        return False
    is_wide = False
    paragraphs = 0
    for node in table.iterdescendants():
        parent = node.getparent()
        children = None if parent is None else _CHILDREN.get(parent.tag)
        if children is not None:
            if not _is_well_placed(node, children):
                return False
            paragraphs = 0
            is_wide = is_wide or (node.tag in _CELLS and node.getprevious() is not None)
        elif node.tag in _NEVER_IN_DATA or _is_blank_line(node):
            return False
        elif node.tag == "p":
            paragraphs += 1
            if paragraphs > _MAX_CELL_PARAGRAPHS:
                return False
    return is_wide


def _is_well_placed(node: etree._Element, children: frozenset[str]) -> bool:
    """Whether a node between the cells is one that may stand there, with no words around it."""
    if _has_words(node.tail):
        return False
    if not isinstance(node.tag, str):
        return True
    return node.tag in children and not (node.tag in _CHILDREN and _has_words(node.text))


def _is_blank_line(node: etree._Element) -> bool:
    """Whether a `br` follows another: prose in a cell."""
    if node.tag != "br":
        return False
    before = node.getprevious()
    return before is not None and before.tag == "br" and not _has_words(before.tail)


def _has_words(text: str | None) -> bool:
    return text is not None and not text.isspace()
