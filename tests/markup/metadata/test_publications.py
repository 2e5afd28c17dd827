"""What the words beside a day call it."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest

from boilerspider.markup.metadata import read_metadata
from boilerspider.markup.metadata.publications import is_of_else
from boilerspider.markup.tree import parse

NOW = datetime(2026, 11, 27, tzinfo=timezone.utc)
STORY = "<p>The ferry to the island stays in its harbour until the wind has gone down, all say on Monday.</p>" * 5


@pytest.mark.parametrize(
    ("beside", "language"),
    [
        ("<p>Beginn: 12.10.2026, 19:30 Uhr</p><p>Veröffentlicht: 24.11.2026</p>", "de"),
        ("<p>Beginn: 12.10.26, 19:30 Uhr</p><p>Veröffentlicht: 24.11.2026</p>", "de"),
        ("<p>Beginn: 12.10.26, 19:30 Uhr</p><p>Veröffentlicht: 24.11.26</p>", "de"),
        ("<p><b>Beginn:</b> <span>12.10.2026</span></p><p>24.11.2026</p>", "de"),
        ("<p>Geboren: 12.06.94</p><p>24. November 2026</p>", "de"),
        ("<p>Geboren: Sonntag, 12.06.1994</p><p>24. November 2026</p>", "de"),
        ("<p>Version: 10.4.11</p><p>24. November 2026</p>", "de"),
        ("<p>Aktenzeichen: 11.2.24</p><p>24. November 2026</p>", "de"),
        ("<p>Record: 12/4/06</p><p>24 November 2026</p>", "en"),
        ("<p>Event: 12 October 2026 | Published 24 November 2026</p>", "en"),
        ("<ul><li>1 January 2019: a first ferry</li></ul><p>24 November 2026</p>", "en"),
    ],
)
def test_a_day_of_something_else_yields(beside: str, language: str) -> None:
    page = f"<html lang={language}><title>The ferry stays</title><body><h1>The ferry stays</h1>{beside}{STORY}</html>"
    published = read_metadata(parse(page, "https://example.org/news/ferry"), now=NOW).published
    assert published == datetime(2026, 11, 24, tzinfo=timezone.utc)


@pytest.mark.parametrize(
    ("text", "last", "expected"),
    [
        ("Beginn: 12.06.2026", "", True),
        ("Beginn: Freitag, 12.06.2026", "", True),
        ("12 June 2026", "Doors open:", True),
        ("12 June 2026: a first bridge", "", True),
        ("12 June 2026: 14:30", "", False),
        ("Datum: 12.06.2026", "", False),
        ("Posted on: June 12, 2026", "", False),
        ("Event date: June 12, 2026", "", True),
        ("Publicado: 12/06/2026", "", False),
        ("Stand: 12.06.2026", "", False),
        ("12 June 2026", "Published:", False),
        ("12 June 2026", "By Jane Roe", False),
        ("Beginn: morgen", "", False),
    ],
)
def test_is_of_else(text: str, last: str, expected: bool) -> None:
    assert is_of_else(text, last) == expected
