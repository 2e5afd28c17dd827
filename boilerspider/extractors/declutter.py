"""html-declutter: prune what its name gives away, shake off what has more links and tags than words.

Daniel Beer, html-declutter, 2014. His script is lost; word lists marked "ours" are proposals in its spirit. The third of his
steps, purify, which drops markup and no text, is what the renderer does for all extractors.
"""

from __future__ import annotations

import re
from dataclasses import KW_ONLY, dataclass
from functools import lru_cache

from lxml import etree

from boilerspider.extractors.runs import runs
from boilerspider.markup.blocks import walk
from boilerspider.markup.tree import Document
from boilerspider.model import Block

NEVER_PRUNED = frozenset({"html", "body"})
"""Ours: a class of theirs speaks of the whole page."""


@dataclass(frozen=True, slots=True)
class Declutter:
    """Keeps a block element that holds more free words than linked words and tags, weighted; its ancestors and blessed text too.

    Lists are words separated by spaces.
    """

    _: KW_ONLY
    link_weight: float = 2.0
    """What a linked word takes from the score, in words."""
    tag_weight: float = 1.0
    """What a tag takes from the score, in words."""
    threshold: float = 0.0
    """The least score of what is kept."""
    poison: str = (
        "comment promo popup advert banner breadcrumb cookie disqus newsletter outbrain pagination related share sharing sidebar "
        "social sponsor subscribe taboola toolbar widget"
    )
    """Parts of class names, lower case, that prune an element; the first three are the author's, the others ours."""
    blessed: str = "author byline"
    """Parts of class names, lower case, that save an element and all in it from the shaking."""
    match_id: bool = False
    """Whether a poisonous or blessed `id` counts like a class (ours)."""
    prune_tags: str = "script style noscript iframe object embed applet select textarea button input link svg canvas audio video map template"
    """Elements that are pruned whatever their class; the first four are the author's, the others ours."""
    block_tags: str = (
        "div section article aside main nav header footer table tbody thead tfoot tr td th ul ol dl form fieldset figure center "
        "details"
    )
    """Elements that shaking may drop; the first two are the author's, the others ours."""

    def label(self, document: Document) -> tuple[Block, ...]:
        """One block for each run of text; content is what is left after the shaking."""
        shake = _Shake(self)
        walk(document.root, shake)
        return runs(document.transcript, frozenset(shake.kept))


@lru_cache(maxsize=32)
def _any_of(words: str) -> re.Pattern[str]:
    """What finds one of the words, and nothing where there are none."""
    return re.compile("|".join(map(re.escape, words.split())) or "(?!)")


class _Open:
    """An element on the path, with what has been counted in it."""

    __slots__ = ("first", "is_blessed", "is_linked", "keep", "linked", "tags", "words")

    def __init__(self, first: int, *, is_linked: bool, is_blessed: bool) -> None:
        self.first = first
        """How many text nodes were kept before it."""
        self.is_linked, self.is_blessed = is_linked, is_blessed
        self.keep = False
        self.words = self.linked = 0
        self.tags = 1


class _Shake:
    """The cut that does both steps at once: a decision counts what its element held before any deletion."""

    def __init__(self, options: Declutter) -> None:
        self.kept: list[int] = []
        """Numbers of the text nodes that are left."""
        self._options = options
        self._poison, self._blessed = _any_of(options.poison), _any_of(options.blessed)
        self._prune_tags = frozenset(options.prune_tags.split())
        self._block_tags = frozenset(options.block_tags.split()) - NEVER_PRUNED
        self._path = [_Open(0, is_linked=False, is_blessed=False)]
        self._pruned = 0
        """How many of the open elements lie in a pruned one, itself included."""

    def start(self, tag: str, element: etree._Element) -> None:
        names = "" if self._pruned else self._names(element)
        if self._pruned or tag in self._prune_tags or (names and self._is_poison(tag, names)):
            self._pruned += 1
            return
        above = self._path[-1]
        place = _Open(len(self.kept), is_linked=above.is_linked or tag == "a", is_blessed=above.is_blessed)
        if names and self._blessed.search(names):
            place.is_blessed = place.keep = True
        self._path.append(place)

    def text(self, string: str, number: int) -> None:
        if self._pruned:
            return
        place = self._path[-1]
        words = len(string.split())
        if place.is_linked:
            place.linked += words
        else:
            place.words += words
        self.kept.append(number)

    def end(self, tag: str) -> None:
        if self._pruned:
            self._pruned -= 1
            return
        place = self._path.pop()
        if tag in self._block_tags:
            place.keep = place.keep or self._score(place) >= self._options.threshold
            if not (place.keep or place.is_blessed):
                del self.kept[place.first :]
        above = self._path[-1]
        above.words += place.words
        above.linked += place.linked
        above.tags += place.tags
        above.keep = above.keep or place.keep

    def _names(self, element: etree._Element) -> str:
        names = element.get("class", "")
        if self._options.match_id:
            names = f"{names} {element.get('id', '')}"
        return names.lower()

    def _is_poison(self, tag: str, names: str) -> bool:
        return tag not in NEVER_PRUNED and self._poison.search(names) is not None

    def _score(self, place: _Open) -> float:
        return place.words - self._options.link_weight * place.linked - self._options.tag_weight * place.tags
