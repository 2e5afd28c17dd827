"""The date that stands beside the headline, for pages that declare none.

Days and months are read in many languages.
"""

from __future__ import annotations

import re
from datetime import datetime

from lxml import etree, html

from boilerspider.markup.metadata.beside import DATED, Beside
from boilerspider.markup.metadata.dates import parse_date, searched_date

MAX_DATELINE_CHARS = 80
"""A longer text tells of a date. Ours."""
_NUMBERS = re.compile(r"(?<![\d/])(\d{1,2})/(\d{1,2})/(\d{4})(?!\d)")
_FIRST_DAY = re.compile(r"(?<!\d)0?1(?!\d)")


def dateline(lines: Beside, language: str | None, now: datetime) -> datetime | None:
    """The day that is written beside the headline, rather behind than before it; None where there is no whole date by it."""
    dated = (text for text in (*lines.behind, *lines.before) if len(text) <= MAX_DATELINE_CHARS and DATED.match(text))
    return next((day for text in dated if (day := _day(text, language, now))), None)


def _day(text: str, language: str | None, now: datetime) -> datetime | None:
    numbers = _NUMBERS.search(text)
    if numbers and language == "en-US":
        text = f"{numbers[3]}-{numbers[1]}-{numbers[2]}"
    return parse_date(text, now) or _foreign_day(text, now)


def _foreign_day(text: str, now: datetime) -> datetime | None:
    page = html.Element("html")
    etree.SubElement(etree.SubElement(page, "body"), "p").text = text
    day = searched_date(page, now)
    # A year alone becomes its first of January.
    is_year = day is not None and (day.month, day.day) == (1, 1) and not _FIRST_DAY.search(text)
    return None if is_year else day
