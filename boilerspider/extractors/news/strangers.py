"""Blocks among what was kept that speak of something else: hardly a word of theirs stands anywhere else in the story.

Alone that says nothing, for an editor may add what nobody has spoken of. In a box of its own, or in an element of a class
that nothing else in the story has, it says that this is none of the story.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from lxml import etree

from boilerspider.extractors.news.cohesion import cohesion, common
from boilerspider.extractors.news.context import Bools, Setting
from boilerspider.extractors.news.features import running

FOREIGN_SHARE = 0.15
"""Of a block's different words that the story has, too, under which it speaks of something else."""
FAR_FROM_USUAL = -1.5
"""Standard deviations from the story's own share, beyond which that is no chance."""
MIN_WORDING = 150
"""Words, different ones in each block, of what is kept: a short story says little twice. All three are chosen on the dev corpora."""


def strangers(setting: Setting, elements: Sequence[etree._Element], keep: Bools) -> dict[int, bool]:
    """Places of kept blocks that have next to nothing in common with the rest of what is kept, and whether the names of their elements have not, either."""
    places = _speak_of_something_else(setting, keep)
    homes = {int(setting.homes[place]) for place in np.flatnonzero(keep)} if places else ()
    names = Counter(_names(elements[home]) for home in homes)
    own = {place: _names(elements[setting.homes[place]]) for place in places}
    return {place: bool(known) and names[known] == 1 for place, known in own.items()}


def _names(element: etree._Element) -> str:
    return f"{element.get('class', '')} {element.get('style', '')}".strip()


def _speak_of_something_else(setting: Setting, keep: Bools) -> list[int]:
    if setting.distinct[keep].sum() < MIN_WORDING:
        return []
    part = setting.among(keep)
    core = running(part.words, part.linked / part.shown) > 0
    shared = common(part.distinct, part.tokens, core)
    share, far = cohesion(shared.words, part.distinct, shared.usual)
    found: list[int] = np.flatnonzero(keep)[(share < FOREIGN_SHARE) & (far < FAR_FROM_USUAL)].tolist()
    return found
