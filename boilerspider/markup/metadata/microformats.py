"""The moments that elements declare by the class names of hAtom and h-entry, as far as they are those of the story.

A page has more of them: stories below this one have their own, and some call the year of a book "published".
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from datetime import datetime
from itertools import islice

from lxml import etree

from boilerspider.markup.metadata.attributes import elements_beside, hidden_moment
from boilerspider.markup.metadata.beside import Beside, Headline, spoken
from boilerspider.markup.metadata.calendars import plain_dates
from boilerspider.markup.metadata.datelines import A_DAY_AND_ITS_ZONE, changed, days_behind
from boilerspider.markup.metadata.dates import parse_date
from boilerspider.markup.metadata.headings import MAX_CLASS_CHARS
from boilerspider.markup.metadata.surroundings import ancestors, heading_of, is_story, stands_elsewhere, story_around
from boilerspider.markup.metadata.text import text_of
from boilerspider.markup.transcript import Transcript

_PUBLISHED, _UPDATED = frozenset(("published", "dt-published")), frozenset(("updated", "dt-updated"))
MAX_MARKED = 50
"""Elements that are looked at. Ours."""


def marked_publication(headline: Headline, now: datetime) -> datetime | None:
    """When the story was published; None where readers see another day beside its headline."""
    return _marked(headline, _PUBLISHED, lambda: days_behind(headline.beside, headline.language, now), now)


def marked_change(headline: Headline, now: datetime) -> datetime | None:
    """When the story was changed; None where words beside its headline tell of another day."""

    def days() -> tuple[datetime, ...]:
        shown = changed(headline.beside, headline.language, now)
        return (shown.replace(hour=0, minute=0, second=0),) if shown else ()

    return _marked(headline, _UPDATED, days, now)


def _marked(
    headline: Headline, names: frozenset[str], days: Callable[[], Collection[datetime]], now: datetime
) -> datetime | None:
    """The first moment of the story that an element of these classes declares: on one of the days that readers see beside the headline, where they see any."""
    declared = islice(_declared(headline.transcript, names), MAX_MARKED)
    moments = [(element, moment) for element, value in declared if (moment := parse_date(value, now))]
    if not moments:
        return None
    around = ancestors(heading_of(headline))
    only = _only_story(headline.transcript)
    own = [(element, moment) for element, moment in moments if _may_be_own(element, around, only)]
    shown = days() if own else ()
    if shown:
        return next((moment for _, moment in own if _is_on(moment, shown)), None)
    beside = frozenset(elements_beside(headline)) if own else frozenset()

    def is_storys(element: etree._Element, moment: datetime) -> bool:
        if not around or element in beside or story_around(element) is not None:
            return True
        return _is_on(moment, _shown_in(element, headline, now))

    return next((moment for element, moment in own if is_storys(element, moment)), None)


def _declared(transcript: Transcript, names: frozenset[str]) -> Iterator[tuple[etree._Element, str]]:
    """The elements of these classes, and what they declare."""
    for element, classes in zip(transcript.elements, transcript.classes, strict=True):
        if classes and not names.isdisjoint(classes[:MAX_CLASS_CHARS].split()):
            # A `time` without it is left to the line that it stands in.
            value = element.get("datetime") if element.tag == "time" else hidden_moment(element)
            if value:
                yield element, value


def _may_be_own(element: etree._Element, around: Collection[etree._Element], only: etree._Element | None) -> bool:
    """Whether it stands in no box about others, and in no story but that of the headline, or the page's only one."""
    if stands_elsewhere(element, around):
        return False
    story = story_around(element)
    return story is None or story is only or story in around


def _only_story(transcript: Transcript) -> etree._Element | None:
    """The only element that HTML or microformats call a story; None where the page has none, or more."""
    named = zip(transcript.elements, transcript.classes, strict=True)
    may_be = (element for element, classes in named if element.tag == "article" or (classes and "entry" in classes))
    stories = list(islice(filter(is_story, may_be), 2))
    return stories[0] if len(stories) == 1 else None


def _shown_in(element: etree._Element, headline: Headline, now: datetime) -> tuple[datetime, ...]:
    """What the day may be that an element shows."""
    text = plain_dates(text_of(element), spoken(headline.language))
    return days_behind(Beside(behind=(text,)), headline.language, now)


def _is_on(moment: datetime, days: Collection[datetime]) -> bool:
    """Whether a moment may be on one of these days: in its own zone or, where it is told in UTC, in that of the page."""
    if moment.utcoffset():
        return any(moment.date() == day.date() for day in days)
    return any(abs(moment - day) < A_DAY_AND_ITS_ZONE for day in days)
