"""Moments that elements beside the headline declare, and words beside them call a change's."""

from __future__ import annotations

import time
from datetime import datetime, timezone

import pytest
from pace import is_quick

from boilerspider.markup.metadata import read_metadata
from boilerspider.markup.tree import parse

NOW = datetime(2026, 6, 1, tzinfo=timezone.utc)
WRITTEN, CHANGED = datetime(2026, 5, 1, 8, tzinfo=timezone.utc), datetime(2026, 5, 3, 10, tzinfo=timezone.utc)
FIRST, LAST = '<time datetime="2026-05-01T08:00:00Z">', '<time datetime="2026-05-03T10:00:00Z">'
STORY = (
    "<p>The ferry to the island stays in its harbour until the wind has gone down, the company said on Monday.</p>" * 5
)


def dates_of(beside: str, title: str = "The ferry stays", head: str = "") -> tuple[datetime | None, datetime | None]:
    page = f"<html lang=en>{head}<title>{title}</title><body><article><h1>{title}</h1>{beside}{STORY}</article></html>"
    found = read_metadata(parse(page, "https://example.org/news/ferry"), now=NOW)
    return found.published, found.modified


@pytest.mark.parametrize("shown", ["{} ago", "{} May 2026", "May {}"])
@pytest.mark.parametrize(
    "beside",
    [
        f"<p>Updated: {LAST}#3</time></p><p>Published: {FIRST}#1</time></p>",
        f"<p>Updated {LAST}#3</time> | Published {FIRST}#1</time></p>",
        f"<div><span>Last updated</span> {LAST}#3</time><span>Published</span> {FIRST}#1</time></div>",
        f"<p>Published {FIRST}#1</time></p><p>Updated {LAST}#3</time></p>",
        f"<div>Updated on</div><div><span>{LAST}#3</time></span></div><p>Published {FIRST}#1</time></p>",
        f"<p>Mise à jour le {LAST}#3</time> Publié le {FIRST}#1</time></p>",
    ],
)
def test_the_change_is_not_the_publication(beside: str, shown: str) -> None:
    for number in "13":
        beside = beside.replace(f"#{number}", shown.format(number))
    assert dates_of(beside) == (WRITTEN, CHANGED)


@pytest.mark.parametrize(
    ("beside", "found"),
    [
        (f"<p>{LAST}Updated 3 hours ago</time> {FIRST}2 days ago</time></p>", (WRITTEN, CHANGED)),
        (f"<p>{FIRST}2 days ago</time></p>", (WRITTEN, None)),
        # All that the page says: it is not older than that.
        (f"<p>Updated {LAST}3 hours ago</time></p>", (CHANGED, CHANGED)),
        (f"<p>Nobody has said yet when the ferry rules are to be updated</p>{FIRST}2 days ago</time>", (WRITTEN, None)),
    ],
)
def test_what_words_beside_a_moment_call_it(beside: str, found: tuple[datetime, datetime]) -> None:
    assert dates_of(beside) == found


def test_a_headline_is_no_label() -> None:
    assert dates_of(f"{FIRST}2 days ago</time>", title="Ferry rules updated") == (WRITTEN, None)


def test_beside_a_declared_publication_it_is_not_believed() -> None:
    # Its zone may not be that of the declared one: "Stand: 20:44", as UTC, is two hours later than the same in Berlin.
    head = '<meta property="article:published_time" content="2026-05-01T20:44:00+02:00">'
    beside = '<p>Updated: <time datetime="2026-05-01 20:44">1 May 2026, 20:44</time></p>'
    assert dates_of(beside, head=head)[1] is None


TEASER = '<h3><a href="/o">Snow falls in the south</a></h3><time datetime="2026-04-20">20 Apr</time>'
RELATED = (
    '<div class="related"><p><time class="published updated" datetime="2026-04-20T08:00Z">20 April</time></p></div>'
)
WIDGET = '<ul><li><a href="/o">Snow falls in the south</a> <span class="post-date">20 April 2026</span></li></ul>'


@pytest.mark.parametrize(
    "path", ["2026/05/01/ferry", "news/2026-05-01/ferry", "news/20260501/ferry.html?x=/2026/04/20/"]
)
@pytest.mark.parametrize(
    ("above", "below"),
    [("", f"<section>{TEASER}</section>"), ("", RELATED), (WIDGET, ""), ("<p>20 April 2026</p>", "")],
)
def test_the_day_in_the_address_before_those_of_other_stories(path: str, above: str, below: str) -> None:
    page = f"<html lang=en><title>The ferry stays</title><body><article><h1>The ferry stays</h1>{above}{STORY}{below}"
    found = read_metadata(parse(page, f"https://example.org/{path}"), now=NOW)
    assert (found.published, found.modified) == (datetime(2026, 5, 1, tzinfo=timezone.utc), None)


@pytest.mark.parametrize("path", ["2026/04/20-bodies-found", "2027/01/02/ferry", "2026/02/31/ferry", "ferry/20260420"])
@pytest.mark.parametrize("beside", ["<p>1 May 2026 08:00</p>", f"<p>{FIRST}2 days ago</time></p>"])
def test_no_day_in_the_address(path: str, beside: str) -> None:
    page = f"<html lang=en><title>The ferry stays</title><body><h1>The ferry stays</h1>{beside}{STORY}"
    assert read_metadata(parse(page, f"https://example.org/{path}"), now=NOW).published == WRITTEN


def test_a_day_beside_the_headline_may_be_the_next_one() -> None:
    page = (
        f"<html lang=en><title>The ferry stays</title><body><h1>The ferry stays</h1><p>{FIRST}1 May</time></p>{STORY}"
    )
    assert read_metadata(parse(page, "https://example.org/2026/04/30/ferry"), now=NOW).published == WRITTEN


def test_long_words_before_moments_take_linear_time() -> None:
    beside = f"<p>{'updated ' * 200_000}{LAST}now</time>{'<b title=2026-05-01>' * 70}"
    started = time.process_time()
    dates_of(beside)
    assert is_quick(time.process_time() - started, 5)
