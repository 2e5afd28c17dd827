"""Ages, dates and durations, as people write them on a command line."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone

from boilerspider.errors import BadConfiguration

_AGE = re.compile(r"(\d{1,6})([mhdw])")
_UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}


def parse_age(name: str, value: str) -> datetime:
    """An age before now (30m, 6h, 2d, 1w) or a date or time in ISO 8601; UTC where no zone is given. BadConfiguration names the option."""
    try:
        if (age := _span(value)) is not None:
            return datetime.now(timezone.utc) - age
        moment = datetime.fromisoformat(value.replace("Z", "+00:00"))
    except (ValueError, OverflowError):
        raise BadConfiguration(f"{name}={value}: an age (6h, 2d) or a date (2026-11-01) is needed") from None
    return moment if moment.tzinfo else moment.replace(tzinfo=timezone.utc)


def duration(name: str, value: str) -> float:
    """Seconds, or a number of minutes, hours, days (30m, 2h). BadConfiguration names the argument."""
    try:
        return seconds(value)
    except ValueError as error:
        raise BadConfiguration(f"-a {name}={value}: {error}") from None


def seconds(value: str) -> float:
    """Those of a time, written as one writes it for `duration`; ValueError says how."""
    if (age := _span(value)) is not None:
        return age.total_seconds()
    if not value.isascii() or not value.isdigit():
        raise ValueError("a time is needed: seconds, or 30m, 2h")
    return float(value)


def _span(value: str) -> timedelta | None:
    found = _AGE.fullmatch(value)
    return timedelta(**{_UNITS[found[2]]: int(found[1])}) if found else None
