"""The elements that could be taken out of a page as a whole, as no extractor sees them, and the page without some of them.

A unit is an element that can go without tearing a run of text apart: a paragraph, a box, a row of
boxes. Units nest. Those of several runs have at most `MAX_WORDS` words.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator
from copy import deepcopy
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from lxml import etree

from boilerspider.markup.transcript import Transcript
from boilerspider.markup.tree import Document

MAX_WORDS = 80
"""A box of more is no advertisement and no teaser. Ours."""

MAX_RUN_WORDS = 400
"""Of a run of text; what comes later is not looked at. Ours."""

MAX_NODES = 400
"""Text nodes of a box of several runs; one of more is too large, whatever few words it has. Ours."""

MAX_NAMES = 8
"""Class names of an element that are looked at; machine-made lists have dozens that say nothing. Ours."""

MAX_NAME_CHARS = 1_000
"""Of all class names of an element together. Ours."""

MAX_CHILDREN = 8
"""Children of an element that its shape is made of. Ours."""

KNOWN_NAMES = 10_000
"""Values of attributes whose names are at hand: the pages of a site have the same. Ours."""

MAX_DEPTH = 1_000
"""Elements nested deeper are no units. Ours."""

_UNSEEN = "head script style noscript template textarea select iframe object svg nav footer"
_INLINE = """a abbr acronym b bdi bdo big br cite code del dfn em font i img ins kbd label mark nobr q rp rt ruby s samp
    small span strike strong sub sup time tt u var wbr"""

UNSEEN = frozenset(_UNSEEN.split())
"""Elements in which nothing is looked for: their text is not shown, or every extractor knows better than to keep it."""

INLINE = frozenset(_INLINE.split())
"""Elements that do not end a run of text."""

_CUT = "{boilerspider}cut"
"""What an element is called that is taken out: no page has such a tag."""

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
        element = elements[unit.start]
        if element.getparent() is not None:
            element.addprevious(etree.Comment(""))
            element.tag = _CUT
    # What follows them stays without being set anew, which is refused where it holds a sign that XML has not.
    etree.strip_elements(root, _CUT, with_tail=False)
    return replace(document, root=root), tuple(_nodes_outside(document.transcript, unwanted))


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
    """An element, open or closed."""

    __slots__ = ("children", "cut", "end", "first", "inline", "last", "leaf", "number", "own", "place", "tags")

    def __init__(self, number: int, place: int, first: int, *, inline: bool) -> None:
        self.number = number
        """Among the elements of its document."""
        self.place = place
        """Of its tag."""
        self.first = self.last = first
        """Of its text nodes, by its rank among those of the page, and of the first one after it."""
        self.end = number
        """The number of the first element after it."""
        self.inline = inline
        self.own = False
        """Whether words stand in it directly."""
        self.leaf = True
        """Whether it is one run of text, so far."""
        self.cut: int | None = None
        """The rank of the text node at which it became too large."""
        self.tags: list[int] = []
        """The places of its children's tags, as many as its shape is made of."""
        self.children: list[_Frame] = []
        """Those that hold words, closed."""

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
        self._nodes: list[int] = []
        """The numbers of the text nodes that are looked at."""
        self._words: list[str] = []
        self._starts: list[int] = [0]
        """How many words come before each of those text nodes, and at last how many there are."""
        self._shapes: dict[tuple[bool, int, tuple[int, ...]], str] = {}

    def run(self) -> None:
        """Read the page once."""
        tags = self._transcript.tags
        inline = [tag in INLINE for tag in tags]
        skipped = [tag in UNSEEN for tag in tags]
        stack = self._open
        number, unseen = -1, 0
        for event in self._transcript.events:
            if event.__class__ is str:
                number += 1
                if not (unseen or event.isspace()):
                    self._text(event, number)
            elif event > 0:  # type: ignore[operator]  # it is no text
                if not unseen and stack and len(stack[-1].tags) < MAX_CHILDREN:
                    stack[-1].tags.append(event)  # type: ignore[arg-type]  # the same
                if unseen or skipped[event] or len(stack) >= MAX_DEPTH:  # type: ignore[index]  # the same
                    unseen += 1
                else:
                    self._start(event, inline[event])  # type: ignore[arg-type,index]  # the same
                self._count += 1
            elif unseen:
                unseen -= 1
            else:
                self._end()

    def _start(self, place: int, inline: bool) -> None:  # noqa: FBT001 - what `run` knows of the tag
        in_line = inline and not self._is_slot(self._count, place)
        self._open.append(_Frame(self._count, place, len(self._nodes), inline=in_line))

    def _text(self, string: str, number: int) -> None:
        words = WORD.findall(string.lower())
        if words:
            self._open[-1].own = True
            self._words += words
        self._nodes.append(number)
        self._starts.append(len(self._words))

    def _end(self) -> None:
        frame = self._open.pop()
        frame.end, frame.last = self._count, len(self._nodes)
        if not frame.leaf:
            self._find_among_children(frame)
        size = self._size(frame)
        if not self._open:
            return
        parent, ends_runs = self._open[-1], frame.ends_runs
        if ends_runs:
            parent.leaf = False
        if size:
            parent.children.append(frame)
            if parent.cut is None and (frame.cut is not None or (ends_runs and size > MAX_WORDS)):
                parent.cut = frame.first

    def _find_among_children(self, frame: _Frame) -> None:
        """The children that are units: all but those that stand in a run of text."""
        tags = self._transcript.tags
        for child in frame.children:
            if (child.ends_runs or not frame.own) and tags[child.place] != "body":
                self.found.append(self._unit(child))
        if frame.cut is None and (self._size(frame) > MAX_WORDS or frame.last - frame.first > MAX_NODES):
            frame.cut = frame.first

    def _size(self, frame: _Frame) -> int:
        return self._starts[frame.last] - self._starts[frame.first]

    def _unit(self, frame: _Frame) -> Unit:
        size, last = self._size(frame), frame.last
        words: tuple[str, ...] = ()
        if frame.cut is not None:
            last = frame.cut
        else:
            if size > MAX_RUN_WORDS:
                last = bisect_left(self._starts, self._starts[frame.first] + MAX_RUN_WORDS, frame.first, last)
            words = tuple(self._words[self._starts[frame.first] : self._starts[last]])
        nodes = tuple(self._nodes[frame.first : last])
        return Unit(frame.number, frame.end, nodes, words, size, self._traits(frame), frame.leaf)

    def _traits(self, frame: _Frame) -> tuple[str, ...]:
        names, identity = self._transcript.classes[frame.number], self._transcript.ids[frame.number]
        return (*_plain_names(names), *_plain_names(identity), self._shape(frame))

    def _shape(self, frame: _Frame) -> str:
        is_slot = self._is_slot(frame.number, frame.place)
        key = (is_slot, frame.place, tuple(frame.tags))
        shape = self._shapes.get(key)
        if shape is None:
            tags = self._transcript.tags
            start = SLOT if is_slot else f"<{tags[frame.place]}("
            shape = self._shapes[key] = f"{start}{','.join(tags[place] for place in dict.fromkeys(frame.tags))})"
        return shape

    def _is_slot(self, number: int, place: int) -> bool:
        return self._transcript.tags[place] == "ins" and bool(self._transcript.classes[number])


def is_slot(unit: Unit) -> bool:
    """Whether a unit says itself that it is for advertisements: `ins` marks what was added to a text, and has no name then."""
    return unit.traits[-1].startswith(SLOT)


@lru_cache(maxsize=KNOWN_NAMES)
def _plain_names(value: str | None) -> tuple[str, ...]:
    """Class names or an id without what changes from page to page."""
    if not value:
        return ()
    return tuple(dict.fromkeys(filter(None, map(_plain_name, value[:MAX_NAME_CHARS].split()[:MAX_NAMES]))))


def _plain_name(name: str) -> str:
    """A name with its pieces that hold digits made one sign; "" where nothing else is left."""
    pieces = ["#" if DIGIT.search(piece) else piece.lower() for piece in PIECE.split(name)]
    return "." + "-".join(pieces) if any(piece.strip("#") for piece in pieces) else ""
