"""A page written down once: the events of `blocks.walk` as one flat list, for whoever reads a whole page.

Reading a list costs a third of being called for each event, and a page is written down once for its
extractor and its renderer. A tree's nodes are read in bulk, attribute by attribute: lxml makes each
of them slowly, and twice as slowly one by one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import compress, repeat

from lxml import etree


@dataclass(frozen=True, eq=False)
class Transcript:
    """The events of a tree in document order. Read-only.

    A text node is its string; an element opens with the place of its tag in `tags`, a positive number, and
    closes with the same number, negative. Text nodes are numbered as `walk` numbers them: from 0, in their order.

        decide = [ACTIONS.get(tag) for tag in transcript.tags]
        for event in transcript.events:
            if event.__class__ is str:
                ...  # text
            elif event > 0:
                ...  # decide[event]: what its opening means
    """

    events: list[int | str]
    tags: list[str]
    """The tags of the page, each once; the first place is empty, so that no tag has the number 0."""
    elements: list[etree._Element]
    """The elements in the order in which they open."""
    places: list[int]
    """The place of each one's tag in `tags`."""
    classes: list[str | None]
    """The class attribute of each."""

    def texts(self, numbers: Collection[int]) -> dict[int, str]:
        """The text nodes of these numbers, by them."""
        strings = (event for event in self.events if isinstance(event, str))
        return {number: string for number, string in enumerate(strings) if number in numbers}

    def tag(self, number: int) -> str:
        """That of the element of this number in `elements`."""
        return self.tags[self.places[number]]

    @cached_property
    def ids(self) -> list[str | None]:
        """The id attribute of each element."""
        return attributes(self.elements, b"id")

    @cached_property
    def hrefs(self) -> dict[int, str | None]:
        """The href attribute of each `a`, by its number in `elements`."""
        numbers = self.numbers("a")
        return dict(zip(numbers, attributes([self.elements[number] for number in numbers], b"href"), strict=True))

    @cached_property
    def _by_tag(self) -> dict[str, list[int]]:
        """Where in `elements` those of each tag are."""
        numbers: list[list[int]] = [[] for _ in self.tags]
        for number, place in enumerate(self.places):
            numbers[place].append(number)
        return dict(zip(self.tags, numbers, strict=True))

    def numbers(self, tag: str) -> Sequence[int]:
        """Where in `elements` those of a tag are."""
        return self._by_tag.get(tag, ())

    def of(self, *tags: str) -> list[etree._Element]:
        """The elements with one of these tags, in document order."""
        numbers = [number for tag in tags for number in self.numbers(tag)]
        return [self.elements[number] for number in (sorted(numbers) if len(tags) > 1 else numbers)]


def transcribe(root: etree._Element) -> Transcript:
    """The transcript of a tree; linear, and no depth of nesting can exhaust the stack."""
    nodes = list(root.iter())
    found = [node.tag for node in nodes]
    distinct = dict.fromkeys(found)
    tags = ["", *(tag for tag in distinct if isinstance(tag, str))]
    numbers: dict[object, int] = {tag: number for number, tag in enumerate(tags)}
    # What is no element gets no place; a comment's tag is a function.
    places = list(map({tag: numbers.get(tag, 0) for tag in distinct}.__getitem__, found))
    texts = [node.text for node in nodes]
    tails = [None, *[node.tail for node in nodes[1:]]]
    events = _events(places, texts, tails, list(map(len, nodes)))
    elements = list(compress(nodes, places))
    return Transcript(events, tags, elements, list(filter(None, places)), attributes(elements, b"class"))


def attributes(elements: Iterable[etree._Element], name: bytes) -> list[str | None]:
    """What each element has in the attribute of this name, which is in bytes, as lxml would make of a string each time."""
    return list(map(etree._Element.get, elements, repeat(name)))  # noqa: SLF001 - lxml has no other name for it


def _events(places: list[int], texts: list[str | None], tails: list[str | None], sizes: list[int]) -> list[int | str]:
    """The events of nodes in document order: the place of each one's tag, its texts, and how many nodes it holds."""
    events: list[int | str] = []
    add = events.append
    outer: list[tuple[int, int, str | None]] = []
    left = -1  # nodes of the innermost open element that are to come; the root lies in none
    for place, text, tail, size in zip(places, texts, tails, sizes, strict=True):
        if place:
            add(place)
            if text:
                add(text)
            if size:
                outer.append((left - 1, -place, tail))
                left = size
                continue
            add(-place)
        if tail:
            add(tail)
        left -= 1
        while not left:
            left, place, tail = outer.pop()  # noqa: PLW2901 - the element that ends here
            add(place)
            if tail:
                add(tail)
    return events
