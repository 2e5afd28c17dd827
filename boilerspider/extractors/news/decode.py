"""Likelihoods of blocks -> which to keep, and how good the page's text will be."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from boilerspider.extractors.news.inputs import Floats

WORD_PRIOR = 0.3
"""Words that a block has beyond its own, so that one without any still counts."""


class Decision(NamedTuple):
    """Which blocks are kept, and the word F that is expected of them."""

    keep: npt.NDArray[np.bool_]
    expected: float


def decide(likely: Floats, words: Floats) -> Decision:
    """Keep the likeliest blocks, as many as make the expected word F of the page greatest.

    With k blocks kept it is 2 sum(p w) / (sum(w) + sum of p w over all blocks), the expectation of
    F's parts put for that of F (Lewis 1995, "Evaluating and optimizing autonomous text classification systems").
    """
    order = np.argsort(-likely, kind="stable")
    weight = words[order] + WORD_PRIOR
    hits = (likely[order] * weight).cumsum()
    expected = 2 * hits / (weight.cumsum() + hits[-1])
    best = int(expected.argmax())
    keep = np.zeros(len(likely), bool)
    keep[order[: best + 1]] = True
    return Decision(keep, float(expected[best]))


def expectation(likely: Floats, words: Floats, keep: npt.NDArray[np.bool_]) -> float:
    """The F that is expected where these blocks are kept, by words or what stands for them; see `decide`."""
    weight = words + WORD_PRIOR
    hits = likely * weight
    return float(2 * hits[keep].sum() / (weight[keep].sum() + hits.sum()))
