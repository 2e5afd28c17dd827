"""Which element holds the article: stop words lift the scores of a paragraph's parent and grandparent."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator
from dataclasses import KW_ONLY, dataclass

from boilerspider.extractors.unfluff.counting import Counter, is_linky
from boilerspider.extractors.unfluff.dom import SEAM, Element, Text

TEXTY_TAGS = frozenset({"p", "pre", "td"})
"""Elements whose stop words count."""

WORST_PENALTY = 40
"""A node of the tail that would lose more gains `TAIL_GAIN` instead, as in the original."""
TAIL_GAIN = 5


@dataclass(frozen=True, slots=True)
class Rules:
    """The thresholds, with the original's defaults."""

    _: KW_ONLY
    min_stop: int = 2
    """A paragraph with more stop words than this counts as text."""
    boost_stop: int = 5
    """A paragraph is boosted when one shortly before it has more stop words than this."""
    boost_steps: int = 3
    """How many paragraphs may be looked at for that."""
    boost: float = 50.0
    """What the first boosted paragraph gains; the second half of it, the third a third."""
    bottom_share: float = 0.25
    """Share of the paragraphs, at the end of the page, that lose score."""
    bottom_min: int = 15
    """Pages with no more paragraphs than this lose nothing."""
    sibling_factor: float = 0.30
    """Paragraphs before the article join it when they have this share of the stop words of its mean paragraph."""
    score_share: float = 0.08
    """Parts of the article with less than this share of its score are deleted."""
    min_sub_p: int = 25
    """Characters; shorter paragraphs in a part of the article do not keep it."""


def best_element(root: Element, counter: Counter, rules: Rules) -> Element | None:
    """The element with the highest score; None where nothing has one. Counts the elements that may be text."""
    texty = [element for element in counter.count_only(root, TEXTY_TAGS) if is_texty(element, counter, rules)]
    boosts = _Boosts(counter, rules)
    touched: dict[int, Element] = {}
    boosted = 0
    for place, element in enumerate(texty):
        extra = 0.0
        if boosts.is_boosted(element):
            boosted += 1
            extra = rules.boost / boosted
        extra = _tail(len(texty), len(texty) - place, rules) or extra
        gain = math.floor(counter.stops(element) + extra)
        for ancestor, part in zip(_ancestors(element), (gain, gain / 2), strict=False):
            ancestor.score = int(ancestor.score) + part
            touched.setdefault(id(ancestor), ancestor)
    return max(touched.values(), key=lambda element: max(int(element.score), 0), default=None)


def is_texty(element: Element, counter: Counter, rules: Rules) -> bool:
    """Whether an element reads like text."""
    return counter.stops(element) > rules.min_stop and not is_linky(element)


def _ancestors(element: Element) -> Iterator[Element]:
    """Parent and grandparent, as far as there are elements."""
    parent = element.parent
    while parent is not None and parent.tag:
        yield parent
        parent = parent.parent


def _tail(count: int, left: int, rules: Rules) -> float | None:
    """What a paragraph at the end of the page gains; None for others."""
    if count <= rules.bottom_min or left > count * rules.bottom_share:
        return None
    penalty = (count * rules.bottom_share - left) ** 2
    return TAIL_GAIN if penalty > WORST_PENALTY else -penalty


class _Boosts:
    """Answers, for each element, whether one of the last paragraphs beside it is long; each parent is looked through once."""

    def __init__(self, counter: Counter, rules: Rules) -> None:
        self._counter, self._rules = counter, rules
        self._parents = set[int]()
        self._boosted = set[int]()

    def is_boosted(self, element: Element) -> bool:
        parent = element.parent
        if parent is not None and id(parent) not in self._parents:
            self._parents.add(id(parent))
            self._look_through(parent)
        return id(element) in self._boosted

    def _look_through(self, parent: Element) -> None:
        lasts: deque[bool] = deque(maxlen=self._rules.boost_steps)
        for element in parent.children:
            if isinstance(element, Text):
                continue
            if element is SEAM:
                lasts.clear()
            if any(lasts):
                self._boosted.add(id(element))
            if element.tag == "p":
                lasts.append(self._counter.stops(element) > self._rules.boost_stop)
