"""The short lines that stand around the headline, where a story says who wrote it and when.

For pages that declare neither: a page shows many names and dates, of other stories, of comments, of events; the story's own stand
by its headline, before the story begins.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from boilerspider.markup.metadata.calendars import plain_dates
from boilerspider.markup.metadata.titles import fold
from boilerspider.markup.transcript import Transcript
from boilerspider.markup.units import INLINE

STORY_CHARS = 150
"""A text of this length belongs to the story: no line about it comes after. Ours."""
TEXTS_AFTER, TEXTS_BEFORE = 40, 6
"""Texts around the headline that are looked at: bylines, sections and buttons stand among them. Ours."""
MOST_LETTERS = 3
"""What one letter becomes at most when a title is folded: a text that is shorter by more than that says something else."""

DATED = re.compile(r"(?=.*(?<!\d)(?:19|20)\d\d(?!\d))(?=.*(?<!\d)\d{1,2}(?!\d))")
"""A line with a year and a number that may be a day."""

_HIDDEN = frozenset(("script", "style", "noscript", "template", "title", "textarea", "select"))
_OTHERS = frozenset(("a", "aside", "blockquote", "dd", "figcaption", "figure", "td", "th"))
"""Whose text is of something else than the story as a whole."""


class Beside(NamedTuple):
    """The texts before the headline and behind it, in the page's order, white space made one, dates written plainly."""

    before: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()
    alone: frozenset[int] = frozenset()
    """Places in `behind` of texts that are all of a block, and of none that says by its tag that it is something else."""


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
    texts, at, begins = _up_to_story(transcript, folded) if folded else ([], None, [])
    if at is None:
        return NOTHING
    behind = []
    for text in map(_line, texts[at + 1 : at + 1 + TEXTS_AFTER]):
        if len(text) > STORY_CHARS:
            break
        behind.append(text)
    before = map(_line, texts[max(0, at - TEXTS_BEFORE) : at])
    spoken = (language or "").partition("-")[0]
    alone = [place for place in range(len(behind)) if begins[at + 1 + place] and begins[at + 2 + place] is not False]
    plainly = [tuple(plain_dates(text, spoken) for text in around) for around in (before, behind)]
    return Beside(plainly[0], plainly[1], frozenset(alone))


def _up_to_story(transcript: Transcript, title: str) -> tuple[list[str], int | None, list[bool | None]]:
    """The texts as far as they may stand beside the headline, and which of them begins it: of its heading, or else the first that says the same.

    And of each, and of what follows the last, whether a block begins with it; None where that says by its tag that it is something else.
    """
    texts: list[str] = []
    begins: list[bool | None] = []
    headline = None
    for text, is_heading, begin in _texts(transcript):
        if is_heading and headline is None and (folded := fold(text)) and (folded in title or title in folded):
            headline = len(texts)
        texts.append(text)
        begins.append(begin)
        if headline is not None and len(texts) > headline + TEXTS_AFTER:
            break
    if headline is None:
        long = (at for at, text in enumerate(texts) if len(text) * MOST_LETTERS >= len(title))
        headline = next((at for at in long if fold(texts[at]) == title), None)
    return texts, headline, [*begins, True]


def _texts(transcript: Transcript) -> Iterator[tuple[str, bool, bool | None]]:
    """The visible texts, whether each stands in an `h1`, and whether a block begins with it, or what a sign parts from the rest of one; None where that says by its tag that it is something else."""
    tags = transcript.tags
    hides, headings, others = (_events(tags, names) for names in (_HIDDEN, ("h1",), _OTHERS))
    inline = _events(tags, INLINE)
    turns = hides | headings | others
    hidden = heading = other = 0
    begins = True
    for event in transcript.events:
        if isinstance(event, str):
            if not hidden and not event.isspace():
                is_sign = not any(map(str.isalnum, event))
                begins = begins or is_sign
                yield event, heading > 0, None if other and begins else begins
                begins = is_sign
            continue
        begins = begins or event not in inline
        if event in turns:
            step = 1 if event > 0 else -1
            hidden += step * (event in hides)
            heading += step * (event in headings)
            other += step * (event in others)


def _events(tags: Sequence[str], names: Collection[str]) -> frozenset[int]:
    """What a transcript has for the beginning, and the end, of elements of these names."""
    places = [place for place, tag in enumerate(tags) if tag in names]
    return frozenset((*places, *(-place for place in places)))


def _line(text: str) -> str:
    return " ".join(text.split())
