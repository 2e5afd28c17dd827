"""Blocks among what was kept that are in another language than the rest, and marked up otherwise: nobody adds such a paragraph to a story.

The shortest words of a language are those that no sentence does without, so that a story has nearly all that its next
paragraph has, and hardly one of another language's. No list of any language says which they are: the story does.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from math import sqrt
from statistics import median

import numpy as np

from boilerspider.extractors.news.cohesion import MAX_LETTERS, PAIRED, RUNS
from boilerspider.extractors.news.letters import IDEOGRAPH, LETTER, LOWER, RUN, UPPER, Letters
from boilerspider.extractors.news.reading import View
from boilerspider.model import Block, BlockType

SHORT = 3
"""Letters of a word that is one of them."""
FEWEST, FEWEST_OF_STORY = 4, 30
"""Different ones of a block, and of all blocks, from which on they tell."""
FOREIGN_SHARE = 0.2
"""Of a block's that others have, too, under which it is in another language. Of paragraphs of one language .33 have less in one of fifty, of others .35 more."""
FAR = 3.0
"""Standard deviations from what is usual, the share of the middle block, beyond which that is no chance: Swahili and Zulu have few short words, and .3 is usual."""
MOST_USUAL = 0.95
"""Share that is taken for usual at most: by a story whose blocks share all of them nothing would be chance."""
FEWEST_LETTERS = 10
MOST_SCRIPT = 0.1
"""Letters of a block in a script without case, which are most of it, and their share of the whole under which it is another script."""
MOST_SHARE = 0.35
"""Of the kept letters that such blocks hold at most: of a page in two languages both are the story. All of these are ours, chosen on the dev corpora."""

_STAY = (BlockType.QUOTE, BlockType.CODE, BlockType.TABLE)
_WORD = re.compile(rf"[^\W\d_{PAIRED}{RUNS}]+")
_UNCASED, _CASED = (IDEOGRAPH, RUN, LETTER), (LOWER, UPPER)


def in_other_languages(seen: View, blocks: Sequence[Block]) -> frozenset[int]:
    """The places of kept blocks in another language than the others; quotes and code may be, and paragraphs as any page has them."""
    kept = [place for place, block in enumerate(blocks) if block.is_content]
    found = {*_by_words(blocks, kept), *_by_script(seen.letters, kept)}
    places = frozenset(place for place in found if blocks[place].type not in _STAY)
    sizes = {place: len(blocks[place].text) for place in kept}
    few = sum(sizes[place] for place in places) <= MOST_SHARE * sum(sizes.values())
    return _in_markup_of_their_own(seen, kept, places) if few else frozenset()


def _in_markup_of_their_own(seen: View, kept: Sequence[int], places: frozenset[int]) -> frozenset[int]:
    """Those that stand neither in elements like those of other kept blocks nor in a `p` without a class."""
    homes = seen.columns.homes.tolist()
    signatures = seen.columns.signatures.tolist()
    of_story = {signatures[homes[place]] for place in kept if place not in places}
    boxes = {place: seen.elements[homes[place]] for place in places if signatures[homes[place]] not in of_story}
    return frozenset(place for place, box in boxes.items() if box.tag != "p" or box.get("class"))


def _by_words(blocks: Sequence[Block], kept: Sequence[int]) -> list[int]:
    words = {place: _short_words(blocks[place].text) for place in kept}
    blocks_with = Counter(word for found in words.values() for word in found)
    if len(blocks_with) < FEWEST_OF_STORY:
        return []
    shared = {
        place: sum(blocks_with[word] > 1 for word in found) / len(found)
        for place, found in words.items()
        if len(found) >= FEWEST
    }
    usual = min(median(shared.values()), MOST_USUAL) if shared else 0.0
    bounds = {
        place: min(FOREIGN_SHARE, usual - FAR * sqrt(usual * (1 - usual) / len(words[place]))) for place in shared
    }
    return [place for place, share in shared.items() if share < bounds[place]]


def _short_words(text: str) -> set[str]:
    """Those without a capital: a list of names is in no language."""
    return {word for word in _WORD.findall(text[:MAX_LETTERS]) if len(word) <= SHORT and not word[0].isupper()}


def _by_script(letters: Letters, kept: Sequence[int]) -> list[int]:
    uncased, cased = (letters.counts[:, kinds][kept].sum(1) for kinds in (_UNCASED, _CASED))
    if not kept or uncased.sum() >= MOST_SCRIPT * (uncased.sum() + cased.sum()):
        return []
    found = (uncased >= FEWEST_LETTERS) & (uncased > cased)
    return [kept[rank] for rank in np.flatnonzero(found).tolist()]
