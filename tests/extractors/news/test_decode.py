"""Which blocks are kept is what makes the expected F greatest."""

from __future__ import annotations

from itertools import chain, combinations

import numpy as np
import pytest

from boilerspider.extractors.news.decode import WORD_PRIOR, decide


def expected(likely: list[float], words: list[float], chosen: tuple[int, ...]) -> float:
    weights = [count + WORD_PRIOR for count in words]
    hits = sum(likely[n] * weights[n] for n in chosen)
    return 2 * hits / (sum(weights[n] for n in chosen) + sum(p * w for p, w in zip(likely, weights, strict=True)))


@pytest.mark.parametrize(
    ("likely", "words"),
    [
        ([0.9, 0.1, 0.8], [10, 10, 10]),
        ([0.45, 0.4, 0.01], [30, 2, 50]),
        ([0.9, 0.5, 0.44, 0.2], [100, 40, 5, 1]),
        ([0.3], [0]),
    ],
)
def test_no_other_choice_is_expected_to_be_better(likely: list[float], words: list[float]) -> None:
    decision = decide(np.array(likely, np.float32), np.array(words, np.float32))
    numbers = range(len(likely))
    best = max(expected(likely, words, chosen) for chosen in chain(*(combinations(numbers, k + 1) for k in numbers)))
    assert decision.expected == pytest.approx(best, abs=1e-5)
    assert expected(likely, words, tuple(np.flatnonzero(decision.keep))) == pytest.approx(best, abs=1e-5)
