"""Who wrote a story of a state, and when."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loopback import sentences

from boilerspider import extract
from boilerspider.markup.hidden.signed import MAX_AUTHORS, signed

TITLE = "The wall of the harbour holds"
DAY = "2026-11-20T08:00:00Z"


def persons(*names: str) -> list[dict[str, str]]:
    return [{"@type": "Person", "name": name} for name in names]


@pytest.mark.parametrize(
    ("node", "found"),
    [
        ({"byline": "Ann Lee", "published_at": DAY}, {"author": persons("Ann Lee"), "datePublished": DAY}),
        ({"author": {"name": "Ann Lee", "id": "7"}}, {"author": persons("Ann Lee")}),
        ({"authors": [{"fullName": "Ann Lee"}, "Ida Holm", {"id": 7}]}, {"author": persons("Ann Lee", "Ida Holm")}),
        ({"authors": {"by": [{"name": "Ann Lee"}, {"name": "Ida Holm"}]}}, {"author": persons("Ann Lee", "Ida Holm")}),
        (
            {"authors": [{"role": "photographer", "name": "Phil Oto"}, {"name": "Ann Lee"}]},
            {"author": persons("Ann Lee")},
        ),
        (
            {"creator": "svc_publish", "author": {"firstName": "Ann", "last_name": "Lee", "title": "Reporter"}},
            {"author": persons("Ann Lee")},
        ),
        ({"author": "a1b2c3d4-1111-2222-3333-444455556666", "credits": "Getty Images"}, {}),
        (
            {"credits": {"by": [{"type": "author", "name": "Ann Lee"}], "photos_by": [{"name": "Phil Oto"}]}},
            {"author": persons("Ann Lee")},
        ),
        ({"credits": {"items": [{"name": "Phil Oto"}]}}, {}),
        ({"credits": [{"name": "Phil Oto"}]}, {}),
        ({"byline": "Ida Holm", "credits": {"by": [{"name": "Ann Lee"}]}}, {"author": persons("Ida Holm")}),
        ({"date": "2031-05-01", "publishedAt": DAY}, {"datePublished": DAY}),
        ({"date": "3 hours ago", "updated": 10**400, "publishedAt": 10**320}, {}),
        ({"authors": [{"node": {"profile": {"name": "Ann Lee"}}}]}, {"author": persons("Ann Lee")}),
        ({"authors": ["Ida Holm"], "author": "Ann Lee"}, {"author": persons("Ann Lee")}),
        ({"publishDate": 1_763_625_600}, {"datePublished": "2025-11-20T08:00:00+00:00"}),
        (
            {"publishDate": 1_763_625_600_000, "updatedAt": DAY},
            {"datePublished": "2025-11-20T08:00:00+00:00", "dateModified": DAY},
        ),
        ({"date": "soon", "author": 7, "byline": "", "published": True, "modified": -5, "pubDate": float("nan")}, {}),
        ({"authors": ["x" * 500, "a"] * 3}, {"author": persons("a", "a", "a")}),
        ({"authors": [f"A {n}" for n in range(99)]}, {"author": persons(*(f"A {n}" for n in range(MAX_AUTHORS)))}),
        ({}, {}),
    ],
)
def test_signed(node: dict[str, Any], found: dict[str, Any]) -> None:
    assert signed(node) == found


def application(head: str = "", **article: Any) -> bytes:
    state = {"article": {"title": TITLE, "body": sentences("harbour wall", 4), **article}}
    return f"<html><head><title>{TITLE}</title>{head}</head><body><h1>{TITLE}</h1><script id=x type=application/json>{json.dumps(state)}</script>".encode()


def test_a_story_that_a_script_holds_is_signed_there() -> None:
    article = extract(application(byline="Ann Lee", published_at=DAY, updatedAt=DAY.replace("20T", "21T")))
    assert article.authors == ["Ann Lee"]
    assert (article.published.isoformat(), article.modified.isoformat()) == (
        "2026-11-20T08:00:00+00:00",
        "2026-11-21T08:00:00+00:00",
    )
    assert "Ann Lee" not in article.text


def test_what_the_page_says_itself_stands() -> None:
    head = f'<meta name="author" content="Ida Holm"><meta property="article:published_time" content="{DAY}">'
    article = extract(application(head, byline="Ann Lee", published_at="2020-01-01T00:00:00Z"))
    assert article.authors == ["Ida Holm"]
    assert article.published.isoformat() == "2026-11-20T08:00:00+00:00"


@pytest.mark.parametrize("day", ["2026-11-20", "2026-11-20T09:00:00Z", "2026-11-20T08:00:00"])
def test_the_hour_that_the_page_says_stands(day: str) -> None:
    head = '<meta property="article:published_time" content="2026-11-20T17:30:00+02:00">'
    assert extract(application(head, publishedAt=day)).published.isoformat() == "2026-11-20T17:30:00+02:00"


VALUES = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(("name", "by", "x")), inner, max_size=3)
    ),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from(("author", "credits", "date", "updatedAt")), VALUES))
def test_no_value_makes_it_raise(node: dict[str, Any]) -> None:
    assert set(json.loads(json.dumps(signed(node)))) <= {"author", "datePublished", "dateModified"}
