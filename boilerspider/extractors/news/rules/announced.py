"""What a line with a colon announces: letters, statements, songs and lists in an element of their own, of which the networks judge each line by itself."""

from __future__ import annotations

import numpy as np

from boilerspider.extractors.news.inputs import Bools, Floats, Ints
from boilerspider.extractors.news.inputs.reading import View
from boilerspider.extractors.news.inputs.vocabulary import TAGS
from boilerspider.extractors.news.rules.headings import COLONS
from boilerspider.extractors.news.rules.items import CONTROLS, ITEM, MOST, UNLIKELY, is_beside, says_something
from boilerspider.extractors.news.rules.kinds import GROUP_BITS

FEWEST_LINES = 3
"""Of what is announced: two are as often the features of goods."""
FEWEST_VERSES, WORDS_OF_A_VERSE = 4, 3.0
"""Lines of one path, and the words of the shortest: what has fewer is a player, an advertisement with its label or an appeal, and buttons say less. All three ours."""

WRAPPERS = ("div", "section", "blockquote", "article")
OTHERS = (*CONTROLS, "img", "picture", "video", "audio", "iframe", "table", "figure", "pre", "code")
"""What stands in no letter and no song, or is looked at by other rules."""
FEWEST_AROUND = 2
"""Kept blocks beside the line and what it announces, in the element that holds both: else that may be a box with its heading. Ours."""
_CALLED = sum(
    GROUP_BITS[name]
    for name in "related popular advert newsletter share paywall consent form tag author nav product tool".split()  # noqa: SIM905 - reads best as words
)
"""What names say of elements that hold lists and lines that are none of the story's."""


def announced(seen: View, keep: Bools, likely: Floats) -> list[int]:
    """The blocks of an element of its own right behind a kept line that ends in a colon, and beside it in one element: where half of its letters are kept, or it is a list, or as many lines as a verse, amid the story, and no name says that it is something else.

    None where one is unlikely, nor of an element that holds a link, a control or a picture. What is called something else amid what is half kept, as an advertisement is, stays out.
    """
    columns, linked = seen.columns, seen.letters.linked
    found: list[int] = []
    for head in np.flatnonzero(keep[:-1]).tolist():
        if not seen.texts[head].endswith(COLONS):
            continue
        at = _outermost(seen, head + 1)
        places = np.arange(head + 1, int(columns.last[at]))
        if len(places) < FEWEST_LINES or keep[places].all() or not is_beside(seen, keep, head, at):
            continue
        is_other = ~keep[places] & _is_called(seen, places, at)
        own = places[~is_other]
        shown = seen.letters.shown[own]
        is_half_kept = shown @ keep[own] >= MOST * shown.sum() > 0
        if not is_half_kept and (is_other.any() or not _is_whole(seen, keep, head, at)):
            continue
        element = seen.elements[at]
        is_plain = element.tag in WRAPPERS and next(element.iter(*OTHERS), None) is None
        if is_plain and likely[own].min() >= UNLIKELY and not linked[own].any():
            found += [place for place in own.tolist() if says_something(seen.texts[place])]
    return found


def _is_called(seen: View, places: Ints, at: int) -> Bools:
    """Which blocks in an element lie in what is called something else than a story's."""
    columns = seen.columns
    found: Bools = (columns.paths[columns.homes[places]] & _CALLED & ~columns.paths[columns.parents[at]]) != 0
    return found


def _is_whole(seen: View, keep: Bools, head: int, at: int) -> bool:
    """Whether all blocks of an element are items of a list in it, or verses, and the story goes on behind it, and around it."""
    columns = seen.columns
    above, last = int(columns.parents[at]), int(columns.last[at])
    around = keep[columns.first[above] : head].sum() + keep[last : columns.last[above]].sum()
    if around < FEWEST_AROUND or last == len(keep) or not keep[last]:
        return False
    homes = columns.homes[head + 1 : last]
    if ((columns.paths[homes] & TAGS[ITEM]) != 0).all() and (seen.innermost(ITEM)[homes] >= at).all():
        return True
    # A line alone in its `div` is as often a button's, a step's or a teaser's.
    are_lines = ((columns.bits[homes] & TAGS["p"]) != 0) | (columns.last[homes] - columns.first[homes] > 1)
    is_verse = len(homes) >= FEWEST_VERSES and seen.letters.words[head + 1 : last].min() >= WORDS_OF_A_VERSE
    return bool(is_verse and are_lines.all() and len(set(columns.signatures[homes].tolist())) == 1)


def _outermost(seen: View, place: int) -> int:
    """The outermost element that a block is the first of."""
    columns = seen.columns
    at = int(columns.homes[place])
    while columns.first[columns.parents[at]] == place and columns.parents[at] != at:
        at = int(columns.parents[at])
    return at


__all__ = ["announced"]
