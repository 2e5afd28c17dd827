"""Blocks among what was kept that speak of something else: hardly a word of theirs stands anywhere else in the story.

Alone that says nothing, for an editor may add what nobody has spoken of. In a box of its own it says that this is none of the story.
"""

from __future__ import annotations

import numpy as np

from boilerspider.extractors.news.cohesion import cohesion, common
from boilerspider.extractors.news.context import Bools, Setting
from boilerspider.extractors.news.features import running

FOREIGN_SHARE = 0.15
"""Of a block's different words that the story has, too, under which it speaks of something else."""
FAR_FROM_USUAL = -1.5
"""Standard deviations from the story's own share, beyond which that is no chance."""
MIN_WORDING = 150
"""Words, different ones in each block, of what is kept: a short story says little twice. All three are chosen on the dev corpora."""


def strangers(setting: Setting, keep: Bools) -> frozenset[int]:
    """Places of kept blocks that have next to nothing in common with the rest of what is kept."""
    if setting.distinct[keep].sum() < MIN_WORDING:
        return frozenset()
    part = setting.among(keep)
    core = running(part.words, part.linked / part.shown) > 0
    shared = common(part.distinct, part.tokens, core)
    share, far = cohesion(shared.words, part.distinct, shared.usual)
    return frozenset(np.flatnonzero(keep)[(share < FOREIGN_SHARE) & (far < FAR_FROM_USUAL)].tolist())
