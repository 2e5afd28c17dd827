"""Headings among what was kept that head nothing: the rest of the element that they stand in is left out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from boilerspider.extractors.news.context import Setting
from boilerspider.model import Block, BlockType


def lone_headings(setting: Setting, blocks: Sequence[Block]) -> frozenset[int]:
    """The places of kept headings around which, in the innermost element that holds more than them, nothing but headings is kept."""
    headings = [place for place, block in enumerate(blocks) if block.is_content and block.type is BlockType.SUBHEAD]
    if not headings:
        return frozenset()
    text = [block.is_content and block.type is not BlockType.SUBHEAD for block in blocks]
    before = np.concatenate(([0], np.cumsum(text)))
    boxes = ((place, _box(setting, place)) for place in headings)
    return frozenset(place for place, box in boxes if before[setting.last[box]] == before[setting.first[box]])


def _box(setting: Setting, place: int) -> int:
    """The innermost element that holds a block and more; the root where none does."""
    at = int(setting.homes[place])
    while setting.last[at] - setting.first[at] < 2 and setting.parents[at] != at:
        at = int(setting.parents[at])
    return at
