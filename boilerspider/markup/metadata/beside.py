"""The short lines that stand around the headline, where a story says who wrote it and when.

For pages that declare neither: a page shows many names and dates, of other stories, of comments, of events; the story's own stand
by its headline, before the story begins.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from boilerspider.markup.metadata.calendars import plain_dates
from boilerspider.markup.metadata.titles import fold
from boilerspider.markup.prose import STOPS, weigh
from boilerspider.markup.transcript import Transcript
from boilerspider.markup.units import INLINE

STORY_CHARS = 150
"""A text of so many letters (`prose.weigh`) belongs to the story: no line about it comes after. Ours."""
TEXTS_AFTER, TEXTS_BEFORE = 40, 6
"""Texts around the headline that are looked at: bylines, sections and buttons stand among them. Ours."""
MOST_LETTERS = 3
"""What one letter becomes at most when a title is folded: a text that is shorter by more than that says something else."""

SENTENCE_CHARS = 70
"""A line beyond that ends a sentence is prose: what is said of a story is shorter, or ends with no dot. Ours."""
SENTENCES = 3
"""So many of them in succession are the story's; one or two are a standfirst. Ours."""
DAY_CHARS, DAY_WITHIN = 50, 4
"""Of a line that says a day behind a long standfirst, and the lines among which it is. Both ours."""
_ENDS = tuple(STOPS)
_CLOSING = "\"'”’»）)」』 "
"""How a sentence ends, and what may stand behind that."""

_CENTURIES = ("19", "20")
_DATED = re.compile(r"(?=.*(?<!\d)(?:19|20)\d\d(?!\d))(?=.*(?<!\d)\d{1,2}(?!\d))")

_PARTING = " -–—_|｜·•:：»(（)）"
"""What parts a headline from the site's name, and that from a day."""
MIN_NAME_CHARS, MAX_NAME_CHARS = 3, 40
"""Of a site's name. Ours."""

_HIDDEN = frozenset(("script", "style", "noscript", "template", "title", "textarea", "select", "rp", "rt"))
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
    texts, at = _up_to_story(transcript, folded) if folded else ([], None)
    if at is None:
        return NOTHING
    after = texts[at + 1 : at + 1 + TEXTS_AFTER]
    if not texts[at][-1]:  # captions name photographers, and when they were where
        after = [text for text in after if not text[-1]]
    behind = _up_to_prose([_line(said) for said, *_ in after])
    site = _said_behind(transcript, title or "")
    behind = [_without(site, line) for line in behind] if site else behind
    before = [_line(said) for said, *_ in texts[max(0, at - TEXTS_BEFORE) : at]]
    ends = [*(begins for _, _, begins, *_ in after[1:]), True]
    alone = [
        place for place, (_, _, begins, is_other, _) in enumerate(after) if begins and ends[place] and not is_other
    ]
    language = spoken(language)
    plainly = [tuple(plain_dates(line, language) for line in around) for around in (before, behind)]
    return Beside(plainly[0], plainly[1], frozenset(alone))


def _said_behind(transcript: Transcript, title: str) -> str:
    """What the window's title says behind the headline: the site's name."""
    window = next((_line("".join(element.itertext())) for element in transcript.of("title")[:1]), "")
    rest = window[len(title) :].strip(_PARTING) if window.startswith(title) else ""
    return rest if MIN_NAME_CHARS <= len(rest) <= MAX_NAME_CHARS else ""


def _without(site: str, line: str) -> str:
    """A line that says a day without the site's name before that."""
    return line[len(site) :].lstrip(_PARTING) if line.startswith(site) and any(map(str.isdigit, line)) else line


def _up_to_prose(lines: list[str]) -> list[str]:
    """The lines before the story's first paragraph: a long one that is no standfirst, or the first of several sentences in succession."""
    longs = [place for place, line in enumerate(lines) if weigh(line) > STORY_CHARS]
    if len(longs) > 1 and _is_standfirst(lines, *longs[:2]):
        del longs[0]
    long = longs[0] if longs else len(lines)
    sentences = [is_long_sentence(line) for line in lines[: long + SENTENCES - 1]]
    runs = (place for place in range(long) if sentences[place : place + SENTENCES] == [True] * SENTENCES)
    return lines[: next(runs, long)]


def _is_standfirst(lines: Sequence[str], long: int, next_long: int) -> bool:
    """Whether a short line says a day right behind the first of two long ones, and before the other: that is when the story was written then, and begins with the second."""
    between = lines[long + 1 : min(long + 1 + DAY_WITHIN, next_long)]
    return any(weigh(line) <= DAY_CHARS and is_dated(line) for line in between)


def is_long_sentence(line: str) -> bool:
    """Whether a line ends a sentence, and is too long for what is said of a story."""
    return weigh(line) > SENTENCE_CHARS and ends_sentence(line) and not is_dated(line)


def ends_sentence(line: str) -> bool:
    """Whether a line ends as a sentence does."""
    return line.rstrip(_CLOSING).endswith(_ENDS)


def is_dated(line: str) -> bool:
    """Whether a line has a year and a number that may be a day."""
    return any(century in line for century in _CENTURIES) and _DATED.match(line) is not None


def spoken(language: str | None) -> str:
    """The language of a tag, without its region; empty where none is known."""
    return (language or "").partition("-")[0]


_Text = tuple[str, bool, bool, bool, bool]
"""A visible text: what it says; whether it stands in an `h1`; whether a block begins with it, or a sign parts it from what stands
before it; whether a tag says that it is of something else; whether it stands in a figure. A plain tuple, as a page has a thousand."""


def _up_to_story(transcript: Transcript, title: str) -> tuple[list[_Text], int | None]:
    """The texts as far as they may stand beside the headline, and which of them begins it: of its heading, or else the first that says the same."""
    texts: list[_Text] = []
    headline = None
    for text in _texts(transcript):
        said, is_heading, *_ = text
        if is_heading and headline is None and (folded := fold(said)):
            headline = len(texts) if folded in title or title in folded else None
        texts.append(text)
        if headline is not None and len(texts) > headline + TEXTS_AFTER:
            break
    if headline is None:
        long = (at for at, (said, *_) in enumerate(texts) if len(said) * MOST_LETTERS >= len(title))
        headline = next((at for at in long if fold(texts[at][0]) == title), None)
    return texts, headline


def _texts(transcript: Transcript) -> Iterator[_Text]:
    """The visible texts."""
    tags = transcript.tags
    hides, headings, others, figures = (_events(tags, names) for names in (_HIDDEN, ("h1",), _OTHERS, ("figure",)))
    inline, turns = _events(tags, INLINE), hides | headings | others
    hidden = heading = other = figure = 0
    begins = True
    event: Any  # a type that isinstance tells, in twice the time
    for event in transcript.events:
        if event.__class__ is str:
            if not hidden and not event.isspace():
                is_sign = not any(map(str.isalnum, event))
                yield event, heading > 0, begins or is_sign, other > 0, figure > 0
                begins = is_sign
            continue
        begins = begins or event not in inline
        if event in turns:
            step = 1 if event > 0 else -1
            hidden += step * (event in hides)
            heading += step * (event in headings)
            other += step * (event in others)
            figure += step * (event in figures)


def _events(tags: Sequence[str], names: Collection[str]) -> frozenset[int]:
    """What a transcript has for the beginning, and the end, of elements of these names."""
    places = [place for place, tag in enumerate(tags) if tag in names]
    return frozenset((*places, *(-place for place in places)))


def _line(text: str) -> str:
    return " ".join(text.split())
