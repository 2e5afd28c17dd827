"""The hour beside a shown day."""

from __future__ import annotations

import time
from datetime import datetime, timezone

import pytest

from boilerspider.markup.metadata import read_metadata
from boilerspider.markup.metadata.hours import at_hour
from boilerspider.markup.tree import parse

NOW = datetime(2026, 11, 30, tzinfo=timezone.utc)
DAY = datetime(2026, 11, 24, tzinfo=timezone.utc)
TITLE = "The ferry stays"
STORY = "<p>The ferry to the island stays in its harbour until the wind has gone, the company said on Monday.</p>" * 5

SAID = [
    ("November 24, 2026 9:15 pm", "21:15:00+00:00"),
    ("November 24, 2026 at 9:15 p.m. EST", "21:15:00-05:00"),
    ("By Jane Roe | Nov. 24, 2026 | 12:05 AM ET", "00:05:00-05:00"),
    ("24 November 2026, 9 pm", "21:00:00+00:00"),
    ("Tue 24 Nov 2026 21.15 CET", "21:15:00+01:00"),
    ("24th of November 2026 21:15:30 (GMT+2)", "21:15:00+02:00"),
    ("24 November 2026, 21:15 UTC\u22125", "21:15:00-05:00"),
    ("9:15 PM EST, Tue November 24, 2026", "21:15:00-05:00"),
    ("21:15 - Tuesday, 24 November 2026", "21:15:00+00:00"),
    ("21:15 Uhr, Dienstag, 24.11.2026", "21:15:00+00:00"),
    ("21:15 Uhr am Dienstag, 24. November 2026", "21:15:00+00:00"),
    ("21h15, mardi 24 novembre 2026", "21:15:00+00:00"),
    ("21:15 h, martes, 24 de noviembre de 2026", "21:15:00+00:00"),
    ("21:15, terça-feira, 24 de novembro de 2026", "21:15:00+00:00"),
    ("ore 21:15, martedì 24 novembre 2026", "21:15:00+00:00"),
    ("kl. 21:15 tirsdag den 24. november 2026", "21:15:00+00:00"),
    ("godz. 21:15, wtorek, 24 listopada 2026", "21:15:00+00:00"),
    ("21:15, вторник, 24 ноября 2026", "21:15:00+00:00"),
    ("klo 21.15, tiistai 24.11.2026", "21:15:00+00:00"),
    ("24 November 2026 21:15 -0500", "21:15:00-05:00"),
    ("24 November 2026 21:15+05:30", "21:15:00+05:30"),
    ("24 November 2026, 21:15 UTC+30", "21:15:00+00:00"),
    ("24.11.2026, 21:15 Uhr", "21:15:00+00:00"),
    ("Nov 24, 2026 / 09:15 PM EST", "21:15:00-05:00"),
    ("Posted on 24 November 2026 @ 21:15", "21:15:00+00:00"),
    ("24 November 2026, Tuesday 21:15", "21:15:00+00:00"),
    ("24. November 2026 Dienstag, 21:15", "21:15:00+00:00"),
    ("2026-11-24 星期二 21:15", "21:15:00+00:00"),
    ("2026-11-24 火曜日 午後9:15", "21:15:00+00:00"),
    ("2026. november 24., kedd 21:15", "21:15:00+00:00"),
    ("24. November 2026 um 21.15 Uhr", "21:15:00+00:00"),
    ("24.11.2026 | 21 Uhr", "21:00:00+00:00"),
    ("24 novembre 2026 à 21h15", "21:15:00+00:00"),
    ("Publié le 24 novembre 2026 à 21 h", "21:00:00+00:00"),
    ("Publié le 24 novembre 2026 à 21h15, modifié le 25 novembre 2026 à 07h02", "21:15:00+00:00"),
    ("modifié le 25 novembre 2026 à 07h02, publié le 24 novembre 2026 à 21h15", "21:15:00+00:00"),
    ("24/11/2026 - 21:15", "21:15:00+00:00"),
    ("24 de noviembre de 2026 a las 9:15 p. m.", "21:15:00+00:00"),
    ("24 Novembre 2026 alle ore 9:15", "09:15:00+00:00"),
    ("24/11/2026 às 21h15", "21:15:00+00:00"),
    ("24.11.2026 klo 21.15", "21:15:00+00:00"),
    ("24. nov. 2026 kl. 21:15", "21:15:00+00:00"),
    ("2026. november 24. 21:15", "21:15:00+00:00"),
    ("24 ноября 2026 г. в 21:15 MSK", "21:15:00+03:00"),
    ("24/11/2026 lúc 21:15 (GMT+7)", "21:15:00+07:00"),
    ("24 November 2026 pukul 21.15 WIB", "21:15:00+07:00"),
    ("2026-11-24 下午9:15", "21:15:00+00:00"),
    ("2026-11-24 (火) 21時15分", "21:15:00+00:00"),
    ("2026-11-24 오후 9:15", "21:15:00+00:00"),
    ("2026-11-24 0:15", "00:15:00+00:00"),
    ("24 Nov 2026 9:15 ص", "09:15:00+00:00"),
    ("24 Nov 2026 9:15 م", "21:15:00+00:00"),
]


@pytest.mark.parametrize(("line", "expected"), SAID)
def test_the_hour_beside_its_day(line: str, expected: str) -> None:
    assert at_hour(DAY, line, NOW).isoformat() == f"2026-11-24T{expected}"


@pytest.mark.parametrize(
    "line",
    [
        "24 November 2026",
        "24 November 2026 | 3:45",
        "24 November 2026 · 12:45 min",
        "24 November 2026 | 5 min read",
        "24 November 2026, 2:1",
        "24 November 2026 25:15",
        "24 November 2026, 18:00-20:00",
        "24.11.2026, 18:00 -24:00",
        "24.11.2026, 10:00-12:30 Uhr",
        "24 November 2026 21:75",
        "24 November 2026 0 pm",
        "24 November 2026 13:15 am",
        "24 November 2026 - 12.50",
        "24 November 2026, 9:00 am - 5:00 pm",
        "24.11.2026, 9:00 Uhr – 17:00 Uhr",
        "24.11.2026 - 25.11.2026",
        "24 November 2026, 21:150",
        "24 November 2026, 3 dead",
        "24 November 2026 Updated 21:15",
        "21:15 Uhr, Ausgabe 24.11.2026",
        "21:15 Uhr Kommentar 24.11.2026",
        "Updated 21:15, published 24 November 2026",
        "24 November 2026, 25 November 2026 07:02",
        "25 November 2026 07:02, 24 November 2026",
        "25/11/2026 07:02",
        "24 October 2026 07:02, 24 November 2026 21:15",
    ],
)
def test_what_is_no_hour_of_the_day(line: str) -> None:
    assert at_hour(DAY, line, NOW) == DAY


def test_a_moment_stays_and_none_is_to_come() -> None:
    moment = DAY.replace(hour=8)
    assert at_hour(moment, "24 November 2026 21:15", NOW) == moment
    assert at_hour(DAY, "24 November 2026 21:15", DAY.replace(day=23)) == DAY


def dates_of(beside: str, language: str = "en") -> tuple[str | None, str | None]:
    page = f"<html lang={language}><title>{TITLE}</title><body><h1>{TITLE}</h1>{beside}{STORY}</html>"
    found = read_metadata(parse(page, "https://example.org/news/ferry"), now=NOW)
    published, modified = (moment and f"{moment:%m-%d %H:%M}" for moment in (found.published, found.modified))
    return published, modified


@pytest.mark.parametrize(
    ("beside", "language", "expected"),
    [
        ("<p>Tuesday, November 24, 2026 at 9:15 p.m.</p>", "en", "11-24 21:15"),
        ("<p>Von Jana Roe | 24.11.2026, 21:15 Uhr</p>", "de", "11-24 21:15"),
        ("<p>Publicado 24 de noviembre de 2026 | 21:15h</p>", "es", "11-24 21:15"),
        ("<p>Опубликовано 24 ноября 2026, 21:15</p>", "ru", "11-24 21:15"),
        ('<p><time datetime="2026-11-24">24 November 2026, 21:15</time></p>', "en", "11-24 21:15"),
        ('<p><time datetime="2026-11-24T20:15:00Z">24 November 2026, 21:15</time></p>', "en", "11-24 20:15"),
        ("<p><b>24.11.2026</b> <i>21:15 Uhr</i></p>", "de", "11-24 21:15"),
        ("<p><b>November 24, 2026</b> <i>9:15 PM GMT</i></p>", "en", "11-24 21:15"),
        ("<p>24 November 2026</p><p>12:45</p>", "en", "11-24 00:00"),
        ("<p>24.11.2026</p><p>Beginn 19:30 Uhr</p>", "de", "11-24 00:00"),
    ],
)
def test_pages_that_declare_none(beside: str, language: str, expected: str) -> None:
    assert dates_of(beside, language) == (expected, None)


@pytest.mark.parametrize(
    ("beside", "language", "expected"),
    [
        ("<p>November 24, 2026</p><p>Updated November 25, 2026</p>", "en", ("11-24 00:00", "11-25 00:00")),
        ("<p>November 24, 2026 | Updated: November 25, 2026 7:02 am</p>", "en", ("11-24 00:00", "11-25 07:02")),
        ("<p>24 October 2026</p><p>Updated 11/04/2026 9:15 p.m. EST</p>", "en", ("10-24 00:00", "11-04 21:15")),
        ("<p>Updated 7:02 AM EST, Wed November 25, 2026</p>", "en", ("11-25 07:02", "11-25 07:02")),
        ("<p>Last modified on Wed 25 Nov 2026 07.02 CET</p><p>24 Nov 2026</p>", "en", ("11-24 00:00", "11-25 07:02")),
        ("<p>24 Nov 2026 9:15, updated 24 Nov 2026 10:20</p>", "en", ("11-24 09:15", "11-24 10:20")),
        ("<p>24.11.2026, 21:15 Uhr</p><p>Aktualisiert am 25.11.2026</p>", "de", ("11-24 21:15", "11-25 00:00")),
        ("<p>Stand: 25.11.2026 | Erschienen: 24.11.2026</p>", "de", ("11-24 00:00", "11-25 00:00")),
        (
            "<p>Publié le 24 novembre 2026, mis à jour le 25 novembre 2026 à 7h02</p>",
            "fr",
            ("11-24 00:00", "11-25 07:02"),
        ),
        ("<p>2026年11月24日</p><p>最終更新 2026年11月25日 7時02分</p>", "ja", ("11-24 00:00", "11-25 07:02")),
        ("<p>Обновлено:</p><p>25 ноября 2026, 07:02</p><p>24 ноября 2026</p>", "ru", ("11-24 00:00", "11-25 07:02")),
        ("<p>24 de noviembre de 2026 | Actualizado: 21:15h</p>", "es", ("11-24 00:00", "11-24 21:15")),
        ("<p>24/11/2026 - 20:15 h. Actualizado a las 21:15 h.</p>", "es", ("11-24 20:15", "11-24 21:15")),
        ("<p>24.11.2026, 20:15 Uhr</p><p>Aktualisiert um 21:15 Uhr</p>", "de", ("11-24 20:15", "11-24 21:15")),
        ("<p>24 Nov 2026 20:15, updated 21:15 GMT</p>", "en", ("11-24 20:15", "11-24 21:15")),
        ("<p>24 Nov 2026 20:15</p><p>Updated 10:15</p>", "en", ("11-24 20:15", None)),
        ("<p>24 Nov 2026 20:15</p><p>Rules updated for the fair at 21:15</p>", "en", ("11-24 20:15", None)),
        ("<p>24 Nov 2026 20:15</p><p>Updated 3 hours ago</p>", "en", ("11-24 20:15", None)),
        # The day of the change, without an hour, began before the story was there.
        ("<p>24 Nov 2026, 9:15</p><p>Updated 24 Nov 2026</p>", "en", ("11-24 09:15", None)),
        ("<p>Rules updated for the fair of 25 November 2026</p><p>24 November 2026</p>", "en", ("11-24 00:00", None)),
        ("<p>Updated 21:15, published 24 November 2026</p>", "en", ("11-24 00:00", None)),
    ],
)
def test_a_shown_day_that_words_call_one_of_a_change(beside: str, language: str, expected: tuple[str, str]) -> None:
    assert dates_of(beside, language) == expected


@pytest.mark.parametrize(
    ("changed", "published", "modified"),
    [
        ("2026-11-24T21:20:00+01:00", "2026-11-24T21:15:00+01:00", "2026-11-24T21:20:00+01:00"),
        ("2026-11-24T20:20:00Z", "2026-11-24T00:00:00+00:00", "2026-11-24T20:20:00+00:00"),
        ("2026-11-24T22:20:00+01:00", "2026-11-24T21:15:00+00:00", "2026-11-24T21:20:00+00:00"),
        ("2026-11-23T22:20:00+01:00", "2026-11-24T21:15:00+00:00", None),
    ],
)
def test_an_hour_without_a_zone_does_not_come_behind_the_declared_change(
    changed: str, published: str, modified: str | None
) -> None:
    head = f'<meta property="article:modified_time" content="{changed}"><title>{TITLE}</title>'
    page = f"<html lang=de>{head}<body><h1>{TITLE}</h1><p>24.11.2026, 21:15 Uhr</p>{STORY}</html>"
    found = read_metadata(parse(page, "https://example.org/news/ferry"), now=NOW)
    assert found.published == datetime.fromisoformat(published)
    assert found.modified == (modified and datetime.fromisoformat(modified))


def test_hostile_lines_take_linear_time() -> None:
    started = time.process_time()
    for line in (
        "21:15 Dienstag " * 20_000 + "24.11.2026",
        "24 Nov 2026 " * 20_000,
        "24 Nov 2026" + " 9:15" * 20_000,
        "at " * 50_000 + "24 Nov 2026",
        "1" * 100_000,
    ):
        at_hour(DAY, line, NOW)
    assert time.process_time() - started < 5
