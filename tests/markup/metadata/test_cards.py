"""Whoever wrote another story, to which a card leads, did not write the page's."""

from __future__ import annotations

import time

import pytest
from pace import is_quick

from boilerspider.markup.metadata import read_metadata, read_sayings
from boilerspider.markup.tree import parse

TITLE = "Rain fell on the north"
STORY = "<p>Rain fell on the whole of the north, and the rivers rose in the night, said all who live there.</p>" * 4
OTHER = "The ferry stays in its harbour until Monday"
DECLARED = (
    '<script type="application/ld+json">{"@type": "NewsArticle", "headline": "Rain fell on the north", '
    '"author": {"@type": "Organization", "name": "dpa"}}</script>'
)


def authors_of(behind: str, head: str = "") -> list[str]:
    page = f"<html lang=en>{head}<title>{TITLE}</title><body><div><article><h1>{TITLE}</h1>{STORY}</article>{behind}"
    return list(read_metadata(parse(page, "https://example.org/news/rain")).authors)


OF_OTHERS = [
    f"<ul><li><a href=/x><h3>{OTHER}</h3></a><span class=author>By Jane Roe</span></li></ul>",
    f"<ul><li><h3><a href=/x>{OTHER}</a></h3><p>By Jane Roe</p></li></ul>",
    f"<div><div class=item><div class=author>Jane Roe</div><h4><a href=/x>{OTHER}</a></h4></div></div>",
    f"<div><a href=/x><div><b>{OTHER}</b><h6>By Jane Roe</h6></div></a></div>",
    f"<div><a href=/x><div><h3>{OTHER}</h3><p>{'The wind is strong. ' * 80}</p><h6>By Jane Roe</h6></div></a></div>",
    "<div class=cookiepolicy><p>By using our site you agree to our <a href=/c>Cookie Policy</a>.</p></div>",
    "<div><p>By clicking and subscribing you agree to our <a href=/t>Terms</a></p></div>",
    "<ul><li class=recentcomments><span class=comment-author-link>Jane Roe</span> on <a href=/x>The ferry</a></li></ul>",
    "<h4 class=author><a href=/author/jane>Alle Beiträge</a></h4>",
    "<p>The rain is the worst since the mill was built, says <a href=/people/jane-roe><b>Jane Roe</b></a>, who lives in it.</p>",
    f"<ul><li>{'The mill is old. ' * 12}<a href=/staff/jane-roe>Jane Roe</a> has seen it</li></ul>",
    "<div><a href=/profile/login>Member Login</a> <a href=/people/settings?next=/>My Settings</a></div>",
    "<blockquote><p>It never ends.</p><p class=author>Jane Roe</p></blockquote>",
    "<blockquote><p>It never ends.</p></blockquote><p class=quote-author>Jane Roe, farmer</p>",
]
OF_THE_STORY = [
    "<p>This entry was posted in Weather, and tagged with rivers and towns, on 4 May 2026 by <a href=/author/jane>Jane Roe</a>.</p>",
    "<p>Weather, written by our own <a href=/people/login-smith>Jane Roe</a></p>",
    "<div><p>Author:</p><div class=author>Jane Roe</div></div>",
    "<div><p>Author: Jane Roe</p></div>",
    "<div class=box><h4><a href=/jane>Jane Roe</a></h4><p class=author>Jane Roe</p></div>",
    "<div class=box><h4><a href=/author/jane>All that she has written for us</a></h4><p class=author>Jane Roe</p></div>",
    "<a href=/author/jane><b class=author>Jane Roe</b><i>Writes of the weather, and of all that is wet</i></a>",
    f"<div><h3><a href=/x>{OTHER}</a></h3>{STORY * 4}<p class=author>Jane Roe</p></div>",
    f"<div><h2><a href=http://www.example.org/news/rain/?m=1>{OTHER}</a></h2><p class=author>Jane Roe</p></div>",
    f"<div><h2><a href=rain>{OTHER}</a></h2><p class=author>Jane Roe</p></div>",
    f"<div><h2><a href='#top'>{OTHER}</a></h2><p class=author>Jane Roe</p></div>",
    f"<div><h2><a href=/x>{TITLE}</a></h2><p class=author>Jane Roe</p></div>",
    "<a href=https://twitter.com/rainy><b class=author>Jane Roe</b><i>Writes of the weather, and of all that is wet</i></a>",
    "<a href=/team/jr><b class=author>Jane Roe</b><i>Writes of the weather, and of all that is wet</i></a>",
    "<a href=/redaktion/jr><b class=author>Jane Roe</b><i>Writes of the weather, and of all that is wet</i></a>",
    "<a href=/wir/jane-roe><b class=author>Jane Roe</b><i>Writes of the weather, and of all that is wet</i></a>",
]


@pytest.mark.parametrize("behind", OF_OTHERS)
def test_who_wrote_another_story(behind: str) -> None:
    assert authors_of(behind) == []
    assert authors_of(behind, DECLARED) == ["dpa"]


@pytest.mark.parametrize("behind", OF_THE_STORY)
def test_who_wrote_this_one(behind: str) -> None:
    assert authors_of(behind) == ["Jane Roe"]


@pytest.mark.parametrize(
    "head",
    [
        "<link rel=canonical href=https://example.org/rainy/day>",
        "<meta property=og:url content=https://example.org/rainy/day>",
        f"<meta property=og:title content='Weather: {OTHER}'>",
    ],
)
def test_the_page_says_in_its_head_what_is_its_own(head: str) -> None:
    behind = f"<div><h2><a href=/rainy/day>{OTHER}</a></h2><p class=author>Jane Roe</p></div>"
    assert authors_of(behind, head) == ["Jane Roe"]
    assert authors_of(behind) == []


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("by rainyjane on May 4, 2026", ["rainyjane"]),
        ("by rainyjane on Monday", ["rainyjane"]),
        ("von rainyjane am 4.5.2026", ["rainyjane"]),
        ("by clicking on the button below", []),
        ("by raining and raining it fell", []),
    ],
)
def test_a_login_before_a_day(line: str, expected: list[str]) -> None:
    assert authors_of(f"<div><p>{line}</p></div>") == expected


def test_many_cards_take_linear_time() -> None:
    deep = "<div>" * 50 + "<i></i>" * 100_000 + "<b class=author>Jane Roe</b>" * 400 + f"<p>{'x ' * 500_000}</p>"
    cards = "<b class=author>Jane Roe</b>" + "<h3>" * 20 + OTHER + "<a href='/rain?é'>a</a>" * 30 + "</h3>" * 20
    deep += f"{'<div>' * 6}{cards}{'</div>' * 6}" * 400
    page = f"<html lang=en><title>{TITLE}</title><body><article><h1>{TITLE}</h1>{STORY}</article>{deep}"
    document = parse(page, "https://example.org/rain")
    started = time.process_time()
    read_sayings(document)
    assert is_quick(time.process_time() - started, 5)
