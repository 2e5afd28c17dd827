from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pace import is_quick

from boilerspider.evaluation.characters import common_characters

# Few words of several lengths, so that a long word is often worth giving two short ones for.
words = st.lists(st.sampled_from(["a", "b", "aa", "ab", "ba", "abcd", "aaaaaa"]), max_size=14)


def by_table(first: list[str], second: list[str]) -> int:
    """The definition, cell by cell."""
    above = [0] * (len(second) + 1)
    for word in first:
        row = [0]
        for column, other in enumerate(second):
            row.append(max(above[column + 1], row[column], above[column] + len(word) * (word == other)))
        above = row
    return above[-1]


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("", "", 0),
        ("one", "", 0),
        ("one two three", "one two three", 11),
        ("one two three", "three two one", 5),
        ("a b c mountain", "mountain a b c", 8),
        ("x one y two z", "one q two", 6),
        ("two two two", "two two", 6),
        ("aa", "a a", 0),
    ],
)
def test_worked_examples(first, second, expected):
    assert common_characters(first.split(), second.split()) == expected


@given(first=words, second=words)
def test_it_equals_the_table(first, second):
    assert common_characters(first, second) == by_table(first, second)


@given(first=words, second=words)
def test_halves_never_share_more(first, second):
    bounded = common_characters(first, second, max_cells=20)
    assert 0 <= bounded <= by_table(first, second)
    assert common_characters(first, first, max_cells=1) == sum(map(len, first)), "equal texts are known at once"


def test_halving_finds_what_lies_at_the_same_place():
    first = [f"word{n}" if n % 3 else "left" for n in range(4000)]
    second = [f"word{n}" if n % 3 else "right" for n in range(4000)]
    assert common_characters(first, second, max_cells=10**6) == common_characters(first, second)


def test_long_texts_take_no_time_to_speak_of():
    start = time.process_time()
    first = [f"w{n % 997}" for n in range(60_000)]
    second = [f"w{n % 991}" for n in range(60_000)]
    assert common_characters(first, second) > 0
    assert is_quick(time.process_time() - start, 20)
