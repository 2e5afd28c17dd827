"""Dates as pages write them -> aware datetimes, or nothing.

A time without a zone is taken for UTC, a day without a time for its midnight in UTC. A date before
the web or after tomorrow is a mistake of the page and is dropped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime, timedelta, timezone
from email.utils import parsedate_to_datetime

from lxml import etree, html

from boilerspider.markup.rescue import drop_crowded_tags

EARLIEST = datetime(1990, 1, 1, tzinfo=timezone.utc)
"""Nothing was published on the web before."""
MARGIN = timedelta(days=1)
"""How far a date may lie ahead: clocks and zones differ by less than a day."""
MAX_CHARS = 80
"""No written date is longer; ours."""

MAX_GUESSED_CHARS = 2_000_000
"""A larger page is not searched for a date: the search reads it several times; ours."""

_ISO = re.compile(
    r"(?P<year>\d{4})(?P<mark>[-/.]?)(?P<month>\d{1,2})(?P=mark)(?P<day>\d{1,2})"
    r"(?:[T\s,]{1,3}(?P<hour>\d{1,2}):?(?P<minute>\d{2})(?::?(?P<second>\d{2})(?:[.,:]\d{1,9})?)?"
    r"\s?(?P<half>[AaPp]\.?[Mm]\.?)?\s?(?P<zone>Z|UTC|GMT|[+-]\d{2}:?(?:\d{2})?|[+-]\d:\d{2})?)?"
)
_EPOCH = re.compile(r"\d{10}(?:\d{3})?(?:\.\d+)?")
_ENGLISH = re.compile(
    r"(?:(?P<day>\d{1,2})(?:st|nd|rd|th)?\s+(?P<month>[A-Za-z]{3,9})|(?P<month2>[A-Za-z]{3,9})\.?\s+(?P<day2>\d{1,2})(?:st|nd|rd|th)?)"
    r"\.?,?\s+(?P<year>\d{4})\b"
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
# JavaScript's Date.toString(): the zone's name in brackets is not RFC 2822.
_ZONE_NAME = re.compile(r"\s*\([^()]*\)\s*$")


def first_date(values: Iterable[str], now: datetime) -> datetime | None:
    """The first value that is a credible date."""
    return next((date for value in values if (date := parse_date(value, now))), None)


def parse_date(value: str, now: datetime) -> datetime | None:
    """The moment that an ISO 8601, RFC 2822, epoch or English date names, where it is credible; never raises."""
    text = value.strip()
    if not text or len(text) > MAX_CHARS:
        return None
    try:
        date = _epoch(text) or _iso(text) or _written(text)
        return date if date and EARLIEST <= date <= now + MARGIN else None
    except (ValueError, TypeError, IndexError, OverflowError, OSError):
        # What the standard library raises for the 31st of February, the 99th hour or the zone +99:99.
        return None


def _epoch(text: str) -> datetime | None:
    if not _EPOCH.fullmatch(text):
        return None
    seconds = float(text)
    return datetime.fromtimestamp(seconds / 1000 if seconds > 1e11 else seconds, timezone.utc)


def _iso(text: str) -> datetime | None:
    match = _ISO.match(text)
    if not match:
        return None
    hour = int(match["hour"] or 0)
    if match["half"]:
        hour = hour % 12 + 12 * (match["half"][0] in "Pp")
    midnight = datetime(int(match["year"]), int(match["month"]), int(match["day"]), tzinfo=_zone(match["zone"]))
    minute, second = int(match["minute"] or 0), int(match["second"] or 0)
    if hour > 24 or minute > 59 or second > 60:
        return None
    return midnight + timedelta(hours=hour, minutes=minute, seconds=second)


def _zone(text: str | None) -> timezone:
    digits = re.sub(r"\D", "", text or "")
    if not (text and digits):
        return timezone.utc
    # +5:30, +0530, +05
    hours, minutes = (digits[:-2], digits[-2:]) if len(digits) > 2 else (digits, "0")
    offset = timedelta(hours=int(hours), minutes=int(minutes))
    return timezone(-offset if text.startswith("-") else offset)


def _written(text: str) -> datetime | None:
    """RFC 2822, or an English date's day."""
    if not re.search(r"\d{4}", text):
        return None
    if ":" in text:
        try:
            date = parsedate_to_datetime(_ZONE_NAME.sub("", text))
            return date if date.tzinfo else date.replace(tzinfo=timezone.utc)
        except (ValueError, TypeError, IndexError):
            pass
    match = _ENGLISH.search(text)
    month = (match["month"] or match["month2"])[:3].lower() if match else ""
    if not match or month not in _MONTHS:
        return None
    day = int(match["day"] or match["day2"])
    return datetime(int(match["year"]), _MONTHS.index(month) + 1, day, tzinfo=timezone.utc)


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
    return searched_date(tree, now, url)


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
