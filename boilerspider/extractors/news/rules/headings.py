"""Headings among what was kept that head nothing: the rest of the element that they stand in is left out, or all of it that follows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from boilerspider.extractors.news.inputs import Bools
from boilerspider.extractors.news.inputs.context import Setting
from boilerspider.extractors.news.inputs.reading import View
from boilerspider.extractors.news.inputs.vocabulary import TAGS
from boilerspider.extractors.news.rules.kinds import HEADINGS, MAX_SUBHEAD_WORDS
from boilerspider.markup.signs import announces
from boilerspider.model import Block, BlockType, kept_places

FEWEST_BEFORE = 3
"""Blocks of a text before the heading that ends it: what has fewer is made of headings."""

MOST_LETTERS = 80
"""Of such a heading. Both ours: of aed's pages 15 end in one, none of them rightly."""


def between(keep: Bools) -> Bools:
    """Which blocks have one right before them and one right behind that are kept."""
    found = np.zeros(len(keep), np.bool_)
    found[1:-1] = keep[:-2] & keep[2:]
    return found


def unkept_headings(seen: View, types: Sequence[BlockType], keep: Bools) -> list[int]:
    """The subheads amid the story that are left out for their rank alone: an `h1` right between what is kept and beside it in one element, without a link."""
    is_first = (seen.columns.paths[seen.columns.homes] & TAGS["h1"]) != 0
    possible = is_first & between(keep) & ~keep & (seen.letters.linked == 0) & (seen.letters.words <= MAX_SUBHEAD_WORDS)
    homes, parents = seen.columns.homes, seen.columns.parents
    found = []
    for place in np.flatnonzero(possible).tolist():
        beside = homes[[place - 1, place + 1]]
        # Text stands in an element of its own, or right in the story's.
        if types[place] is BlockType.SUBHEAD and parents[homes[place]] in (*beside, *parents[beside]):
            found.append(place)
    return found


def lone_headings(setting: Setting, blocks: Sequence[Block]) -> frozenset[int]:
    """The places of kept headings around which, in the innermost element that holds more than them, no text is kept and more letters are left out than they have."""
    headings = [place for place in kept_places(blocks) if blocks[place].type is BlockType.SUBHEAD]
    if not headings:
        return frozenset()
    is_heading = np.zeros(len(blocks), bool)
    is_heading[headings] = True
    is_kept = np.array([block.is_content for block in blocks])
    letters = np.array([len(block.text) for block in blocks])
    sums = np.zeros((3, len(blocks) + 1), np.int64)
    np.cumsum((letters * (is_kept & ~is_heading), letters * is_heading, letters * ~is_kept), axis=1, out=sums[:, 1:])
    boxes = np.array([box_of(setting, place) for place in headings])
    text, own, gone = sums[:, setting.last[boxes]] - sums[:, setting.first[boxes]]
    return frozenset(np.array(headings)[(text == 0) & (gone > own)].tolist())


def last_heading(seen: View, blocks: Sequence[Block]) -> int | None:
    """The place of the one heading, or line with a colon, that ends a text where what follows it in its element was left out.

    What holds a number says something by itself: a score, an account, a telephone. So does a line that is only bold, but for one with a colon.
    """
    kept = kept_places(blocks)
    if len(kept) <= FEWEST_BEFORE:
        return None
    last = kept[-1]
    is_over = seen.setting.last[box_of(seen.setting, last)] > last + 1 and _heads(blocks[last])
    if not is_over or _heads(blocks[kept[-2]]) or any(map(str.isdigit, blocks[last].text)):
        return None
    is_heading = bool(seen.columns.paths[seen.columns.homes[last]] & HEADINGS)
    return last if is_heading or announces(blocks[last].text) else None


def _heads(block: Block) -> bool:
    is_line = block.type is BlockType.PARAGRAPH and announces(block.text)
    return (is_line or block.type is BlockType.SUBHEAD) and len(block.text) <= MOST_LETTERS


def box_of(setting: Setting, place: int) -> int:
    """The innermost element that holds a block and more; the root where none does."""
    at = int(setting.homes[place])
    while setting.last[at] - setting.first[at] < 2 and setting.parents[at] != at:
        at = int(setting.parents[at])
    return at
