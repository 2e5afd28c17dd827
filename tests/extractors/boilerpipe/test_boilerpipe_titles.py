from __future__ import annotations

import time

import pytest
from pace import is_quick

from boilerspider.extractors.boilerpipe.titles import boilerpy3_candidates, java_candidates


@pytest.mark.parametrize(
    ("title", "candidates"),
    [
        ("", set()),
        ("Big News", {"Big News"}),
        ("Big News - Example", {"Big News - Example", "Big News"}),
        ("Big News | Example", {"Big News | Example", "Big News"}),
        ("Big News » Example", {"Big News » Example", "Big News"}),
        ("The Example: Big News (today)", {"The Example: Big News (today)", "Big News (today)", "The Example"}),
        ("Big, bad News | Ex", {"Big, bad News | Ex", "Big, bad News", "bad News"}),
        ("example-very-long.com | Big News", {"example-very-long.com | Big News", "Big News"}),
        ("Ex One | Ex Two", {"Ex One | Ex Two", "Ex One"}),
        ("News |", {"News |"}),
        ("|", {"|"}),
        ("a.com | b.com", {"a.com | b.com"}),
    ],
)
def test_java_candidates(title: str, candidates: set[str]) -> None:
    assert java_candidates(title) == candidates


@pytest.mark.parametrize(
    ("title", "candidates"),
    [
        ("Big News » Example", {"Big News » Example"}),
        ("Big News | Example", {"Big News | Example", "Big News"}),
        ("Extraordinary | A B C", {"Extraordinary | A B C", "A B C"}),
        ("A B C | Extraordinary", {"A B C | Extraordinary", "Extraordinary"}),
        ("Big News\n| Sports\n", {"Big News\n| Sports\n", "Big News"}),
    ],
)
def test_boilerpy3_candidates(title: str, candidates: set[str]) -> None:
    assert boilerpy3_candidates(title) == candidates


@pytest.mark.parametrize("piece", [" ", "| ", "a ", ".com|", "("])
def test_candidates_take_linear_time(piece: str) -> None:
    title = "a" + piece * 200_000 + "b"
    start = time.process_time()
    java_candidates(title)
    boilerpy3_candidates(title)
    assert is_quick(time.process_time() - start, 20)
