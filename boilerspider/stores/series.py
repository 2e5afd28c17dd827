"""Stories of one series: a town's weather, a draw's numbers, each above the text that stands below all of them.

Most of two such pages is the same, as it is of two copies, and no share of it tells them apart. What stands on top does.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from boilerspider.markup.words import IDEOGRAPHS, NO_SPACES, words
from boilerspider.model import Candidate
from boilerspider.stores.encoding import TITLE_CHARACTERS
from boilerspider.stores.versions import Version

SHARED: Final = 1 / 3
"""Of the words of the longer of two headlines: "Arrest in Lorwick" and "Arrest in Tolmer" are of one series, two headlines that newspapers
or editors give to one story share fewer. Ours."""

NEARLY_EQUAL: Final = 0.9
"""The similarity from which on two texts are one story, whatever stands on top, if one headline has all the words of the other: a story with
"Update" before its headline and another dateline shares .91 and more with itself. Ours."""

UNSPACED: Final = re.compile(f"[{IDEOGRAPHS}{NO_SPACES}]")

RUNS: Final = re.compile(f"(?=([{IDEOGRAPHS}]{{2}}|[{NO_SPACES}]{{3}}))")
"""What stands for words where no spaces are written, at every place: two ideographs or kana, three letters of Thai and its like. Ours."""

NUMBER: Final = re.compile(r"\d+")


def are_apart(candidate: Candidate, version: Version) -> bool:
    """Whether a page of the same site has another headline of the same kind, and both open with a block that the other lacks.

    Where nothing but numbers sets the headlines apart ("27 November", "28 November"), both may open alike.
    False where a headline or, else, an outline is not known: then the texts alone tell.
    """
    if candidate.site != version.site or candidate.sketch is None or version.sketch is None:
        return False
    headlines = letters(candidate.title), letters(version.title)
    if not all(headlines) or headlines[0] == headlines[1]:
        return False
    if all(map(NUMBER.search, headlines)) and NUMBER.sub("", headlines[0]) == NUMBER.sub("", headlines[1]):
        return True
    if (
        _has_all_words(candidate.title, version.title)
        and (candidate.sketch.similarity(version.sketch) or 0.0) >= NEARLY_EQUAL
    ):
        return False
    is_series = share_of_words(candidate.title, version.title) >= SHARED
    return is_series and candidate.sketch.outline.opens_apart(version.sketch.outline)


def letters(headline: str | None) -> str:
    """The letters and digits of a headline, without case, to tell whether two are equal."""
    return "".join(filter(str.isalnum, _kept(headline)))


def share_of_words(one: str | None, other: str | None) -> float:
    """How much of the longer of two headlines the other has too, 0 to 1; numbers are words."""
    mine, theirs = _counted(one), _counted(other)
    return (mine & theirs).total() / max(mine.total(), theirs.total(), 1)


def _has_all_words(one: str | None, other: str | None) -> bool:
    """Whether one of two headlines is the other with words added, "Update" say."""
    mine, theirs = _counted(one), _counted(other)
    return mine <= theirs or theirs <= mine


def _counted(headline: str | None) -> Counter[str]:
    kept = _kept(headline)
    return Counter([*(word for word in words(kept) if not UNSPACED.match(word)), *RUNS.findall(kept)])


def _kept(headline: str | None) -> str:
    """As much of a headline as stores keep."""
    return (headline or "")[:TITLE_CHARACTERS].casefold()
