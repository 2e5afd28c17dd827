"""Combining marks in a row: which characters count as marks, and how many stay."""

from __future__ import annotations

import sys
from unicodedata import combining, normalize

import pytest

from boilerspider.markup.marks import MOST_MARKS, PLAIN, fewer_marks, is_mark

ACUTE, VOICED = "\u0301", "\uff9e"


def test_whatever_becomes_a_mark_is_one() -> None:
    """What is brought into order by its combining class must count, or runs of it take quadratic time."""
    letters = map(chr, range(sys.maxunicode + 1))
    assert [letter for letter in letters if combining(normalize("NFKD", letter)[0]) and not is_mark(letter)] == []


@pytest.mark.parametrize("text", ["", "caf\u0065\u0301", f"\uff76{VOICED}\uff97\uff7d", f"a{ACUTE * MOST_MARKS}b"])
def test_ordinary_text_stays(text: str) -> None:
    assert fewer_marks(text) == text


@pytest.mark.parametrize("run", [ACUTE * 40, VOICED * 40, (ACUTE * 30 + VOICED) * 40])
def test_a_long_run_is_cut(run: str) -> None:
    assert fewer_marks(f"a{run}b{ACUTE}") == f"a{run[:MOST_MARKS]}b{ACUTE}"


def test_no_letter_of_plain_text_is_a_mark() -> None:
    letters = map(chr, range(sys.maxunicode + 1))
    assert [letter for letter in letters if is_mark(letter) and PLAIN.fullmatch(letter)] == []
