from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boilerspider.evaluation.confidence import interval_of_f, p_of_difference
from boilerspider.evaluation.judges import METRICS

WORD, BLOCK = METRICS["word"], METRICS["block"]


def pages_with_f(*values):
    return [(f, f, f, 1.0) for f in values]


def test_pages_that_agree_leave_no_doubt():
    assert interval_of_f(pages_with_f(*[0.7] * 50), WORD) == pytest.approx((0.7, 0.7))


def test_the_interval_of_a_mean_is_that_of_statistics():
    """Of n coins the mean's standard error is 0.5 / sqrt(n)."""
    low, high = interval_of_f(pages_with_f(*[0.0, 1.0] * 200), WORD)
    assert (low, high) == pytest.approx((0.5 - 1.96 * 0.025, 0.5 + 1.96 * 0.025), abs=0.006)


def test_more_pages_are_surer():
    few, many = (interval_of_f(pages_with_f(*[0.2, 0.9] * n), WORD) for n in (10, 200))
    assert many.high - many.low < (few.high - few.low) / 3


def test_it_is_the_same_each_time_whatever_the_machine():
    marks = pages_with_f(*[n / 100 for n in range(100)])
    assert interval_of_f(marks, WORD) == interval_of_f(marks, WORD) == pytest.approx((0.4407, 0.5509), abs=0.02)


def test_blocks_are_added_up_before_they_are_divided():
    low, high = interval_of_f([(90.0, 10.0, 10.0, 90.0), (0.0, 0.0, 0.0, 1.0)] * 20, BLOCK)
    assert low == pytest.approx(0.9) == high


@pytest.mark.parametrize("marks", [[], [(0.0, 0.0, 0.0, 5.0)] * 3])
def test_where_f_is_unknown_there_is_none(marks):
    assert interval_of_f(marks, BLOCK) is None


def exact_p(differences):
    seen = abs(sum(differences))
    signs = list(itertools.product((1, -1), repeat=len(differences)))
    sums = [abs(sum(s * d for s, d in zip(sign, differences, strict=True))) for sign in signs]
    return sum(total >= seen - 1e-9 for total in sums) / len(signs)


@settings(max_examples=30)
@given(st.lists(st.integers(-5, 5), min_size=1, max_size=8))
def test_p_is_that_of_all_exchanges(differences):
    assert p_of_difference(differences, [0] * len(differences)) == pytest.approx(exact_p(differences), abs=0.02)


@pytest.mark.parametrize(
    ("first", "second", "least", "most"),
    [
        ([1.0] * 30, [0.0] * 30, 0, 0.0002),
        ([1.0, 0.0] * 30, [0.0, 1.0] * 30, 0.9, 1),
        ([0.5] * 10, [0.5] * 10, 1, 1),
        ([], [], 1, 1),
    ],
)
def test_p_of_difference(first, second, least, most):
    assert least <= p_of_difference(first, second) <= most
    assert p_of_difference(first, second) == p_of_difference(second, first)
