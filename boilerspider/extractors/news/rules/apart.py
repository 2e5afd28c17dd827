"""What says of itself that it is none of the page's text: a dialog, a tooltip, and what search engines are not to show of it."""

from __future__ import annotations

import numpy as np
from lxml import etree

from boilerspider.extractors.news.inputs import Bools, Floats, Ints
from boilerspider.extractors.news.inputs.reading import View

MOST_SHARE = 0.3
"""Share of the kept letters from which on such elements, all together, hold the story: some pages show it in a dialog, or keep it from search engines, as a whole or paragraph by paragraph. Ours: of .2 to .5 it gives the most on the dev corpora, by .0004 at most."""

SURE = 0.9
"""Likelihood from which on what search engines are not to show stays: some keep the paid part of a story from them. Ours."""

DIALOG = "dialog"
_ROLES = frozenset((DIALOG, "alertdialog", "tooltip"))
"""WAI-ARIA's. Not `alert` and `status`: manuals have the one on their notes, and what is told live may have the other."""
_UNSEEN = "robots-nocontent"
"""A class that search engines know, as they know the attribute `data-nosnippet`."""


def said_apart(seen: View, keep: Bools, likely: Floats) -> Ints:
    """The blocks kept in elements that say so; none where those hold the story. `likely` is what the networks say of each block."""
    columns = seen.columns
    letters = seen.letters.shown * keep
    sums = np.concatenate(([0.0], letters.cumsum()))
    held = sums[columns.last] - sums[columns.first]
    inside = np.zeros(len(keep), np.bool_)
    for number in np.flatnonzero((held > 0) & (held < MOST_SHARE * sums[-1])).tolist():
        element = seen.elements[number]
        if not element.attrib and element.tag != DIALOG:  # as most paragraphs have none
            continue
        blocks = slice(columns.first[number], columns.last[number])
        if _is_dialog(element):
            inside[blocks] = True
        elif _is_unseen(element):
            inside[blocks] |= likely[blocks] < SURE
    places: Ints = np.flatnonzero(inside & keep)
    return places if letters[places].sum() < MOST_SHARE * sums[-1] else places[:0]


def _is_dialog(element: etree._Element) -> bool:
    return element.tag == DIALOG or element.get(b"role") in _ROLES or element.get(b"aria-modal") == "true"


def _is_unseen(element: etree._Element) -> bool:
    return element.get(b"data-nosnippet") is not None or _UNSEEN in (element.get(b"class") or "").split()


__all__ = ["said_apart"]
