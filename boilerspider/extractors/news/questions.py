"""The questions of an interview: the networks judge them one by one, as the headings of boxes that they may be, and answers without them run together."""

from __future__ import annotations

import numpy as np

from boilerspider.extractors.news.boxes import SURE
from boilerspider.extractors.news.headings import between
from boilerspider.extractors.news.kinds import Bools
from boilerspider.extractors.news.letters import Floats
from boilerspider.extractors.news.reading import View
from boilerspider.extractors.news.repeats import QUESTIONS

FEWEST_KEPT = 2
"""Questions in elements of one path that the networks kept, from which on the others are the interview's, too."""
MOSTLY = 0.7
"""Share of the blocks on such a path that are questions: among a story's paragraphs one is as likely an advertisement's."""
MOST_LETTERS = 200
"""Of a question that stands by itself. All three ours."""


def interview(seen: View, keep: Bools, likely: Floats) -> list[int]:
    """The questions in elements of one path that holds hardly anything else, some of which are kept: those left out between two blocks that are not, and those of whose keeping the networks are hardly surer."""
    places = [place for place, text in enumerate(seen.texts) if text.endswith(QUESTIONS) and _is_alone(seen, place)]
    if not keep[places].any():
        return []
    paths = seen.columns.signatures[seen.columns.homes]
    size = int(paths.max()) + 1
    asked = np.bincount(paths[places], minlength=size)
    kept = np.bincount(paths[places], keep[places], size)
    is_interview = (kept >= FEWEST_KEPT) & (asked >= MOSTLY * np.bincount(paths, minlength=size))
    doubted = is_interview[paths] & ((between(keep) & ~keep) | (keep & (likely < SURE)))
    return [place for place in places if doubted[place]]


def _is_alone(seen: View, place: int) -> bool:
    return len(seen.texts[place]) <= MOST_LETTERS and not seen.letters.linked[place]


__all__ = ["interview"]
