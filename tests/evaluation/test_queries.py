from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerspider.evaluation.corpora import Gold
from boilerspider.evaluation.queries import SENTENCE_WORDS, Query, index_words, make_queries, without

LONG = "word " * SENTENCE_WORDS.stop


@pytest.mark.parametrize(
    ("gold", "expected"),
    [
        (Gold("1", "One two three four five six.", title="A ferry in winter"), ["title", "sentence"]),
        (Gold("1", "One two three four five six."), ["sentence"]),
        (Gold("1", "Too short.", title="News today"), []),
        (Gold("1", LONG, title=None), []),
        (Gold("1", "", title="A ferry in winter"), []),
        (Gold("1", None, title="A ferry in winter"), []),
    ],
)
def test_what_is_asked_of_a_page(gold, expected):
    assert [query.kind for query in make_queries([gold])] == expected


def test_words_are_those_of_the_index():
    assert make_queries([Gold("1", "", title="x"), Gold("2", "No.", title="The FERRY, in “Winter”!")]) == (
        Query("title", ("the", "ferry", "in", "winter"), 1),
    )


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("He said “one two three four five.” She left two three four five.", 2),
        ("A heading without an end\nOne two three four five six. Short. " + LONG, 1),
        ("One two three four five six? Seven eight nine ten eleven twelve!", 2),
    ],
)
def test_a_sentence_is_one_of_the_pages_own(text, sentences):
    asked = {make_queries([Gold(str(n), text)])[0].words for n in range(60)}
    assert len(asked) == sentences, "each may be chosen, page by page"
    assert all(" ".join(words) in " ".join(index_words(text)) for words in asked)


def test_the_choice_is_always_the_same():
    golds = [Gold(str(n), f"One two three four five {n}. Six seven eight nine ten {n}.") for n in range(20)]
    assert make_queries(golds) == make_queries(golds)


def test_equal_pages_are_asked_for_once():
    golds = [Gold("1", "One two three four five six."), Gold("2", "One two three four five six.")]
    assert [query.document for query in make_queries(golds)] == [0]


@pytest.mark.parametrize(
    ("words", "held_out", "left"),
    [
        ("a b c d", "b c", "a d"),
        ("a b a b c", "a b c", "a b"),
        ("a b a b", "a b", ""),
        ("a a a", "a a", "a"),
        ("a b", "b c", "a b"),
        ("a b", "", "a b"),
        ("", "a", ""),
    ],
)
def test_without(words, held_out, left):
    assert without(words.split(), held_out.split()) == left.split()


few = st.lists(st.sampled_from("abc"), max_size=12)


@given(before=few, held_out=st.lists(st.sampled_from("xyz"), min_size=1, max_size=4), after=few)
def test_what_is_held_out_is_gone_and_nothing_else(before, held_out, after):
    assert without([*before, *held_out, *after], held_out) == [*before, *after]
