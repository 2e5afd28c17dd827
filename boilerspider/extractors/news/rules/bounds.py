"""How likely what stands in boxes is to be for it to stay, and how much of a page boxes may be."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby

from boilerspider.model import Block

SURE_THOUGH_ODD, SURE_WITH_LINK, SURE = 0.9, 0.89, 0.6
"""Likelihood from which on a block stays although it stands in a box: one that speaks of something else, one with a link, and any other."""
MOST_SHARE = 0.15
"""Of the kept letters, what boxes hold at most: where it is more the page is made of boxes."""
FEW, MOST_SHARE_OF_FEW = 2, 0.35
"""So few boxes may hold more, and so much: beside a short story an advertisement is long."""
MOST_ODD, LONG_RUN = 3, 5
"""Boxes that are odd, and headings that head nothing: more than so many are how the page is made. And blocks of a box: more are a list of
the page's. Boxes side by side count as one."""


def outnumbered(
    blocks: Sequence[Block], kept: Sequence[int], boxes: Collection[int], odd: Collection[int]
) -> Collection[int]:
    """The boxes, if the page is not made of them; else those that are odd, if they are few."""
    letters = letters_of(blocks, kept)
    for found, most_runs in ((boxes, len(kept)), (odd, MOST_ODD)):
        runs = runs_of(kept, found)
        most = (MOST_SHARE_OF_FEW if len(runs) <= FEW else MOST_SHARE) * letters
        if len(runs) <= most_runs and letters_of(blocks, found) <= most:
            return found
    return ()


def bounds_of(kept: Sequence[int], boxes: Mapping[int, bool], odd: frozenset[int]) -> dict[int, float]:
    """The likelihood from which on each block in a box stays: higher where it holds a link, or is odd or right beside what is."""
    bounds = {place: SURE_WITH_LINK if has_link else SURE for place, has_link in boxes.items()}
    doubtful = [run for run in runs_of(kept, boxes) if not odd.isdisjoint(run)]
    if len(doubtful) <= MOST_ODD:
        raised = (place for run in doubtful if len(run) <= LONG_RUN for place in run)
        bounds.update(dict.fromkeys(raised, SURE_THOUGH_ODD))
    return bounds


def runs_of(kept: Sequence[int], found: Collection[int]) -> list[list[int]]:
    """The places that were found, those together between which nothing else was kept."""
    return [list(run) for is_found, run in groupby(kept, found.__contains__) if is_found]


def letters_of(blocks: Sequence[Block], places: Iterable[int]) -> int:
    return sum(len(blocks[place].text) for place in places)
