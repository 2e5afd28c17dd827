"""Elements that only arrange the page become paragraphs: the original's step from `div` and `span` to `p`."""

from __future__ import annotations

from collections.abc import Iterator

from boilerspider.extractors.unfluff.dom import SEAM, Builder, Element, Node, Text, elements_below, reparsed

KEEPS_APART = frozenset({"a", "blockquote", "dl", "div", "img", "ol", "p", "pre", "table", "ul"})
"""An element without one of these in it becomes a paragraph as it is."""

SPACE = Text(" ")


def to_paragraphs(root: Element, tag: str) -> None:
    """Replaces the outermost elements with that tag; those in them come through as new ones, as in the original."""
    path = [(root, iter(root.children), list[Node]())]
    while path:
        parent, rest, made = path[-1]
        for node in rest:
            if isinstance(node, Text):
                made.append(node)
            elif node.tag == tag:
                made += _replaced(node)
            else:
                made.append(node)
                if node.children:
                    path.append((node, iter(node.children), []))
                    break
        else:
            parent.children = []
            parent.adopt(made)
            path.pop()


def _replaced(element: Element) -> list[Node]:
    """What stands in the element's place: a paragraph of it, or one for each of its children."""
    builder = Builder()
    is_whole = not any(child.tag in KEEPS_APART for child in elements_below(element))
    for piece in [element.children] if is_whole else _pieces(element.children):
        if is_whole or any(isinstance(node, Element) or node.data for node in piece):
            builder.start("p")
            builder.feed(piece)
            builder.end("p")
    return [*builder.finish(), SEAM]


def _pieces(children: list[Node]) -> Iterator[list[Node]]:
    """The content of each paragraph: a child's own, whose tag is lost, or loose text with the links beside it.

    A link beside text comes twice, with the text and as a child of its own; text waits for the next `p`.
    """
    loose = list[Node]()
    used = set[int]()
    neighbours = _Neighbours(children)
    for place, child in enumerate(children):
        if isinstance(child, Element):
            if child.tag == "p" and loose:
                yield loose
                loose = []
            yield child.children
            continue
        data = child.data.replace("\n", "\n\n").replace("\t", "")
        if len(data) > 1 and not data.isspace():
            loose += _links(neighbours.before(place), used)
            loose += reparsed(Text(data, child.nodes))
            loose += _links(neighbours.after(place), used)
    if loose:
        yield loose


def _links(elements: Iterator[Element], used: set[int]) -> Iterator[Node]:
    """The elements, with a space at either side, as long as they are links that were not used before."""
    for element in elements:
        if element.tag != "a" or id(element) in used:
            return
        used.add(id(element))
        yield from (SPACE, element, SPACE)


class _Neighbours:
    """The elements beside each of a list of nodes."""

    def __init__(self, nodes: list[Node]) -> None:
        self._elements = [node for node in nodes if isinstance(node, Element)]
        self._before: list[int] = []
        """For each node how many elements stand before it."""
        count = 0
        for node in nodes:
            self._before.append(count)
            count += isinstance(node, Element)

    def before(self, place: int) -> Iterator[Element]:
        """The elements before a text, the nearest first."""
        return (self._elements[at] for at in range(self._before[place] - 1, -1, -1))

    def after(self, place: int) -> Iterator[Element]:
        """The element after a text; a slip in the original keeps it from going on to the next."""
        at = self._before[place]
        return iter(self._elements[at : at + 1])
