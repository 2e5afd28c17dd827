"""A page read again: what was decided about a block on an earlier download holds, whatever stands around it now.

Near an extractor's threshold another advertisement tips a block in or out. Its decisions on an
earlier download of the same page are known by the outline of the text that was made of it.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import pairwise

from boilerspider.markup.digests import WORD, are_graded, digest, end_digests
from boilerspider.markup.guests import guests, lists_apart, openings
from boilerspider.markup.shortlines import ends_sentence
from boilerspider.markup.tree import Document
from boilerspider.model import Block, BlockType, Label, Outline
from boilerspider.model.outline import MASK, MOST_OWN, NEARLY

SAME_SHARE = 0.5
"""Of the blocks kept before that must stand on the page for it to be of the same story. Ours."""

SURE = 0.6
"""Score from which on a line that is no sentence, and new on a page of which all of the story still stands, may be the story's. Ours: advertisements tip labels and prices of .47 to .55 into texts."""


def recalled(blocks: Sequence[Block], before: Outline) -> tuple[Block, ...]:
    """The blocks of a page as they were decided about when it had this outline; new ones as they are."""
    digests = {place: digest(block.text) for place, block in enumerate(blocks) if WORD.search(block.text)}
    kept = [place for place in digests if blocks[place].is_content]
    left = [place for place in digests if not blocks[place].is_content]
    is_graded = are_graded(blocks)
    missing = Counter(before.one_by_one)
    known, doubted = missing.total(), set(before.doubted)
    strange = _strange([digests[place] for place in kept], missing, before.own)
    found = Counter(digests[place] for place in left)
    if (+missing - found).total() > (1 - SAME_SHARE) * known:
        return tuple(blocks)
    told = list(blocks)
    for place in (kept[rank] for rank in strange):
        if digests[place] in doubted:
            told[place] = replace(blocks[place], label=Label.BOILERPLATE, type=BlockType.BOILERPLATE)
    story = _Order(before, [(place, digests[place]) for place in kept])
    # Of equal ones that which was nearest to being kept.
    for place in sorted(left, key=lambda place: -blocks[place].score):
        if is_graded and blocks[place].score < NEARLY:
            break
        if missing[digests[place]] > 0 and story.admits(digests[place], place):
            missing[digests[place]] -= 1
            told[place] = replace(blocks[place], label=Label.CONTENT, type=BlockType.PARAGRAPH)
    return tuple(told)


class _Order:
    """Where a story's paragraphs stood before, by those that still stand on the page: what has the digest of one elsewhere has it by chance."""

    def __init__(self, before: Outline, kept: Sequence[tuple[int, int]]) -> None:
        counts = Counter(before.kept)
        self._ranks = {number: rank for rank, number in enumerate(before.own) if counts[number] == 1}
        known = [(place, self._ranks[number]) for place, number in kept if number in self._ranks]
        self._places = [place for place, _ in known]
        self._known = [rank for _, rank in known]

    def admits(self, number: int, place: int) -> bool:
        """Whether a block of that digest may stand there; where guests stood, and lines that are said twice, is not known."""
        rank = self._ranks.get(number)
        if rank is None:
            return True
        here = bisect(self._places, place)
        above, below = self._known[max(here - 1, 0) : here], self._known[here : here + 1]
        return all(other < rank for other in above) and all(other > rank for other in below)


def _strange(kept: Sequence[int], missing: Counter[int], own: Sequence[int]) -> list[int]:
    """The ranks of kept digests that were not kept before; `missing` loses all others."""
    strange: list[int] = []
    for rank, number in enumerate(kept):
        if missing[number] > 0:
            missing[number] -= 1
        else:
            strange.append(rank)
    if not strange or not +missing:
        return strange
    halves = {(one + other) & MASK: Counter((one, other)) for one, other in pairwise(own)}
    left = set(strange)
    for rank in strange:
        if rank not in left:  # the second half of one that is cut in two
            continue
        whole = (kept[rank] + kept[rank + 1]) & MASK if rank + 1 in left else -1
        if missing[whole] > 0:  # a box cuts it in two now
            missing[whole] -= 1
            left -= {rank, rank + 1}
        elif (pair := halves.get(kept[rank])) and not pair - missing:  # a box cut it in two then
            missing.subtract(pair)
            left.remove(rank)
    return sorted(left)


def without_strangers(document: Document, blocks: Sequence[Block], before: Outline) -> tuple[Block, ...]:
    """The blocks without the boxes that stand for the first time on a page that had this outline, if they lead elsewhere.

    What is in the markup of the story's paragraphs stays, and so does a box without a link: it may be a correction.
    So does one that begins and ends as a box did then, and a standfirst, or what opens the story in a box, where a part of the story went: somebody has edited it.
    Where none went, such an opening is a guest, and so are lists of short lines, and what is no sentence if the extractor is not sure of it.
    """
    known, ends = set(before.kept), {guest.ends for guest in before.guests}
    new = {place for place, block in enumerate(blocks) if block.is_content and digest(block.text) not in known}
    if not new or len(before.own) >= MOST_OWN:
        return tuple(blocks)
    own = set(before.own)
    familiar = {place for place, block in enumerate(blocks) if block.is_content and digest(block.text) in own}
    found, boxes = list(blocks), guests(document, blocks, known=familiar)
    gone = known.difference(digest(block.text) for block in blocks)
    is_whole = gone.isdisjoint(before.own)
    if is_whole:  # else they may stand in the place of what went
        for place in lists_apart(document, blocks, new) | _doubtful(blocks, new):
            found[place] = replace(blocks[place], is_guest=True)
    if any(guest.ends is None and guest.whole in gone for guest in before.guests):  # any of them may have been edited
        return tuple(found)
    first = openings(blocks, familiar.__contains__)
    for place in new.intersection(boxes):
        may_be_edited = not is_whole and (place in first or blocks[place].type is BlockType.STANDFIRST)
        if boxes[place].leads_elsewhere and not may_be_edited and end_digests(blocks[place].text) not in ends:
            found[place] = replace(blocks[place], label=Label.BOILERPLATE, type=BlockType.BOILERPLATE)
        elif is_whole and place in first:
            found[place] = replace(blocks[place], is_guest=True)
    return tuple(found)


def _doubtful(blocks: Sequence[Block], new: AbstractSet[int]) -> set[int]:
    """Which of the new blocks are unlikely the story's: an editor's line ends as a sentence does."""
    if not are_graded(blocks):
        return set()
    return {place for place in new if blocks[place].score < SURE and not ends_sentence(blocks[place].text)}
