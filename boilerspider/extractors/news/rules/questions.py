"""The questions of an interview, or of a story that unfolds: the networks judge them one by one, as the headings of boxes that they may be, and answers without them run together."""

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
"""Of a question that stands by itself."""
ANSWERED = 0.5
"""Share of the questions on such a path right below which something else is kept, from which on they are asked of the story, too. All four ours."""


def interview(seen: View, keep: Bools, likely: Floats) -> list[int]:
    """The questions in elements of one path that holds hardly anything else: where some are kept, those left out between two blocks that are not; where most are answered, those left out right above an answer. And those, and answers to them, of whose keeping the networks are hardly surer."""
    places = [place for place, text in enumerate(seen.texts) if text.endswith(QUESTIONS) and len(text) <= MOST_LETTERS]
    if len(places) < FEWEST_KEPT or not keep.any():
        return []
    is_asked = np.zeros(len(keep), np.bool_)
    is_asked[places] = seen.letters.linked[places] == 0
    is_answered = np.zeros(len(keep), np.bool_)
    is_answered[:-1] = is_asked[:-1] & keep[1:] & ~is_asked[1:]
    paths = seen.columns.signatures[seen.columns.homes]
    asked, kept, answered, whole = (np.bincount(paths, part) for part in (is_asked, is_asked & keep, is_answered, None))
    is_row = (asked >= MOSTLY * whole)[paths] & is_asked
    is_interview = is_row & (kept >= FEWEST_KEPT)[paths]
    is_unfolded = is_row & ((answered >= FEWEST_KEPT) & (answered >= ANSWERED * asked))[paths]
    found = (is_interview & between(keep) | is_unfolded & is_answered) & ~keep
    is_theirs = is_interview | is_unfolded
    is_theirs[1:] |= (is_theirs & is_answered)[:-1]
    found |= is_theirs & keep & (likely < SURE)
    rest: list[int] = np.flatnonzero(found).tolist()
    return rest


__all__ = ["interview"]
