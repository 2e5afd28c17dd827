"""The elements that could be taken out of a page as a whole, as no extractor sees them, and the page without some of them.

A unit is an element that can go without tearing a run of text apart: a paragraph, a box, a row of
boxes. Units nest. Those of several runs have at most `MAX_WORDS` words.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from copy import deepcopy
from dataclasses import replace
from typing import NamedTuple

from lxml import etree

from boilerspider.markup.transcript import Transcript
from boilerspider.markup.tree import Document

MAX_WORDS = 80
"""A box of more is no advertisement and no teaser. Ours."""

MAX_RUN_WORDS = 400
"""Of a run of text; what comes later is not looked at. Ours."""

MAX_NAMES = 8
"""Class names of an element that are looked at; machine-made lists have dozens that say nothing. Ours."""

MAX_NAME_CHARS = 1_000
"""Of all class names of an element together. Ours."""

MAX_CHILDREN = 8
"""Children of an element that its shape is made of. Ours."""

MAX_DEPTH = 1_000
"""Elements nested deeper are no units. Ours."""

_UNSEEN = "head script style noscript template textarea select iframe object svg nav footer"
_INLINE = """a abbr acronym b bdi bdo big br cite code del dfn em font i img ins kbd label mark nobr q rp rt ruby s samp
    small span strike strong sub sup time tt u var wbr"""

UNSEEN = frozenset(_UNSEEN.split())
"""Elements in which nothing is looked for: their text is not shown, or every extractor knows better than to keep it."""

INLINE = frozenset(_INLINE.split())
"""Elements that do not end a run of text."""

SLOT = "<ins[class]("
"""How the shape of an element for advertisements begins."""

WORD = re.compile(r"[^\W\d_]{2,}")
"""Two letters or more: numbers change from page to page and single letters say nothing."""

PIECE = re.compile(r"[-_:./\s]+")
DIGIT = re.compile(r"\d")


class Unit(NamedTuple):
    """An element that may be taken out, by its place among the elements of its document."""

    start: int
    """Its number among the elements, in document order."""
    end: int
    """The number of the first element after it that is not in it."""
    nodes: tuple[int, ...]
    """Its text nodes, white space left out, as `walk` numbers them."""
    words: tuple[str, ...]
    """In lower case; none of a unit that is too large to be taken out."""
    size: int
    """How many words it has."""
    traits: tuple[str, ...]
    """Its class names and id without their numbers, and at last the shape of its markup: `.name`, `<tag(tags of its children)`."""
    leaf: bool
    """Whether it is one run of text, with no unit in it."""


def units(document: Document) -> tuple[Unit, ...]:
    """The units of a page in document order; linear in the size of the page."""
    cut = _UnitCut(document.transcript)
    cut.run()
    return tuple(sorted(cut.found))


def without(document: Document, unwanted: Collection[Unit]) -> tuple[Document, tuple[int, ...]]:
    """A copy of a document without these units, and what number each of its text nodes has in the original.

    A comment takes the place of each, so that the text around it does not grow together.
    """
    root = deepcopy(document.root)
    elements = [element for element in root.iter() if isinstance(element.tag, str)]
    for unit in unwanted:
        _cut_out(elements[unit.start])
    return replace(document, root=root), tuple(_nodes_outside(document.transcript, unwanted))


def _cut_out(element: etree._Element) -> None:
    parent = element.getparent()
    if parent is not None:
        stand_in = etree.Comment("")
        stand_in.tail, element.tail = element.tail, None
        parent.replace(element, stand_in)


def _nodes_outside(transcript: Transcript, unwanted: Collection[Unit]) -> Iterator[int]:
    """The numbers of the text nodes in none of the units; a text node after a unit's end lies outside."""
    starts = {unit.start for unit in unwanted}
    element, number, inside = -1, -1, 0
    for event in transcript.events:
        if event.__class__ is str:
            number += 1
            if not inside:
                yield number
        elif event > 0:  # type: ignore[operator]  # it is no text
            element += 1
            inside += bool(inside) or element in starts
        elif inside:
            inside -= 1


class _Frame:
    """An open element."""

    __slots__ = ("block", "children", "element", "inline", "leaf", "nodes", "own", "size", "start", "words")

    def __init__(self, element: etree._Element, start: int, *, inline: bool) -> None:
        self.element = element
        self.start = start
        self.inline = inline
        self.words: list[str] | None = []
        """None when there are too many."""
        self.nodes: list[int] = []
        self.size = 0
        self.own = False
        """Whether words stand in it directly."""
        self.leaf = True
        """Whether it is one run of text, so far."""
        self.children: list[tuple[_Frame, int]] = []
        """Those that hold words, and where they end."""

    @property
    def ends_runs(self) -> bool:
        """Whether it, or an element in it, ends a run of text."""
        return not (self.inline and self.leaf)


class _UnitCut:
    """Gathers the units of a document."""

    def __init__(self, transcript: Transcript) -> None:
        self.found: list[Unit] = []
        self._transcript = transcript
        self._open: list[_Frame] = []
        self._count = 0
        self._names: dict[str, tuple[str, ...]] = {}

    def run(self) -> None:
        """Read the page once."""
        transcript = self._transcript
        inline = [tag in INLINE for tag in transcript.tags]
        skipped = [tag in UNSEEN for tag in transcript.tags]
        number, unseen = -1, 0
        for event in transcript.events:
            if event.__class__ is str:
                number += 1
                if not (unseen or event.isspace()):
                    self._text(event, number)
            elif event > 0:  # type: ignore[operator]  # it is no text
                if unseen or skipped[event] or len(self._open) >= MAX_DEPTH:  # type: ignore[index]
                    unseen += 1
                else:
                    element = transcript.elements[self._count]
                    in_line = inline[event] and not _is_named_ins(element)  # type: ignore[index]
                    self._open.append(_Frame(element, self._count, inline=in_line))
                self._count += 1
            elif unseen:
                unseen -= 1
            else:
                self._end()

    def _text(self, string: str, number: int) -> None:
        frame = self._open[-1]
        words = WORD.findall(string.lower())
        frame.own = frame.own or bool(words)
        frame.size += len(words)
        _gather(frame, words, [number])

    def _end(self) -> None:
        frame = self._open.pop()
        if not frame.leaf:
            self._find_among_children(frame)
        if self._open:
            self._join(frame, self._open[-1])

    def _find_among_children(self, frame: _Frame) -> None:
        """The children that are units: all but those that stand in a run of text."""
        for child, end in frame.children:
            if (child.ends_runs or not frame.own) and child.element.tag != "body":
                self.found.append(self._unit(child, end))
        if frame.words is not None and len(frame.words) > MAX_WORDS:
            frame.words, frame.nodes = None, []

    def _join(self, frame: _Frame, parent: _Frame) -> None:
        ends_runs = frame.ends_runs
        if ends_runs:
            parent.leaf = False
        if not frame.size:
            return
        parent.size += frame.size
        parent.children.append((frame, self._count))
        if frame.words is None or (ends_runs and frame.size > MAX_WORDS):
            parent.words = None
        else:
            _gather(parent, frame.words, frame.nodes)

    def _unit(self, frame: _Frame, end: int) -> Unit:
        element = frame.element
        tags = [child.tag for child in element if child.tag.__class__ is str][:MAX_CHILDREN]
        start = SLOT if _is_named_ins(element) else f"<{element.tag!s}("
        shape = f"{start}{','.join(map(str, dict.fromkeys(tags)))})"
        names = self._plain(element.get("class")) + self._plain(element.get("id"))
        words = tuple(frame.words or ())
        return Unit(frame.start, end, tuple(frame.nodes), words, frame.size, (*names, shape), frame.leaf)

    def _plain(self, value: str | None) -> tuple[str, ...]:
        """Class names or an id without what changes from page to page."""
        if not value:
            return ()
        known = self._names.get(value)
        if known is None:
            known = tuple(dict.fromkeys(filter(None, map(_plain_name, value[:MAX_NAME_CHARS].split()[:MAX_NAMES]))))
            self._names[value] = known
        return known


def _gather(frame: _Frame, words: list[str], nodes: list[int]) -> None:
    if frame.words is not None and len(frame.words) < MAX_RUN_WORDS:
        frame.words += words
        frame.nodes += nodes


def is_slot(unit: Unit) -> bool:
    """Whether a unit says itself that it is for advertisements: `ins` marks what was added to a text, and has no name then."""
    return unit.traits[-1].startswith(SLOT)


def _is_named_ins(element: etree._Element) -> bool:
    return bool(element.tag == "ins" and element.get("class"))


def _plain_name(name: str) -> str:
    """A name with its pieces that hold digits made one sign; "" where nothing else is left."""
    pieces = ["#" if DIGIT.search(piece) else piece.lower() for piece in PIECE.split(name)]
    return "." + "-".join(pieces) if any(piece.strip("#") for piece in pieces) else ""
