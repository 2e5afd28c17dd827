"""The short lines that stand around the headline, where a story says who wrote it and when.

For pages that declare neither: a page shows many names and dates, of other stories, of comments, of events; the story's own stand
by its headline, before the story begins.
"""

from __future__ import annotations

import re
from itertools import chain
from typing import NamedTuple

from boilerspider.markup.metadata.calendars import plain_dates
from boilerspider.markup.metadata.titles import fold
from boilerspider.markup.transcript import Transcript

STORY_CHARS = 150
"""A text of this length belongs to the story: no line about it comes after. Ours."""
TEXTS_AFTER, TEXTS_BEFORE = 40, 6
"""Texts around the headline that are looked at: bylines, sections and buttons stand among them. Ours."""

DATED = re.compile(r"(?=.*(?<!\d)(?:19|20)\d\d(?!\d))(?=.*(?<!\d)\d{1,2}(?!\d))")
"""A line with a year and a number that may be a day."""

_HIDDEN = frozenset(("script", "style", "noscript", "template", "title", "textarea", "select"))


class Beside(NamedTuple):
    """The texts before the headline and behind it, in the page's order, white space made one, dates written plainly."""

    before: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()


NOTHING = Beside()


def beside(transcript: Transcript, title: str | None, language: str | None) -> Beside:
    """What stands beside the headline that says this, on a page in this language; nothing where the page shows none."""
    folded = fold(title or "")
    texts, headings = _texts(transcript) if folded else ([], [])
    at = _headline(texts, headings, folded) if folded else None
    if at is None:
        return NOTHING
    behind = []
    for text in texts[at + 1 : at + 1 + TEXTS_AFTER]:
        if len(text) > STORY_CHARS:
            break
        behind.append(text)
    before = texts[max(0, at - TEXTS_BEFORE) : at]
    spoken = (language or "").partition("-")[0]
    return Beside(*(tuple(plain_dates(text, spoken) for text in around) for around in (before, behind)))


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
