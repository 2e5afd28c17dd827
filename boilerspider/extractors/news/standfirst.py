"""The standfirst that the networks leave out although the page's own description, or its class names, say what it is.

By convention it is text; those who marked pages by hand do not agree on it, and so the networks cannot learn it.
"""

from __future__ import annotations

import numpy as np

from boilerspider.extractors.news.features import GOOD_LINKS
from boilerspider.extractors.news.kinds import MIN_STANDFIRST_WORDS, Bools, Traits
from boilerspider.extractors.news.reading import View
from boilerspider.extractors.news.vocabulary import TAGS

RUN = 5
"""Letters of the runs by which texts are compared: short enough for a word of most languages. Ours."""
ALIKE = 0.7
"""Share of the shorter text's runs that the longer one has, from which on they are one: a standfirst that was edited this morning stays its description's. Ours."""
MAX_LETTERS = 5_000
"""Of a text that is compared; the longest descriptions have some hundreds. Ours."""
MIN_RUNS = 20
"""Runs of a text that is compared. Ours."""


def unkept_standfirst(seen: View, traits: Traits, keep: Bools) -> int | None:
    """The block between the h1 and the story that is a standfirst: said by a description, where none that is kept is, or next to the h1 and named."""
    headings = (traits.paths & TAGS["h1"]) != 0
    if (headings & traits.titled).any():
        headings &= traits.titled
    above = traits.opens & np.logical_or.accumulate(headings) & ~headings & (traits.words >= MIN_STANDFIRST_WORDS)
    places = np.flatnonzero(above)
    if not len(places):
        return None
    said = _said(seen, places.tolist())
    if keep[said].any():
        said = []
    unlinked = (seen.letters.linked < GOOD_LINKS * seen.letters.shown)[places]
    next_to_it = places[unlinked][:1]
    named = next_to_it[(traits.named & ~keep)[next_to_it]].tolist()
    return next((number for number in (*said, *named) if number in places[unlinked]), None)


def _said(seen: View, numbers: list[int]) -> list[int]:
    """Which of these blocks a description of the page says."""
    descriptions = [runs for line in seen.head.descriptions.split("\n") if len(runs := _runs(line)) >= MIN_RUNS]
    if not descriptions:
        return []
    texts = ((number, _runs(seen.texts[number].casefold())) for number in numbers)
    return [number for number, text in texts if any(_alike(text, runs) for runs in descriptions)]


def _runs(text: str) -> set[str]:
    text = text[:MAX_LETTERS]
    return {text[at : at + RUN] for at in range(len(text) - RUN + 1)}


def _alike(one: set[str], other: set[str]) -> bool:
    fewest = min(len(one), len(other))
    return fewest >= MIN_RUNS and len(one & other) >= ALIKE * fewest


__all__ = ["unkept_standfirst"]
