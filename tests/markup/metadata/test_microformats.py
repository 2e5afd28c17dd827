"""Moments that elements declare by microformats' customs."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest

from boilerspider.markup.metadata import read_metadata
from boilerspider.markup.tree import parse

NOW = datetime(2026, 11, 27, tzinfo=timezone.utc)
STORY = "<p>The ferry to the island stays in its harbour until the wind has gone down, all say on Monday.</p>" * 5
WRITTEN, CHANGED = "2026-11-24T14:30:00-08:00", "2026-11-24T18:45:00-08:00"


def dates_of(inner: str) -> tuple[str | None, str | None]:
    page = f"<html lang=en><title>The ferry stays</title><body><h1>The ferry stays</h1>{inner}</html>"
    found = read_metadata(parse(page, "https://example.org/news/ferry"), now=NOW)
    published, modified = (moment and moment.isoformat() for moment in (found.published, found.modified))
    return published, modified


@pytest.mark.parametrize(
    "marked",
    [
        f'<abbr class="published" title="{WRITTEN}">2:30 PM</abbr>',
        f'<abbr class="when" itemprop="datePublished" title="{WRITTEN}">2:30 PM</abbr>',
        f'<a class="timestamp published" title=" {WRITTEN} ">2:30 PM</a>',
        f'<data class="dt-published" value="{WRITTEN}">Nov 24</data>',
        f'<ins class="dt-published" datetime="{WRITTEN}">Nov 24</ins>',
        f'<time class="dt-published" datetime="{WRITTEN}">Nov 24</time>',
    ],
)
@pytest.mark.parametrize(
    "around", ["<p>Published {} November 24, 2026</p>{story}", "<p>November 24, 2026</p>{story}<p>at {}</p>"]
)
def test_the_moment_that_an_element_shows_in_other_words(marked: str, around: str) -> None:
    assert dates_of(around.format(marked, story=STORY)) == (WRITTEN, None)


def test_that_of_a_change() -> None:
    marked = (
        f'<abbr class="published" title="{WRITTEN}">2:30</abbr> <abbr class="updated" title="{CHANGED}">6:45</abbr>'
    )
    assert dates_of(f"<p>{marked}</p>{STORY}") == (WRITTEN, CHANGED)


@pytest.mark.parametrize(
    "marked",
    [
        '<abbr class="published" title="permanent link">2:30 PM</abbr>',
        '<abbr class="published" title="Tuesday, May 5, 2020, 2:30 pm">2:30 PM</abbr>',
        f'<abbr class="unpublished" title="{WRITTEN}">2:30 PM</abbr>',
        f'<div class="related"><abbr class="published" title="{WRITTEN}">2:30 PM</abbr></div>',
        '<div class="published"><p>24 May 2020</p></div>',
    ],
)
def test_what_declares_none_of_the_story(marked: str) -> None:
    assert dates_of(f"<p>November 20, 2026</p>{STORY}{marked}")[0] == "2026-11-20T00:00:00+00:00"
