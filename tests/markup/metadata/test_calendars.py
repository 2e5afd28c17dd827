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
    ("a day of Iran", "28 اسفند 1403", "fa", "2025-03-18"),
    ("in its digits", "۲۸ اسفند ۱۴۰۳ - ۱۴:۰۵", "fa", "2025-03-18 - 14:05"),
    ("its new year", "1 فروردین 1404", None, "2025-03-21"),
    ("a leap day", "30 اسفند ماه 1403", "fa", "2025-03-20"),
    ("a month of thirty days", "30 مهر، 1402", "fa", "2023-10-22"),
    ("in numbers", "1403/12/28", "fa", "2025-03-18"),
    ("the Islamic year in numbers", "1446/09/18", "ar", "1446/09/18"),
    ("no month of twelve", "1403/13/28", "fa", "1403/13/28"),
    ("no day of a month", "32 اسفند 1403", "fa", "32 اسفند 1403"),
    ("a short year", "18.03.25", "de", "18.03.2025"),
    ("a short year and an hour", "18.03.25, 14:05 Uhr", "de", "18.03.2025, 14:05 Uhr"),
    ("a short year behind the day of the week", "Di., 18.3.25", "de", "Di., 18.3.2025"),
    ("a short year with slashes", "18/03/25 - 14h05", "fr", "18/03/2025 - 14h05"),
    ("a short year of the last century", "18.03.98", "de", "18.03.1998"),
    ("a short year first", "25. 3. 18.", "ko", "2025. 3. 18."),
    ("a short year among words", "Version 18.03.25 and more", "en", "Version 18.03.25 and more"),
    ("no short year behind hyphens", "25-03-18", "en", "25-03-18"),
    ("an address of a machine", "10.10.10.10", "en", "10.10.10.10"),
    (
        "a short year that is the story's",
        "Veröffentlicht: 18.03.25, 14:05 Uhr",
        "de",
        "Veröffentlicht: 18.03.2025, 14:05 Uhr",
    ),
    ("a short year of a change", "Stand: 14:05 Uhr, 18.03.25", "de", "Stand: 14:05 Uhr, 18.03.2025"),
    ("a short year behind a word for day", "Дата: 18.03.25", "ru", "Дата: 18.03.2025"),
    ("no short year of a birth", "Geboren: 18.03.94", "de", "Geboren: 18.03.94"),
    ("no short year of an event", "Beginn: 18.03.25, 19:30 Uhr", "de", "Beginn: 18.03.25, 19:30 Uhr"),
    ("no short year of a version", "Version: 10.4.11", "en", "Version: 10.4.11"),
    ("no short year of wins and losses", "Record: 12/4/06", "en", "Record: 12/4/06"),
    ("Hangul", "2026년 5월 4일", "ko", "2026-5-4"),
]


@pytest.mark.parametrize(("text", "language", "expected"), [case[1:] for case in CASES], ids=[c[0] for c in CASES])
def test_plain_dates(text: str, language: str | None, expected: str) -> None:
    assert plain_dates(text, language) == expected


@given(st.text(), st.sampled_from([None, "th", "ja", "fa"]))
def test_any_text_is_written_plainly_once(text: str, language: str | None) -> None:
    plain = plain_dates(text, language)
    assert not any(character.isdecimal() and not character.isascii() for character in plain)
    if not any(map(str.isdecimal, text)):
        assert plain_dates(plain, language) == plain
