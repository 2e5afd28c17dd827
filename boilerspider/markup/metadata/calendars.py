"""Dates as lines of text write them -> the same in ASCII digits, in years of the common era, with months that are known elsewhere.

Thai years count from the Buddha's death (2567 is 2024), Taiwan's from the republic's founding (民國113年), Japan's from an emperor's accession.
The months are those of the common calendar in all three.
"""

from __future__ import annotations

import re
from unicodedata import decimal

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
_DIGIT = re.compile(r"[^\W\D\x00-\x7f]")
_THAI = re.compile("[ก-๛]")
_THAI_YEAR = re.compile(r"(?<!\d)2[56]\d\d(?!\d)")
_ERA_YEAR = re.compile(rf"({'|'.join(_ERAS)})\s?(元|\d{{1,3}})\s?(?=年)")
_EAST_ASIAN = re.compile(r"(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일号號]?")


def plain_dates(text: str, language: str | None) -> str:
    """The text of a page in this language, its dates written plainly."""
    if text.isascii() and language != "th":
        return text
    text = _DIGIT.sub(lambda digit: str(decimal(digit[0])), text)
    is_thai = language == "th" or _THAI.search(text)
    text = _MONTH.sub(lambda month: f" {_MONTH_OF[month[1]]} ", text)
    if is_thai:
        text = _THAI_YEAR.sub(lambda year: str(int(year[0]) - BUDDHIST), text)
    text = _ERA_YEAR.sub(lambda year: str(_ERAS[year[1]] + (1 if year[2] == "元" else int(year[2]))), text)
    return _EAST_ASIAN.sub(r"\1-\2-\3 ", text).strip()
