"""Dates written plainly."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerspider.markup.metadata.calendars import plain_dates

CASES = [
    ("nothing to do", "4 May 2026", None, "4 May 2026"),
    ("digits", "٤ May ٢٠٢٦", None, "4 May 2026"),
    ("a Thai year", "4 พ.ค. 2569", None, "4 May 2026"),
    ("a Thai year in numbers", "4/5/2569", "th", "4/5/2026"),
    ("no Thai year elsewhere", "4/5/2569", "en", "4/5/2569"),
    ("a year of the common era in Thailand", "4 พ.ค. 2026", "th", "4 May 2026"),
    ("the first year of an era", "平成元年5月4日", "ja", "1989-5-4"),
    ("a month that is a word", "نيسان للسيارات", "ar", "نيسان للسيارات"),
    ("Han", "2026年 5月 4日発行", "ja", "2026-5-4 発行"),
    ("Hangul", "2026년 5월 4일", "ko", "2026-5-4"),
]


@pytest.mark.parametrize(("text", "language", "expected"), [case[1:] for case in CASES], ids=[c[0] for c in CASES])
def test_plain_dates(text: str, language: str | None, expected: str) -> None:
    assert plain_dates(text, language) == expected


@given(st.text(), st.sampled_from([None, "th", "ja"]))
def test_any_text_is_written_plainly_once(text: str, language: str | None) -> None:
    plain = plain_dates(text, language)
    assert not any(character.isdecimal() and not character.isascii() for character in plain)
    if text.isascii() and language != "th":
        assert plain == text
