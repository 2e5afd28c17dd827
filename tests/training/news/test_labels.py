"""Which words of a page the gold text is made of, and what that makes of its blocks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerspider.training.news.alignment import align
from boilerspider.training.news.labels import label, weak_label

LETTERS = st.lists(st.sampled_from("abc"), max_size=12)


def longest(page: list[str], gold: list[str]) -> int:
    """The length of the longest common subsequence by the textbook's table."""
    row = [0] * (len(gold) + 1)
    for word in page:
        before = row[:]
        for n, other in enumerate(gold):
            row[n + 1] = before[n] + 1 if word == other else max(row[n], before[n + 1])
    return row[-1]


@given(LETTERS, LETTERS)
def test_a_common_subsequence_that_is_the_longest(page: list[str], gold: list[str]) -> None:
    matched = align(page, gold)
    pairs = [(n, m) for n, m in enumerate(matched) if m >= 0]
    assert all(page[n] == gold[m] for n, m in pairs)
    assert [m for _, m in pairs] == sorted({m for _, m in pairs})
    assert len(pairs) == longest(page, gold)


@pytest.mark.parametrize(
    ("texts", "gold", "labels"),
    [
        (["Home", "One two three four five.", "Share"], "One two three four five.", [0, 1, 0]),
        (["one two", "three four five six seven"], "three four five six seven", [0, 1]),
        (["five", "one two three four five"], "one two three four five six", [0, 1]),
        (["one two three x y z", "w"], "one two three", [0, 0]),
        (["one two three four x y", "w"], "one two three four", [1, 0]),
        (["!", "a b c d e"], "a b c d e", [0, 1]),
        (["市长星期一说", "广告"], "市长星期一说", [1, 0]),
        (["a"], "", [0]),
    ],
)
def test_labels(texts: list[str], gold: str, labels: list[int]) -> None:
    assert label(texts, gold) == labels


def test_weak_labels() -> None:
    texts = ["The wall fell.", "Follow us", "The wall fell. Follow us", "something"]
    assert weak_label(texts, ["the wall"], ["follow us"]) == [1, 0, -1, -1]
