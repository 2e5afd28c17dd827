"""Lines at a story's edges that say when it was published or changed: the latter other with each download, and none of the text.

Above its first sentence, and between a standfirst and the next one, stands an hour, how long ago it was, or a day that is
called one of a change or of publication; below its last sentence what is called so. A bare day may be a diary's, or a letter's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import numpy as np

from boilerspider.extractors.news.inputs import Bools
from boilerspider.markup.metadata.beside import is_dated
from boilerspider.markup.metadata.calendars import plain_dates
from boilerspider.markup.metadata.changes import UPDATED
from boilerspider.markup.metadata.hours import days_in
from boilerspider.markup.metadata.publications import PUBLISHED
from boilerspider.markup.shortlines import ends_sentence
from boilerspider.model import BlockType

MOST_LETTERS = 70
"""Of such a line. Ours."""
MOST_WORDS = 5
"""Of three letters and more: a day's names, a zone, and what is said of them. Ours."""
MOST_LINES = 2
"""Of a story: of when it was published, and changed. More are a report by the hour, or a programme. Ours."""

_SIGNS = " :：|·•,–—-"
"""What parts a day from the words before it."""
_DIGIT = re.compile(r"\d")
_KINDS = frozenset((BlockType.PARAGRAPH, BlockType.BYLINE, BlockType.STANDFIRST))
_WORD = re.compile(r"[^\W\d_]{3,}")
_HOUR = re.compile(
    r"(?<![\d.,:/])(?:[01]?\d|2[0-3])(?::[0-5]\d(?::[0-5]\d)?|\s?[hH]\s?[0-5]\d|[.][0-5]\d(?=\s?(?:Uhr|h)\b))(?![\d,:%/])"
)
_UNITS = r"\d{1,2}\s?[^\W\d_]{1,12}\.?"
_AGO = re.compile(
    rf"(?:(?<!\w)(?:vor|il y a|hace|há|acum|před|pred|преди|пре|prije|πριν(?: από)?|منذ|قبل|לפני)\s{_UNITS}"
    rf"|(?<!\d){_UNITS}\s?(?:ago|fa|atrás|geleden|sedan|siden|sitten|temu|тому|назад|önce|ezelőtt|în urmă|lalu|trước|پیش|पहले)"
    r"|\d{1,2}\s?[^\W\d_]{1,6}\s?(?:前|전|ที่แล้ว))\Z",
    re.IGNORECASE,
)
"""A number of one or two digits, a unit, and what some thirty languages say before or behind them for the time that has passed."""


def stamps(texts: Sequence[str], types: Sequence[BlockType], keep: Bools, is_sentence: Bools) -> list[int]:
    """The places of such lines among what is kept, of which these blocks are sentences."""
    sentences = np.flatnonzero(is_sentence).tolist()
    if not sentences:
        return []
    begins = next((place for place in sentences if types[place] is not BlockType.STANDFIRST), sentences[0])
    possible = list(_lines(texts, types, np.flatnonzero(keep & ~is_sentence).tolist()))
    found = [place for place in possible if place < begins and _says_when(texts[place])]
    found += [place for place in possible if place > sentences[-1] and _is_called(texts[place])]
    return found if len(found) <= MOST_LINES else []


def _lines(texts: Sequence[str], types: Sequence[BlockType], places: Sequence[int]) -> Iterator[int]:
    """Those of these blocks that are lines of a few words with a number."""
    return (place for place in places if types[place] in _KINDS and _is_line(texts[place]))


def _is_line(text: str) -> bool:
    if len(text) > MOST_LETTERS or not any(map(str.isdigit, text)) or ends_sentence(text):
        return False
    return len(_WORD.findall(text)) <= MOST_WORDS


def _says_when(text: str) -> bool:
    return _AGO.search(text) is not None or _HOUR.search(text) is not None or _is_called(text)


def _is_called(text: str) -> bool:
    """Whether words say of its day that the story was changed then, or published."""
    return _says_changed(text) or (is_dated(plain_dates(text, None)) and any(map(_ends_published, _before_days(text))))


def _before_days(text: str) -> Iterator[str]:
    """What stands before its first number, and before each day that begins with the name of a month."""
    yield _DIGIT.split(text, 1)[0]
    yield from (text[: day.start()] for day in days_in(text))


def _ends_published(words: str) -> bool:
    return PUBLISHED.search(words.rstrip(_SIGNS)) is not None


def _says_changed(text: str) -> bool:
    if UPDATED.search(text) is None:
        return False
    return _AGO.search(text) is not None or _HOUR.search(text) is not None or is_dated(plain_dates(text, None))


__all__ = ["stamps"]
