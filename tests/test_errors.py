"""What an unknown name may have meant."""

from __future__ import annotations

import pytest

from boilerspider.errors import hint


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("jsn", "did you mean json?"),
        ("JSON", "did you mean json?"),
        ("min_words", "did you mean MIN_WORDS?"),
        ("yaml", "known: json, csv, MIN_WORDS"),
    ],
)
def test_a_name_is_known_again_whatever_its_case(name: str, told: str) -> None:
    assert hint(name, ["json", "csv", "MIN_WORDS"]) == told
