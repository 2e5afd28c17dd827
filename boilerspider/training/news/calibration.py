"""From the word F that was expected to the one that was found: steps that only rise, fitted on pages of sites not trained on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

STEPS = 10
"""Groups of equal size that pages are put into."""

Floats = npt.NDArray[np.float64]


def steps(pairs: Sequence[tuple[float, float | None]]) -> Floats:
    """Expected and found in two rows, ascending; empty for too few pages.

    Neighbouring groups that fall are joined (pool adjacent violators; Ayer et al. 1955).
    """
    known = np.array(sorted((expected, found) for expected, found in pairs if found is not None))
    if len(known) < STEPS:
        return np.zeros((2, 0))
    joined: list[tuple[float, float, int]] = []
    for group in np.array_split(known, STEPS):
        joined.append((*group.mean(0), len(group)))
        while len(joined) > 1 and joined[-2][1] > joined[-1][1]:
            right, left = joined.pop(), joined.pop()
            size = left[2] + right[2]
            x, y = ((left[n] * left[2] + right[n] * right[2]) / size for n in (0, 1))
            joined.append((x, y, size))
    rising: Floats = np.array([(x, y) for x, y, _ in joined]).T
    return rising


def calibrate(path: Path, found: Floats) -> None:
    """Put the steps into a weights file."""
    if not found.size:
        return
    with np.load(path, allow_pickle=False) as arrays:
        held = {name: arrays[name] for name in arrays.files}
    expected, real = found.astype(np.float32)
    np.savez_compressed(path, allow_pickle=False, **{**held, "expected": expected, "found": real})
