"""A story of several items, each with a heading that leads to it: the networks take the headings for links, and paragraphs without them run together."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict

import numpy as np

from boilerspider.extractors.news.inputs import Bools, Floats
from boilerspider.extractors.news.inputs.reading import View
from boilerspider.extractors.news.inputs.vocabulary import TAGS
from boilerspider.extractors.news.rules.boxes import SURE
from boilerspider.extractors.news.rules.kinds import GROUP_BITS, HEADINGS, MAX_SUBHEAD_WORDS
from boilerspider.extractors.news.rules.loose import FEWEST_HEADINGS

MOSTLY = 0.9
"""Share of a heading's letters in its link: what stands beside it is a number or a full stop. Ours."""
LEAST_HELD = 0.5
"""Share of the kept letters that the element around the items holds: a list of other stories has one of its own. Ours."""

OF_ITEMS = 0.95
"""How likely they are text: of 44 headings that 14 dev pages gained by this and by what `loose` says of headings alike 43 are in the gold text (counted once)."""

_RANKS = TAGS["h1"] | HEADINGS
_ELSEWHERE = GROUP_BITS["related"] | GROUP_BITS["popular"] | GROUP_BITS["advert"]
_LABEL = re.compile(r"[^:\uff1a|]*[:\uff1a|]")
_SIGNS = frozenset(("Sm", "So", "Pd", "Pf"))
"""The categories of signs before what is read elsewhere (>, →, –, »); quotation marks that open are a title's."""
_DOTS = "•·"
"""The same of dots."""


def linked_headings(seen: View, keep: Bools, likely: Floats) -> list[int]:
    """The headings that are a link as a whole, three or more of one kind beside each other in the story's element, each right above a paragraph there that is surely kept."""
    columns, letters = seen.columns, seen.letters
    homes = columns.homes
    parents, bits = columns.parents[homes], columns.bits[homes]
    possible = ((bits & _RANKS) != 0) & ((bits & _ELSEWHERE) == 0) & (columns.links == 1)
    possible &= (letters.words <= MAX_SUBHEAD_WORDS) & (letters.linked >= MOSTLY * letters.shown)
    possible[:-1] &= keep[1:] & (likely[1:] >= SURE) & (parents[1:] == parents[:-1])
    possible[-1] = False
    if not (possible & ~keep).any():
        return []
    alike = defaultdict[tuple[int, int], list[int]](list)
    for place in np.flatnonzero(possible).tolist():
        alike[int(parents[place]), int(columns.signatures[homes[place]])].append(place)
    held = np.concatenate(([0.0], (letters.shown * keep).cumsum()))
    return [
        place
        for (around, _), places in alike.items()
        if len(places) >= FEWEST_HEADINGS
        and held[columns.last[around]] - held[columns.first[around]] >= LEAST_HELD * held[-1]
        and not _are_labelled([seen.texts[place] for place in places])
        for place in places
        if not keep[place]
    ]


def _are_labelled(headings: list[str]) -> bool:
    """Whether they begin with words and a colon or a bar that come again, as "Read also: …" between the paragraphs of a story, or all with the same sign."""
    labels = [found[0] if (found := _LABEL.match(heading)) else "" for heading in headings]
    if "" not in labels and len(set(labels)) < len(labels):
        return True
    sign, *others = {heading[:1] for heading in headings}
    return not others and (sign in _DOTS or unicodedata.category(sign) in _SIGNS)


__all__ = ["OF_ITEMS", "linked_headings"]
