"""Bottom-up counts: what the original asks of an element's text again and again, for every element in one pass.

A stop word may begin in one text and end in the next, as only spaces part words; so an element's facts keep the word at either end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from pathlib import Path

from boilerspider.extractors.unfluff.dom import Element, Facts, Node, Text, elements_below

STOP_LISTS = Path(__file__).with_name("stopwords")
"""Word lists of unfluff 3.2.0 (Apache License 2.0, beside them), by ISO 639-1 code."""

DEFAULT_LANGUAGE = "en"

DELETED = str.maketrans("", "", "|@<>[]\"'.,-/#?!$%^&*+;:{}=_`~()")
"""Punctuation that is deleted before words are compared."""

LONGEST_WORD = 64
"""Characters; no stop word is longer, and what is longer is cut, so that a page without spaces costs no more than others."""

COUNTED_TAGS = frozenset({"a", "object", "embed"})
"""Elements that are counted themselves."""

SHORT = 24
"""Characters of texts that are likely to come again."""

NOTHING = Facts()

_made = tuple.__new__
"""Makes a named tuple of a tuple in half the time that its name takes; a page needs thousands."""


@lru_cache(maxsize=32)
def stop_words(language: str) -> frozenset[str]:
    """The stop words of a language, the English ones where it has no list."""
    # Looked up by name, as a language may be any text: one too long for a file's name is a language without a list.
    lists = {path.stem: path for path in STOP_LISTS.glob("*.txt")}
    return frozenset(lists.get(language, lists[DEFAULT_LANGUAGE]).read_text(encoding="utf-8").split("\n")) - {""}


class Counter:
    """Counts with one language's stop words."""

    def __init__(self, stops: AbstractSet[str]) -> None:
        self._stops = stops
        self._short: dict[str, Facts] = {}
        """Short texts, most of them white space, and what was counted in them."""

    def count(self, root: Element) -> None:
        """Sets the facts of an element and of all that are in it."""
        for element in reversed([root, *elements_below(root)]):
            element.facts = self._sum(element.children)

    def count_only(self, root: Element, tags: AbstractSet[str]) -> list[Element]:
        """The elements with such a tag in document order; their facts are set, and those of all that are in them."""
        counted: list[Element] = []
        left = [root]
        while left:
            element = left.pop()
            if element.tag in tags:
                counted += [element, *elements_below(element)]
            else:
                left += reversed(list(element.elements))
        for element in reversed(counted):
            element.facts = self._sum(element.children)
        return [element for element in counted if element.tag in tags]

    def stops(self, element: Element) -> int:
        """How many stop words an element has that was counted."""
        facts = element.facts or NOTHING
        ends = (facts.head in self._stops) + (facts.tail is not None and facts.tail in self._stops)
        return facts.inner + ends

    def _sum(self, children: Iterable[Node]) -> Facts:
        """The facts of an element with these children, those of nothing left out."""
        parts: list[Facts] = []
        for child in children:
            facts = child.facts
            if isinstance(child, Text):
                parts.append(facts or self._count_text(child))
            elif facts is not None and not child.is_gone:
                if child.tag in COUNTED_TAGS:
                    parts.append(_as_child(child.tag, facts))
                elif facts is not NOTHING:
                    parts.append(facts)
        if len(parts) < 2:
            return parts[0] if parts else NOTHING
        return self._total(parts)

    def _total(self, parts: Sequence[Facts]) -> Facts:
        """The facts of parts that stand side by side: a stop word may begin in one and end in another."""
        stops = self._stops
        spaces = links = link_words = inner = length = 0
        first: str | None = None
        word = start = end = ""
        embeds = False
        for more, more_links, more_words, head, tail, stopped, size, (left, right), more_embeds in parts:
            spaces += more
            links += more_links
            link_words += more_words
            inner += stopped
            length += size
            start, end = start or left, right or end
            embeds = embeds or more_embeds
            word = (word + head)[:LONGEST_WORD]
            if tail is not None:
                if first is None:
                    first = word
                else:
                    inner += word in stops
                word = tail
        head, tail = (word, None) if first is None else (first, word)
        return _made(Facts, (spaces, links, link_words, head, tail, inner, length, (start, end), embeds))

    def _count_text(self, text: Text) -> Facts:
        data = text.data
        if len(data) > SHORT:
            text.facts = self._facts(data)
        else:
            text.facts = self._short.get(data) or self._short.setdefault(data, self._facts(data))
        return text.facts

    def _facts(self, data: str) -> Facts:
        words = data.translate(DELETED).lower().split(" ")
        seen = data.strip()
        head, ends = words[0][:LONGEST_WORD], (seen[:1], seen[-1:])
        if len(words) == 1:
            return _made(Facts, (0, 0, 0, head, None, 0, len(data), ends, False))
        inner = sum(map(self._stops.__contains__, words[1:-1]))
        return _made(Facts, (len(words) - 1, 0, 0, head, words[-1][:LONGEST_WORD], inner, len(data), ends, False))


def _as_child(tag: str, facts: Facts) -> Facts:
    """The facts of an element that is counted itself, as a part of its parent's."""
    spaces, links, words, *others, embeds = facts
    if tag == "a":
        return _made(Facts, (spaces, links + 1, words + spaces + 1, *others, embeds))
    return _made(Facts, (spaces, links, words, *others, True))


def is_linky(element: Element) -> bool:
    """Whether its links have as many words as it has, times their number."""
    facts = element.facts or NOTHING
    return facts.links > 0 and facts.link_words / (facts.spaces + 1) * facts.links >= 1.0
