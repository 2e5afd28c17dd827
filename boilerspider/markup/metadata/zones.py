"""Names of zones behind an hour -> how far that is from UTC: "EDT", "CEST", "UTC+2", "America/New_York"."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

_HOURS = {
    "Z": 0, "UT": 0, "UTC": 0, "GMT": 0, "WET": 0, "WEST": 1, "BST": 1, "CET": 1, "MEZ": 1, "CEST": 2, "MESZ": 2,
    "EET": 2, "EEST": 3, "MSK": 3, "SAST": 2, "PKT": 5, "IST": 5.5, "WIB": 7, "WITA": 8, "WIT": 9, "HKT": 8, "SGT": 8,
    "JST": 9, "KST": 9, "AWST": 8, "ACST": 9.5, "ACDT": 10.5, "AEST": 10, "AEDT": 11, "NZST": 12, "NZDT": 13, "BRT": -3,
    "NST": -3.5, "NDT": -2.5, "AST": -4, "ADT": -3, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6,
    "PST": -8, "PDT": -7, "AKST": -9, "AKDT": -8, "HST": -10,
}  # fmt: skip
"""Hours ahead of UTC. A name that several countries have is read as most of its pages mean it: IST is India's, BST Britain's; AST to
PDT are those of RFC 2822 and their neighbours."""
_PLACES = {"ET": "America/New_York", "CT": "America/Chicago", "MT": "America/Denver", "PT": "America/Los_Angeles"}
"""Names that leave open whether it is summer, with a place whose clocks tell."""
NAMED = (
    r"(?:(?:UTC|GMT)\s?[+\u2212-]\d{1,2}(?::?\d{2})?(?!\d)|[A-Z]{1,4}(?![\w/])"
    r"|[A-Z][A-Za-z]{1,12}(?:/[A-Za-z][A-Za-z_-]{2,20}){1,2}(?!\w))"
)
"""A zone's name, or what looks like one."""


def zone_at(name: str, wall: datetime) -> timezone | None:
    """The zone of this name as it is when its clocks show this; None for what names none that is known here."""
    if any(map(str.isdigit, name)):
        return timezone(_offset(name))
    if name in _HOURS:
        return timezone(timedelta(hours=_HOURS[name]))
    place = _PLACES.get(name, name)
    try:
        # Only where the system, or the package tzdata, has them: some images have neither.
        offset = ZoneInfo(place).utcoffset(wall) if "/" in place else None
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None
    return None if offset is None else timezone(offset)


def _offset(text: str) -> timedelta:
    """What +5:30, +0530, +05 or UTC+5 says."""
    digits = re.sub(r"\D", "", text)
    hours, minutes = (digits[:-2], digits[-2:]) if len(digits) > 2 else (digits, "0")
    offset = timedelta(hours=int(hours), minutes=int(minutes))
    return -offset if re.search(r"[\u2212-]", text) else offset
