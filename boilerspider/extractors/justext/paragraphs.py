"""Document -> paragraphs. What the package deletes from its tree beforehand is stepped over here, and the tree left alone.

A piece of text ends where a tag is seen: the texts around a comment, a deleted element or an
unwrapped tag are one piece, as they are in a tree from which these are gone.
"""

from __future__ import annotations

import enum
import re
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from lxml import etree

from boilerspider.markup.blocks import walk

PARAGRAPH_TAGS = frozenset(
    {"body", "blockquote", "caption", "center", "col", "colgroup", "dd", "div", "dl", "dt", "fieldset", "form"}
    | {"legend", "optgroup", "option", "p", "pre", "table", "td", "textarea", "tfoot", "th", "thead", "tr", "ul", "li"}
    | {"h1", "h2", "h3", "h4", "h5", "h6"}
)
"""Tags that end a paragraph, at their start and at their end."""

DELETED = frozenset({"script", "style", "head", "base", "applet", "button", "input", "select", "textarea"})
"""Elements that are as if they and their inside were not there."""

UNWRAPPED = frozenset({"form", "iframe", "embed", "layer", "object", "param"})
"""Tags that are as if they were not there; their inside is."""

PLAIN = (PARAGRAPH_TAGS - {"h1", "h2", "h3", "h4", "h5", "h6"}) | {
    *(
        "a",
        "abbr",
        "article",
        "aside",
        "b",
        "br",
        "cite",
        "em",
        "figcaption",
        "figure",
        "font",
        "footer",
        "header",
        "hr",
    ),
    *("html", "i", "img", "label", "link", "main", "meta", "nav", "noscript", "ol", "path", "section", "small", "span"),
    *("strong", "sub", "sup", "svg", "tbody", "time", "u", "use"),
}
"""Tags whose names need no look, as they are neither headings nor `select`; other tags only take longer."""

WHITE_SPACE = re.compile(r"\s{2,}|[^\S ]")
"""Runs of white space but a lone space, which stays as it is."""

HEADING = re.compile(r"\bh\d\b")


class Class(enum.Enum):
    """What a paragraph is taken for; the first two are final."""

    GOOD = "good"
    BAD = "bad"
    NEAR_GOOD = "near good"
    SHORT = "short"


class Paragraph(NamedTuple):
    """A run of text between two paragraph tags or double line breaks, with what is known of it."""

    text: str
    link_characters: int = 0
    is_heading: bool = False
    """Whether it lies in a heading."""
    in_select: bool = False
    """Whether it lies in an element with `select` in its name."""
    nodes: tuple[int, ...] = ()
    stop_words: int = 0
    words: int = 0
    context_free: Class = Class.BAD
    """What it is by itself."""
    revised: Class = Class.BAD
    """What it is among its neighbours."""

    @property
    def length(self) -> int:
        """In characters."""
        return len(self.text)

    @property
    def link_density(self) -> float:
        """Share of the characters in links; may pass 1 by a little, as links keep the space at their ends."""
        return self.link_characters / len(self.text) if self.text else 0.0

    @property
    def stop_word_density(self) -> float:
        """Share of the words, as white space parts them, that are stop words."""
        return self.stop_words / self.words if self.words else 0.0


Paragraphs: TypeAlias = tuple[Paragraph, ...]


def segment(root: etree._Element) -> Paragraphs:
    """The paragraphs of a tree in document order, with the facts that need no stop list."""
    cut = _ParagraphCut()
    walk(root, cut)
    cut.new_paragraph()
    return tuple(cut.paragraphs)


def normalise_space(text: str) -> str:
    """The text with each run of white space made one space, or one line feed where the run breaks the line."""
    return WHITE_SPACE.sub(_one_space, text)


def _one_space(run: re.Match[str]) -> str:
    space = run.group()
    return "\n" if "\n" in space or "\r" in space else " "


class _Place(NamedTuple):
    """What the names of the open elements say of the text in them."""

    is_heading: bool = False
    in_select: bool = False


@lru_cache(maxsize=1024)
def _enter(place: _Place, tag: str) -> _Place:
    return _Place(place.is_heading or HEADING.search(tag) is not None, place.in_select or "select" in tag)


class _ParagraphCut:
    """The package's paragraph maker, as a cut."""

    def __init__(self) -> None:
        self.paragraphs: list[Paragraph] = []
        self._places = [_Place()]
        self._deleted = 0
        """How many of the open elements lie in a deleted one, itself included."""
        self._run: list[str] = []
        """The text nodes since the last tag that counts, and the numbers of those that are not blank."""
        self._run_nodes: list[int] = []
        self._in_link = False
        self._after_break = False
        self._place = self._places[0]
        """Where the paragraph began."""
        self._pieces: list[str] = []
        self._nodes: list[int] = []
        self._link_characters = 0

    def start(self, tag: str, element: etree._Element) -> None:
        if self._deleted or tag in DELETED or (tag == "link" and "stylesheet" in element.get("rel", "").lower()):
            self._deleted += 1
            return
        if tag in UNWRAPPED:
            return
        if self._run:
            self._end_run()
        place = self._places[-1]
        self._places.append(place if tag in PLAIN else _enter(place, tag))
        if tag in PARAGRAPH_TAGS or (tag == "br" and self._after_break):
            self.new_paragraph()
            return
        self._after_break = tag == "br"
        if self._after_break:
            self._pieces.append(" ")
        elif tag == "a":
            self._in_link = True

    def text(self, string: str, number: int) -> None:
        if not self._deleted:
            self._run.append(string)
            if not string.isspace():
                self._run_nodes.append(number)

    def end(self, tag: str) -> None:
        if self._deleted:
            self._deleted -= 1
            return
        if tag in UNWRAPPED:
            return
        if self._run:
            self._end_run()
        self._places.pop()
        if tag in PARAGRAPH_TAGS:
            self.new_paragraph()
        elif tag == "a":
            self._in_link = False

    def new_paragraph(self) -> None:
        """Ends the paragraph, which counts where it has text, and begins one here."""
        if self._run:
            self._end_run()
        if self._nodes:
            text = normalise_space("".join(self._pieces).strip())
            self.paragraphs.append(Paragraph(text, self._link_characters, *self._place, tuple(self._nodes)))
            self._nodes = []
        self._pieces = []
        self._link_characters = 0
        self._place = self._places[-1]

    def _end_run(self) -> None:
        if self._run_nodes:
            piece = normalise_space("".join(self._run))
            self._pieces.append(piece)
            self._nodes += self._run_nodes
            self._link_characters += len(piece) if self._in_link else 0
            self._after_break = False
        self._run = []
        self._run_nodes = []
