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
    return dates_of_page(f"<h1>The ferry stays</h1>{inner}")


def dates_of_page(body: str) -> tuple[str | None, str | None]:
    page = f"<html lang=en><title>The ferry stays</title><body>{body}</html>"
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


OTHERS = (
    '<a href="/x">Another ferry sinks</a> <{0} class="entry-date {1}" {2}="2026-11-09T10:00:00Z">some weeks ago</{0}>'
)


@pytest.mark.parametrize(
    "around",
    [
        "<div class=posts><div class=hentry>{}</div></div>",
        "<div class=stories><div class=hentry>{0}</div><div class=hentry>{0}</div></div>",
        "<div class=g1><div class=g2>{}</div></div>",
    ],
)
@pytest.mark.parametrize(("tag", "attribute"), [("time", "datetime"), ("span", "title"), ("abbr", "title")])
def test_that_of_another_story_is_none_of_this_one(around: str, tag: str, attribute: str) -> None:
    below = around.format(OTHERS.format(tag, "published updated", attribute))
    page = f"<article><h1>The ferry stays</h1><p>3 November 2026</p>{STORY}</article>{below}"
    assert dates_of_page(page) == ("2026-11-03T00:00:00+00:00", None)
    assert dates_of_page(page.replace("</article>", "").replace("<article>", ""))[0] == "2026-11-03T00:00:00+00:00"


@pytest.mark.parametrize(
    "marked",
    [
        '<p><span class="published" title="2019-01-01">Book published</span> 3 November 2026</p>',
        '<ul><li class="published" value="2019-01-01">A first ferry</li></ul><p>3 November 2026</p>',
    ],
)
def test_the_day_that_readers_see_is_believed_before_one_that_contradicts_it(marked: str) -> None:
    assert dates_of(f"{marked}{STORY}")[0] == "2026-11-03T00:00:00+00:00"


def test_a_change_that_readers_see_is_believed_before_one_that_contradicts_it() -> None:
    marked = '<p>3 November 2026</p><p>Updated: 4 November 2026</p>{}<p class="updated" title="2026-11-20">Prices</p>'
    assert dates_of(marked.format(STORY))[1] == "2026-11-04T00:00:00+00:00"


@pytest.mark.parametrize("order", ["{0} {1}", "{1} {0}"])
def test_the_days_of_both_are_shown_in_any_order(order: str) -> None:
    published = f'<time class="entry-date published" datetime="{WRITTEN}">24 November 2026</time>'
    updated = '<time class="updated" datetime="2026-11-26T08:00:00-08:00">26 November 2026</time>'
    marked = order.format(published, updated)
    assert dates_of(f"<p>{marked}</p>{STORY}") == (WRITTEN, "2026-11-26T08:00:00-08:00")


@pytest.mark.parametrize(
    "page",
    [
        "<div class=hentry><h1>The ferry stays</h1>{story}<p>{mark}</p></div>",
        "<article><h1>The ferry stays</h1>{story}<p>{mark}</p></article><div class=hentry>Another ferry</div>",
        "<h1>The ferry stays</h1><div class=hentry>{story}<p>{mark}</p></div>",
        "<h1>The ferry stays</h1><p>{mark}</p>{story}",
        "<h1>The ferry stays</h1><p>Event: 12 December 2025</p><p>{mark}</p>{story}",
        "<h1>The ferry stays</h1><p>Updated: 26 November 2026</p><p>{mark}</p>{story}",
    ],
)
def test_the_storys_own_needs_no_day_that_readers_see(page: str) -> None:
    mark = f'<abbr class="published" title="{WRITTEN}">Tuesday</abbr>'
    assert dates_of_page(page.format(story=STORY, mark=mark))[0] == WRITTEN


def test_one_that_its_element_shows_in_whole_needs_no_place() -> None:
    mark = f'<abbr class="published" title="{WRITTEN}">{{}}</abbr>'
    page = "<h1>The ferry stays</h1>{}<p>{}</p>"
    assert dates_of_page(page.format(STORY, mark.format("24 November 2026")))[0] == WRITTEN
    assert dates_of_page(page.format(STORY, mark.format("Tuesday")))[0] != WRITTEN


def test_one_of_the_day_beside_the_headline_in_its_own_zone() -> None:
    mark = '<abbr class="published" title="2026-11-25T{}">then</abbr>'
    page = "<h1>The ferry stays</h1><p>24 November 2026</p>{}<p>{}</p>"
    assert dates_of_page(page.format(STORY, mark.format("04:00:00Z")))[0] == "2026-11-25T04:00:00+00:00"
    assert dates_of_page(page.format(STORY, mark.format("04:00:00+01:00")))[0] == "2026-11-24T00:00:00+00:00"
