"""Words of a sentence that a site's own element marks up, or a button that explains them: a share price, a name, a term. The walk takes
such elements for blocks, which is right for most.

What stands in such an element in the midst of a paragraph's sentence is kept with the sentence, however unlikely it is by itself; buttons
at a paragraph's ends do something else.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from lxml import etree

from boilerspider.extractors.news.inputs import Bools
from boilerspider.extractors.news.inputs.reading import View
from boilerspider.extractors.news.inputs.vocabulary import CUSTOM_BIT, TAGS
from boilerspider.extractors.news.inputs.walk import LINE_BREAK

BUTTON = "button"
LINES = ("p", "li", "h2", "h3", "h4", "h5", "h6")
"""Elements that hold a sentence, or a heading."""
FOREIGN = frozenset(("math", "svg"))
"""Elements whose parts are no words of the sentence around them."""
_BEHIND_WORDS = (",", ";", "،", "؛")
"""Signs that only a word has right behind it."""
_LINE_BITS = sum({TAGS[tag] for tag in LINES})
MAX_CLIMB = 20
"""Elements between a word and its paragraph. Ours: no page of the corpora has more than five."""
OF_A_SENTENCE = 0.95
"""Likelihood of a word in the midst of a sentence that is kept: an element of its own makes no box of it. Ours, above what any box needs."""


def strands(seen: View, keep: Bools) -> list[int]:
    """The blocks of paragraphs with such elements of which a part is kept, and whose sentence goes on in them, or theirs in it; that part, too."""
    if not _is_possible(seen):
        return []
    found: list[int] = []
    for places in _paragraphs(seen):
        found += _joined(seen, places, {place for place in places if keep[place]})
    return sorted(found)


def _is_possible(seen: View) -> bool:
    """Whether a block stands in a paragraph, and in an element that is either unknown or a `div`, or a button or a form."""
    columns = seen.columns
    is_below = (columns.paths & _LINE_BITS) != 0
    return bool((is_below & ((columns.bits & (CUSTOM_BIT | TAGS[BUTTON])) != 0))[columns.homes].any())


def _paragraphs(seen: View) -> list[list[int]]:
    """The blocks of each paragraph with unknown elements or buttons in it, and nothing else that is a block."""
    owners: dict[int, etree._Element | None] = {}
    groups: dict[etree._Element, list[int]] = {}
    mixed: set[etree._Element] = set()
    for place, home in enumerate(seen.columns.homes.tolist()):
        element = seen.elements[home]
        if home not in owners:
            owners[home] = _paragraph(element)
        owner = owners[home]
        if owner is not None:
            groups.setdefault(owner, []).append(place)
            if owner is not element:
                mixed.add(owner)
    return [places for owner, places in groups.items() if owner in mixed]


def _paragraph(element: etree._Element) -> etree._Element | None:
    """The paragraph that an element is, or lies in with nothing but unknown and inline elements between; a button may be one of them."""
    at: etree._Element | None = element
    for _ in range(MAX_CLIMB):
        if at is None or at.tag in LINES:
            return at
        if at.tag in FOREIGN or (at.tag in TAGS and at is element and at.tag != BUTTON):
            return None
        at = at.getparent()
    return None


def _joined(seen: View, places: Sequence[int], kept: set[int]) -> set[int]:
    """Of these places those that a sentence joins to one that is kept, on and on, and that one."""
    near = [pair for pair in pairwise(places) if _is_one_sentence(seen, *pair)]
    buttons = {place for place in places if seen.elements[int(seen.columns.homes[place])].tag == BUTTON}
    between = {one for one, _ in near} & {other for _, other in near}
    ends = {
        place for place in buttons if place not in between or not _is_term(seen.texts[place], seen.texts[place + 1])
    }
    ends |= {place for pair in near if buttons.issuperset(pair) for place in pair}  # several in a row do something
    pairs = [pair for pair in near if ends.isdisjoint(pair)]
    joined = {place for pair in pairs for place in pair}.intersection(kept)
    for one, other in pairs:
        if one in joined:
            joined.add(other)
    for one, other in reversed(pairs):
        if other in joined:
            joined.add(one)
    return joined


def _is_term(text: str, behind: str) -> bool:
    """Whether a button may be a word of the sentence around it: what controls say begins with a capital, and no comma stands behind it."""
    return len(text) > 1 and text[0].isalpha() and (not text[0].isupper() or behind[:1] in _BEHIND_WORDS)


def _is_one_sentence(seen: View, one: int, other: int) -> bool:
    """Whether a sentence may go on from one block to the next: nothing ends it, no line does."""
    if other != one + 1 or seen.letters.stops[one] or seen.columns.gaps[other] & LINE_BREAK:
        return False
    # A gap right before a block is none to the walk.
    before = seen.elements[int(seen.columns.homes[other])].getprevious()
    return before is None or before.tag != "br" or bool((before.tail or "").strip())


__all__ = ["OF_A_SENTENCE", "strands"]
