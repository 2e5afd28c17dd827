"""Dates as pages write them."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfoNotFoundError, available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerspider.markup.metadata import zones
from boilerspider.markup.metadata.dates import EARLIEST, MARGIN, guessed_date, parse_date

NOW = datetime(2026, 11, 20, 12, tzinfo=timezone.utc)


def utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=timezone.utc)


def zoned(hours: float, *parts: int) -> datetime:
    return datetime(*parts, tzinfo=timezone(timedelta(hours=hours)))


WRITTEN = [
    ("2026-05-04", utc(2026, 5, 4)),
    ("2026-5-4", utc(2026, 5, 4)),
    ("2026/05/04", utc(2026, 5, 4)),
    ("2026.05.04", utc(2026, 5, 4)),
    ("20260504", utc(2026, 5, 4)),
    ("20260504T083000Z", utc(2026, 5, 4, 8, 30)),
    ("2026-05-04T08:30", utc(2026, 5, 4, 8, 30)),
    ("2026-05-04 08:30:15", utc(2026, 5, 4, 8, 30, 15)),
    ("2026-05-04T08:30:15Z", utc(2026, 5, 4, 8, 30, 15)),
    ("2026-05-04T08:30:15.123456Z", utc(2026, 5, 4, 8, 30, 15)),
    ("2026-05-04T08:30:15.1234567+02:00", zoned(2, 2026, 5, 4, 8, 30, 15)),
    ("2026-05-04T08:30:15+0530", zoned(5.5, 2026, 5, 4, 8, 30, 15)),
    ("2026-05-04T08:30:15-04", zoned(-4, 2026, 5, 4, 8, 30, 15)),
    ("2026-05-04 08:30:15 UTC", utc(2026, 5, 4, 8, 30, 15)),
    ("2026-05-04 08:30 PM", utc(2026, 5, 4, 20, 30)),
    ("2026-05-04 12:30 a.m.", utc(2026, 5, 4, 0, 30)),
    ("2026-05-04T24:00:00Z", utc(2026, 5, 5)),
    ("  2026-05-04  ", utc(2026, 5, 4)),
    ("Mon, 04 May 2026 08:30:15 GMT", utc(2026, 5, 4, 8, 30, 15)),
    ("Mon, 04 May 2026 08:30:15 +0200", zoned(2, 2026, 5, 4, 8, 30, 15)),
    ("Mon May 04 2026 08:30:15 GMT+0000 (Coordinated Universal Time)", utc(2026, 5, 4, 8, 30, 15)),
    ("Mon May 04 2026 08:30:15 GMT-0400 (Eastern Daylight Time)", zoned(-4, 2026, 5, 4, 8, 30, 15)),
    ("May 4, 2026 9:05 PM", utc(2026, 5, 4, 21, 5)),
    ("May 4, 2026 12:05 am EST", zoned(-5, 2026, 5, 4, 0, 5)),
    ("4 May 2026 21:05 PM", utc(2026, 5, 4, 21, 5)),
    ("May 4, 2026", utc(2026, 5, 4)),
    ("4 May 2026", utc(2026, 5, 4)),
    ("Published on September 4th, 2025", utc(2025, 9, 4)),
    ("4 Mayo 2026", utc(2026, 5, 4)),
    ("4 Januari 2026", utc(2026, 1, 4)),
    ("4 octubre, 2025", utc(2025, 10, 4)),
    ("noviembre 4, 2025", utc(2025, 11, 4)),
    ("4 septiembre 2025", utc(2025, 9, 4)),
    ("4 februarie 2026", utc(2026, 2, 4)),
    ("4 octombrie 2025", utc(2025, 10, 4)),
    ("4 Novemba 2025", utc(2025, 11, 4)),
    ("4 augusts 2025", utc(2025, 8, 4)),
    ("Sept. 4, 2025", utc(2025, 9, 4)),
    ("Marble 12 2026, May 4, 2026", utc(2026, 5, 4)),
    ("1777883400", utc(2026, 5, 4, 8, 30)),
    ("1777883400000", utc(2026, 5, 4, 8, 30)),
    ("1777883400.0", utc(2026, 5, 4, 8, 30)),
    ("/Date(1777883400000)/", utc(2026, 5, 4, 8, 30)),
    ("/Date(1777883400000+0200)/", utc(2026, 5, 4, 8, 30)),
]


@pytest.mark.parametrize(("text", "expected"), WRITTEN)
def test_written_dates(text: str, expected: datetime):
    found = parse_date(text, NOW)
    assert found == expected
    assert found is not None
    assert found.utcoffset() == expected.utcoffset()


ZONES = [
    ("2026-05-12T18:30:00 EST", -5),
    ("2026-05-12 18:30:00 EDT", -4),
    ("2026-05-12T18:30:00EDT", -4),
    ("2026-05-12 6:30 PM EDT", -4),
    ("2026-05-12 6:30 p.m. (EDT)", -4),
    ("2026-05-12 18:30:00 PST", -8),
    ("2026-05-12 18:30 CEST", 2),
    ("2026-05-12 18:30 IST", 5.5),
    ("2026-05-12 18:30 NZST", 12),
    ("2026-05-12 18:30 UTC+2", 2),
    ("2026-05-12 18:30 GMT-03:30", -3.5),
    ("2026-05-12 18:30 (+02:00)", 2),
    ("2026-05-12T18:30:00+2", 2),
    ("2026-05-12T18:30:00\u221204:00", -4),
    ("2026-05-12 18:30 UTC\u22125", -5),
    ("2026-05-12 18:30 (-5)", -5),
    ("2026-05-12 18:30 -5 degrees", 0),
    ("2026-05-12T18:30:00-04:00[America/Denver]", -4),
    ("2026-05-12 18:30 +0530 IST", 5.5),
    ("2026-05-12 18:30 XYZ", 0),
    ("2026-05-12 18:30 Uhr", 0),
    ("2026-05-12 18:30 among others", 0),
    ("2026-05-12 18:30 Atlantis/Nowhere", 0),
    ("2026-05-12 18:30 America/Argentina", 0),
    ("Tue, 12 May 2026 18:30:00 CET", 1),
    ("12 May 2026 18:30 CEST", 2),
    ("12 May 2026 18:30 (CEST)", 2),
    ("May 12, 2026, 6:30 pm BST", 1),
    ("May 12, 2026, 6:30 pm GMT+10", 10),
    ("May 12, 2026, 6:30 pm XYZ", 0),
    ("Tue May 12 18:30:00 EDT 2026", -4),
    ("Tue May 12 18:30:00 CEST 2026", 2),
    ("Tue May 12 2026 18:30:00 GMT-0400 (EDT)", -4),
]


@pytest.mark.parametrize(("text", "hours"), ZONES)
def test_zones_by_name(text: str, hours: float):
    found = parse_date(text, NOW)
    assert found is not None
    assert found.isoformat() == zoned(hours, 2026, 5, 12, 18, 30).isoformat()


PLACES = [
    ("2026-05-12 18:30:00 America/New_York", -4),
    ("2026-01-12 18:30:00 America/New_York", -5),
    ("2026-05-12T18:30:00 America/Argentina/Buenos_Aires", -3),
    ("2026-05-12 6:30 PM ET", -4),
    ("January 12, 2026 6:30 pm PT", -8),
    ("12 May 2026 18:30 Europe/Berlin", 2),
]


@pytest.mark.skipif(not available_timezones(), reason="this system has no time zones")
@pytest.mark.parametrize(("text", "hours"), PLACES)
def test_zones_by_place(text: str, hours: float):
    found = parse_date(text, NOW)
    assert found is not None
    assert found.utcoffset() == timedelta(hours=hours)
    assert (found.hour, found.minute) == (18, 30)


@pytest.mark.parametrize("text", ["2026-05-12 18:30 America/New_York", "May 12, 2026 6:30 pm ET"])
def test_where_the_system_has_no_zones_a_place_is_none(text: str, monkeypatch: pytest.MonkeyPatch):
    def missing(_: str) -> None:
        raise ZoneInfoNotFoundError

    monkeypatch.setattr(zones, "ZoneInfo", missing)
    assert parse_date(text, NOW) == utc(2026, 5, 12, 18, 30)


NO_DATES = [
    "",
    "today",
    "2026",
    "2026-13-01",
    "2026-02-31",
    "2026-05-04T25:00",
    "2026-05-04T08:61",
    "2026-05-04T08:30+99:99",
    "3000-01-01",
    "2026-11-22",
    "1989-12-31",
    "0001-01-01",
    "0000-00-00",
    "99999999999999",
    "Mon, 99 May 2026 08:30:15 GMT",
    "4 Foo 2026",
    "Marble 12, 2024",
    "12 Julian 2024",
    "Smarch 12, 2024",
    "Augusta 12, 2024",
    "2026-05-04" + " " * 80 + "x",
    "x" * 100_000,
]


@pytest.mark.parametrize("text", NO_DATES)
def test_what_is_no_credible_date(text: str):
    assert parse_date(text, NOW) is None


def test_tomorrow_is_credible_in_some_zone():
    assert parse_date("2026-11-21T11:00:00Z", NOW) == utc(2026, 11, 21, 11)


@given(
    st.text(max_size=90)
    | st.from_regex(r"\d{1,4}[-/. ]\d{1,3}[-/. ]\d{1,4}([T ]\d{1,3}:\d{1,3}.{0,12})?", fullmatch=True)
)
def test_any_text_gives_a_credible_moment_or_none(text: str):
    found = parse_date(text, NOW)
    assert found is None or (found.utcoffset() is not None and EARLIEST <= found <= NOW + MARGIN)


@given(st.datetimes(datetime(1990, 1, 2), datetime(2026, 11, 19), timezones=st.just(timezone(timedelta(hours=-3)))))  # noqa: DTZ001 - hypothesis adds the zone
def test_iso_comes_back(moment: datetime):
    assert parse_date(moment.isoformat(), NOW) == moment.replace(microsecond=0)


GUESSES = [
    ('<div class="date">4. Mai 2026</div>', utc(2026, 5, 4)),
    ('<div class="date">4 mai 2026</div>', utc(2026, 5, 4)),
    ('<div class="date">May 4, 2026</div>', utc(2026, 5, 4)),
    ('<div class="date">4 May 3026</div>', None),
    ("", None),
    ("<!---->", None),
    ("http://127.0.0.1:1/<p>x</p>", None),
]


@pytest.mark.parametrize(("body", "expected"), GUESSES)
def test_guessed_dates(body: str, expected: datetime | None):
    source = (
        f"<html><body>{body}<p>Rain fell on the whole of the north.</p></body></html>"
        if body.startswith("<div")
        else body
    )
    assert guessed_date(source, None, NOW) == expected


def test_a_huge_page_is_not_searched():
    source = '<html><body><div class="date">4 May 2026</div>' + "<p>Rain.</p>" * 200_000 + "</body></html>"
    assert guessed_date(source, None, NOW) is None
