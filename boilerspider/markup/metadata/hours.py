"""The hour that a dateline says right beside its day: "24.11.2026, 21:15 Uhr", "9:15 p.m. EST, November 24, 2026".

What stands elsewhere in the line is no hour of it: how long it takes to read, how a game ended, when the other day was.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, time, timezone

from boilerspider.markup.metadata.dates import MARGIN
from boilerspider.markup.metadata.weekdays import OTHER_WEEKDAYS, WEEKDAYS
from boilerspider.markup.metadata.zones import NAMED, zone_at

_NAME = r"[^\s\d|,:()]{2,18}"
"""Of a month, in any language."""
_DAY = re.compile(
    r"(?<!\d)(?:\d{1,2}(?P<mark>[./-])\s?\d{1,2}(?P=mark)\s?\d{4}|\d{4}(?P<sign>[./-])\s?\d{1,2}(?P=sign)\s?\d{1,2}\.?"
    rf"|\d{{1,2}}(?:st|nd|rd|th|er|\.|º|ª)?[\s-](?:de\s|of\s)?{_NAME}?,?[\s-](?:del?\s)?\d{{4}}|{_NAME}\s\d{{1,2}}(?:st|nd|rd|th)?,?\s\d{{4}}"
    rf"|\d{{4}}\.?\s{_NAME}\s\d{{1,2}}\.?)(?!\d)(?:\s?[гр]\.)?",
    re.IGNORECASE,
)
"""A whole day in a line, its year with four digits."""
NUMBERS = 3
"""Of a day whose month is one, too."""
HALF_A_DAY, WHOLE_DAY, AN_HOUR = 12, 24, 60
"""In hours, and the last in minutes: no clock shows so many."""

_AT = (
    r"(?:at|um|gegen|à|a|às|as|las|alle|ore|om|kl|klo|o|godz|u|ob|v|в|у|о|la|ora|στις|ώρα|saat|lúc|pukul|jam|time|"
    r"ساعت|الساعة|בשעה|को|เวลา|@)"
)
"""Words before an hour."""
_SIGNS = r"[\s,،|·•–—-]"
_BETWEEN = r"[\s,،|·•/–—-]"
"""Between a day and the hour behind it."""
_CLOCK = re.compile(
    rf"(?P<between>{_BETWEEN}{{0,3}}(?:(?:\(\w{{1,9}}\.?\)|(?<!\w)(?i:{WEEKDAYS}|{OTHER_WEEKDAYS}|星期[一二三四五六日天]|[月火水木金土日]曜日?)(?!\w)){_BETWEEN}{{0,3}})?)(?P<word>(?:(?<!\w)(?i:{_AT})\.?:?\s{{1,2}}){{0,2}})"
    r"(?:(?P<early>上午|午前|오전\s?)|(?P<late>下午|午後|오후\s?|晚上))?"
    r"(?<![\d:.])(?P<hour>\d{1,2})(?:\s?(?P<colon>[:.hH時时시])\s?(?P<minute>\d\d)(?::\d\d)?[分분]?)?"
    r"(?:\s?(?:(?P<morning>[aA]\.?\s?[mM]\.?|π\.?μ\.?|ص)|(?P<evening>[pP]\.?\s?[mM]\.?|μ\.?μ\.?|م))(?!\w))?"
    rf"(?P<unit>\s?(?:Uhr|uur|horas|[hHчг]\.?|น\.|hrs?)(?!\w))?(?:[\s(]{{0,2}}(?P<zone>{NAMED}|(?:\+|(?<=[\s(])-)(?:0\d|1[0-4]):?\d\d(?!\d))\)?)?"
)
"""An hour, with what stands between it and the day before it. A hyphen right behind it begins no zone, but when something ends."""
_HALVES = ("early", "late", "morning", "evening")
"""Of a day, before an hour and behind it."""
_ELSE = re.compile(
    r"[\w:.%/]?\d|[^\W\d_]|\s?(?:min|мин|sec|mn\b|分)|\s?[-–—]\s?\d{1,2}(?:[:.h]\d\d|\s?[ap]\.?m)", re.IGNORECASE
)
"""What stands behind a number that says how long something is, how a game ended, or from when on something is open."""
_ON = re.compile(
    rf"{_SIGNS}{{1,3}}(?:(?:on|am|le|el)\s)?(?:(?:[^\W\d_]{{2,4}}[.,]?|{WEEKDAYS}|{OTHER_WEEKDAYS}),?\s{{1,2}}(?:(?:den|[·•|–—-])\s)?)?\Z",
    re.IGNORECASE,
)
"""Between an hour and the day behind it: perhaps the day of the week."""
_NOTHING = re.compile(rf"{_SIGNS}*\Z")


def days_in(text: str) -> Iterator[re.Match[str]]:
    """The whole days that a line says."""
    return _DAY.finditer(text)


def at_hour(day: datetime, text: str, now: datetime, pick: Callable[[Iterable[datetime]], datetime] = min) -> datetime:
    """The moment of this day that the line says, in the zone that it names, the first if it says several and `pick` is no other; the day where it says none beside it."""
    said = list(days_in(text))
    own = [place for place, found in enumerate(said) if _is(found[0], day)]
    # The same number of two months: who knows which was read.
    if day.time() != time() or len({said[place][0].casefold() for place in own}) != 1:
        return day
    begins = [0, *(found.end() for found in said)]
    ends = [*(found.start() for found in said[1:]), len(text)]
    found = (
        _behind(text[said[place].end() : ends[place]], day, is_followed=place + 1 < len(said))
        or _before(text[begins[place] : said[place].start()], day, is_preceded=place > 0)
        for place in own
    )
    moments = [moment for moment in found if moment and moment <= now + MARGIN]
    return pick(moments) if moments else day


def is_hour(line: str) -> bool:
    """Whether a line says an hour and nothing else, with a word or a sign that calls it one: 12:45 may be how long a film is."""
    found = _CLOCK.fullmatch(line)
    return found is not None and _is_called(found)


def at_last_hour(day: datetime, text: str, now: datetime) -> tuple[datetime, str] | None:
    """The moment of this day that a text ends with, which says no other day, and the words before it; None where it ends with no hour."""
    found = next((found for found in _CLOCK.finditer(text) if found.end() == len(text)), None)
    moment = _moment(found, day.replace(hour=0, minute=0)) if found else None
    return (moment, text[: found.start()]) if found and moment and moment <= now + MARGIN else None


def without_hour(words: str) -> str:
    """The words before a day without the hour that is said of it."""
    found = _hour_before(words)
    return words[: found.start()] if found else words


def _is(said: str, day: datetime) -> bool:
    """Whether these numbers may be those of this day."""
    numbers = sorted(map(int, re.findall(r"\d+", said)))
    whole = [day.day, day.month, day.year] if len(numbers) == NUMBERS else [day.day, day.year]
    return numbers == sorted(whole)


def _behind(rest: str, day: datetime, *, is_followed: bool) -> datetime | None:
    """When on this day, by what stands behind it; an hour between two days may be of either."""
    found = _CLOCK.match(rest)
    if found is None or _ELSE.match(rest, found.end()) or (is_followed and _NOTHING.match(rest, found.end())):
        return None
    return _moment(found, day)


def _before(rest: str, day: datetime, *, is_preceded: bool) -> datetime | None:
    """When on this day, by what stands before it."""
    found = _hour_before(rest)
    if found is None or (is_preceded and _NOTHING.match(rest[: found.start()])):
        return None
    return _moment(found, day)


def _hour_before(rest: str) -> re.Match[str] | None:
    return next((found for found in _CLOCK.finditer(rest) if _ON.match(rest, found.end())), None)


def _moment(found: re.Match[str], day: datetime) -> datetime | None:
    """The moment of this day that a clock shows; None for what is no hour, or may be something else."""
    hour, minute = int(found["hour"]), int(found["minute"] or 0)
    if found["evening"] and not hour:
        return None
    if any(found[name] for name in _HALVES) and hour <= HALF_A_DAY:
        hour = hour % HALF_A_DAY + HALF_A_DAY * bool(found["late"] or found["evening"])
    if hour >= WHOLE_DAY or minute >= AN_HOUR or (found["morning"] and hour >= HALF_A_DAY):
        return None
    zone = _zone(found["zone"] or "", day.replace(hour=hour, minute=minute, tzinfo=None))
    is_meant = zone is not None or _is_called(found) or _is_clock(found)
    return day.replace(hour=hour, minute=minute, tzinfo=zone or day.tzinfo) if is_meant else None


def _zone(name: str, wall: datetime) -> timezone | None:
    """The zone of this name; None for what names none that there is (UTC+30)."""
    try:
        return zone_at(name, wall)
    except ValueError:
        return None


def _is_called(found: re.Match[str]) -> bool:
    return any(found[name] for name in ("word", "unit", *_HALVES))


def _is_clock(found: re.Match[str]) -> bool:
    """Whether bare numbers are an hour: 3:45 behind a sign is how long something takes, 12.50 what it costs."""
    if found["minute"] is None or (found["colon"] == "." and found["between"].strip(" ,")):
        return False
    return len(found["hour"]) == len("00") or not found["between"].strip(" ,-–—")
