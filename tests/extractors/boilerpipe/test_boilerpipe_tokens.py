from __future__ import annotations

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pace import is_quick

from boilerspider.extractors.boilerpipe.tokens import (
    JAVA_SPACE,
    boilerpy3_tokens,
    java_spaces,
    java_tokens,
    words,
    wrap,
)

SEPARATOR = "\u2063"
TEXTS = st.text(st.sampled_from("aé9_½字 \"'.,!@-:;$?()/+%“—|»\u00a0\u200b\u0301"), max_size=40)


def spelled_out(text: str) -> list[str]:
    """The original's three steps, one after the other: boundaries, glue, split."""
    text = re.sub(r"\b", SEPARATOR, text)
    text = re.sub(rf"{SEPARATOR}*([\"'.,!@\-:;$?()/]){SEPARATOR}*", r"\1", text)
    return [token for token in re.split(f"[ {SEPARATOR}]+", text) if token]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("don't re-use a/b me@x.org", ["don't", "re-use", "a/b", "me@x.org"]),
        ("a+b 100%", ["a", "+", "b", "100", "%"]),
        ("(ok) $5 end.", ["(ok)", "$5", "end."]),
        ("“quoted” — it’s", ["“", "quoted", "”", "—", "it", "’", "s"]),
        ("“'glued", ["“'glued"]),
        ("Home | News »", ["Home", "|", "News", "»"]),
        ("one\u00a0two", ["one", "\u00a0", "two"]),
        ("\u00a0", ["\u00a0"]),
        ("...", ["..."]),
        ("  ", []),
        ("市长说，大桥", ["市长说", "，", "大桥"]),
    ],
)
def test_java_tokens(text: str, tokens: list[str]) -> None:
    assert java_tokens(text) == tokens


@given(TEXTS)
def test_java_tokens_are_those_of_the_three_steps(text: str) -> None:
    assert java_tokens(text) == spelled_out(text)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("don't a+b 100%", ["don't", "a", "b", "100"]),
        ("“quoted” — it’s", ["quoted", "it", "s"]),
        ("| » \u00a0", []),
        ("...", ["..."]),
    ],
)
def test_boilerpy3_tokens(text: str, tokens: list[str]) -> None:
    assert boilerpy3_tokens(text) == tokens


@pytest.mark.parametrize(
    ("token", "is_word"),
    [("a", True), ("9", True), ("½", True), ("(ok)", True), ("字", True), ("_", False), ("...", False), ("“", False)],
)
def test_a_word_has_a_letter_or_a_number(token: str, *, is_word: bool) -> None:
    assert words([token]) == [token] * is_word


def test_java_spaces_leave_the_no_break_spaces() -> None:
    assert java_spaces(JAVA_SPACE) == " " * len(JAVA_SPACE)
    assert java_spaces("a\u00a0b\u2007c\u202fd\x85e") == "a\u00a0b\u2007c\u202fd\x85e"


@pytest.mark.parametrize(
    ("lengths", "expected"),
    [
        ([], (0, 1)),
        ([80], (1, 1)),
        ([5] * 13, (13, 1)),
        ([5] * 14, (13, 1)),
        ([4] * 16, (16, 1)),
        ([4] * 22, (16, 1)),
        ([5] * 13 + [4] * 17, (29, 2)),
        ([81], (1, 1)),
        ([81, 3], (1, 2)),
        ([81, 79, 5], (2, 3)),
    ],
)
def test_wrap(lengths: list[int], expected: tuple[int, int]) -> None:
    assert wrap(["x" * length for length in lengths], 80) == expected


@given(st.lists(st.text("x", min_size=1, max_size=30), max_size=60), st.integers(1, 90))
def test_wrap_counts_what_wrapping_counts(found: list[str], max_line: int) -> None:
    lines, line, on_line = 0, -1, 0
    for word in found:
        on_line += 1
        line += len(word) + 1
        if line > max_line:
            lines, line, on_line = lines + 1, len(word), 1
    naive = (len(found) - on_line, lines) if lines and len(found) > on_line else (len(found), 1)
    assert wrap(found, max_line) == naive


@pytest.mark.parametrize("piece", [".", "…", "a…", " ", "_", "\u00a0a", "a" * 1_000 + "+"])
def test_tokens_take_linear_time(piece: str) -> None:
    text = piece * (500_000 // len(piece))
    start = time.process_time()
    words(java_tokens(java_spaces(text)))
    words(boilerpy3_tokens(text))
    assert is_quick(time.process_time() - start, 20)
