"""Code that the networks leave out: its lines have few words, and none of the story's."""

from __future__ import annotations

import numpy as np

from boilerspider.extractors.news.inputs import Bools
from boilerspider.extractors.news.inputs.reading import View
from boilerspider.extractors.news.inputs.vocabulary import TAGS

PREFORMATTED = "pre"


def unkept_code(seen: View, keep: Bools) -> list[int]:
    """The blocks of preformatted text that are left out between the first and the last that are kept, and do not link."""
    columns = seen.columns
    possible = ((columns.paths[columns.homes] & TAGS[PREFORMATTED]) != 0) & ~keep & (seen.letters.linked == 0)
    kept = np.flatnonzero(keep)
    if not len(kept) or not possible.any():
        return []
    possible[: kept[0]] = possible[kept[-1] :] = False
    found: list[int] = np.flatnonzero(possible).tolist()
    return found


__all__ = ["unkept_code"]
