"""The questions of an interview: the networks judge them one by one, as the headings of boxes that they may be, and answers without them run together."""

from __future__ import annotations

import numpy as np

from boilerspider.extractors.news.inputs import Bools, Floats
from boilerspider.extractors.news.inputs.reading import View
from boilerspider.extractors.news.rules.boxes import SURE
from boilerspider.extractors.news.rules.headings import between
from boilerspider.extractors.news.rules.repeats import QUESTIONS

FEWEST_KEPT = 2
"""Questions in elements of one path that the networks kept, from which on the others are the interview's, too."""
MOSTLY = 0.7
"""Share of the blocks on such a path that are questions: among a story's paragraphs one is as likely an advertisement's."""
MOST_LETTERS = 200
"""Of a question that stands by itself. All three ours."""


def interview(seen: View, keep: Bools, likely: Floats) -> list[int]:
    """The questions in elements of one path that holds hardly anything else, some of which are kept: those left out between two blocks that are not, and those of whose keeping the networks are hardly surer."""
    if sum(_is_question(seen, place) for place in np.flatnonzero(keep).tolist()) < FEWEST_KEPT:
        return []
    places = [place for place in range(len(seen.texts)) if _is_question(seen, place)]
    paths = seen.columns.signatures[seen.columns.homes]
    size = int(paths.max()) + 1
    asked = np.bincount(paths[places], minlength=size)
    kept = np.bincount(paths[places], keep[places], size)
    is_interview = (kept >= FEWEST_KEPT) & (asked >= MOSTLY * np.bincount(paths, minlength=size))
    doubted = is_interview[paths] & ((between(keep) & ~keep) | (keep & (likely < SURE)))
    return [place for place in places if doubted[place]]


def _is_question(seen: View, place: int) -> bool:
    text = seen.texts[place]
    return text.endswith(QUESTIONS) and len(text) <= MOST_LETTERS and not seen.letters.linked[place]


__all__ = ["interview"]
