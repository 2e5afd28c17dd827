"""What a line with a colon announces: letters, statements, songs and lists in an element of their own, of which the networks judge each line by itself."""

from __future__ import annotations

import numpy as np

from boilerspider.extractors.news.inputs import Bools, Floats
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
_CALLED = (
    GROUP_BITS["related"]
    | GROUP_BITS["popular"]
    | GROUP_BITS["advert"]
    | GROUP_BITS["newsletter"]
    | GROUP_BITS["share"]
    | GROUP_BITS["paywall"]
    | GROUP_BITS["consent"]
)
"""What names say of elements that hold lists and lines that are none of the story's."""


def announced(seen: View, keep: Bools, likely: Floats) -> list[int]:
    """The blocks of an element of its own right behind a kept line that ends in a colon, and beside it in one element: where half of its letters are kept, or it is a list, or as many lines as a verse, and no name says that it is something else.

    None where one is unlikely, nor of an element that holds a link, a control or a picture.
    """
    columns, linked = seen.columns, seen.letters.linked
    found: list[int] = []
    for head in np.flatnonzero(keep[:-1]).tolist():
        if not seen.texts[head].endswith(COLONS):
            continue
        at = _outermost(seen, head + 1)
        blocks = slice(head + 1, int(columns.last[at]))
        if blocks.stop - blocks.start < FEWEST_LINES or keep[blocks].all() or not is_beside(seen, keep, head, at):
            continue
        if likely[blocks].min() < UNLIKELY or linked[blocks].any() or not _is_whole(seen, keep, at):
            continue
        element = seen.elements[at]
        if element.tag in WRAPPERS and next(element.iter(*OTHERS), None) is None:
            found += [place for place in range(blocks.start, blocks.stop) if says_something(seen.texts[place])]
    return found


def _is_whole(seen: View, keep: Bools, at: int) -> bool:
    """Whether half of the letters of an element are kept, or all of its blocks are items, or verses, and it is called nothing else."""
    columns, letters = seen.columns, seen.letters
    blocks = slice(int(columns.first[at]), int(columns.last[at]))
    shown, homes = letters.shown[blocks], columns.homes[blocks]
    if shown @ keep[blocks] >= MOST * shown.sum():
        return True
    paths = columns.paths[homes]
    if (paths & _CALLED & ~columns.paths[columns.parents[at]]).any():
        return False
    is_verse = len(homes) >= FEWEST_VERSES and letters.words[blocks].min() >= WORDS_OF_A_VERSE
    return bool((paths & TAGS[ITEM]).all() or (is_verse and len(set(columns.signatures[homes].tolist())) == 1))


def _outermost(seen: View, place: int) -> int:
    """The outermost element that a block is the first of."""
    columns = seen.columns
    at = int(columns.homes[place])
    while columns.first[columns.parents[at]] == place and columns.parents[at] != at:
        at = int(columns.parents[at])
    return at


__all__ = ["announced"]
