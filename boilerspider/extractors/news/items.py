"""Items of lists of which the networks are in doubt: they are judged one by one, but a list of the story's is all of it."""

from __future__ import annotations

import numpy as np

from boilerspider.extractors.news.features import Floats
from boilerspider.extractors.news.kinds import Bools, Traits
from boilerspider.extractors.news.reading import View
from boilerspider.extractors.news.vocabulary import TAGS

MOST = 0.5
"""Share of a list's letters that are kept, from which on the rest is likely kept, too."""

LEAST_LIKELY = 0.3
"""Likelihood of an item, from which on it is. Both ours: of the items of dev articles that are left out there two thirds are in their gold text."""

ITEM = "li"


def unkept_items(seen: View, traits: Traits, keep: Bools, likely: Floats) -> list[int]:
    """The blocks that are left out of a list most of which is kept, and are not unlikely."""
    in_lists = (traits.paths & TAGS[ITEM]) != 0
    possible = in_lists & ~keep & (likely >= LEAST_LIKELY)
    if not possible.any() or not (in_lists & keep).any():
        return []
    places = np.flatnonzero(in_lists)
    lists = np.array([_list_of(seen, int(home)) for home in seen.columns.homes[places]])
    letters = seen.letters.shown[places]
    whole = np.bincount(lists, letters)
    kept = np.bincount(lists, letters * keep[places])
    found: list[int] = places[possible[places] & (kept >= MOST * whole)[lists]].tolist()
    return found


def _list_of(seen: View, home: int) -> int:
    """The number of the list that an element lies in; its own where there is none."""
    number = home
    while seen.elements[number].tag != ITEM:
        above = int(seen.columns.parents[number])
        if above == number:
            return home
        number = above
    return int(seen.columns.parents[number])


__all__ = ["unkept_items"]
