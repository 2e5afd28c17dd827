"""Dates as pages write them -> aware datetimes, or nothing.

A time without a zone, or in one that is not known, is taken for UTC, a day without a time for its midnight in UTC. A date
before the web or after tomorrow is a mistake of the page and is dropped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime, timedelta, timezone
from email.utils import parsedate_to_datetime

from lxml import etree, html

from boilerspider.markup.metadata.zones import NAMED, zone_at
from boilerspider.markup.rescue import drop_crowded_tags

EARLIEST = datetime(1990, 1, 1, tzinfo=timezone.utc)
"""Nothing was published on the web before."""
MARGIN = timedelta(days=1)
"""How far a date may lie ahead: clocks and zones differ by less than a day."""
MAX_CHARS = 80
"""No written date is longer; ours."""

MAX_URL_CHARS = 2_000
"""Of an address that are looked at; the sitemaps protocol's limit is 2,048."""

_FIRST_OF_JANUARY = (
    r"{year}[-/.]?0?1[-/.]?0?1(?!\d)|(?<!\d)0?1[-/.]0?1[-/.]{year}|{year}\s?年\s?1\s?月\s?1\s?日"
    r"|(?<!\d)0?1(?:st|er|\.|º)?\s(?:de\s)?[Jj]\w{{2,8}}\.?,?\s(?:de\s)?{year}|[Jj]an\w{{0,7}}\.?\s0?1(?:st)?,?\s{year}"
)
"""How pages write the day, in most of the languages that htmldate knows."""

MAX_GUESSED_CHARS = 2_000_000
"""A larger page is not searched for a date: the search reads it several times; ours."""

_ISO = re.compile(
    r"(?P<year>\d{4})(?P<mark>[-/.]?)(?P<month>\d{1,2})(?P=mark)(?P<day>\d{1,2})"
    r"(?:[T\s,]{1,3}(?P<hour>\d{1,2}):?(?P<minute>\d{2})(?::?(?P<second>\d{2})(?:[.,:]\d{1,9})?)?"
    rf"\s?(?P<half>[AaPp]\.?[Mm]\.?(?!\w))?[\s(]{{0,2}}(?P<zone>[+-]\d{{2}}:?(?:\d{{2}})?|[+-]\d:\d{{2}}|[+-]\d(?=\)?\Z)|{NAMED})?)?"
)
_EPOCH = re.compile(r"(?P<number>\d{10}(?:\d{3})?(?:\.\d+)?)|/Date\((?P<dotnet>\d{10}(?:\d{3})?)(?:[+-]\d{4})?\)/")
"""Seconds or thousandths, as they are or as .NET wrote them into JSON."""
_MONTH = (
    r"(?:jan(?:uar[a-z]{0,2}|vier|eiro|n?ar)?|feb(?:r(?:uar[a-z]{0,2}|ero?|eiro)?|braio)?|mar(?:ch|ec|et|s|so|t|tie|ts|z|z[ou])?"
    r"|apr(?:el|il(?:e|ie?|l)?)?|mayo?|jun(?:[eiy]|ho|ij|i[eo])?|jul(?:[iy]|ai|ho|ij|i[eo]|iol)?|aug(?:ust(?:i|u?s)?|usztus)?"
    r"|sep(?:t(?:i?emb[a-z]{1,3})?)?|oct(?:[ou]m?b[a-z]{2,3})?|nov(?:i?emb[a-z]{1,3})?|dec(?:emb[a-z]{1,3})?)"
)
"""In English, and in languages whose months begin with the same three letters."""
_ENGLISH = re.compile(
    rf"(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s+(?P<month>{_MONTH})|\b(?P<month2>{_MONTH})\.?\s+(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?)"
    r"\.?,?\s+(?P<year>\d{4})\b",
    re.IGNORECASE,
)
_IN_PATH = re.compile(r"(?<=/)(?P<year>(?:19|20)\d\d)(?P<mark>[/-]?)(?P<month>\d\d)(?P=mark)(?P<day>\d\d)/")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
# JavaScript's Date.toString(): the zone's name in brackets is not RFC 2822.
_ZONE_NAME = re.compile(r"\s*\([^()]*\)\s*$")
_NAMED_ZONE = re.compile(rf"(?P<hour>\d:\d{{2}}(?:\.\d{{1,9}})?)[\s(]{{1,2}}(?P<zone>{NAMED})\)?")
"""A zone's name behind an hour: of most the standard library knows nothing."""
_HALF = re.compile(r"(?P<hour>\d{1,2})(?P<rest>:\d{2}(?::\d{2})?)\s?(?P<half>[AaPp])\.?[Mm]\.?(?!\w)")
"""A time with half a day."""


def day_in_path(url: str | None, now: datetime) -> datetime | None:
    """The credible day that the path of an address has between its slashes, whole: 2026/11/24, 2026-11-24 or 20261124."""
    found = _IN_PATH.search((url or "")[:MAX_URL_CHARS].partition("?")[0])
    return parse_date(f"{found['year']}-{found['month']}-{found['day']}", now) if found else None


def first_date(values: Iterable[str], now: datetime) -> datetime | None:
    """The first value that is a credible date."""
    return next((date for value in values if (date := parse_date(value, now))), None)


def parse_date(value: str, now: datetime) -> datetime | None:
    """The moment that an ISO 8601, RFC 2822, epoch or English date names, where it is credible; never raises."""
    text = value.strip().replace("\N{MINUS SIGN}", "-")
    if not text or len(text) > MAX_CHARS:
        return None
    try:
        date = _epoch(text) or _iso(text) or _written(text)
        return date if date and EARLIEST <= date <= now + MARGIN else None
    except (ValueError, TypeError, IndexError, OverflowError, OSError):
        # What the standard library raises for the 31st of February, the 99th hour or the zone +99:99.
        return None


def _epoch(text: str) -> datetime | None:
    found = _EPOCH.fullmatch(text)
    if not found:
        return None
    seconds = float(found["number"] or found["dotnet"])
    return datetime.fromtimestamp(seconds / 1000 if seconds > 1e11 else seconds, timezone.utc)


def _iso(text: str) -> datetime | None:
    match = _ISO.match(text)
    if not match:
        return None
    hour = int(match["hour"] or 0)
    if match["half"]:
        hour = hour % 12 + 12 * (match["half"][0] in "Pp")
    minute, second = int(match["minute"] or 0), int(match["second"] or 0)
    if hour > 24 or minute > 59 or second > 60:
        return None
    midnight = datetime(int(match["year"]), int(match["month"]), int(match["day"]))  # noqa: DTZ001 - the zone is told at the end
    wall = midnight + timedelta(hours=hour, minutes=minute, seconds=second)
    return wall.replace(tzinfo=zone_at(match["zone"] or "", wall) or timezone.utc)


def _written(text: str) -> datetime | None:
    """RFC 2822, or an English date's day."""
    if not re.search(r"\d{4}", text):
        return None
    if ":" in text:
        try:
            return _mailed(_whole_day(text))
        except (ValueError, TypeError, IndexError):
            pass
    match = _ENGLISH.search(text)
    if not match:
        return None
    month = _MONTHS.index((match["month"] or match["month2"])[:3].lower()) + 1
    return datetime(int(match["year"]), month, int(match["day"] or match["day2"]), tzinfo=timezone.utc)


def _mailed(text: str) -> datetime:
    """The moment that RFC 2822 reads in a text, in the zone that it names."""
    named = _NAMED_ZONE.search(text)
    if named:
        wall = parsedate_to_datetime(_ZONE_NAME.sub("", f"{text[: named.end('hour')]} {text[named.end() :]}"))
        zone = None if wall.tzinfo else zone_at(named["zone"], wall)
        if zone:
            return wall.replace(tzinfo=zone)
    date = parsedate_to_datetime(_ZONE_NAME.sub("", text))
    return date if date.tzinfo else date.replace(tzinfo=timezone.utc)


def _whole_day(text: str) -> str:
    """The text with its time in hours of the whole day: the standard library passes over am and pm."""

    def hour(found: re.Match[str]) -> str:
        if not 1 <= int(found["hour"]) <= 12:
            return found[0]
        return f"{int(found['hour']) % 12 + 12 * (found['half'] in 'Pp'):02}{found['rest']}"

    return _HALF.sub(hour, text)


def guessed_date(source: str, url: str | None, now: datetime) -> datetime | None:
    """The day that htmldate reads out of a page which declares none; None also where the page is huge."""
    if len(source) > MAX_GUESSED_CHARS:
        return None
    try:
        # A tree of its own: htmldate would download a text that looks like an address, and its
        # parser leaves out what is nested too deep for the recursions behind it.
        tree = html.document_fromstring(drop_crowded_tags(source.encode()), parser=html.HTMLParser(encoding="utf-8"))
    except etree.LxmlError:
        return None
    day = searched_date(tree, now, url)
    return None if day is not None and _is_year(day, f"{url} {source}") else day


def _is_year(day: datetime, text: str) -> bool:
    """Whether a first of January is but a year, as of a copyright: the text says no such day."""
    if (day.month, day.day) != (1, 1):
        return False
    return not re.search(_FIRST_OF_JANUARY.format(year=f"{day:%Y}"), text)


def searched_date(tree: html.HtmlElement, now: datetime, url: str | None = None) -> datetime | None:
    """The first day that htmldate finds in a tree, which it may change; it knows the months of many languages."""
    # Imported here: it takes a second, and most pages declare their dates.
    from htmldate import find_date  # noqa: PLC0415

    found = find_date(
        tree,
        extensive_search=True,
        original_date=True,
        url=url,
        min_date=f"{EARLIEST:%Y-%m-%d}",
        max_date=f"{now + MARGIN:%Y-%m-%d}",
    )
    return parse_date(found, now) if found else None
