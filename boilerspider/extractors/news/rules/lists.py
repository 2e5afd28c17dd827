"""Lists whose items are decided: what is kept of a torn one goes, and the heading of one that is kept comes back."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from boilerspider.extractors.news.inputs import Bools, Floats
from boilerspider.extractors.news.inputs.reading import View
from boilerspider.extractors.news.inputs.vocabulary import TAGS
from boilerspider.extractors.news.rules.bounds import SURE_THOUGH_ODD
from boilerspider.extractors.news.rules.headings import MOST_LETTERS
from boilerspider.extractors.news.rules.items import FEWEST, LISTS, MOST, TERMS, UNLIKELY, lists_of
from boilerspider.markup.signs import announces
from boilerspider.model import BlockType

_ITEM = BlockType.LIST_ITEM


def torn_lists(seen: View, types: Sequence[BlockType], keep: Bools, likely: Floats, opens: Bools) -> list[int]:
    """What is kept of lists below the story's beginning of which less than half the letters are: a line or two of them say little without the rest.

    Lists that hold a link are none of them, nor those with a line that is surely kept.
    """
    homes = seen.columns.homes
    is_item = np.fromiter((kind is _ITEM for kind in types), np.bool_, len(types))
    possible = is_item | ((seen.columns.paths[homes] & TAGS[TERMS]) != 0)
    if not (possible & keep & ~opens & (likely < SURE_THOUGH_ODD)).any():
        return []
    terms = seen.innermost(TERMS)[homes]
    is_listed = is_item | np.fromiter((seen.elements[at].tag == TERMS for at in terms), np.bool_, len(terms))
    places = np.flatnonzero(is_listed)
    lists = np.where(is_item, lists_of(seen)[homes], terms)[places]
    letters = seen.letters.shown[places]
    whole, kept, linked, above = (
        np.bincount(lists, part)
        for part in (letters, letters * keep[places], seen.letters.linked[places], opens[places])
    )
    surest = np.zeros(len(whole), np.float32)
    np.maximum.at(surest, lists, likely[places] * keep[places])
    is_torn = (kept < MOST * whole) & (linked == 0) & (above == 0) & (surest < SURE_THOUGH_ODD)
    found: list[int] = places[keep[places] & is_torn[lists]].tolist()
    return found


def list_headings(seen: View, types: Sequence[BlockType], keep: Bools, likely: Floats, opens: Bools) -> list[int]:
    """The headings, or short lines with a colon, that begin an element right above a list of the story's half of which is kept. None that are unlikely, and none of a list that holds a link."""
    columns, letters = seen.columns, seen.letters
    found: list[int] = []
    for at in np.flatnonzero((columns.bits & (TAGS["ul"] | TAGS[TERMS])) != 0).tolist():
        first, last = int(columns.first[at]), int(columns.last[at])
        head, around = first - 1, int(columns.parents[at])
        if last - first < FEWEST or columns.first[around] != head or opens[head] or likely[head] < UNLIKELY:
            continue
        is_line = len(seen.texts[head]) <= MOST_LETTERS and announces(seen.texts[head])
        is_heading = types[head] is BlockType.SUBHEAD or is_line
        if not is_heading or seen.elements[at].tag not in LISTS or letters.linked[head:last].any():
            continue
        home, shown = int(columns.homes[head]), letters.shown[first:last]
        if around in (home, int(columns.parents[home])) and shown @ keep[first:last] >= MOST * shown.sum():
            found.append(head)
    return found


__all__ = ["list_headings", "torn_lists"]
