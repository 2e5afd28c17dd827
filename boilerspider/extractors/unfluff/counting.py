"""Bottom-up counts: what the original asks of an element's text again and again, for every element in one pass.

A stop word may begin in one text and end in the next, as only spaces part words; so an element's facts keep the word at either end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from functools import lru_cache
from pathlib import Path

from boilerspider.extractors.unfluff.dom import Element, Facts, Node, Text

STOP_LISTS = Path(__file__).with_name("stopwords")
"""Word lists of unfluff 3.2.0 (Apache License 2.0, beside them), by ISO 639-1 code."""

DEFAULT_LANGUAGE = "en"

DELETED = str.maketrans("", "", "|@<>[]\"'.,-/#?!$%^&*+;:{}=_`~()")
"""Punctuation that is deleted before words are compared."""

LONGEST_WORD = 64
"""Characters; no stop word is longer, and what is longer is cut, so that a page without spaces costs no more than others."""

NOTHING = Facts()


@lru_cache(maxsize=32)
def stop_words(language: str) -> frozenset[str]:
    """The stop words of a language, the English ones where it has no list."""
    path = STOP_LISTS / f"{language}.txt"
    if not (language.isalpha() and path.is_file()):
        path = STOP_LISTS / f"{DEFAULT_LANGUAGE}.txt"
    return frozenset(path.read_text(encoding="utf-8").split("\n")) - {""}


class Counter:
    """Counts with one language's stop words."""

    def __init__(self, stops: AbstractSet[str]) -> None:
        self._stops = stops

    def count(self, root: Element) -> None:
        """Sets the facts of an element and of all that are in it, whatever they were before."""
        path = [(root, root.elements)]
        while path:
            element, rest = path[-1]
            for child in rest:
                path.append((child, child.elements))
                break
            else:
                element.facts = self._sum(element.children)
                path.pop()

    def stops(self, element: Element) -> int:
        """How many stop words an element has that was counted."""
        facts = element.facts or NOTHING
        ends = (facts.head in self._stops) + (facts.tail is not None and facts.tail in self._stops)
        return facts.inner + ends

    def _sum(self, children: Iterable[Node]) -> Facts:
        parts = list(self._parts(children))
        if len(parts) == 1:
            return parts[0]
        total = NOTHING
        for part in parts:
            total = self._joined(total, part)
        return total

    def _parts(self, children: Iterable[Node]) -> Iterator[Facts]:
        for child in children:
            if isinstance(child, Text):
                yield child.facts or self._count_text(child)
            elif not child.is_gone:
                yield _as_child(child)

    def _count_text(self, text: Text) -> Facts:
        data = text.data
        words = data.translate(DELETED).lower().split(" ")
        seen = data.strip()
        text.facts = Facts(
            spaces=len(words) - 1,
            head=words[0][:LONGEST_WORD],
            tail=words[-1][:LONGEST_WORD] if len(words) > 1 else None,
            inner=sum(map(self._stops.__contains__, words[1:-1])),
            length=len(data),
            ends=(seen[:1], seen[-1:]),
        )
        return text.facts

    def _joined(self, one: Facts, other: Facts) -> Facts:
        head, tail, inner = one.head, one.tail, one.inner + other.inner
        if tail is None:
            head = (head + other.head)[:LONGEST_WORD]
            tail = other.tail
        elif other.tail is None:
            tail = (tail + other.head)[:LONGEST_WORD]
        else:
            inner += (tail + other.head)[:LONGEST_WORD] in self._stops
            tail = other.tail
        return Facts(
            one.spaces + other.spaces,
            one.links + other.links,
            one.link_words + other.link_words,
            head,
            tail,
            inner,
            one.length + other.length,
            (one.ends[0] or other.ends[0], other.ends[1] or one.ends[1]),
            one.embeds or other.embeds,
        )


def is_linky(element: Element) -> bool:
    """Whether its links have as many words as it has, times their number."""
    facts = element.facts or NOTHING
    return facts.links > 0 and facts.link_words / (facts.spaces + 1) * facts.links >= 1.0


def _as_child(element: Element) -> Facts:
    """An element's facts as a part of its parent's."""
    facts = element.facts or NOTHING
    if element.tag == "a":
        return facts._replace(links=facts.links + 1, link_words=facts.link_words + facts.spaces + 1)
    if element.tag in {"object", "embed"}:
        return facts._replace(embeds=True)
    return facts
