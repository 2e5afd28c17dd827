"""What a page says twice: stories laid out once for wide screens and once for narrow ones, slides that go round, appeals between paragraphs, pull quotes.

A text says it once, where it was said first.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from boilerspider.extractors.news.features import Floats
from boilerspider.extractors.news.quotes import FEWEST_WORDS as FEWEST_QUOTED
from boilerspider.extractors.news.quotes import MOST_QUOTES
from boilerspider.markup.digests import plain
from boilerspider.model import Block, BlockType

FEWEST_WORDS, FEWEST_ALONE = 10, 20
"""Of the paragraph by which blocks in a row are known to be said again, and of one that stands alone: the questions of an interview and refrains have fewer."""

FEWEST_LEFT = 5
"""Paragraphs of so many words that must be left: what says less is a sample of text, or a list."""

MOST_SHARE = 0.7
"""Of the kept letters that go at most: a story that is there three times loses two thirds. All four are chosen on the dev corpora, of whose 3,408 pages with a whole gold text 176 change (docs/news.md)."""

_PROSE = frozenset((BlockType.PARAGRAPH, BlockType.STANDFIRST, BlockType.QUOTE))


def repeats(blocks: Sequence[Block], words: Floats) -> list[int]:
    """The places of kept blocks that say what is kept elsewhere: a run of blocks said before with a paragraph among them, and quotes of the story's own sentences.

    `words` are those of all blocks.
    """
    kept = [place for place, block in enumerate(blocks) if block.is_content]
    long = {place for place in kept if words[place] >= FEWEST_WORDS and blocks[place].type in _PROSE}
    said = _said_before(blocks, kept)
    runs = [list(run) for is_again, run in groupby(kept, said.__contains__) if is_again]
    found = {place for run in runs if _is_told(run, long, words) for place in run}
    found |= set(_pulled(blocks, [place for place in kept if place not in found], words))
    gone = sum(len(blocks[place].text) for place in found)
    is_much = gone > MOST_SHARE * sum(len(blocks[place].text) for place in kept)
    return [] if is_much or len(long - found) < FEWEST_LEFT else sorted(found)


def _said_before(blocks: Sequence[Block], kept: Sequence[int]) -> set[int]:
    """The kept places whose text is that of one above."""
    first: dict[str, int] = {}
    return {place for place in kept if first.setdefault(blocks[place].text.casefold(), place) != place}


def _is_told(run: Sequence[int], long: set[int], words: Floats) -> bool:
    """Whether blocks in a row that were all said before are said again, and are not short lines that are alike."""
    if len(run) == 1:
        return run[0] in long and bool(words[run[0]] >= FEWEST_ALONE)
    return not long.isdisjoint(run)


def _pulled(blocks: Sequence[Block], kept: Sequence[int], words: Floats) -> list[int]:
    """The quotes that stand in a longer block of the story, word for word."""
    quotes = [place for place in kept if blocks[place].type is BlockType.QUOTE and words[place] >= FEWEST_QUOTED]
    if not quotes or len(quotes) > MOST_QUOTES:
        return []
    texts = {place: f" {plain(blocks[place].text)} " for place in kept}
    return [
        place
        for place in quotes
        if any(texts[place] in text and len(text) > len(texts[place]) for text in texts.values())
    ]


__all__ = ["repeats"]
