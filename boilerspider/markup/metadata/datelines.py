"""The date that stands beside the headline, for pages that declare none.

Days and months are read in many languages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from itertools import chain, pairwise, takewhile
from operator import itemgetter

from lxml import etree, html

from boilerspider.markup.characters import NO_XML
from boilerspider.markup.metadata.beside import Beside, is_dated, spoken
from boilerspider.markup.metadata.calendars import plain_dates, with_century
from boilerspider.markup.metadata.changes import MAX_UPDATED_CHARS, UPDATED, UPDATED_LABEL, may_be_changes
from boilerspider.markup.metadata.dates import MARGIN, parse_date, searched_date
from boilerspider.markup.metadata.hours import NUMBERS, at_hour, at_last_hour, days_in, is_hour, without_hour
from boilerspider.markup.metadata.publications import PUBLISHED, SIGNS, is_of_else, label_of
from boilerspider.markup.metadata.signatures import is_byline, is_name
from boilerspider.markup.metadata.text import text_of
from boilerspider.markup.metadata.weekdays import WEEKDAYS

MAX_DATELINE_CHARS = 80
"""A longer text tells of a date. Ours."""
MAX_LINE_CHARS = 2 * MAX_DATELINE_CHARS
"""Of a line that is cut at its signs: one part says when the story was published, one when it was changed."""
MAX_HOUR_CHARS = 25
"""Of an hour, its zone and what stands between it and the day before it. Ours."""
A_DAY_AND_ITS_ZONE = timedelta(hours=38)
"""By which a moment can be away from the midnight, in UTC, of the day that is written for it: 24 hours, and the 14 of the farthest zone."""
MONTHS = 12
"""Of a year: no day beyond may be one."""
MAX_DAY = 31
"""Of a month: a number beyond is a year."""
_MONTH_FIRST = "en-US"
"""The language in whose days the month comes first."""
_NUMBERS = re.compile(r"(?<![\d/])(\d{1,2})/(\d{1,2})/(\d{4})(?!\d)")
_AMERICAN = re.compile(
    r"\s\d{1,2}:\d\d(?::\d\d)?\s?[ap]\.?m\.?,?\s\(?(?:[ECMP][SD]?T|AK[SD]T|HST)(?!\w)", re.IGNORECASE
)
"""Behind numbers an hour of half a day in a zone of America: the month comes first."""
_ONLY_A_DAY = re.compile(
    r"(?:(?P<week>[^\W\d_]{3,12})[.,]?,?\s)?"
    r"(?P<day>(?:\d{1,2}[./-]\d{1,2}[./-]\d{4}|\d{4}[./-]\d{1,2}[./-]\d{1,2}"
    r"|\d{1,2}(?:st|nd|rd|th|\.|º)?\s(?:de\s)?[^\W\d_]{3,12}\.?,?\s(?:de\s)?\d{4}"
    r"|[^\W\d_]{3,12}\.?\s\d{1,2}(?:st|nd|rd|th)?,?\s\d{4}))"
    r"(?:[\s,•|–-]{1,3}\d{1,2}[:.]\d\d(?:[:.]\d\d)?(?:\s?[ap]\.?m\.?)?(?:\sUhr|\s[A-Z]{2,4})?)?",
    re.IGNORECASE,
)
"""A line that says a day, perhaps of the week and at an hour, and nothing else."""
_WEEK = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
APART = timedelta(days=2)
"""Days that differ by less may be one, in two zones."""
NEAR = 6
"""Texts behind the headline among which a shown day is believed before a declared one: further down stand those of other things. Ours."""
_BETWEEN_PARTS = re.compile(r"\s[|·•∙⋅‧・●▪¦│]\s|\s?[｜︱]\s?")
_WEEKDAY = re.compile(rf"(?<!\w)(?:{WEEKDAYS})\Z", re.IGNORECASE)
_WITHIN = re.compile(
    r"(?<!\d)(?:\d{1,2}\.\s?\d{1,2}\.\s?\d{4}|\d{4}\.\s?(?:\d{1,2}\.\s?\d{1,2}|[^\W\d_]{3,16}\s\d{1,2})"
    r"|\d{1,2}[.º]?\s(?:de\s)?[^\s\d|,:]{2,18},?\s(?:de\s)?\d{4})(?!\d)"
)
"""A day in a line that says more: with words before it htmldate reads it in few languages."""
_FIRST_DAY = re.compile(r"(?<!\d)0?1(?!\d)")


def dateline(lines: Beside, times: Iterable[etree._Element], language: str | None, now: datetime) -> datetime | None:
    """When the line beside the headline, rather behind than before it, says that it was; None where there is no whole date by it.

    What stands in one of the `time` elements is when that declares, which knows the hour and its zone.
    """
    found = _found(lines, times, language, now)
    return at_hour(*found, now) if found else None


def _found(
    lines: Beside, times: Iterable[etree._Element], language: str | None, now: datetime
) -> tuple[datetime, str] | None:
    """The day, or its moment where an element declares that, and the line that says it."""
    dated = (
        *((text, rest) for _, text, rest in _dated_behind(lines, language)),
        *((text, "") for text in lines.before if _may_be_dateline(text)),
    )
    found = next(((text, rest, day) for text, rest in dated if (day := _day(text, language, now))), None)
    if found is None:
        return None
    text, rest, day = found
    tongue = spoken(language)
    shown = [(time, said) for time in times if (said := plain_dates(text_of(time), tongue)) and said in text]
    meant = (
        moment
        for time, said in shown
        for moment in _moments([time], now)
        if any(abs(moment - one) < A_DAY_AND_ITS_ZONE for one in _readings(day, said))
    )
    return next(meant, day), f"{text} {rest}" if is_hour(rest) else text


def days_behind(lines: Beside, language: str | None, now: datetime) -> tuple[datetime, ...]:
    """What the days may be that the lines behind the headline say and do not call that of a change, or of something else."""
    said = (text for is_else, text, _ in _dated_behind(lines, language) if not any(is_else))
    return tuple(reading for text in said if (day := _day(text, language, now)) for reading in _readings(day, text))


def _dated_behind(lines: Beside, language: str | None) -> list[tuple[tuple[bool, bool], str, str]]:
    """The lines with a day, each with the one behind it, the likelier first: those last whose day is called that of a change, or of something else."""
    behind = list(chain.from_iterable(_in_parts(line, language) for line in lines.behind))
    around = zip(("", *behind), behind, (*behind[1:], ""), strict=False)
    said = [
        ((_is_changed(text, last), is_of_else(text, last)), text, rest)
        for last, text, rest in around
        if _may_be_dateline(text)
    ]
    return sorted(said, key=itemgetter(0))


def _may_be_dateline(text: str) -> bool:
    return len(text) <= MAX_DATELINE_CHARS and is_dated(text)


def _in_parts(text: str, language: str | None) -> tuple[str, ...]:
    """A text, and what stands in it beside a person's name and a sign: when that wrote; the parts alone where more than one has a day, or it is long and one calls its day the story's."""
    said = _cut(text) if len(text) <= MAX_LINE_CHARS else []
    parts = tuple(with_century(part, spoken(language)) for part in said)
    dated = list(filter(is_dated, parts))
    if len(dated) > 1 or (len(text) > MAX_DATELINE_CHARS and any(map(_labels, dated))):
        return parts
    is_signed = any(map(is_name, parts)) or (parts != tuple(said) and any(is_byline(part, language) for part in parts))
    return (text, *parts) if is_signed else (text,)


def _cut(text: str) -> list[str]:
    """A line in parts: between its signs or, if it is long and has none, before the words that call its days the story's, where it has several and ends with them."""
    parts = _BETWEEN_PARTS.split(text)
    places = _labels(text) if len(text) > MAX_DATELINE_CHARS and len(parts) == 1 else []
    end = max((day.end() for day in days_in(text)), default=0) if len(places) > 1 else 0
    if not end or len(text) - end > MAX_HOUR_CHARS:
        return parts
    return [text[begin:stop].strip() for begin, stop in pairwise([0, *places, len(text)]) if begin < stop]


def _labels(text: str) -> list[int]:
    """Where the words begin that call days of a text those of the publication, or of a change."""
    days = list(days_in(text))
    begins = [0, *(day.end() for day in days)]
    return [
        begin + label.start()
        for begin, day in zip(begins, days, strict=False)
        if (label := label_of(text[begin : day.start()]))
    ]


def _is_changed(text: str, last: str) -> bool:
    """Whether a line, or the one before it, says that its day is that of a change."""
    is_label = len(last) <= MAX_UPDATED_CHARS and not is_dated(last) and UPDATED_LABEL.search(last) is not None
    return is_label or UPDATED.search(text) is not None


def changed(lines: Beside, language: str | None, now: datetime) -> datetime | None:
    """When the story was changed, by the first day behind the headline before which words say so; None where there is none."""
    behind = list(chain.from_iterable(_in_parts(line, language) for line in lines.behind))
    for place, text in enumerate(behind):
        last = behind[place - 1] if place else ""
        before = last if len(last) <= MAX_UPDATED_CHARS and not is_dated(last) else ""
        days = list(days_in(text)) if _may_be_dateline(text) else []
        for said, end in zip(days, [*(other.start() for other in days[1:]), len(text)], strict=False):
            words = without_hour(text[: said.start()])
            is_changed = UPDATED_LABEL.search(words if words.strip(SIGNS) else before) is not None
            day = _day(text[said.start() : end], language, now) if is_changed else None
            if day:
                return at_hour(day, text, now, max)
        moment = _changed_at(text, behind[place + 1 : place + 3], language, now) if days else None
        if moment:
            return moment
    return None


def _changed_at(text: str, rest: list[str], language: str | None, now: datetime) -> datetime | None:
    """When the story was changed on the last day that a line says, by an hour alone behind words that call it so: both in that line or in the next, or the words at the end of one and the hour in the one behind."""
    said = list(days_in(text))[-1]
    short = list(takewhile(lambda line: len(line) <= MAX_UPDATED_CHARS and not is_dated(line), rest))
    pieces = [text[said.end() :], *short]
    for line in (*pieces[:2], *map(" ".join, pairwise(pieces))):
        words = line.rstrip(SIGNS + ".)")
        day = _day(said[0], language, now) if may_be_changes(words) else None
        found = at_last_hour(day, words, now) if day else None
        if found and UPDATED_LABEL.search(found[1]):
            return found[0]
    return None


def shown_alone(
    lines: Beside, times: Iterable[etree._Element], language: str | None, now: datetime
) -> tuple[datetime, str] | None:
    """The one day that readers see right behind the headline, in a block of its own that nothing introduces; None where there is none, or more than one, or it may be another, or today.

    Content systems declare when a page was built, or moved to them. With it the line that says it, and perhaps its hour.
    """
    dated = [place for place, text in enumerate(lines.behind) if is_dated(text)]
    if len(dated) != 1 or dated[0] not in lines.alone or dated[0] >= NEAR:
        return None
    before, text = lines.behind[: dated[0]], lines.behind[dated[0]]
    # Another number is another day's, with no year or told by its distance.
    if any(line.endswith(":") or any(map(str.isdigit, line)) for line in before):
        return None
    said = _ONLY_A_DAY.fullmatch(text)
    found = _found(Beside(behind=(text,)), times, language, now) if said else None
    if said is None or found is None or abs(now - found[0]) < APART or not _is_plain(said, found[0], language, now):
        return None
    return found


def _is_plain(said: re.Match[str], day: datetime, language: str | None, now: datetime) -> bool:
    """Whether a line can mean no other day than this, and means one at all."""
    week, written = (said["week"] or "").lower(), said["day"]
    if not _WEEK[day.weekday()].startswith(week):
        return False
    numbers = [int(number) for number in re.findall(r"\d+", written)]
    if len(numbers) == NUMBERS:
        has_order = (
            numbers[0] > MAX_DAY or max(numbers[:2]) > MONTHS or ("." in written and spoken(language) not in ("", "en"))
        )
        return has_order and sorted(numbers) == sorted((day.year, day.month, day.day))
    # Only htmldate knows which words are months; the standard reading asks for their first letters.
    known = _foreign_day(written, now)
    return numbers[0] == day.day and known is not None and known.date() == day.date()


def _readings(day: datetime, said: str) -> Iterator[datetime]:
    """The day that a line was read as and, where these words of it are that day in numbers with slashes, the other that it may mean: 03/01 is in March, or in January."""
    yield day
    numbers = _NUMBERS.search(said)
    if numbers and day.day <= MONTHS and {int(numbers[1]), int(numbers[2])} == {day.day, day.month}:
        yield day.replace(month=day.day, day=day.month)


def moment_of(day: datetime | None, times: Iterable[etree._Element], now: datetime) -> datetime | None:
    """When on this day, by the first of the `time` elements that declares a moment of it; the day where none does."""
    if day is None:
        return None
    return next((moment for moment in _moments(times, now) if moment.date() == day.date()), day)


def _moments(times: Iterable[etree._Element], now: datetime) -> Iterator[datetime]:
    """What the elements declare, as far as they do."""
    return filter(None, (parse_date(time.get("datetime", ""), now) for time in times))


def _day(text: str, language: str | None, now: datetime) -> datetime | None:
    numbers = _NUMBERS.search(text)
    if numbers and (language == _MONTH_FIRST or _is_american(numbers, language)):
        text = f"{numbers[3]}-{numbers[1]}-{numbers[2]}"
    found = parse_date(text, now) or _foreign_day(text, now)
    within = _WITHIN.search(text) if found is None else None
    if within and _introduces(text[: within.start()], language):
        return _foreign_day(within[0], now)
    return _turned(numbers, language, now) if numbers and found is None else found


def _is_american(numbers: re.Match[str], language: str | None) -> bool:
    """Whether the hour behind numbers with slashes on an English page of no region, or one of no known language, is America's, and the first of them may be a month: Australia's zones have the same letters."""
    behind = numbers.string[numbers.end() :]
    return (language or "en") == "en" and int(numbers[1]) <= MONTHS and _AMERICAN.search(behind) is not None


def _turned(numbers: re.Match[str], language: str | None, now: datetime) -> datetime | None:
    """The day that numbers with slashes say in the other order, where they are none in the order of the language; where they are one to come, only in English, behind words that speak of the story."""
    first, second, year = (int(number) for number in numbers.groups())
    day, month = (second, first) if language == _MONTH_FIRST else (first, second)
    turned = parse_date(f"{year}-{day:02}-{month:02}", now)
    if turned is None or month > MONTHS:
        return turned
    is_to_come = f"{year}-{month:02}-{day:02}" > f"{now + MARGIN:%Y-%m-%d}"
    is_own = spoken(language) in ("", "en") and _introduces(numbers.string[: numbers.start()], language)
    return turned if is_to_come and is_own else None


def _introduces(words: str, language: str | None) -> bool:
    """Whether the words before a day speak of the story: other days stand beside it, too."""
    words = _WEEKDAY.sub("", words.rstrip(SIGNS)).rstrip(SIGNS)
    return not words or words.endswith((":", "：")) or PUBLISHED.search(words) is not None or is_byline(words, language)


def _foreign_day(text: str, now: datetime) -> datetime | None:
    page = html.Element("html")
    etree.SubElement(etree.SubElement(page, "body"), "p").text = NO_XML.sub(" ", text)
    day = searched_date(page, now)
    # A year alone becomes its first of January.
    is_year = day is not None and (day.month, day.day) == (1, 1) and not _FIRST_DAY.search(text)
    return None if is_year else day
