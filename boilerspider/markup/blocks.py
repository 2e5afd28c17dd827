"""The one walker over a document, and the protocol of what it drives: a cut.

The walk is iterative, so that no depth of nesting can exhaust the stack, and it numbers the text
nodes. These numbers are the currency between segmenters, extractors and renderers: a block names
the text nodes it was made of, whatever its algorithm thinks a block is.
"""

from __future__ import annotations

from typing import Protocol

from lxml import etree


class Cut(Protocol):
    """What one algorithm does at each event of the walk: where its blocks start, and what they hold."""

    def start(self, tag: str, element: etree._Element) -> None:
        """An element opens."""

    def text(self, string: str, number: int) -> None:
        """A non-empty text node, white space included; `number` counts them in document order from 0."""

    def end(self, tag: str) -> None:
        """The element closes."""


def walk(root: etree._Element, cut: Cut) -> int:
    """Drive a cut over a tree in document order; returns the number of text nodes.

    Comments and processing instructions make no event, but the text after one is a node of its own.
    """
    start, text, end = cut.start, cut.text, cut.end
    number = 0
    tag = str(root.tag)
    start(tag, root)
    if root.text:
        text(root.text, number)
        number += 1
    stack = [(tag, root, iter(root))]
    while stack:
        parent_tag, parent, children = stack[-1]
        for child in children:
            tag = child.tag  # type: ignore[assignment]  # comments have a function for a tag
            if tag.__class__ is str:
                start(tag, child)
                if child.text:
                    text(child.text, number)
                    number += 1
                if len(child):
                    stack.append((tag, child, iter(child)))
                    break
                end(tag)
            if child.tail:
                text(child.tail, number)
                number += 1
        else:
            stack.pop()
            end(parent_tag)
            if stack and parent.tail:
                text(parent.tail, number)
                number += 1
    return number
