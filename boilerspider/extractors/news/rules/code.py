"""Code that the networks leave out: its lines have few words, and none of the story's."""

from __future__ import annotations

import numpy as np

from boilerspider.extractors.news.inputs import Bools
from boilerspider.extractors.news.inputs.reading import View
from boilerspider.extractors.news.inputs.vocabulary import TAGS
from boilerspider.extractors.news.rules.kinds import GROUP_BITS

PREFORMATTED = "pre"
_OTHERS = GROUP_BITS["hidden"] | GROUP_BITS["advert"]
"""Names that an element has which nobody sees, or wants to."""


def unkept_code(seen: View, keep: Bools) -> list[int]:
    """The blocks of preformatted text that are left out between the first and the last that are kept, do not link and are more than the numbers of lines."""
    columns = seen.columns
    near = columns.bits[columns.homes] | columns.bits[columns.parents[columns.homes]]
    possible = ((columns.paths[columns.homes] & TAGS[PREFORMATTED]) != 0) & ((near & _OTHERS) == 0)
    possible &= ~keep & (seen.letters.linked == 0)
    kept = np.flatnonzero(keep)
    if not len(kept) or not possible.any():
        return []
    possible[: kept[0]] = possible[kept[-1] :] = False
    return [place for place in np.flatnonzero(possible).tolist() if not "".join(seen.texts[place].split()).isdecimal()]


__all__ = ["unkept_code"]
