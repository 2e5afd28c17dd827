"""What stands below the story's own element: comments, teasers, a newsletter. A short story is less than those, and the networks may take them for it."""

from __future__ import annotations

import numpy as np

from boilerspider.extractors.news.inputs import Bools, Ints
from boilerspider.extractors.news.inputs.reading import View
from boilerspider.extractors.news.inputs.vocabulary import TAGS

ARTICLE = TAGS["article"]

FEWEST = 0.2
"""Share of the kept letters that are in the element with the headline: where less is, it is the headline's alone. Of 628 dev pages with such an
element six have their whole story below it, three 97, 91 and 87 % of it; in all others it holds half and more."""


def below_own(seen: View, keep: Bools) -> Ints:
    """The blocks kept below the `article` element that holds the headline which the page's title says, if it is one and the story is in it."""
    article = _own(seen)
    nothing = np.zeros(0, int)
    if article is None:
        return nothing
    first, last = seen.columns.first[article], seen.columns.last[article]
    kept = seen.letters.shown * keep
    if kept[first:last].sum() < FEWEST * kept.sum():
        return nothing
    places: Ints = last + np.flatnonzero(keep[last:])
    return places


def _own(seen: View) -> int | None:
    """The number of the outermost such element around each `h1` that says the title; None where they are in several or one is in none."""
    homes = seen.columns.homes[seen.setting.headlines]
    found = set(seen.columns.outermost(ARTICLE)[homes].tolist() if len(homes) else ())
    return found.pop() if len(found) == 1 and -1 not in found else None


__all__ = ["below_own"]
