"""ContentExtractor: containers with little text or many links a word go, measured against the page's own averages.

Jānis Elsts (w-shadow), ContentExtractor for PHP, 2008, a descendant of HTML::ContentExtractor (Zhang Jun, 2007). The original
edits its tree in two passes; as every decision needs only counts, one walk gathers these here, and the tree is left alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import KW_ONLY, dataclass, field
from typing import NamedTuple

from lxml import etree

from boilerspider.extractors.content_extractor.measure import MEASURES
from boilerspider.extractors.runs import runs
from boilerspider.markup.blocks import walk
from boilerspider.markup.tree import Document
from boilerspider.model import Block

FALLBACK_RATIO = 0.04
"""Links an unlinked word on a page without unlinked words; from the original."""


@dataclass(frozen=True, slots=True)
class ContentExtractor:
    """Drops containers with more links a word, or less text, than the page's average times a factor.

    Lists are tags separated by spaces.
    """

    _: KW_ONLY
    ratio: float = 0.0
    """The most links an unlinked word of a container that stays; 0: the page's own ratio times `ratio_factor`."""
    ratio_factor: float = 1.3
    """How far above the page's ratio a container may lie."""
    min_len: float = 0.0
    """The least text of a container that stays, in characters (bytes without `unicode`); 0: the page's mean text block."""
    min_words: int = 0
    """The fewest unlinked words of a container that stays."""
    container_tags: str = "div table td th tr tbody thead tfoot col colgroup ul ol html center span"
    """Elements that may be dropped."""
    removed_tags: str = "script noscript style form meta input iframe embed hr img link label"
    """Elements that are dropped unmeasured."""
    ignore_len_tags: str = "span"
    """Containers that may have as little text as they like."""
    unicode: bool = True
    """Whether text is measured in characters; False: in bytes of UTF-8, with the original's quirks, to compare with it."""

    def label(self, document: Document) -> tuple[Block, ...]:
        """One block for each run of text; content is what is left in the tree."""
        facts = Facts(frozenset(self.removed_tags.split()))
        walk(document.root, facts)
        return runs(document.transcript, frozenset(self._kept(facts)))

    def _kept(self, facts: Facts) -> Iterator[int]:
        """Numbers of the text nodes outside the dropped containers."""
        limits = thresholds(facts, self)
        dropped = [False] * len(facts.elements) if limits is None else decide(facts.elements, limits, self)
        for place, element in enumerate(facts.elements[1:], start=1):
            dropped[place] = dropped[place] or dropped[element.parent]
        return (number for number, place in facts.texts if not dropped[place])


class Thresholds(NamedTuple):
    """What a container of this page is measured against."""

    ratio: float
    min_len: float


@dataclass(slots=True)
class Element:
    """An element that is not removed."""

    tag: str
    parent: int
    runs: list[list[str]] = field(default_factory=list)
    """Its own text nodes, divided at its child elements."""
    is_run_open: bool = False
    links: int = 0
    words: int = 0
    length: int = 0


class Facts:
    """The cut of the first pass: the elements that stay in document order, and the page's totals."""

    def __init__(self, removed_tags: frozenset[str]) -> None:
        self.elements: list[Element] = []
        self.texts: list[tuple[int, int]] = []
        """(number of a text node, place of its element)"""
        self.unlinked: list[str] = []
        """Text nodes that do not lie directly in a link; those in an element of a link count, as in the original."""
        self.links = 0
        self._removed_tags = removed_tags
        self._removed = 0
        """How many of the open elements lie in a removed one, itself included."""
        self._path = [0]

    @property
    def text_blocks(self) -> int:
        """Elements other than links with text of their own, be it white space."""
        return sum(1 for element in self.elements if element.runs and element.tag != "a")

    def start(self, tag: str, element: etree._Element) -> None:  # noqa: ARG002 - the protocol of cuts
        if self._removed or (tag in self._removed_tags and self.elements):
            self._removed += 1
            return
        parent = self._path[-1]
        if self.elements:
            self.elements[parent].is_run_open = False
        self._path.append(len(self.elements))
        self.elements.append(Element(tag, parent))
        self.links += tag == "a"

    def text(self, string: str, number: int) -> None:
        if self._removed:
            return
        place = self._path[-1]
        element = self.elements[place]
        if element.is_run_open:
            element.runs[-1].append(string)
        else:
            element.runs.append([string])
            element.is_run_open = True
        if element.tag != "a":
            self.unlinked.append(string)
        if not string.isspace():
            self.texts.append((number, place))

    def end(self, tag: str) -> None:  # noqa: ARG002 - the protocol of cuts
        if self._removed:
            self._removed -= 1
        else:
            self._path.pop()


def thresholds(facts: Facts, options: ContentExtractor) -> Thresholds | None:
    """The options', or where they are 0 the page's own; None where the page has no text block, and nothing can be said."""
    if options.ratio and options.min_len:
        return Thresholds(options.ratio, options.min_len)
    if not facts.text_blocks:
        return None
    text = "".join(facts.unlinked)
    measure = MEASURES[options.unicode]
    clean = measure.clean(text)
    ratio = options.ratio
    if not ratio:
        words = measure.words(clean)
        ratio = facts.links / words * options.ratio_factor if words else FALLBACK_RATIO
    size = len(measure.units(text) if options.ratio else clean)
    return Thresholds(ratio, options.min_len or size / facts.text_blocks)


def decide(elements: list[Element], limits: Thresholds, options: ContentExtractor) -> list[bool]:
    """For each element whether it is to be dropped; children come before their parents. The root never is."""
    measure = MEASURES[options.unicode]
    containers = frozenset(options.container_tags.split())
    free = frozenset(options.ignore_len_tags.split())
    dropped = [False] * len(elements)
    for place in range(len(elements) - 1, 0, -1):
        element = elements[place]
        own = measure.own_text(element.runs) if element.runs else (0, 0)
        element.words += own[0]
        element.length += own[1]
        if element.tag in containers:
            ratio = element.links / element.words if element.words else 1.0
            is_short = element.length < limits.min_len or element.words < options.min_words
            dropped[place] = ratio > limits.ratio or (is_short and element.tag not in free)
        _hand_up(element, elements[element.parent], dropped=dropped[place])
    return dropped


def _hand_up(element: Element, parent: Element, *, dropped: bool) -> None:
    """Adds an element's counts to its parent's: a link's words do not count, a dropped element's length neither."""
    parent.links += element.links + (element.tag == "a")
    if element.tag != "a":
        parent.words += element.words
    if not dropped:
        parent.length += element.length


__all__ = ["ContentExtractor"]
