"""Syndicated copies: pages whose canonical link names a story of another site as their original.

Some sites name another site's page on all of theirs, by mistake. So a link is not believed where all that can be
compared speaks against it.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from boilerspider.markup.digests import plain
from boilerspider.model import Candidate, Outline
from boilerspider.stores.encoding import TITLE_CHARACTERS
from boilerspider.stores.versions import Version

FOREIGN: Final = 0.1
"""The similarity below which two texts may be different stories. Ours: of 145,000 pairs of gold texts of different stories 19 in a
thousand have an estimate of .05 and more, one in 10,000 of .1."""

HALF: Final = 0.5
"""The share of the blocks of the shorter page that stand on the other, too, where one is an excerpt of the other. Ours."""


def is_copy(candidate: Candidate, version: Version) -> bool:
    """Whether a page that names a version's story as its original is believed.

    False where little of the texts is the same, neither page is an excerpt of the other, and the headlines are not equal.
    Texts that are too short to be compared are believed.
    """
    if candidate.sketch is None or version.sketch is None:
        return True
    similarity = candidate.sketch.similarity(version.sketch)
    if similarity is None or similarity >= FOREIGN:
        return True
    headlines = [plain((title or "")[:TITLE_CHARACTERS]) for title in (candidate.title, version.title)]
    is_same_headline = bool(headlines[0]) and headlines[0] == headlines[1]
    return is_same_headline or _is_excerpt(candidate.sketch.outline, version.sketch.outline)


def _is_excerpt(one: Outline, other: Outline) -> bool:
    """Whether half the story's blocks of one of two pages stand on the other."""
    common = (Counter(one.own) & Counter(other.own)).total()
    return one.maker == other.maker and common > 0 and common >= HALF * min(len(one.own), len(other.own))
