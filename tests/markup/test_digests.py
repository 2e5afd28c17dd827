from __future__ import annotations

import pytest

from boilerspider.markup.digests import digest
from boilerspider.model.outline import MASK


@pytest.mark.parametrize(
    ("word", "other"),
    [
        ("दादा", "दादी"),
        ("মামা", "মামি"),
        ("மலை", "மலா"),
        ("เสือ", "เสื้อ"),
        ("\u0642\u064e\u062a\u0644", "\u0642\u064f\u062a\u0644"),
    ],
    ids=["Devanagari", "Bengali", "Tamil", "Thai", "Arabic"],
)
def test_vowel_signs_and_tones_count(word: str, other: str) -> None:
    assert digest(f"7 {word} 8") != digest(f"7 {other} 8")
    assert (digest(f"7, {word}") + digest(f"{other} 8")) & MASK == digest(f"7 {word} {other} 8")


def test_what_no_reader_sees_does_not_count() -> None:
    assert digest("I \u2764\ufe0f the harbour") == digest("I \u2764 the harbour")
    assert digest("दादा \u2764\ufe0f") == digest("दादा \u2764")
