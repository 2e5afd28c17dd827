"""What is kept of a page on its way from the networks to labelled blocks: the rules say which blocks go and which come back."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from boilerspider.extractors.news.decode import decide
from boilerspider.extractors.news.inputs import Bools, Floats
from boilerspider.extractors.news.inputs.reading import View
from boilerspider.extractors.news.network import Judged
from boilerspider.markup.guests import OPENING_SCORES
from boilerspider.model import Block, BlockType, Label

Places = Sequence[int] | npt.NDArray[np.int_]
"""Numbers of blocks."""

FIELDS = (BlockType.TITLE, BlockType.BYLINE, BlockType.CAPTION)
"""What a block can be without being text."""

_KEPT, _LEFT, _NOTHING = Label.CONTENT, Label.BOILERPLATE, BlockType.BOILERPLATE
"""By names of their own: until Python 3.11 each look at a member through its class is a call, and a page has hundreds of blocks."""


@dataclass(slots=True)
class Draft:
    """Which blocks are kept so far, how likely each is content, and what it is, were it kept."""

    keep: Bools
    likely: Floats
    """When the networks looked at a block for the last time, or what a rule put for it."""
    types: list[BlockType] = field(default_factory=list)

    @classmethod
    def of(cls, seen: View, judged: Judged, others: Collection[int]) -> Draft:
        """What the networks keep, without the blocks of other stories (numbers of text nodes), unless nothing would be left."""
        keep, likely = decide(judged.likely, seen.letters.words).keep, judged.last
        if others:
            stay = np.array([nodes[0] not in others for nodes in seen.nodes])
            if (keep & stay).any():
                return cls(keep & stay, np.where(stay, likely, np.float32(0)))
        return cls(keep, likely)

    def leave_out(self, places: Places) -> None:
        """These blocks are none of the text, without a doubt."""
        self.keep[places], self.likely[places] = False, 0.0

    def put_back(self, places: Places, least: float) -> None:
        """These blocks are text, as likely as this at least."""
        self.keep[places] = True
        self.likely[places] = np.maximum(self.likely[places], least)

    def caption(self, places: Places) -> None:
        """These blocks are captions, and none of the text."""
        self.leave_out(places)
        for place in places:
            self.types[place] = BlockType.CAPTION

    def head(self, place: int | None) -> None:
        """The standfirst is this block, if there is one."""
        if place is not None:
            self.put_back([place], OPENING_SCORES[BlockType.STANDFIRST])
            self.types[place] = BlockType.STANDFIRST

    def blocks(self, seen: View, chosen: Iterable[bool]) -> tuple[Block, ...]:
        """The page's blocks, those that were chosen labelled as content."""
        pairs = list(zip(chosen, self.types, strict=True))
        labels = [_KEPT if is_kept else _LEFT for is_kept, _ in pairs]
        types = [kind if is_kept or kind in FIELDS else _NOTHING for is_kept, kind in pairs]
        return tuple(map(Block, seen.texts, labels, seen.nodes, types, self.likely.tolist()))


__all__ = ["FIELDS", "Draft"]
