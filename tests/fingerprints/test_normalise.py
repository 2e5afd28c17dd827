"""What counts in a text and what does not."""

from __future__ import annotations

import string
import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pace import is_quick

from boilerspider.fingerprints import normalise

TEXTS = st.text(max_size=80)
WORDS = st.lists(st.text("abcdefghäöüßéжδ名前हिन्दी0123456789", min_size=1, max_size=8), min_size=1, max_size=12)
GAPS = st.text(string.punctuation + " \t\n\u00a0\u2003\u2028“”’—…«»€©😀", min_size=1, max_size=4)


@pytest.mark.parametrize(
    ("text", "normalised"),
    [
        ("", ""),
        (" \n\t ", ""),
        ("— … !", ""),
        ("The mayor’s OFFICE", "the mayor s office"),
        ("The mayor's office", "the mayor s office"),
        ("state-of-the-art", "state of the art"),
        ("Straße", "strasse"),
        ("ﬁre", "fire"),
        ("2", "2"),
        ("1.5 million", "1 5 million"),
        ("15 million", "15 million"),
        ("e\u0301te\u0301", "été"),
        ("hy\u00adphen zero\u200bwidth \ufeffbom", "hyphen zerowidth bom"),
        ("e\u200d\u0301", "é"),
        ("❤\ufe0f yes", "yes"),
        ("क्षेत्र", "क्षेत्र"),
        ("日本。東京", "日本 東京"),
        ("\uff76\uff9e\uff97\uff7d \uff8a\uff9f\uff9d", "ガラス パン"),
        ("half \ud800 a pair", "half a pair"),
        ("nul\0nul", "nul nul"),
        ("½ cup", "1 2 cup"),
    ],
)
def test_cases(text, normalised):
    assert normalise(text) == normalised


@given(TEXTS)
def test_normalising_twice_changes_nothing(text):
    once = normalise(text)
    assert normalise(once) == once


@pytest.mark.slow
def test_every_character_alone_and_beside_a_letter_is_stable():
    for code in range(sys.maxunicode + 1):
        once = normalise("a" + chr(code) + "\u0301b") if code % 7 == 0 or code < 0x3000 else normalise(chr(code))
        if not once.isascii():
            assert normalise(once) == once, hex(code)


@given(WORDS, st.data())
def test_punctuation_and_white_space_between_words_do_not_count(words, data):
    text = "".join(word + data.draw(GAPS) for word in words)
    assert normalise(text) == normalise(" ".join(words))


@given(st.text(string.ascii_letters + string.digits + " .,äöüÄÖÜßÉéЖж", max_size=60))
def test_case_does_not_count(text):
    assert normalise(text.upper()) == normalise(text.lower()) == normalise(text.swapcase())


@given(WORDS, st.integers(0, 9), st.integers(0, 9), st.data())
def test_a_changed_digit_counts(words, before, after, data):
    place = data.draw(st.integers(0, len(words)))
    texts = [
        normalise(" ".join((*words[:place], f"killed {digit} people", *words[place:]))) for digit in (before, after)
    ]
    assert (texts[0] == texts[1]) == (before == after)


@given(TEXTS)
def test_the_result_is_words_between_single_spaces(text):
    normalised = normalise(text)
    assert normalised == " ".join(normalised.split())
    assert "\u00ad" not in normalised
    normalised.encode("utf-8")


def test_a_long_run_of_combining_marks_takes_linear_time():
    hostile = "a" + "\u0301\u0316" * 500_000
    start = time.process_time()
    normalised = normalise(hostile)
    assert is_quick(time.process_time() - start, 20)
    assert len(normalised) < 40
    assert normalise(normalised) == normalised


def test_signs_that_become_marks_end_no_run_of_marks():
    hostile = "a" + ("\u0301" * 30 + "\uff9e") * 10_000
    start = time.process_time()
    normalised = normalise(hostile)
    assert is_quick(time.process_time() - start, 1)
    assert normalise(normalised) == normalised


def test_thirty_marks_that_each_become_two_stay_thirty():
    once = normalise("a" + "\u0344" * 40)
    assert normalise(once) == once
