"""What may stand where in the output: the elements around paragraphs and those inside them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from lxml import etree

from boilerspider.markup.render.pictures import Picture
from boilerspider.markup.render.tables import Table

LISTS = frozenset({"ul", "ol"})
CELLS = frozenset({"td", "th", "caption"})
ROW_CELLS = frozenset({"td", "th"})
NESTED = LISTS | {"blockquote"}
ROW_PARENTS = frozenset({"table", "thead", "tbody", "tfoot"})
PARENTS = {
    "li": LISTS,
    "caption": frozenset({"table"}),
    "thead": frozenset({"table"}),
    "tbody": frozenset({"table"}),
    "tfoot": frozenset({"table"}),
    "tr": ROW_PARENTS,
    "td": frozenset({"tr"}),
    "th": frozenset({"tr"}),
}
REOPENED = frozenset({"b", "strong", "em", "i", "u", "s", "del", "ins"})
"""Marks that go on where they end and begin with nothing between; two links, keys or notes stay two."""
NO_PICTURE_IN = LISTS | ROW_PARENTS | {"tr"}


@dataclass(slots=True, eq=False)
class Frame:
    """An element that the output keeps around paragraphs."""

    tag: str
    opening: str
    holds_words: bool = False
    empty_cells: list[str] = field(default_factory=list)
    begins: int = 0
    """The place of a row's text among all pieces of text."""
    indent: str = ""
    """Tabs for the cells before its first word."""
    captioned: Picture | None = None
    table: Table | None = None

    def begin_cell(self, text: list[str]) -> str:
        """What parts the words of this row's next cell from the text so far: a tab behind each cell, those without words too.

        The text as a whole, and a row of which one cell has words, begin with a word all the same.
        """
        tabs = "\t" * len(self.empty_cells)
        if self.holds_words:
            text[self.begins] += self.indent if self.begins else ""
            self.indent = ""
            return "\t" + tabs
        self.holds_words, self.begins, self.indent = True, len(text), tabs
        return "\n\n" if text else ""


@dataclass(slots=True, eq=False)
class Mark:
    """An element inside a paragraph; a link is resolved when it is first written."""

    tag: str
    element: etree._Element
    opening: str | None = None
    paragraphs: int = 0


@lru_cache(maxsize=256)
def leaf(inside: str, tag: str, *, is_first: bool) -> tuple[str, str]:
    """What opens and what closes a paragraph by the frame that it stands in and whether it is the first one there.

    What a list or a cell holds needs no element of its own.
    """
    names = _leaf_tags(inside, tag, is_first=is_first)
    return "".join(f"<{name}>" for name in names), "".join(f"</{name}>" for name in reversed(names))


def _leaf_tags(inside: str, tag: str, *, is_first: bool) -> list[str]:
    if inside in CELLS:
        return []
    if inside in LISTS:
        return ["li", "pre"] if tag == "pre" else ["li"]
    if inside == "li" and is_first:
        return [tag] if tag else []
    return [tag or "p"]


def may_stand_in(parent: str, tag: str) -> bool:
    """Whether an element keeps its place in the output inside this parent; "" is the top."""
    needed = PARENTS.get(tag)
    if needed is not None:
        return parent in needed
    if parent in LISTS:
        return tag in LISTS
    return parent not in CELLS and parent not in NO_PICTURE_IN
