"""The date that stands beside the headline, for pages that declare none.

A page shows many dates: of other stories, events, copyright. The story's own stands in a short text
by its headline, before the story begins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from itertools import chain

from lxml import etree, html

from boilerspider.markup.metadata.dates import parse_date, searched_date
from boilerspider.markup.metadata.titles import fold
from boilerspider.markup.transcript import Transcript

MAX_DATELINE_CHARS = 80
"""A longer text tells of a date. Ours."""
STORY_CHARS = 150
"""A text of this length belongs to the story: no dateline comes after it. Ours."""
TEXTS_AFTER, TEXTS_BEFORE = 40, 6
"""Texts around the headline that are looked at: bylines, sections and buttons stand among them. Ours."""

_HIDDEN = frozenset(("script", "style", "noscript", "template", "title", "textarea", "select"))
# A year, and a number that may be a day.
_FULL = re.compile(r"(?=.*(?<!\d)(?:19|20)\d\d(?!\d))(?=.*(?<!\d)\d{1,2}(?!\d))")
_NUMBERS = re.compile(r"(?<![\d/])(\d{1,2})/(\d{1,2})/(\d{4})(?!\d)")
_FIRST_DAY = re.compile(r"(?<!\d)0?1(?!\d)")


def dateline(transcript: Transcript, title: str | None, language: str | None, now: datetime) -> datetime | None:
    """The day that is written beside the headline; None where there is no headline, or no whole date by it."""
    texts = _texts_around(transcript, title) if title else ()
    return next((day for text in texts if (day := _day(text, language, now))), None)


def _texts_around(transcript: Transcript, title: str) -> Iterator[str]:
    """The short texts that may hold a date, those behind the headline first."""
    texts, headings = _texts(transcript)
    at = _headline(texts, headings, fold(title))
    if at is None:
        return
    behind = []
    for text in texts[at + 1 : at + 1 + TEXTS_AFTER]:
        if len(text) > STORY_CHARS:
            break
        behind.append(text)
    for text in (*behind, *texts[max(0, at - TEXTS_BEFORE) : at]):
        if len(text) <= MAX_DATELINE_CHARS and _FULL.match(text):
            yield text


def _texts(transcript: Transcript) -> tuple[list[str], list[int]]:
    """The visible texts, white space made one, and which of them stand in an `h1`."""
    hides = [tag in _HIDDEN for tag in transcript.tags]
    heads = [tag == "h1" for tag in transcript.tags]
    texts: list[str] = []
    headings: list[int] = []
    hidden = heading = 0
    for event in transcript.events:
        if not isinstance(event, str):
            step = 1 if event > 0 else -1
            hidden += step * hides[abs(event)]
            heading += step * heads[abs(event)]
        elif not hidden and not event.isspace():
            if heading:
                headings.append(len(texts))
            texts.append(" ".join(event.split()))
    return texts, headings


def _headline(texts: list[str], headings: list[int], title: str) -> int | None:
    """The first text of the headline: of its heading, or else the first that says the same."""
    own = (at for at in headings if (folded := fold(texts[at])) and (folded in title or title in folded))
    same = (at for at, text in enumerate(texts) if fold(text) == title)
    return next(chain(own, same), None)


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
