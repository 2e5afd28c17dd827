"""What says of itself that it is none of the page's text: a dialog, a tooltip, a message of its state, and what search engines are not to show of it."""

from __future__ import annotations

import numpy as np
from lxml import etree

from boilerspider.extractors.news.features import Ints
from boilerspider.extractors.news.kinds import Bools
from boilerspider.extractors.news.reading import View

MOST_SHARE = 0.3
"""Share of the kept letters from which on such an element holds the story itself: some pages show it in a dialog, or keep all of it from search engines. Ours: of .2 to .5 it gives the most on the dev corpora, by .0004 at most."""

_ROLES = frozenset(("dialog", "alertdialog", "tooltip", "status"))
"""WAI-ARIA's. Not `alert`: many a manual has it on its notes."""
_UNSEEN = "robots-nocontent"
"""A class that search engines know, as they know the attribute `data-nosnippet`."""


def said_apart(seen: View, keep: Bools) -> Ints:
    """The blocks kept in elements that say so, but for one that holds the story."""
    columns = seen.columns
    sums = np.concatenate(([0.0], np.cumsum(seen.letters.shown * keep)))
    held = sums[columns.last] - sums[columns.first]
    inside = np.zeros(len(keep), np.bool_)
    for number in np.flatnonzero((held > 0) & (held < MOST_SHARE * sums[-1])).tolist():
        if _says_so(seen.elements[number]):
            inside[columns.first[number] : columns.last[number]] = True
    places: Ints = np.flatnonzero(inside & keep)
    return places


def _says_so(element: etree._Element) -> bool:
    if element.tag == "dialog" or element.get(b"role") in _ROLES or element.get(b"aria-modal") == "true":
        return True
    return element.get(b"data-nosnippet") is not None or _UNSEEN in (element.get(b"class") or "")


__all__ = ["said_apart"]
