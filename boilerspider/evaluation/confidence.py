"""How sure is a figure, and is one really above another? Resampling over pages, always with the same seed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from boilerspider.evaluation.judges import Marks, Metric

Array = np.ndarray[Any, np.dtype[Any]]

RESAMPLES = 1000
"""Samples drawn for an interval: as many as are usual where its ends are read to three places."""

PERMUTATIONS = 10_000
"""Exchanges of signs drawn for a test; a p below one in so many is not to be had."""

BATCH = 500
"""Of them at once: memory grows with it. PERMUTATIONS is a multiple."""

COVERAGE = 0.95
"""Share of the samples that an interval holds."""

SEED = 2018
"""Of all draws, so that a table printed twice is the same table. Ours; any would do."""


class Interval(NamedTuple):
    """The middle COVERAGE of what a figure was on resampled pages."""

    low: float
    high: float


def interval_of_f(marks: Sequence[Marks], metric: Metric) -> Interval | None:
    """The bootstrap's percentile interval of F over pages (Efron and Tibshirani 1993, chapter 13); None where F is unknown.

    All contenders on the same pages are measured on the same samples.
    """
    if not marks:
        return None
    sums = _draws(len(marks)) @ np.asarray(marks, dtype=np.float64)
    found = [f for row in sums.tolist() if (f := metric.score(row).f) is not None]
    if not found:
        return None
    low, high = np.quantile(found, [(1 - COVERAGE) / 2, (1 + COVERAGE) / 2]).tolist()
    return Interval(low, high)


def p_of_difference(first: Sequence[float], second: Sequence[float]) -> float:
    """Two-sided p of the paired randomisation test: how often a difference of means as large comes by exchanging pairs.

    The sequences are of equal length. Smucker, Allan and Carterette 2007 recommend this test for rankings.
    """
    differences = np.asarray(first, dtype=np.float64) - np.asarray(second, dtype=np.float64)
    differences = differences[differences != 0]  # equal pairs change nothing
    if not len(differences):
        return 1.0
    draw, whole = np.random.default_rng(SEED), differences.sum()
    chosen = np.concatenate(
        [
            draw.integers(0, 2, (BATCH, len(differences))).astype(np.float64) @ differences
            for _ in range(0, PERMUTATIONS, BATCH)
        ]
    )
    # What is chosen changes its sign; rounding must not make the sum smaller than itself.
    as_large = np.abs(whole - 2 * chosen) >= abs(whole) * (1 - 1e-9)
    return float((np.count_nonzero(as_large) + 1) / (PERMUTATIONS + 1))


@lru_cache(maxsize=2)
def _draws(pages: int) -> Array:
    """How often each page is in each sample: samples x pages, float64."""
    drawn = np.random.default_rng(SEED).multinomial(pages, [1 / pages] * pages, size=RESAMPLES)
    return drawn.astype(np.float64)
