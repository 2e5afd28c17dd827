"""Dates as lines of text write them -> the same in ASCII digits, in years of the common era, with months that are known elsewhere.

Thai years count from the Buddha's death (2567 is 2024), Taiwan's from the republic's founding (民國113年), Japan's from an emperor's accession.
The months are those of the common calendar in all three. Iran's years begin in March, with months of their own (28 اسفند 1403 is 18 March 2025).
"""

from __future__ import annotations

import re
from datetime import date
from unicodedata import decimal

from boilerspider.markup.metadata.changes import UPDATED
from boilerspider.markup.metadata.publications import DATE, PUBLISHED

BUDDHIST = 543
"""Years between the Thai count and ours, since 1941."""
_ERAS = {"令和": 2018, "平成": 1988, "昭和": 1925, "民國": 1911, "民国": 1911}
"""Era -> the year before its first."""
_MONTHS = {
    "Jan": ("มกราคม", "ม.ค.", "كانون الثاني", "جانفي"),
    "Feb": ("กุมภาพันธ์", "ก.พ.", "شباط", "فيفري"),
    "Mar": ("มีนาคม", "มี.ค.", "آذار"),
    "Apr": ("เมษายน", "เม.ย.", "نيسان", "أفريل"),
    "May": ("พฤษภาคม", "พ.ค.", "أيار"),
    "Jun": ("มิถุนายน", "มิ.ย.", "حزيران", "جوان"),
    "Jul": ("กรกฎาคม", "ก.ค.", "تموز", "جويلية", "يوليوز"),
    "Aug": ("สิงหาคม", "ส.ค.", "آب", "غشت"),
    "Sep": ("กันยายน", "ก.ย.", "أيلول", "شتنبر"),
    "Oct": ("ตุลาคม", "ต.ค.", "تشرين الأول"),
    "Nov": ("พฤศจิกายน", "พ.ย.", "تشرين الثاني", "نونبر"),
    "Dec": ("ธันวาคม", "ธ.ค.", "كانون الأول", "دجنبر"),
}
"""Months of Thailand, the Levant and the Maghreb, which htmldate does not know or, abbreviated, takes for others."""
_MONTH_OF = {name: month for month, names in _MONTHS.items() for name in names}
_MONTH = re.compile(
    rf"(?<=\d)\s?({'|'.join(map(re.escape, _MONTH_OF))})(?:\s?/\s?[^\W\d]+)?\s?(?:พ\.ศ\.|ค\.ศ\.)?\s?(?=\d)"
)
"""Between a day and a year, perhaps with the same month in other words."""
_MONTHS_OF_IRAN = {
    name: number
    for number, name in enumerate(
        ("فروردین", "اردیبهشت", "خرداد", "تیر", "مرداد", "شهریور", "مهر", "آبان", "آذر", "دی", "بهمن", "اسفند"), start=1
    )
}
LONG_MONTHS, MAX_DAY = 6, 31
"""Months of Iran with so many days; the others have one less."""
_IRANIAN = re.compile(rf"(?<!\d)(\d{{1,2}})\s({'|'.join(_MONTHS_OF_IRAN)})(?:\sماه)?[،,]?\s(1[34]\d\d)(?!\d)")
_IRANIAN_NUMBERS = re.compile(r"(?<!\d)(1[34]\d\d)([/-])(\d{1,2})\2(\d{1,2})(?!\d)")
DAYS_BEFORE_IRANS = 226_894
"""Before the first of Iran's years, as Python counts days, where of each 33 years 8 are leap years: so it was from 1922 on, and will be until 2100."""
_HOUR = r"(?:(?:[\s,|–-]{1,3}\d{1,2}[:.h]\d\d(?:\sUhr)?)?|\.)"
_BEFORE = r"(?:(?P<label>[^\W\d_]{2,16}:)\s)?(?:\d{1,2}[:.h]\d\d(?:\sUhr)?[\s,|–-]{1,3})?"
_SHORT_YEAR = re.compile(
    rf"(?P<before>{_BEFORE}(?:[^\W\d_]{{2,12}}[.,]?,?\s)?\d{{1,2}}(?P<mark>\.\s?|/)\d{{1,2}}(?P=mark))(?P<year>\d\d)(?P<behind>{_HOUR})"
)
_SHORT_YEAR_FIRST = re.compile(
    rf"(?P<before>{_BEFORE})(?P<year>\d\d)(?P<behind>(?P<mark>\.\s?|/)\d{{1,2}}(?P=mark)\d{{1,2}}{_HOUR})"
)
"""Lines that say a day with the last two digits of its year, perhaps an hour and, with a colon, that it is the story's, and nothing else: elsewhere they may be anything."""
_YEAR_FIRST = frozenset(("hu", "ja", "ko", "zh"))
"""Languages whose days begin with the year."""
EARLIEST_SHORT_YEAR = 90
"""Smaller ones are of this century: the web is no older."""
_DIGIT = re.compile(r"[^\W\D\x00-\x7f]")
_THAI = re.compile("[ก-๛]")
_THAI_YEAR = re.compile(r"(?<!\d)2[56]\d\d(?!\d)")
_ERA_YEAR = re.compile(rf"({'|'.join(_ERAS)})\s?(元|\d{{1,3}})\s?(?=年)")
_EAST_ASIAN = re.compile(r"(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일号號]?")


def plain_dates(text: str, language: str | None) -> str:
    """The text of a page in this language, its dates written plainly."""
    text = with_century(text, language)
    if text.isascii() and language not in ("fa", "th"):
        return text
    text = _DIGIT.sub(lambda digit: str(decimal(digit[0])), text)
    text = _IRANIAN.sub(lambda day: _common(int(day[3]), _MONTHS_OF_IRAN[day[2]], int(day[1])) or day[0], text)
    if language == "fa":
        text = _IRANIAN_NUMBERS.sub(lambda day: _common(int(day[1]), int(day[3]), int(day[4])) or day[0], text)
    is_thai = language == "th" or _THAI.search(text)
    text = _MONTH.sub(lambda month: f" {_MONTH_OF[month[1]]} ", text)
    if is_thai:
        text = _THAI_YEAR.sub(lambda year: str(int(year[0]) - BUDDHIST), text)
    text = _ERA_YEAR.sub(lambda year: str(_ERAS[year[1]] + (1 if year[2] == "元" else int(year[2]))), text)
    return _EAST_ASIAN.sub(r"\1-\2-\3 ", text).strip()


def with_century(text: str, language: str | None) -> str:
    """The text with all digits of its year, where it is a day with two of them."""
    day = (_SHORT_YEAR_FIRST if language in _YEAR_FIRST else _SHORT_YEAR).fullmatch(text)
    if day is None or not _is_own(day["label"]):
        return text
    return f"{day['before']}{19 if int(day['year']) >= EARLIEST_SHORT_YEAR else 20}{day['year']}{day['behind']}"


def _is_own(label: str | None) -> bool:
    """Whether a word with a colon calls a day that of the story: behind others it may be of birth, or no day (Version: 10.4.11)."""
    if label is None or PUBLISHED.search(label.rstrip(":")):
        return True
    return UPDATED.search(label) is not None or DATE.match(label) is not None


def _common(year: int, month: int, day: int) -> str | None:
    """A day of Iran's calendar in the common one; None where it has none of these numbers."""
    if not (1 <= month <= len(_MONTHS_OF_IRAN) and 1 <= day <= MAX_DAY):
        return None
    years = 365 * (year - 1) + (8 * year + 21) // 33
    months = (MAX_DAY - 1) * (month - 1) + min(month - 1, LONG_MONTHS)
    return date.fromordinal(DAYS_BEFORE_IRANS + years + months + day).isoformat()
