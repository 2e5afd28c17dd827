"""The tree -> leaf blocks: runs of inline text between block-level tags, line breaks and rules, and the elements around them.

One pass over the page's transcript; text nodes are numbered as `markup.blocks.walk` numbers them. What
tags and attributes of a path mean is found once a page for all equal paths: a path is a number, its row in `Paths`.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from lxml import etree

from boilerspider.extractors.news.inputs.unseen import unseen
from boilerspider.extractors.news.inputs.vocabulary import (
    BLOCK,
    BREAK,
    CUSTOM_BIT,
    INLINE,
    KINDS,
    LINK,
    MEDIA,
    ROLES,
    RULE,
    SKIPPED,
    STRONG,
    TAGS,
    WIDE,
    hidden_bits,
    name_bits,
)
from boilerspider.markup.transcript import Transcript

IN_LINK, IN_STRONG = 1, 2
"""Marks of a piece of text."""

LINE_BREAK = 8
_GAPS = {"hr": 2, "input": 4, "br": LINE_BREAK}
"""What lies between two blocks, as bits: 1 a picture, 2 a rule, 4 a form's field, 8 a line break."""
_UNNAMED = frozenset(("html", "body"))
"""Their classes name the kind of page and everything on it."""

_Key = tuple[int, str, str | None, str | None]
"""The number of the path above, tag, class and, where the tag may have one that speaks, id."""


@dataclass(slots=True)
class Paths:
    """Columns of the distinct paths from the root: tags, classes and ids."""

    bits: list[int] = field(default_factory=list)
    """Of the last element; its role, itemprop and style are those of the first with that path."""
    all_bits: list[int] = field(default_factory=list)
    """Of all elements."""
    depths: list[int] = field(default_factory=list)
    numbers: dict[_Key, int] = field(default_factory=dict)
    """By their keys; in the order of the other columns."""

    def add(self, key: _Key, element: etree._Element) -> int:
        """Take a path that is new, of which the last element is given; its number."""
        parent, tag, _, _ = key
        bits = TAGS.get(tag, CUSTOM_BIT) | (0 if tag in _UNNAMED else _attribute_bits(key, element))
        known = parent >= 0
        number = self.numbers[key] = len(self.bits)
        self.bits.append(bits)
        self.all_bits.append(bits | self.all_bits[parent] if known else bits)
        self.depths.append(self.depths[parent] + 1 if known else 0)
        return number


def _attribute_bits(key: _Key, element: etree._Element) -> int:
    _, tag, names, ident = key
    bits = name_bits(names) if names else 0
    if tag in WIDE:
        bits |= name_bits(ident) if ident else 0
        if len(element.attrib) > (names is not None) + (ident is not None):
            bits |= _other_bits(element)
    return bits


def _other_bits(element: etree._Element) -> int:
    """What other attributes say than class and id. Few elements have any, and each that is asked for costs time."""
    bits = name_bits(element.get(b"itemprop") or "") | hidden_bits(element.get(b"style") or "")
    role = element.get(b"role")
    return bits | name_bits(role) | ROLES.get(role, 0) if role else bits


@dataclass(slots=True)
class Page:
    """Columns of a page's block-level elements, blocks and pieces of text, in document order."""

    paths: Paths = field(default_factory=Paths)
    elements: list[etree._Element] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    """Elements: the number of the parent; the root's is 0."""
    path: list[int] = field(default_factory=list)
    first: list[int] = field(default_factory=list)
    last: list[int] = field(default_factory=list)
    """The blocks inside an element: from `first` up to `last`."""
    blocks: list[tuple[int, int, int, int, int, int]] = field(default_factory=list)
    """Blocks: the element that holds it; the depth of the lowest element around it and the block before; bits of the inline elements
    in it; how many links begin in it; what lies between it and the block before; how many pieces end with it."""
    pieces: list[str] = field(default_factory=list)
    nodes: list[int] = field(default_factory=list)
    """The text node of each piece; -1 for white space."""
    marks: list[int] = field(default_factory=list)


class _Run:
    """What was seen of inline elements since the last block."""

    __slots__ = ("_gap", "_inline", "_leads", "_links", "_open_links", "_open_strong", "_places", "mark")

    def __init__(self, places: Collection[etree._Element]) -> None:
        self._places = places
        """Links that lead to where they stand."""
        self._inline = self._links = self._gap = self._open_links = self._open_strong = 0
        self._leads: list[bool] = []
        """Of each open link whether it is one: an anchor that only has a name is a place, which old pages never close."""
        self.mark = 0

    def take(self) -> tuple[int, int, int]:
        """Bits, links and gap of the block that ends."""
        taken = (self._inline, self._links, self._gap)
        self._inline = self._links = self._gap = 0
        return taken

    def forget(self) -> None:
        """A block-level tag comes without text before it: what opened and closed since the last one says nothing of the next."""
        self._gap = 0
        if not self._open_links:
            self._inline = self._links = 0

    def open(self, kind: int, tag: str, names: str | None, element: etree._Element) -> None:
        """An element opens that is neither a block nor left out."""
        if kind <= MEDIA:
            self._gap |= _GAPS.get(tag, 1)
            return
        if element in self._places:
            self._leads.append(False)
            return
        self._inline |= TAGS.get(tag, 0) | (name_bits(names) if names else 0)
        if kind == LINK:
            self._links += 1
            leads = element.get(b"href") is not None or element.get(b"name") is None
            self._leads.append(leads)
            self._open_links += leads
            self.mark |= IN_LINK * leads
        elif kind == STRONG:
            self._open_strong += 1
            self.mark |= IN_STRONG

    def close(self, kind: int) -> None:
        """A link or an emphasis closes."""
        if kind == LINK:
            self._open_links -= self._leads.pop()
            self.mark &= ~0 if self._open_links else ~IN_LINK
        elif kind == STRONG:
            self._open_strong -= 1
            self.mark &= ~0 if self._open_strong else ~IN_STRONG


def _kinds(tags: list[str]) -> list[int]:
    """By the number of an event: that of a closing tag is negative, so that its place is counted from the end."""
    kinds = [KINDS.get(tag, BLOCK) for tag in tags]
    return kinds + kinds[:0:-1]


def segment(transcript: Transcript, places: Collection[etree._Element] = ()) -> Page:
    """The leaf blocks of a page, of which these links are places of their own. One loop with its state in local names: it is a good part of the time that a page takes."""
    page, run = Page(), _Run(places)
    blocks, pieces, nodes, marks = page.blocks, page.pieces, page.nodes, page.marks
    path, parents, first, last, held = page.path, page.parents, page.first, page.last, page.elements
    tags, elements, classes, ids = transcript.tags, transcript.elements, transcript.classes, transcript.ids
    numbers, add = page.paths.numbers, page.paths.add
    kinds, hidden = _kinds(tags), unseen(transcript)
    named = [tag in WIDE for tag in tags]
    number = opened = depth = above = -1
    home = low = skipped = 0
    has_text = touched = False
    event: Any  # a type that isinstance tells, at a tenth of the loop's time
    for event in transcript.events:
        if event.__class__ is str:
            number += 1
            is_space = event.isspace()
            if skipped or (is_space and not has_text):
                continue
            pieces.append(event)
            nodes.append(-1 if is_space else number)
            marks.append(run.mark)
            has_text = True
            continue
        kind, opens = kinds[event], event > 0
        opened += opens
        if skipped or kind == SKIPPED or (kind == INLINE and opens and opened in hidden):
            skipped += 1 if opens else -1
            continue
        if has_text and kind <= RULE:
            blocks.append((home, low, *run.take(), len(pieces)))
            low, has_text, touched = depth, False, False
        elif touched and kind <= BREAK:
            run.forget()
            touched = False
        if kind:  # all but BLOCK
            touched = True
            run.open(kind, tags[event], classes[opened], elements[opened]) if opens else run.close(kind)
        elif opens:
            key = (above, tags[event], classes[opened], ids[opened] if named[event] else None)
            known = numbers.get(key)
            above = add(key, elements[opened]) if known is None else known
            held.append(elements[opened])
            parents.append(home)
            home, depth = len(path), depth + 1
            path.append(above)
            first.append(len(blocks))
            last.append(0)
        else:
            last[home] = len(blocks)
            home, depth = parents[home], depth - 1
            above, low = path[home], low if low < depth else depth  # noqa: FURB136 - a call takes longer
    return page
