"""The offer behind which the rest of a story is: a box that ends the text of a page, with a control in it, which asks readers to pay or to sign up.

Above it stand two or three paragraphs, too few to tell by their words what speaks of something else, and beside which the offer is long. So it is told by what it is there for,
as other boxes are (`controls`), and by its shape: a heading or a list, a few lines, a button. The end of a short story has that shape, too, where its lead stands in an element of its own and a button or a form
for its newsletter below it: so what is more than half of what is kept, stands below a single paragraph, or has a line that the networks are sure of, is no offer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from lxml import etree

from boilerspider.extractors.news.inputs.features import running
from boilerspider.extractors.news.inputs.reading import View
from boilerspider.markup.prose import weigh
from boilerspider.model import Block, BlockType

MOST_LETTERS = 500
"""Of what is kept of such an offer (`prose.weigh`)."""
MOST_LINE_LETTERS = 200
"""Of each of its lines."""
FEWEST_LINES, MOST_LINES = 2, 8
"""A heading alone may head what the networks left out; a recipe that can be printed has more."""
FEWEST_LETTERS, MOST_STORY_LETTERS = 100, 2_000
"""Of what is kept above it: less is no beginning of a story, more is a whole one, of which the networks know what is none of it. All are ours."""
PARAGRAPHS = 0.9
"""Share of those letters in paragraphs of sentences; lists of goods and dates have other lines. Ours: without it shops and listings lost text of theirs; with it no dev page does."""
FEWEST_PARAGRAPHS = 2
"""Paragraphs of sentences above it: a single one is a lead, and what follows its story. Ours."""
SURE_LINE = 0.8
"""Likelihood of a line from which on it is the story's. Ours: steps and lists that end made stories have one of .87 and more, most made offers none above .81."""
MAX_CLIMB = 8
"""Elements around the last line that may hold the offer. Ours."""
FIELDS = ("form", "input", "button")
_HEADS = (BlockType.SUBHEAD, BlockType.LIST_ITEM)


def walls(seen: View, blocks: Sequence[Block]) -> list[int]:
    """The places of the offer's blocks at the end of what is kept; none where it does not look like one."""
    kept = [place for place, block in enumerate(blocks) if block.is_content]
    for number in _around(seen, kept[-1]) if len(kept) > 1 else ():
        first, last = int(seen.columns.first[number]), int(seen.columns.last[number])
        inside = [place for place in kept if first <= place < last]
        above = kept[: len(kept) - len(inside)]
        if not above or _is_offer(seen, [blocks[place] for place in inside], number):
            return inside if _is_beginning(seen, above) and _letters(seen, inside) <= _letters(seen, above) else []
    return []


def _is_beginning(seen: View, places: Sequence[int]) -> bool:
    """Whether these blocks are the first paragraphs of a story, below a headline that the page's title says."""
    if not seen.setting.headlines.any():
        return False
    letters = np.array([weigh(seen.texts[place]) for place in places])
    words = running(seen.letters.words, seen.letters.linked / seen.letters.shown)[places]
    is_running = seen.letters.stops[places] & (words > 0)
    whole = letters.sum()
    is_first = FEWEST_LETTERS <= whole <= MOST_STORY_LETTERS and np.count_nonzero(is_running) >= FEWEST_PARAGRAPHS
    return bool(is_first and letters[is_running].sum() >= PARAGRAPHS * whole)


def _letters(seen: View, places: Sequence[int]) -> int:
    return sum(weigh(seen.texts[place]) for place in places)


def _around(seen: View, place: int) -> Iterator[int]:
    """The elements around a block, the innermost first."""
    number = int(seen.columns.homes[place])
    for _ in range(MAX_CLIMB):
        yield number
        number = int(seen.columns.parents[number])


def _is_offer(seen: View, blocks: Sequence[Block], number: int) -> bool:
    letters = [weigh(block.text) for block in blocks]
    return (
        FEWEST_LINES <= len(blocks) <= MOST_LINES
        and sum(letters) <= MOST_LETTERS
        and max(letters) <= MOST_LINE_LETTERS
        and any(block.type in _HEADS for block in blocks)
        and all(block.score < SURE_LINE for block in blocks)
        and _asks(seen.elements[number])
        and not _has_likes(seen, number)
    )


def _asks(element: etree._Element) -> bool:
    """Whether it holds a control that says something."""
    return any(control.tag != "button" or "".join(control.itertext()).strip() for control in element.iter(*FIELDS))


def _has_likes(seen: View, number: int) -> bool:
    """Whether elements like it stand beside it: it is a part of the story, then, as each of its posts is."""
    columns = seen.columns
    beside = (columns.parents == columns.parents[number]) & (columns.signatures == columns.signatures[number])
    return bool(np.count_nonzero(beside & (columns.last > columns.first)) > 1)


__all__ = ["walls"]
