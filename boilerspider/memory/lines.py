"""Bare lines that a site says word for word in story after story: no markup and no wording tells them from its paragraphs.

Only stories that share little else count for each other: of one that is served on several URLs,
updated, or continued in a live blog, every paragraph is said again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from boilerspider.markup.digests import plain
from boilerspider.markup.units import MAX_WORDS
from boilerspider.markup.words import count_words
from boilerspider.model import Block, BlockType, Label

MIN_STORIES, STORY_SHARE = 9, 3 / 4
"""How many other stories must have a line: so many, and this share of those that are remembered. Ours: reporters copy the background of an
affair from story to story, and cooks a step from recipe to recipe, but seldom into most of a site."""

MOST_STORIES = 64
"""The last ones are remembered. Ours."""

MOST_LINES = 64
"""Of a story, its first ones. Ours."""

REPEATED = 2
"""Remembered stories from which on a line does not tell that two are one. Ours."""

SAME_SHARE = 1 / 3
"""Of the lines of the shorter of two stories from which on they are one. Ours."""

MIN_WORDS, MIN_LETTERS = 6, 12
"""Of a line: "Pros" and "What we think" are said again and again, and stories need them. Ours."""

MOST_TAKEN = 1 / 3
"""Of the lines of a page, more are its story's. Ours."""


NUMBER = np.dtype("<u4")
"""Of a line."""


def lines_of(blocks: Iterable[Block]) -> tuple[int, ...]:
    """What is remembered of a page's text: a number for each of its first paragraphs."""
    numbers = (_number(block.text) for block in blocks if _may_be_line(block))
    return tuple(dict.fromkeys(number for number in numbers if number is not None))[:MOST_LINES]


class Lines:
    """The lines of a site's last stories, in at most 17 kB."""

    def __init__(self) -> None:
        self._lines = np.zeros(0, NUMBER)
        """Story after story."""
        self._sizes = np.zeros(0, NUMBER)
        """How many lines each story has."""

    def learn(self, lines: Sequence[int]) -> None:
        """Remember a story; it takes the place of those that share much with it."""
        if not lines:
            return
        story = np.array(lines, NUMBER)
        stay = np.flatnonzero(self._are_others(story))[-MOST_STORIES + 1 :]
        self._lines = np.concatenate((self._lines[np.isin(self._owners(), stay)], story))
        self._sizes = np.append(self._sizes[stay], NUMBER.type(len(story)))

    def foreign(self, lines: Sequence[int]) -> frozenset[int]:
        """Those of a page's lines that the site says in its other stories, too."""
        story = np.array(lines, NUMBER)
        are_known = np.isin(self._lines, story)
        if np.count_nonzero(are_known) < MIN_STORIES:
            return frozenset()
        others = self._are_others(story)
        shared = self._lines[are_known & others[self._owners()]]
        said, counts = np.unique(shared, return_counts=True)
        found = said[counts >= max(MIN_STORIES, STORY_SHARE * np.count_nonzero(others))].tolist()
        return frozenset(found if len(found) <= MOST_TAKEN * len(lines) else ())

    def to_bytes(self) -> bytes:
        """All that is remembered."""
        return b"".join((NUMBER.type(len(self._sizes)).tobytes(), self._sizes.tobytes(), self._lines.tobytes()))

    @classmethod
    def from_bytes(cls, data: bytes) -> Lines:
        """What `to_bytes` gave; ValueError for anything else."""
        lines, numbers = cls(), np.frombuffer(data, NUMBER)
        lines._sizes, lines._lines = np.split(numbers[1:], numbers[:1])
        if not len(numbers) or len(lines._sizes) != numbers[0] or lines._sizes.sum() != len(lines._lines):
            raise ValueError("these are not the lines of stories")
        return lines

    def _owners(self) -> NDArray[np.intp]:
        """To which story each line belongs."""
        return np.repeat(np.arange(len(self._sizes)), self._sizes)

    def _are_others(self, story: NDArray[np.uint32]) -> NDArray[np.bool_]:
        """Which of the remembered stories share little with one but what several have."""
        _, places, counts = np.unique(self._lines, return_inverse=True, return_counts=True)
        is_own, owners, stories = counts[places] < REPEATED, self._owners(), len(self._sizes)
        shared = np.bincount(owners[is_own & np.isin(self._lines, story)], minlength=stories)
        own = np.bincount(owners[is_own], minlength=stories)
        rest = len(story) - np.count_nonzero(np.isin(story, self._lines[~is_own]))
        are_others: NDArray[np.bool_] = (shared == 0) | (shared < SAME_SHARE * np.minimum(own, rest))
        return are_others


def without_lines(blocks: Sequence[Block], foreign: AbstractSet[int]) -> tuple[Block, ...]:
    """The blocks without these lines, where they stand between two paragraphs of the story.

    What stands above and below it says what it is: a standing note on the text, who else wrote it. A long one explains
    something to those who read one story alone; it stays, and tells all the same of what it is a part.
    """
    numbers = {place: _number(block.text) for place, block in enumerate(blocks) if _may_be_line(block)}
    own = [place for place, number in numbers.items() if number is not None and number not in foreign]
    masked = list(blocks)
    for place, number in numbers.items():
        is_within = bool(own) and own[0] < place < own[-1]
        if number in foreign and is_within and count_words(blocks[place].text) <= MAX_WORDS:
            masked[place] = replace(blocks[place], label=Label.BOILERPLATE, type=BlockType.BOILERPLATE)
    return tuple(masked)


def _may_be_line(block: Block) -> bool:
    return block.is_content and block.type is BlockType.PARAGRAPH


def _number(text: str) -> int | None:
    """32 bits of a line's words and numbers; None for one that is too short."""
    words = plain(text)
    if len(words) < MIN_LETTERS or (words.count(" ") < MIN_WORDS - 1 and count_words(text) < MIN_WORDS):
        return None
    return crc32(words.encode("utf-8", "surrogatepass"))
