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

COUNTED_TAGS = frozenset({"a", "object", "embed"})
"""Elements that are counted themselves."""

SHORT = 24
"""Characters of texts that are likely to come again."""

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
        self._short: dict[str, Facts] = {}
        """Short texts, most of them white space, and what was counted in them."""

    def count(self, root: Element, tags: AbstractSet[str] = frozenset()) -> None:
        """Sets the facts of an element and of all that are in it; with `tags`, of those in it with such a tag and what is in them alone."""
        wanted = [] if tags else [root]
        others = [root] if tags else []
        for element in others:  # which grows
            for child in element.children:
                if child.__class__ is Element and not child.is_gone:
                    (wanted if child.tag in tags else others).append(child)
        for element in wanted:  # which grows, parents before children
            wanted += [child for child in element.children if child.__class__ is Element and not child.is_gone]
        for element in reversed(wanted):
            element.facts = self._sum(element.children)

    def stops(self, element: Element) -> int:
        """How many stop words an element has that was counted."""
        facts = element.facts or NOTHING
        ends = (facts.head in self._stops) + (facts.tail is not None and facts.tail in self._stops)
        return facts.inner + ends

    def _sum(self, children: Iterable[Node]) -> Facts:
        parts = list(self._parts(children))
        if len(parts) < 2:
            return parts[0] if parts else NOTHING
        spaces, links, link_words, heads, tails, inners, lengths, ends, embeds = zip(*parts, strict=True)
        head, tail, between = self._between(heads, tails)
        first = next((end[0] for end in ends if end[0]), "")
        last = next((end[1] for end in reversed(ends) if end[1]), "")
        return Facts(
            sum(spaces),
            sum(links),
            sum(link_words),
            head,
            tail,
            sum(inners) + between,
            sum(lengths),
            (first, last),
            any(embeds),
        )

    def _between(self, heads: Iterable[str], tails: Iterable[str | None]) -> tuple[str, str | None, int]:
        """The word before the first space, that after the last, and how many stop words begin in one part and end in another."""
        first: str | None = None
        word = ""
        count = 0
        for head, tail in zip(heads, tails, strict=True):
            word = (word + head)[:LONGEST_WORD]
            if tail is None:
                continue
            if first is None:
                first = word
            else:
                count += word in self._stops
            word = tail
        return (word, None, 0) if first is None else (first, word, count)

    def _parts(self, children: Iterable[Node]) -> Iterator[Facts]:
        """The children's facts as parts of their parent's, but for those of nothing."""
        for child in children:
            facts = child.facts
            if isinstance(child, Text):
                yield facts or self._count_text(child)
            elif facts is not None and not child.is_gone:
                if child.tag in COUNTED_TAGS:
                    yield _as_child(child.tag, facts)
                elif facts is not NOTHING:
                    yield facts

    def _count_text(self, text: Text) -> Facts:
        data = text.data
        text.facts = self._short.get(data) or self._facts(data)
        if len(data) <= SHORT:
            self._short[data] = text.facts
        return text.facts

    def _facts(self, data: str) -> Facts:
        words = data.translate(DELETED).lower().split(" ")
        seen = data.strip()
        return Facts(
            len(words) - 1,
            0,
            0,
            words[0][:LONGEST_WORD],
            words[-1][:LONGEST_WORD] if len(words) > 1 else None,
            sum(map(self._stops.__contains__, words[1:-1])) if len(words) > 2 else 0,
            len(data),
            (seen[:1], seen[-1:]),
        )


def _as_child(tag: str, facts: Facts) -> Facts:
    """The facts of an element that is counted itself, as a part of its parent's."""
    if tag == "a":
        return facts._replace(links=facts.links + 1, link_words=facts.link_words + facts.spaces + 1)
    return facts._replace(embeds=True)


def is_linky(element: Element) -> bool:
    """Whether its links have as many words as it has, times their number."""
    facts = element.facts or NOTHING
    return facts.links > 0 and facts.link_words / (facts.spaces + 1) * facts.links >= 1.0
