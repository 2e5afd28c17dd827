"""Items of lists of which the networks are in doubt: they are judged one by one, but a list of the story's is all of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

import numpy as np

from boilerspider.extractors.news.inputs import Bools, Floats, Ints
from boilerspider.extractors.news.inputs.features import GOOD_LINKS
from boilerspider.extractors.news.inputs.reading import View
from boilerspider.extractors.news.inputs.vocabulary import TAGS
from boilerspider.extractors.news.rules.boxes import SURE
from boilerspider.extractors.news.rules.passing import Passing
from boilerspider.markup.prose import weigh
from boilerspider.markup.signs import announces
from boilerspider.model import BlockType

MOST = 0.5
"""Share of a list's letters that are kept, from which on the rest is likely kept, too, and under which what is kept of it goes (`lists`)."""

LEAST_LIKELY = 0.3
"""Likelihood of an item, from which on it is. Both ours: of the items of dev articles that are left out there two thirds are in their gold text."""

UNLIKELY = 0.1
"""Likelihood under which a line of a list speaks against all of it, wherever it stands. Ours, as that of quotes."""

FEWEST = 2
"""Explanations of a list that are kept, and lines of a list amid the story: of one nobody knows. Ours."""

ITEM, TERMS, TERM = "li", "dl", "dt"
LISTS, CONTROLS = ("ul", "ol", TERMS), ("form", "input", "button", "select")
_ITEM = BlockType.LIST_ITEM
_YEAR = re.compile(r"(?<!\d)(?:1\d|20)\d\d(?!\d)")


def whole_lists(seen: View, types: Sequence[BlockType], keep: Bools, likely: Floats, opens: Bools) -> list[int]:
    """The items of lists most of which is kept, and the days that they begin with: those that are left out but not unlikely, and, where the story has begun, those of whose keeping the networks are hardly surer. Links are none of them.

    `opens` tells which blocks stand before that.
    """
    is_link = seen.letters.linked >= GOOD_LINKS * seen.letters.shown
    possible = (likely >= LEAST_LIKELY) & ~is_link & ~(keep & (opens | (likely >= SURE)))
    is_listed = (seen.columns.paths[seen.columns.homes] & TAGS[ITEM]) != 0
    if not (possible & is_listed).any():
        return []
    is_item = np.array([kind is _ITEM for kind in types]) | (is_listed & _are_days(seen, types, keep))
    if not (is_item & keep).any():
        return []
    places = np.flatnonzero(is_item)
    lists = lists_of(seen)[seen.columns.homes[places]]
    letters = seen.letters.shown[places]
    whole = np.bincount(lists, letters)
    kept = np.bincount(lists, letters * keep[places])
    found: list[int] = places[possible[places] & (kept >= MOST * whole)[lists]].tolist()
    return found


def evened_lists(
    seen: View, types: Sequence[BlockType], keep: Bools, likely: Floats, opens: Bools
) -> tuple[Ints, Floats]:
    """The items of lists above the story that are kept, and how likely the likeliest of each one's list is: of key points all stay in a box, or none does. Links are none of them."""
    is_link = seen.letters.linked >= GOOD_LINKS * seen.letters.shown
    is_item = np.fromiter((kind is _ITEM for kind in types), np.bool_, len(types))
    places = np.flatnonzero(is_item & keep & opens & ~is_link)
    lists = lists_of(seen)[seen.columns.homes[places]] if len(places) else places
    likeliest = np.zeros(len(seen.elements), np.float32)
    np.maximum.at(likeliest, lists, likely[places])
    return places, likeliest[lists]


def lists_amid(seen: View, keep: Bools, likely: Floats) -> list[int]:
    """The blocks of lists of which none is unlikely, and that stand right between two kept blocks beside them in one element, or right behind one that ends in a colon. None that hold a link or a control.

    Of short lines the networks are in doubt where letters have no capitals, and in a list with a name.
    """
    columns, tags = seen.columns, TAGS["ul"] | TAGS[TERMS]
    lists = [
        at
        for at in np.flatnonzero((columns.bits & tags) != 0).tolist()
        if keep[columns.first[columns.parents[at]] : columns.first[at]].any()  # a page's others are most
    ]
    if not lists:
        return []
    passing, says = Passing.of(seen, keep), cache(says_something)  # lists within lists have many lines in common
    found: list[int] = []
    for at in lists:
        first, last = int(columns.first[at]), int(columns.last[at])
        if last - first < FEWEST or seen.elements[at].tag not in LISTS:
            continue
        before = passing.before(first - 1)
        if not is_beside(seen, keep, before, at):
            continue
        own = passing.own(first, at)
        if len(own) < FEWEST or likely[own].min() < UNLIKELY or seen.letters.linked[own].any():
            continue
        if 2 * sum(says(seen.texts[place]) for place in own) < len(own):
            continue
        is_told = announces(seen.texts[before]) or is_beside(seen, keep, passing.behind(last), at)
        if is_told and passing.holds_only(at, own, CONTROLS):
            found += own.tolist()
    return found


def says_something(line: str) -> bool:
    """Whether a line holds two letters, or one that is a word: lists of numbers and single letters are slides, pages and sizes to choose."""
    return weigh("".join(sign for sign in line if sign.isalpha())) > 1


def is_beside(seen: View, keep: Bools, place: int, element: int) -> bool:
    """Whether a block is kept, and stands right in the parent of an element, or in another child of it."""
    if not 0 <= place < len(keep) or not keep[place]:
        return False
    home, above = int(seen.columns.homes[place]), int(seen.columns.parents[element])
    return above in (home, int(seen.columns.parents[home]))


def _are_days(seen: View, types: Sequence[BlockType], keep: Bools) -> Bools:
    """Which blocks begin an item of which the next one is kept, and say a year: the days of a timeline, which look like a line about the story."""
    found = np.zeros(len(keep), np.bool_)
    within = seen.innermost(ITEM)[seen.columns.homes].tolist()
    for place in range(len(keep) - 1):
        if types[place] is BlockType.BYLINE and keep[place + 1] and within[place] == within[place + 1]:
            is_first = place == 0 or within[place - 1] != within[place]
            found[place] = is_first and _YEAR.search(seen.texts[place]) is not None
    return found


def unkept_terms(seen: View, keep: Bools, opens: Bools) -> list[int]:
    """The terms of lists of terms and explanations (`dl`) of which half the letters are kept and that do not link, right above an explanation that is kept: the days of a timeline, the parts of a portrait. Before the story begins, as `opens` tells, such a list is the page's own."""
    columns, letters = seen.columns, seen.letters
    possible = np.zeros(len(keep), np.bool_)
    possible[:-1] = ~keep[:-1] & keep[1:]
    possible &= ((columns.paths[columns.homes] & TAGS[TERMS]) != 0) & (letters.linked == 0) & ~opens
    known: dict[int, bool] = {}
    found = []
    for place in np.flatnonzero(possible).tolist():
        at = int(columns.homes[place])
        around = _list_of_terms(seen, at) if seen.elements[at].tag == TERM else None
        if around is not None:
            if around not in known:
                known[around] = _is_kept(seen, around, keep)
            if known[around]:
                found.append(place)
    return found


def _list_of_terms(seen: View, term: int) -> int | None:
    """The list that a term stands in, in a `div` with its explanation or without; None where it stands in none."""
    parents = seen.columns.parents
    above = int(parents[term])
    return next((at for at in (above, int(parents[above])) if seen.elements[at].tag == TERMS), None)


def _is_kept(seen: View, around: int, keep: Bools) -> bool:
    blocks = slice(int(seen.columns.first[around]), int(seen.columns.last[around]))
    letters, linked = seen.letters.shown[blocks], seen.letters.linked[blocks]
    held = letters[keep[blocks]]
    return bool(
        len(held) >= FEWEST and held.sum() >= MOST * letters.sum() and linked.sum() < GOOD_LINKS * letters.sum()
    )


def lists_of(seen: View) -> Ints:
    """Of each element the number of the list that it lies in; its own where there is none."""
    parents = seen.columns.parents.tolist()
    found: list[int] = []
    for number, (element, parent) in enumerate(zip(seen.elements, parents, strict=True)):
        found.append(parent if element.tag == ITEM else found[parent] if parent < number else number)
    return np.array(found)


__all__ = ["evened_lists", "is_beside", "lists_amid", "lists_of", "says_something", "unkept_terms", "whole_lists"]
