"""The questions of an interview, or of a story that unfolds: the networks judge them one by one, as the headings of boxes that they may be, and answers without them run together."""

from __future__ import annotations

import numpy as np

from boilerspider.extractors.news.inputs import Bools, Floats
from boilerspider.extractors.news.inputs.reading import View
from boilerspider.extractors.news.rules.boxes import SURE
from boilerspider.extractors.news.rules.passing import Passing
from boilerspider.markup.signs import asks

FEWEST_KEPT = 2
"""Questions in elements of one path that the networks kept, from which on the others are the interview's, too."""
MOSTLY = 0.7
"""Share of the blocks on such a path that are questions: among a story's paragraphs one is as likely an advertisement's."""
MOST_LETTERS = 200
"""Of a question that stands by itself."""
ANSWERED = 0.5
"""Share of the questions on such a path below which something else is kept, from which on they are asked of the story, too."""
RIGHT_BELOW = 0.5
"""Share of these that have it right below: a box between each question and what follows is how the page is made ("Was this helpful?" with its buttons). All five ours."""


def interview(seen: View, keep: Bools, likely: Floats) -> list[int]:
    """The questions in elements of one path that holds hardly anything else: where some are kept, those left out between two blocks that are not; where most are answered, those left out above an answer. Boxes of which nothing is kept are looked past. And those, and answers to them, of whose keeping the networks are hardly surer."""
    unlinked = np.flatnonzero(seen.letters.linked == 0).tolist()
    places = [place for place in unlinked if len(seen.texts[place]) <= MOST_LETTERS and asks(seen.texts[place])]
    if len(places) < FEWEST_KEPT or not keep.any():
        return []
    is_asked = np.zeros(len(keep), np.bool_)
    is_asked[places] = True
    paths = seen.columns.signatures[seen.columns.homes]
    asked, kept, whole = (np.bincount(paths, part) for part in (is_asked, is_asked & keep, None))
    is_row = (asked >= MOSTLY * whole)[paths] & is_asked
    rows = np.flatnonzero(is_row)
    if len(rows) < FEWEST_KEPT:
        return []
    passing = Passing.of(seen, keep)
    answers = np.array([passing.behind(place + 1) for place in rows.tolist()])
    above = np.array([passing.before(place - 1) for place in rows.tolist()])
    is_between = (above >= 0) & keep[above]
    is_answered = np.append(keep & ~is_asked, False)[answers]
    is_between &= np.append(keep, False)[answers]
    answered, right_below = (
        np.bincount(paths[rows], part, len(asked)) for part in (is_answered, is_answered & (answers == rows + 1))
    )
    is_most = (answered >= ANSWERED * asked) & (right_below >= RIGHT_BELOW * answered)
    is_interview = (kept >= FEWEST_KEPT)[paths[rows]]
    is_unfolded = ((answered >= FEWEST_KEPT) & is_most)[paths[rows]]
    is_back, is_theirs = np.zeros((2, len(keep)), np.bool_)
    is_back[rows] = is_interview & is_between | is_unfolded & is_answered
    is_row = is_interview | is_unfolded
    is_theirs[rows] = is_row
    is_theirs[answers[is_row & is_answered]] = True
    found = is_back & ~keep | is_theirs & keep & (likely < SURE)
    rest: list[int] = np.flatnonzero(found).tolist()
    return rest


__all__ = ["interview"]
