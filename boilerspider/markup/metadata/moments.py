"""When a story was published, and when it was last changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, time
from itertools import chain, islice

from lxml import etree

from boilerspider.markup.metadata import labels
from boilerspider.markup.metadata.attributes import declared_beside, hidden_moment
from boilerspider.markup.metadata.beside import Headline
from boilerspider.markup.metadata.datelines import APART, changed, dateline, moment_of, shown_alone
from boilerspider.markup.metadata.dates import day_in_path, first_date, guessed_date, parse_date
from boilerspider.markup.metadata.fields import Source
from boilerspider.markup.metadata.hours import at_hour
from boilerspider.markup.metadata.microformats import marked_change, marked_publication
from boilerspider.markup.metadata.scan import Marks, times_of
from boilerspider.markup.metadata.text import text_of
from boilerspider.markup.tree import Document

MAX_MARKED = 50
"""Elements that are looked at for a declared time. Ours."""

_OTHER_DAYS = ("dateModified", "startDate", "endDate", "coverageStartTime", "coverageEndTime")
"""What JSON-LD tells of a story's changes, and of what it is about."""
_DAYS_IN_ADDRESSES = ("%Y/%m/%d", "%Y-%m-%d", "%Y%m%d")
"""How addresses write them."""
_MARKED = etree.XPath("descendant::*/@itemprop[contains(., $prop)]")
"""Attributes, which know their elements: to ask each element for it takes three times as long, and the way back within the path the square of their number."""


def dates(source: Source, headline: Headline, now: datetime) -> tuple[datetime | None, datetime | None]:
    """When the story was published and last changed.

    A declared time is trusted before a marked one, both before the date that stands beside the headline; but
    one that readers see there alone is trusted before all, for what is declared may be the day of a move or a
    rebuilding.
    """
    marks, story = source.marks, source.story
    published = first_date(
        chain(story.strings("datePublished"), marks.every(*labels.PUBLISHED), _marked_times(source, "datePublished")),
        now,
    ) or first_date(chain(story.strings("dateCreated", "uploadDate"), _pubdates(marks)), now)
    modified = first_date(
        chain(story.strings("dateModified"), marks.every(*labels.MODIFIED), _marked_times(source, "dateModified")), now
    ) or marked_change(headline, now)
    if published:
        published = _with_zone(published, marks.every(*labels.PUBLISHED), marks.times, now)
        published = _shown(source, headline, published, modified, now) or published
    else:
        beside, changes = declared_beside(headline)
        modified = modified or first_date(changes, now)
        published = (
            marked_publication(headline, now)
            or _in_zone_of(modified, dateline(headline.beside, marks.times, headline.language, now), marks.times, now)
            or first_date([*beside, *changes], now)
        )
        published = _unless_in_path(published, source.document.url, now)
        modified = modified or changed(headline.beside, headline.language, now)
    return published, _later(modified, published)


def guessed(document: Document, modified: datetime | None, now: datetime) -> tuple[datetime | None, datetime | None]:
    """The same of a page that does not say when it was published: what a search of all of it finds, and when it changed."""
    day = day_in_path(document.url, now) or guessed_date(document.source, document.url, now)
    published = moment_of(day, times_of(document), now)
    return published, _later(modified, published)


def _in_zone_of(
    modified: datetime | None, shown: datetime | None, times: Iterable[etree._Element], now: datetime
) -> datetime | None:
    """A shown moment that would come behind the change: its hour is not UTC's then, but of the zone that the change names; the day alone where that does not bring it before."""
    if modified is None or shown is None or shown.utcoffset() or shown <= modified:
        return shown
    if any(parse_date(_written(element), now) == shown for element in islice(times, MAX_MARKED)):
        return shown
    day = shown.replace(hour=0, minute=0, second=0, microsecond=0)
    return next((moment for moment in (shown.replace(tzinfo=modified.tzinfo), day) if moment <= modified), shown)


def _later(modified: datetime | None, published: datetime | None) -> datetime | None:
    """A change before the publication is none."""
    return None if modified and published and modified < published else modified


def _shown(
    source: Source, headline: Headline, published: datetime, modified: datetime | None, now: datetime
) -> datetime | None:
    """The day that readers see alone, where the address does not tell the published one, and nothing calls the shown one something else; None otherwise."""
    if any(f"{published:{form}}" in (source.document.url or "") for form in _DAYS_IN_ADDRESSES):
        return None
    found = shown_alone(headline.beside, source.marks.times, headline.language, now)
    if found is None:
        return None
    shown, line = found
    values = chain(*map(source.story.strings, _OTHER_DAYS), source.marks.every(*labels.MODIFIED))
    told = (date for value in islice(values, MAX_MARKED) if (date := parse_date(value, now)))
    known = chain((published, *filter(None, (modified,))), told)
    return None if any(abs(shown - date) < APART for date in known) else at_hour(shown, line, now)


def _with_zone(moment: datetime, declared: Iterable[str], times: Iterable[etree._Element], now: datetime) -> datetime:
    """The moment in the zone of what else says the same one, where it is told in UTC: its day there is the one that readers know."""
    if moment.utcoffset() or moment.time() == time():  # a day without an hour is that day everywhere
        return moment
    values = chain(declared, map(_written, islice(times, MAX_MARKED)))
    same = (date for value in values if (date := parse_date(value, now)) and date == moment)
    return next((date for date in same if date.utcoffset()), moment)


def _marked_times(source: Source, prop: str) -> Iterator[str]:
    """What microdata declares: in `time` elements, else in the `content` of any other, or where microformats have it, which takes a walk through the tree."""
    yield from (_written(element) for element in source.marks.times if prop in element.get("itemprop", ""))
    marked = (mark.getparent() for mark in _MARKED(source.document.root, prop=prop))
    declared = (element.get("content", hidden_moment(element)) for element in marked)
    yield from islice((moment for moment in declared if moment is not None), MAX_MARKED)


def _pubdates(marks: Marks) -> Iterator[str]:
    return (_written(element) for element in marks.times if element.get("pubdate") is not None)


def _unless_in_path(shown: datetime | None, url: str | None, now: datetime) -> datetime | None:
    """What stands by the headline, unless the page's own address tells another day: then that is of another story, or of an event."""
    day = day_in_path(url, now) if shown else None
    return day if shown and day and abs(shown - day) >= APART else shown


def _written(element: etree._Element) -> str:
    return element.get("datetime") or element.get("content") or text_of(element)
