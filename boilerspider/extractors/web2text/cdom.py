"""The collapsed DOM (Web2Text, section 3.1): a tree in which every inner node has two children or more.

An element with one child left is one node with it, an element with none is gone. Followed is the
authors' program (2018), except that places on the page are counted on the tree, not in the source.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from lxml import etree

from boilerspider.extractors.web2text.places import spans
from boilerspider.markup.leaves import LEAFLESS
from boilerspider.markup.transcript import Transcript

BREAKING = """
address article aside blockquote body canvas center checkbox dd div dl fieldset figcaption figure footer form h1 h2 h3
h4 h5 h6 head header hgroup hr html iframe input li main nav noscript ol output p pre radio section select table tbody
td textarea tfoot thead tr ul video br
"""
BLOCK_TAGS = frozenset(BREAKING.split())
"""Elements that break a line before and after them."""

OF_PARENTS = "td div p tr table body ul span li blockquote b small a ol ul i form dl strong pre"
PARENT_TAGS = tuple(OF_PARENTS.split())
"""Tags whose presence in the parent is a feature, in the program's order; `ul` stands there twice."""

OF_LEAVES = "a p td b li span i tr div strong em h3 h2 table h4 small sup h1 blockquote"
LEAF_TAGS = tuple(OF_LEAVES.split())
"""Tags whose presence in the leaf is a feature, in the program's order."""

TAG_BITS = MappingProxyType({tag: 1 << bit for bit, tag in enumerate(dict.fromkeys(PARENT_TAGS + LEAF_TAGS))})


ASCII_SPACE = re.compile(r"[ \t\n\r\f\v]{2,}|[\t\n\r\f\v]")


class Node:
    """A leaf or an inner node, and the elements that it was merged with. Edited only while the tree is made."""

    __slots__ = (
        *("after", "before", "chars", "children", "depth", "elements", "first", "form", "last", "links", "number"),
        *("parent", "tags", "text"),
    )

    def __init__(self, first: int, last: int, chars: int) -> None:
        self.first, self.last = first, last
        """The first and the last leaf below it, or itself, counted in document order."""
        self.chars = chars
        self.links = 0
        """Characters below it that lie in a link that lies below it too, or is the node."""
        self.before = self.after = False
        """Whether a line breaks before and after it."""
        self.form = False
        """Whether an `input` lies below it."""
        self.tags = 0
        """The tags of its elements, as bits of `TAG_BITS`."""
        self.elements: list[etree._Element] = []
        """From the innermost to the outermost."""
        self.children: Sequence[Node] = ()
        self.parent: Node | None = None
        self.depth = 0
        self.text = ""
        self.number = -1
        """Of a leaf: its text with runs of ASCII white space made one space, not trimmed, and its text node's number."""


@dataclass(frozen=True, slots=True)
class Tree:
    """The collapsed DOM of a page. Without leaves there is no root."""

    leaves: tuple[Node, ...]
    inner: tuple[Node, ...]
    """Children before their parents."""
    common: tuple[Node, ...]
    """For each leaf but the last, the lowest common ancestor with the next one."""
    middles: tuple[float, ...]
    """Where a leaf's middle lies between the first leaf's start (0) and the last leaf's end (1)."""

    @property
    def root(self) -> Node:
        """The node that all leaves lie below, or the one leaf."""
        return self.inner[-1] if self.inner else self.leaves[0]


def collapse(transcript: Transcript) -> Tree:
    """The collapsed DOM of the body of a page; without a body, of nothing."""
    cut = _Collapse(transcript)
    for node in reversed(cut.inner):
        node.depth = node.parent.depth + 1 if node.parent else 0
    for leaf in cut.leaves:
        leaf.depth = leaf.parent.depth + 1 if leaf.parent else 0
    return Tree(
        tuple(cut.leaves), tuple(cut.inner), tuple(_common(cut.inner, len(cut.leaves))), tuple(_middles(cut.spans))
    )


def one_space(text: str) -> str:
    """The text with each run of ASCII white space made one space."""
    return ASCII_SPACE.sub(" ", text)


def _common(inner: Sequence[Node], leaves: int) -> Iterator[Node]:
    found: dict[int, Node] = {}
    for node in inner:
        for child in node.children[:-1]:
            found[child.last] = node
    return (found[leaf] for leaf in range(leaves - 1))


def _middles(spans: Sequence[tuple[int, int]]) -> Iterator[float]:
    if not spans:
        return iter(())
    start, end = spans[0][0], spans[-1][1]
    return (((first + last) / 2 - start) / (end - start) for first, last in spans)


class _Kind:
    """What a tag means, looked up once a page."""

    __slots__ = ("bits", "is_block", "is_input", "is_leafless", "tag")

    def __init__(self, tag: str) -> None:
        self.tag = tag
        self.is_block = tag in BLOCK_TAGS
        self.is_input = tag == "input"
        self.is_leafless = tag in LEAFLESS
        self.bits = TAG_BITS.get(tag, 0)


class _Frame:
    """An open element, and what is known of the last sibling among its children."""

    __slots__ = ("before", "children", "element", "inputs", "kind", "pending", "sibling")

    def __init__(self, kind: _Kind, element: etree._Element, inputs: int, *, before: bool) -> None:
        self.kind, self.element, self.inputs, self.before = kind, element, inputs, before
        self.children: list[Node] = []
        self.pending: Node | None = None
        """The node of the last sibling, where a block tag right after it would break the line."""
        self.sibling: etree._Element | None = None
        """The last sibling, where it is a block tag."""


class _Collapse:
    """Makes the tree from the leaves up: an element is merged when it ends."""

    def __init__(self, transcript: Transcript) -> None:
        self.leaves: list[Node] = []
        self.inner: list[Node] = []
        self.spans: list[tuple[int, int]] = []
        """Where the leaves begin and end, in characters of the page as it would be written from the tree."""
        self._frames: list[_Frame] = []
        self._inputs = 0
        self._read(transcript)

    def _read(self, transcript: Transcript) -> None:
        kinds = [_Kind(tag) for tag in transcript.tags]
        frames, elements, number = self._frames, iter(transcript.elements), -1
        unseen = 0  # how many of the open elements lie in one without leaves, itself included
        for event, span in zip(transcript.events, spans(transcript), strict=True):
            if isinstance(event, str):
                number += 1
                if unseen or not frames:
                    continue
                if event.isspace():
                    frames[-1].pending = frames[-1].sibling = None
                else:
                    self._text(event, number, span)
            elif event > 0:
                kind, element = kinds[event], next(elements)
                self._inputs += kind.is_input
                unseen = unseen + 1 if unseen else self._start(kind, element)
            elif unseen:
                unseen -= 1
            elif frames:
                self._close(frames.pop())

    def _start(self, kind: _Kind, element: etree._Element) -> int:
        """1 for an element without leaves, else 0."""
        if not self._frames:
            if kind.tag == "body" and not self.leaves:
                self._frames.append(_Frame(kind, element, self._inputs, before=True))
            return 0
        frame = self._frames[-1]
        is_block = kind.is_block
        if is_block and frame.pending is not None and _follows_text_or_element(element):
            _break_after(frame.pending)
        before = is_block or (frame.sibling is not None and element.getprevious() is frame.sibling)
        frame.pending = None
        if kind.is_leafless:
            frame.sibling = element if is_block else None
            return 1
        self._frames.append(_Frame(kind, element, self._inputs, before=before))
        return 0

    def _text(self, string: str, number: int, span: tuple[int, int]) -> None:
        frame = self._frames[-1]
        self.spans.append(span)
        leaf = _leaf(string, number, len(self.leaves))
        leaf.before = frame.sibling is not None and bool(frame.sibling.tail)
        self.leaves.append(leaf)
        frame.children.append(leaf)
        frame.pending, frame.sibling = leaf, None

    def _close(self, frame: _Frame) -> None:
        is_block = frame.kind.is_block
        node = self._merge(frame) if frame.children else None
        if node is not None:
            if frame.before:
                _break_before(node)
            if is_block:
                _break_after(node)
        if self._frames:
            above = self._frames[-1]
            above.sibling = frame.element if is_block else None
            above.pending = None if is_block else node
            if node is not None:
                above.children.append(node)

    def _merge(self, frame: _Frame) -> Node:
        """The node of an element: its only child, or a new one."""
        node = frame.children[0] if len(frame.children) == 1 else self._inner(frame)
        node.before = node.after = False
        node.tags |= frame.kind.bits
        node.elements.append(frame.element)
        if frame.kind.tag == "a":
            node.links = node.chars
        return node

    def _inner(self, frame: _Frame) -> Node:
        children = frame.children
        node = Node(children[0].first, children[-1].last, sum([child.chars for child in children]))
        node.links = sum([child.links for child in children])
        node.form = self._inputs > frame.inputs
        node.children = children
        for child in children:
            child.parent = node
        self.inner.append(node)
        return node


def _leaf(string: str, number: int, index: int) -> Node:
    text = one_space(string)
    leaf = Node(index, index, max(1, len(text.strip(" "))))
    leaf.text, leaf.number = text, number
    return leaf


def _follows_text_or_element(element: etree._Element) -> bool:
    """Whether no comment stands between the element and the sibling before it."""
    previous = element.getprevious()
    return previous is None or previous.tag.__class__ is str or bool(previous.tail)


def _break_before(node: Node) -> None:
    """A line breaks before the node, and so before its leftmost descendants, until one knows it."""
    node.before = True
    while node.children and not node.children[0].before:
        node = node.children[0]
        node.before = True


def _break_after(node: Node) -> None:
    """The same after it and its rightmost descendants."""
    node.after = True
    while node.children and not node.children[-1].after:
        node = node.children[-1]
        node.after = True
