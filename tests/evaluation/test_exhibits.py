from __future__ import annotations

import json
import time
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pace import is_quick

from boilerspider.evaluation.contenders import Contender
from boilerspider.evaluation.corpora import Corpus
from boilerspider.evaluation.exhibits import MAX_WORDS, Kind, compare, exhibit_worst
from boilerspider.evaluation.measure import measure

AGREED, MISSED, WRONG = Kind.AGREED, Kind.MISSED, Kind.WRONG
words = st.lists(st.sampled_from("abcde"), max_size=30).map(" ".join)


@pytest.mark.parametrize(
    ("gold", "text", "expected"),
    [
        ("", "", []),
        ("a b", "a  b", [(AGREED, "a b")]),
        ("a b c", "a c", [(AGREED, "a"), (MISSED, "b"), (AGREED, "c")]),
        ("a c", "a b c", [(AGREED, "a"), (WRONG, "b"), (AGREED, "c")]),
        ("a b c", "a x c", [(AGREED, "a"), (MISSED, "b"), (WRONG, "x"), (AGREED, "c")]),
        ("a", "", [(MISSED, "a")]),
        ("", "a", [(WRONG, "a")]),
    ],
)
def test_compare(gold, text, expected):
    assert [(run.kind, " ".join(run.words)) for run in compare(gold, text)] == expected


@given(gold=words, text=words)
def test_each_word_of_both_has_its_place(gold, text):
    runs = compare(gold, text)
    assert [w for run in runs if run.kind is not WRONG for w in run.words] == gold.split()
    assert [w for run in runs if run.kind is not MISSED for w in run.words] == text.split()


def test_long_texts_are_compared_at_their_beginning():
    text = "word " * (MAX_WORDS + 5)
    assert sum(len(run.words) for run in compare(text, text)) == MAX_WORDS


def test_texts_of_few_words_take_no_time_to_speak_of():
    start = time.process_time()
    compare("a b c " * 1000, "c a a b " * 750)
    assert is_quick(time.process_time() - start, 5)


@pytest.fixture
def corpus(tmp_path) -> Corpus:
    golds = {"good": "one two three four", "half": "one two three four five six", "poor": "seven eight", "none": None}
    (tmp_path / "gold.jsonl").write_text(
        "\n".join(json.dumps({"id": page, "text": gold, "title": page.title()}) for page, gold in golds.items())
    )
    with zipfile.ZipFile(tmp_path / "pages.zip", "w") as zipped:
        for page in golds:
            zipped.writestr(f"{page}.html", "one two three four" if page != "poor" else "boom")
    return Corpus(tmp_path)


def echo(html: bytes, url: str | None) -> str:
    return html.decode()


def breaks(html: bytes, url: str | None) -> str:
    if html == b"boom":
        raise ValueError
    return html.decode()


def test_the_worst_pages_come_first_and_those_without_a_text_not_at_all(corpus):
    contenders = [Contender("echo", echo), Contender("breaks", breaks)]
    shown = exhibit_worst(corpus, contenders, measure(contenders, corpus), "word")
    assert [(exhibit.contender, exhibit.page, round(exhibit.f, 2)) for exhibit in shown] == [
        ("echo", "poor", 0.0),
        ("echo", "half", 0.8),
        ("echo", "good", 1.0),
        ("breaks", "half", 0.8),
        ("breaks", "good", 1.0),
    ]
    poor, half, *_others = shown
    assert (poor.title, poor.count(MISSED), poor.count(WRONG), poor.whole) == ("Poor", 2, 1, True)
    assert (half.count(AGREED), half.count(MISSED)) == (4, 2)
