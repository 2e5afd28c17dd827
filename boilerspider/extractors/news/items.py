"""Items of lists of which the networks are in doubt: they are judged one by one, but a list of the story's is all of it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from boilerspider.extractors.news.boxes import SURE
from boilerspider.extractors.news.features import GOOD_LINKS, Floats, Ints
from boilerspider.extractors.news.kinds import Bools
from boilerspider.extractors.news.reading import View
from boilerspider.model import BlockType

MOST = 0.5
"""Share of a list's letters that are kept, from which on the rest is likely kept, too."""

LEAST_LIKELY = 0.3
"""Likelihood of an item, from which on it is. Both ours: of the items of dev articles that are left out there two thirds are in their gold text."""

ITEM = "li"
_ITEM = BlockType.LIST_ITEM


def whole_lists(seen: View, types: Sequence[BlockType], keep: Bools, likely: Floats, opens: Bools) -> list[int]:
    """The items of lists most of which is kept: those that are left out but not unlikely, and, where the story has begun, those of whose keeping the networks are hardly surer. Links are none of them.

    `opens` tells which blocks stand before that.
    """
    is_link = seen.letters.linked >= GOOD_LINKS * seen.letters.shown
    possible = (likely >= LEAST_LIKELY) & ~is_link & ~(keep & (opens | (likely >= SURE)))
    if not any(types[place] is _ITEM for place in np.flatnonzero(possible).tolist()):
        return []
    is_item = np.array([kind is _ITEM for kind in types])
    if not (is_item & keep).any():
        return []
    places = np.flatnonzero(is_item)
    lists = _lists(seen)[seen.columns.homes[places]]
    letters = seen.letters.shown[places]
    whole = np.bincount(lists, letters)
    kept = np.bincount(lists, letters * keep[places])
    found: list[int] = places[possible[places] & (kept >= MOST * whole)[lists]].tolist()
    return found


def _lists(seen: View) -> Ints:
    """Of each element the number of the list that it lies in; its own where there is none."""
    parents = seen.columns.parents.tolist()
    found: list[int] = []
    for number, (element, parent) in enumerate(zip(seen.elements, parents, strict=True)):
        found.append(parent if element.tag == ITEM else found[parent] if parent < number else number)
    return np.array(found)


__all__ = ["whole_lists"]
