"""Blocks among what was kept that speak of something else: hardly a word of theirs stands anywhere else in the story.

Alone that says nothing, for an editor may add what nobody has spoken of. In a box of its own it says that this is none of the story.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from boilerspider.extractors.news.cohesion import cohesion, common
from boilerspider.extractors.news.context import Bools, Setting
from boilerspider.extractors.news.features import running

FOREIGN_SHARE, FOREIGN_FAR = 0.15, -1.5
"""Of a block's different words that the story has, too, under which it speaks of something else; and standard deviations from the story's own share, beyond which that is no chance."""
ODD_SHARE, ODD_FAR = 0.4, -1.0
"""The same of what has little to do with the story."""
LINK_SHARE = 0.7
"""Of a block's letters: "Read more:" and a headline have it."""
MIN_WORDING = 150
"""Words, different ones in each block, of what is kept: a short story says little twice. All of them are chosen on the dev corpora."""


class Strangers(NamedTuple):
    """Places of kept blocks."""

    foreign: frozenset[int] = frozenset()
    """Those that have next to nothing in common with the rest of what is kept."""
    odd: frozenset[int] = frozenset()
    """Those that have little; the foreign among them."""
    links: frozenset[int] = frozenset()
    """Those that are hardly anything but links, whatever they speak of."""


def strangers(setting: Setting, keep: Bools) -> Strangers:
    """The blocks that do not speak of what the rest of what is kept speaks of."""
    distinct = setting.distinct[keep]
    if distinct.sum() < MIN_WORDING:
        return Strangers()
    core = running(setting.words[keep], setting.linked[keep] / setting.shown[keep]) > 0
    shared = common(distinct, setting.tokens[np.repeat(keep, setting.distinct)], core)
    share, far = cohesion(shared.words, distinct, shared.usual)
    places = np.flatnonzero(keep)
    foreign = places[(share < FOREIGN_SHARE) & (far < FOREIGN_FAR)]
    odd = places[(share < ODD_SHARE) & (far < ODD_FAR)]
    links = places[setting.linked[keep] >= LINK_SHARE * setting.shown[keep]]
    return Strangers(*(frozenset(found.tolist()) for found in (foreign, odd, links)))
