"""Captions that were kept for a paragraph, or a cell: their own class says what they are, and the picture is at hand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from boilerspider.extractors.news.inputs import Bools, Floats
from boilerspider.extractors.news.inputs.reading import View
from boilerspider.extractors.news.rules.kinds import GROUP_BITS
from boilerspider.model import BlockType

SURE = 0.8
"""Likelihood from which on a block stays: what a page of a shop or a handbook has below its pictures is what it says."""
LEVELS = 3
"""Elements around a caption in which its picture stands."""
MOST_BLOCKS = 6
"""Of such an element: one that holds more is the story's, or a list."""
MOST_SHARE = 0.2
"""Share of the kept letters that captions hold at most, all together: else pictures are what the page is about. All four ours."""

PICTURES = ("img", "picture", "amp-img", "video")
_KINDS = (BlockType.CAPTION, BlockType.TABLE)


def captions(seen: View, types: Sequence[BlockType], keep: Bools, likely: Floats) -> list[int]:
    """The kept blocks that are captions by their own class names, with a picture beside them, and of which the networks are not sure; none where they hold much of what is kept."""
    columns = seen.columns
    is_called = (columns.bits[columns.homes] & GROUP_BITS["caption"]) != 0
    places = np.flatnonzero(keep & is_called & (likely < SURE)).tolist()
    found = [place for place in places if types[place] in _KINDS and _has_picture(seen, int(columns.homes[place]))]
    letters = seen.letters.shown
    return found if letters[found].sum() <= MOST_SHARE * letters[keep].sum() else []


def _has_picture(seen: View, home: int) -> bool:
    """Whether a picture stands in one of the elements next around a caption's own that hold little more."""
    columns, at = seen.columns, home
    for _ in range(LEVELS):
        at = int(columns.parents[at])
        if columns.last[at] - columns.first[at] > MOST_BLOCKS:
            return False
        if next(seen.elements[at].iter(*PICTURES), None) is not None:
            return True
    return False


__all__ = ["captions"]
