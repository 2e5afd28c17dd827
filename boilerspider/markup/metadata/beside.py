"""The short lines that stand around the headline, where a story says who wrote it and when.

For pages that declare neither: a page shows many names and dates, of other stories, of comments, of events; the story's own stand
by its headline, before the story begins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from boilerspider.markup.metadata.calendars import plain_dates
from boilerspider.markup.metadata.titles import fold
from boilerspider.markup.transcript import Transcript

STORY_CHARS = 150
"""A text of this length belongs to the story: no line about it comes after. Ours."""
TEXTS_AFTER, TEXTS_BEFORE = 40, 6
"""Texts around the headline that are looked at: bylines, sections and buttons stand among them. Ours."""
MOST_LETTERS = 3
"""What one letter becomes at most when a title is folded: a text that is shorter by more than that says something else."""

DATED = re.compile(r"(?=.*(?<!\d)(?:19|20)\d\d(?!\d))(?=.*(?<!\d)\d{1,2}(?!\d))")
"""A line with a year and a number that may be a day."""

_HIDDEN = frozenset(("script", "style", "noscript", "template", "title", "textarea", "select"))


class Beside(NamedTuple):
    """The texts before the headline and behind it, in the page's order, white space made one, dates written plainly."""

    before: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()


NOTHING = Beside()


@dataclass(frozen=True, eq=False)
class Headline:
    """What a page's headline says, and in which language, for those who look for something by it."""

    transcript: Transcript
    title: str | None
    language: str | None

    @cached_property
    def beside(self) -> Beside:
        """What stands beside it; looked for where somebody asks, for it goes through the page."""
        return beside(self.transcript, self.title, self.language)


def beside(transcript: Transcript, title: str | None, language: str | None) -> Beside:
    """What stands beside the headline that says this, on a page in this language; nothing where the page shows none."""
    folded = fold(title or "")
    texts, at = _up_to_story(transcript, folded) if folded else ([], None)
    if at is None:
        return NOTHING
    behind = []
    for text in map(_line, texts[at + 1 : at + 1 + TEXTS_AFTER]):
        if len(text) > STORY_CHARS:
            break
        behind.append(text)
    before = map(_line, texts[max(0, at - TEXTS_BEFORE) : at])
    spoken = (language or "").partition("-")[0]
    return Beside(*(tuple(plain_dates(text, spoken) for text in around) for around in (before, behind)))


def _up_to_story(transcript: Transcript, title: str) -> tuple[list[str], int | None]:
    """The texts as far as they may stand beside the headline, and which of them begins it: of its heading, or else the first that says the same."""
    texts: list[str] = []
    headline = None
    for text, is_heading in _texts(transcript):
        if is_heading and headline is None and (folded := fold(text)) and (folded in title or title in folded):
            headline = len(texts)
        texts.append(text)
        if headline is not None and len(texts) > headline + TEXTS_AFTER:
            break
    if headline is None:
        long = (at for at, text in enumerate(texts) if len(text) * MOST_LETTERS >= len(title))
        headline = next((at for at in long if fold(texts[at]) == title), None)
    return texts, headline


def _texts(transcript: Transcript) -> Iterator[tuple[str, bool]]:
    """The visible texts, and whether each stands in an `h1`."""
    hides = {place for place, tag in enumerate(transcript.tags) if tag in _HIDDEN}
    turns = hides.union(place for place, tag in enumerate(transcript.tags) if tag == "h1")
    turns.update([-place for place in turns])
    hidden = heading = 0
    for event in transcript.events:
        if isinstance(event, str):
            if not hidden and not event.isspace():
                yield event, heading > 0
        elif event in turns:
            step = 1 if event > 0 else -1
            if abs(event) in hides:
                hidden += step
            else:
                heading += step


def _line(text: str) -> str:
    return " ".join(text.split())
