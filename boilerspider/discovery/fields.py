"""Strings of feeds, sitemaps and anchors -> titles, dates, languages and addresses. None for what cannot be told."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone
from email.utils import parsedate_tz
from urllib.parse import urljoin

from boilerspider.markup.characters import on_one_line
from boilerspider.markup.entities import unescape
from boilerspider.urls import clean_url

MAX_TITLE = 500
"""Characters; a longer title is a text that lost its way. Ours."""

_RAW_TITLE = 20 * MAX_TITLE
"""Characters looked at before markup is taken out of a title. Ours."""

_CLOCK_SKEW = timedelta(days=1)
"""How far ahead of ours a site's clock may be, its time zone included. Ours."""

_EARLIEST = datetime(1971, 1, 1, tzinfo=timezone.utc)
"""Before it lie only clocks that were never set."""

_TAG = re.compile(r"</?[A-Za-z][^<>]*>|<!--[^<>]*-->")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}")

_ISO = re.compile(
    r"(?P<date>\d{4}-\d{2}(?:-\d{2})?|\d{8})"
    r"(?:[T ]\s?(?P<time>\d{2}:?\d{2}(?::?\d{2})?)(?:[.,]\d{1,9})?\s?(?P<zone>Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?)?",
    re.IGNORECASE,
)
"""ISO 8601 as feeds write it: to the month, the day, the minute or the second, with or without a zone."""

_ZONES = {
    # names that RFC 2822 does not know and feeds use; minutes east of Greenwich
    **dict.fromkeys(("WET",), 0),
    **dict.fromkeys(("CET", "MEZ", "BST", "WEST"), 60),
    **dict.fromkeys(("CEST", "MESZ", "EET", "SAST"), 120),
    **dict.fromkeys(("EEST", "MSK", "TRT"), 180),
    **dict.fromkeys(("IST",), 330),
    **dict.fromkeys(("SGT", "HKT", "AWST"), 480),
    **dict.fromkeys(("JST", "KST"), 540),
    **dict.fromkeys(("AEST",), 600),
    **dict.fromkeys(("AEDT",), 660),
    **dict.fromkeys(("NZST",), 720),
}
_ZONE_NAME = re.compile(r"\b([A-Z]{3,4})\s*$")


def web_link(base: str, reference: str | None) -> str:
    """The clean address of a reference on a page, or "" where it is none."""
    if not reference:
        return ""
    reference = reference.strip()
    if reference.startswith(("http://", "https://")):
        return clean_url(reference)
    try:
        return clean_url(urljoin(base, reference))
    except ValueError:
        return ""


def plain(text: str | None) -> str | None:
    """A title on one line: escaped once more than needed, with tags, or of any length, it comes out as people read it."""
    if not text:
        return None
    text = unescape(_TAG.sub(" ", unescape(text[:_RAW_TITLE])))
    return on_one_line(text)[:MAX_TITLE].strip() or None


def language_tag(text: str | None) -> str | None:
    """A BCP 47 tag."""
    tag = (text or "").strip().replace("_", "-")
    return tag if _LANGUAGE.fullmatch(tag) else None


def is_language(tag: str) -> bool:
    """Whether this has the shape of a BCP 47 tag."""
    return bool(_LANGUAGE.fullmatch(tag))


def moment(text: str | None, now: datetime | None = None) -> datetime | None:
    """An aware datetime from RFC 2822 or ISO 8601, in UTC where no zone is told.

    None where it is unreadable, before 1971, or more than a day after `now` (None: the clock's).
    """
    stripped = (text or "").strip()[:64]
    if not stripped:
        return None
    try:
        found = _from_iso(stripped) or _from_mail(stripped)
    except (ValueError, OverflowError):  # no such day, no such zone
        return None
    latest = (now or datetime.now(timezone.utc)) + _CLOCK_SKEW
    return found if found and _EARLIEST <= found <= latest else None


def _from_iso(text: str) -> datetime | None:
    match = _ISO.fullmatch(text)
    if not match:
        return None
    digits = match["date"].replace("-", "")
    clock = (match["time"] or "").replace(":", "").ljust(6, "0")
    year, month, day = int(digits[:4]), int(digits[4:6]), int(digits[6:] or 1)
    hour, minute, second = int(clock[:2]), int(clock[2:4]), min(int(clock[4:]), 59)
    zone = timezone(timedelta(minutes=_offset_minutes(match["zone"] or "Z")))
    return datetime(year, month, day, hour % 24, minute, second, tzinfo=zone)


def _offset_minutes(zone: str) -> int:
    if zone[0] not in "+-":
        return 0
    digits = zone[1:].replace(":", "").ljust(4, "0")
    minutes = int(digits[:2]) * 60 + int(digits[2:])
    return -minutes if zone[0] == "-" else minutes


def _from_mail(text: str) -> datetime | None:
    try:
        parts = parsedate_tz(text)
    except (IndexError, TypeError):  # the standard library's parser stumbles over some shapes
        return None
    if parts is None:
        return None
    seconds = parts[9] or 0
    if not seconds and (name := _ZONE_NAME.search(text)):
        seconds = _ZONES.get(name[1], 0) * 60
    return datetime(*parts[:5], min(parts[5], 59), tzinfo=timezone(timedelta(seconds=seconds)))
