"""Words that call a day, or an hour, that of a change, in lines of any length."""

from __future__ import annotations

import time
from datetime import datetime, timezone

import pytest

from boilerspider.markup.metadata import read_metadata
from boilerspider.markup.metadata.changes import UPDATED_LABEL, may_be_changes
from boilerspider.markup.metadata.datelines import MAX_DATELINE_CHARS
from boilerspider.markup.tree import parse

NOW = datetime(2026, 11, 27, tzinfo=timezone.utc)
STORY = "<p>The ferry to the island stays in its harbour until the wind has gone down, all say on Monday.</p>" * 5
WRITTEN, CHANGED = "11-24 14:30", "11-24 18:45"


def dates_of(beside: str, language: str) -> tuple[str | None, str | None]:
    page = f"<html lang={language}><title>The ferry stays</title><body><h1>The ferry stays</h1>{beside}{STORY}</html>"
    found = read_metadata(parse(page, "https://example.org/news/ferry"), now=NOW)
    published, modified = (moment and f"{moment:%m-%d %H:%M}" for moment in (found.published, found.modified))
    return published, modified


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("Veröffentlicht am 24. November 2026, 14:30 Uhr | Aktualisiert am 24. November 2026, 18:45 Uhr", "de"),
        ("Publicado el 24 de noviembre de 2026 14:30 · Actualizado el 24 de noviembre de 2026 18:45", "es"),
        (
            "Martes, 24 de noviembre de 2026 a las 14:30 | Última actualización: 24 de noviembre de 2026 a las 18:45",
            "es",
        ),
        ("Publicado el 24 de noviembre de 2026 a las 14:30 horas | Actualizado a las 18:45 horas", "es"),
        ("Published: November 24, 2026 at 2:30 p.m. ● Updated: November 24, 2026 at 6:45 p.m. GMT", "en"),
        ("Published: November 24, 2026 at 2:30 p.m.｜Last updated: November 24, 2026 at 6:45 p.m.", "en"),
        ("Published on Tuesday, November 24, 2026 at 2:30 p.m. GMT | Updated at 6:45 p.m. GMT", "en"),
        ("The Courier Published November 24, 2026 at 2:30 PM GMT Updated November 24, 2026 at 6:45 PM GMT", "en"),
        (
            "Publicado el 24 de noviembre de 2026 a las 14:30. Actualizado el 24 de noviembre de 2026 a las 18:45 horas.",
            "es",
        ),
    ],
)
def test_a_long_line_is_cut_before_it_is_measured(line: str, language: str) -> None:
    assert len(line) > MAX_DATELINE_CHARS
    assert dates_of(f"<p>{line}</p>", language) == (WRITTEN, CHANGED)


@pytest.mark.parametrize(
    "line",
    [
        "Weather in the north, with winds and some rain, for all who travel these days | 24 November 2026, 14:30",
        "The fair of 24 November 2026, 14:30 was the last one that was held here, for there is nobody left who",
        "Rules published on 24 November 2026, 14:30, updated on 25 November 2026, are none that somebody may read",
    ],
)
def test_a_long_line_of_one_day_that_nothing_calls_the_storys(line: str) -> None:
    assert dates_of(f"<p>{line}</p>", "en")[0] != WRITTEN


@pytest.mark.parametrize(
    ("beside", "language"),
    [
        ("<p>Dienstag, 24. November 2026, 14.30 Uhr | zuletzt aktualisiert um 18.45 Uhr</p>", "de"),
        ("<p>24. November 2026, 14.30 Uhr</p><p>zuletzt aktualisiert um 18.45 Uhr</p>", "de"),
        ("<p>24.11.2026, 14:30 Uhr (zuletzt aktualisiert um 18:45 Uhr)</p>", "de"),
        ("<p>Von Heinz Roe, 24.11.2026, 14:30 Uhr, letzte Aktualisierung: 18:45 Uhr</p>", "de"),
        ("<p>Le 24 novembre 2026 à 14h30, dernière mise à jour à 18h45</p>", "fr"),
        ("<p>24 ноября 2026, 14:30 | последнее обновление 18:45</p>", "ru"),
        ("<p>24/11/2026 14:30 <span>Actualizado</span> <span>18:45</span></p>", "es"),
        ("<p>24/11/2026 14:30. Actualizado <b>18:45</b></p>", "es"),
        ("<p>24 November 2026 14:30</p><p>Last modified on Tuesday, 24 November 2026 at 18:45</p>", "en"),
        ("<p>24.11.2026 14:30 Uhr</p><p>Aktualisiert am Dienstag, den 24. November 2026, 18:45 Uhr</p>", "de"),
        ("<p>24/11/2026 14:30</p><p>Mis à jour le mardi 24 novembre 2026 à 18:45</p>", "fr"),
        ("<p>24/11/2026 14:30</p><p>Modificado: 24/11/2026 18:45</p>", "es"),
        ("<p>입력 : 2026.11.24 14:30</p><p>업데이트 : 2026.11.24 18:45</p>", "ko"),
        ("<p>14:30 ,24.11.26</p><p>עודכן: 18:45 ,24.11.26</p>", "he"),
        ("<p>14:30 Uhr | 24.11.26</p><p>Stand: 24.11.26, 18:45 Uhr</p>", "de"),
    ],
)
def test_words_around_those_for_a_change(beside: str, language: str) -> None:
    assert dates_of(beside, language) == (WRITTEN, CHANGED)


@pytest.mark.parametrize(
    ("beside", "language"),
    [
        ("<p>24 November 2026, 14:30 | Ferry rules updated 18:45</p>", "en"),
        ("<p>24 November 2026, 14:30 <b>Updated</b> <i>for all</i> <i>18:45</i></p>", "en"),
        ("<p>24 November 2026, 14:30 <b>Updated</b> <i>5 min</i></p>", "en"),
        ("<p>Actualités | 24 novembre 2026, 14:30</p>", "fr"),
    ],
)
def test_words_that_tell_of_no_change_of_the_story(beside: str, language: str) -> None:
    assert dates_of(beside, language) == (WRITTEN, None)


def test_hostile_words_take_linear_time() -> None:
    started = time.process_time()
    for words in ("updated " * 30_000, "updated on " * 30_000, f"updated{' .' * 30_000}x", "Tuesday " * 30_000):
        UPDATED_LABEL.search(words)
        may_be_changes(words)
    assert time.process_time() - started < 5
