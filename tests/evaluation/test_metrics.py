from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerspider.evaluation.metrics import (
    Score,
    Shares,
    char,
    shingle,
    snippets,
    word,
)

# Few words, so that two texts share some; digits, accents and scripts whose words \w joins its own way.
words = st.sampled_from(["the", "The", "cat", "sat", "mat", "é", "Ünï", "42", "a_b", "日本", "don't", "-", "İ"])
texts = st.one_of(st.text(max_size=40), st.lists(words, max_size=30).map(" ".join))


def same(ours: tuple[float | None, ...], theirs: tuple[float | None, ...]) -> bool:
    return len(ours) == len(theirs) and all(
        a is b if a is None or b is None else math.isclose(a, b, abs_tol=1e-12)
        for a, b in zip(ours, theirs, strict=True)
    )


@pytest.mark.parametrize(
    ("gold", "text", "expected"),
    [
        ("a b c d", "a b c d", Score(1, 1, 1)),
        ("a b c d e", "a b c d", Score(1, 0.5, 2 / 3)),
        ("a b c d", "A b c d", Score(0, 0, 0)),
        ("a b", "a b", Score(1, 1, 1)),
        ("a b", "a b c", Score(0, 0, 0)),
        ("a b c d", "", Score(None, 0, None)),
        ("", "a b c d", Score(0, None, None)),
        ("", "", Score(None, None, None)),
        ("a a a a a", "a a a a", Score(1, 0.5, 2 / 3)),
    ],
)
def test_shingle(gold, text, expected):
    assert shingle(gold, text) == expected


@pytest.mark.parametrize(
    ("gold", "text", "expected"),
    [
        ("One two", "ONE, two!", Score(1, 1, 1)),
        ("one two three four", "one two", Score(1, 0.5, 2 / 3)),
        ("one one", "one", Score(1, 0.5, 2 / 3)),
        ("one", "two", Score(0, 0, 0)),
        ("", "", Score(1, 1, 1)),
        ("!", "?", Score(1, 1, 1)),
        ("one", "", Score(0, 0, 0)),
        ("", "one", Score(0, 0, 0)),
    ],
)
def test_word(gold, text, expected):
    assert word(gold, text) == expected


@pytest.mark.parametrize(
    ("gold", "text", "expected"),
    [
        ("one two", "one, two!", Score(1, 1, 1)),
        ("One", "one", Score(0, 0, 0)),
        ("one three", "three one", Score(5 / 8, 5 / 8, 5 / 8)),
        ("aa bb cccc", "aa bb", Score(1, 0.5, 2 / 3)),
        ("aa", "aa xx yy", Score(1 / 3, 1, 0.5)),
        ("a a a a", "a a", Score(1, 0.5, 2 / 3)),
        ("a", "", Score(None, 0, None)),
        ("", "a", Score(0, None, None)),
        ("!", "?", Score(None, None, None)),
    ],
)
def test_char(gold, text, expected):
    assert char(gold, text) == expected


@pytest.mark.parametrize(
    ("keep", "leave", "expected"),
    [
        (["Kept Here", "absent"], ["menu"], Shares(0.5, 0.0)),
        ([], ["kept", "here", "menu", "x"], Shares(None, 0.5)),
        ([], [], Shares(None, None)),
    ],
)
def test_snippets(keep, leave, expected):
    assert snippets(keep, leave, "It is KEPT HERE.") == expected


@given(gold=texts, text=texts)
def test_both_metrics_equal_the_independent_scorer(scorer, gold, text):
    ours, theirs = shingle(gold, text), scorer.shingle_prf(gold, text)
    assert same((ours.precision, ours.recall), theirs)
    found = word(gold, text)
    assert same((found.precision, found.recall, found.f), scorer.word_prf(gold, text))


@given(gold=texts, text=texts)
def test_scores_lie_between_0_and_1_and_mirror(gold, text):
    for metric in (shingle, word, char):
        there, back = metric(gold, text), metric(text, gold)
        assert all(value is None or 0 <= value <= 1 for value in (there.precision, there.recall, there.f))
        assert (there.precision, there.recall) == (back.recall, back.precision)


@given(text=texts)
def test_a_text_agrees_with_itself(text):
    assert word(text, text) == Score(1, 1, 1)
    assert shingle(text, text) in (Score(1, 1, 1), Score(None, None, None))
    assert char(text, text) == shingle(text, text)


def test_both_metrics_equal_the_independent_scorer_on_real_pages(scorer, corpus):
    """Gold against every other gold paragraph, against the page's source, and against its neighbour."""
    records = [(gold["text"], page.decode("utf-8", "replace")[:50_000]) for gold, page in corpus("aed", 12)]
    for number, (gold, source) in enumerate(records):
        paragraphs = gold.split("\n\n")
        for text in ("\n\n".join(paragraphs[::2]), source, records[number - 1][0]):
            score = shingle(gold, text)
            assert same((score.precision, score.recall), scorer.shingle_prf(gold, text))
            score = word(gold, text)
            assert same((score.precision, score.recall, score.f), scorer.word_prf(gold, text))
