"""From the word F that was expected to the one that was found: steps that only rise, fitted on pages of sites not trained on."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from boilerspider.training.news.files import write_arrays

PAGES_A_STEP = 25
"""Pages are put into groups of this size at least. Ours: of 220 and of 50, those of the least confidence were promised too much."""

EDGES = (0.6, 0.7, 0.8, 0.9)
"""Confidences between which the pages of a reliability table are put together."""

Floats = npt.NDArray[np.float64]


class Forecast(NamedTuple):
    """A page, read by a network that had not seen its site."""

    fold: int
    expected: float
    found: float | None
    """Its word F; None where there is no whole gold text."""


class Reliable(NamedTuple):
    """A row of a reliability table: pages of about the same confidence, and what became of them."""

    confidence: str
    pages: int
    mean_confidence: float
    word_f: float


def steps(pages: Sequence[Forecast]) -> Floats:
    """Expected and found in two rows, ascending; empty where the pages do not fill two groups.

    Neighbouring groups that fall are joined (pool adjacent violators; Ayer et al. 1955).
    """
    known = np.array(sorted((page.expected, page.found) for page in pages if page.found is not None))
    groups = len(known) // PAGES_A_STEP
    if groups < 2:
        return np.zeros((2, 0))
    joined: list[tuple[float, float, int]] = []
    for group in np.array_split(known, groups):
        joined.append((*group.mean(0), len(group)))
        while len(joined) > 1 and joined[-2][1] > joined[-1][1]:
            right, left = joined.pop(), joined.pop()
            size = left[2] + right[2]
            x, y = ((left[n] * left[2] + right[n] * right[2]) / size for n in (0, 1))
            joined.append((x, y, size))
    rising: Floats = np.array([(x, y) for x, y, _ in joined]).T
    return rising


def reliability(pages: Sequence[Forecast]) -> list[Reliable]:
    """What confidences turned out to be worth, each by steps that were fitted on the other folds alone; no row without a page."""
    told: list[tuple[float, float]] = []
    for fold in sorted({page.fold for page in pages}):
        rising = steps([page for page in pages if page.fold != fold])
        inside = [(page.expected, page.found) for page in pages if page.fold == fold and page.found is not None]
        told += [(float(np.interp(e, *rising)) if rising.size else e, found) for e, found in inside]
    rows = []
    for low, high in pairwise((0.0, *EDGES, np.inf)):
        group = [(confidence, found) for confidence, found in told if low <= confidence < high]
        if group:
            name = f"{low:g} to {high:g}" if high <= 1 else f"from {low:g}"
            confidence, found = (round(fmean(column), 3) for column in zip(*group, strict=True))
            rows.append(Reliable(name, len(group), confidence, found))
    return rows


def calibrate(path: Path, found: Floats) -> None:
    """Put the steps into a weights file."""
    if not found.size:
        return
    with np.load(path, allow_pickle=False) as arrays:
        held = {name: arrays[name] for name in arrays.files}
    expected, real = found.astype(np.float32)
    write_arrays(path, {**held, "expected": expected, "found": real})
