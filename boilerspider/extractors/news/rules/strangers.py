"""Blocks among what was kept that speak of something else: hardly a word of theirs stands anywhere else in the story.

Alone that says nothing, for an editor may add what nobody has spoken of. In a box of its own it says that this is none of the story.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from boilerspider.extractors.news.inputs import Bools
from boilerspider.extractors.news.inputs.cohesion import Floats64, cohesion, common
from boilerspider.extractors.news.inputs.context import Setting
from boilerspider.extractors.news.inputs.features import running


class Bound(NamedTuple):
    """Up to where a block has little in common with the story."""

    far: float
    """Standard deviations from the story's own share, beyond which it is no chance."""
    share: float = 1.0
    """Of its different stems that the story has, too."""
    of_usual: float = 1.0
    """The same as a part of the story's own share."""

    def holds(self, share: Floats64, far: Floats64, usual: float) -> Bools:
        """Which of blocks with these shares, so far from what is usual, are under it."""
        found: Bools = (share < min(self.share, self.of_usual * usual)) & (far < self.far)
        return found


FOREIGN = Bound(of_usual=0.4, far=-1.75)
"""Of what speaks of something else."""
ODD = Bound(share=0.5, far=-1.25)
"""Of what has little to do with the story."""
TOGETHER = Bound(share=0.45, of_usual=0.6, far=-1.25)
"""Of what stands in one box, taken together: explainers and people have words of their own, too."""
LINK_SHARE = 0.7
"""Of a block's letters: "Read more:" and a headline have it."""
MIN_WORDING, MIN_WORDING_BESIDE = 150, 60
"""Words, different ones in each block, of what is kept, and of what is kept outside of boxes: a short story says little twice. All of them are chosen on the dev corpora."""


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
    foreign, odd = (places[bound.holds(share, far, shared.usual)] for bound in (FOREIGN, ODD))
    links = places[setting.linked[keep] >= LINK_SHARE * setting.shown[keep]]
    return Strangers(*(frozenset(found.tolist()) for found in (foreign, odd, links)))


def strangers_together(setting: Setting, keep: Bools, boxes: Sequence[Sequence[int]]) -> frozenset[int]:
    """The places of the boxes, each given by its own, that do not speak of what is kept outside of all of them.

    One by one their blocks would vouch for each other: sales talk of several sentences, or several advertisements of one kind. A
    single block in a box is held to the same, as it stands in no other's company.
    """
    if not boxes:
        return frozenset()
    number = np.full(len(keep), -1)
    for at, places in enumerate(boxes):
        number[list(places)] = at
    shown = np.maximum(setting.shown, np.float32(1))
    core = keep & (number < 0) & (running(setting.words, setting.linked / shown) > 0)
    if setting.distinct[core].sum() < MIN_WORDING_BESIDE:
        return frozenset()
    held = np.bincount(setting.tokens[np.repeat(core, setting.distinct)], minlength=int(setting.tokens.max()) + 1)
    owners = np.repeat(number, setting.distinct)
    which, tokens = np.divmod(np.unique(owners[owners >= 0] * len(held) + setting.tokens[owners >= 0]), len(held))
    distinct = np.bincount(which, minlength=len(boxes))
    words = np.bincount(which, held[tokens] > 0, len(boxes)).astype(np.float64)
    usual = common(setting.distinct, setting.tokens, core).usual
    share, far = cohesion(words, distinct, usual)
    is_foreign = TOGETHER.holds(share, far, usual)
    return frozenset(place for at in np.flatnonzero(is_foreign).tolist() for place in boxes[at])
