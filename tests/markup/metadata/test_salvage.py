"""Articles in scripts that are no JSON."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pace import is_quick

from boilerspider.markup.metadata.salvage import salvaged
from boilerspider.markup.metadata.story import read_story

HEAD = '{"@type": "NewsArticle", "headline": "Rain falls"'
AUTHOR = '"author": [{"@type": "Person", "name": "Jane Roe"}]'
OTHERS = '"comment": {"author": "John Poe", "inLanguage": "fr"}'
WHOLE = {
    "@type": "NewsArticle",
    "headline": "Rain falls",
    "datePublished": "2026-05-04",
    "author": [{"@type": "Person", "name": "Jane Roe"}],
}
SECONDS = 1.0
"""The budget of a script of two megabytes; most take a tenth."""

CASES = [
    (
        "a quotation mark in prose",
        f'{HEAD}, "description": "he said "no" to it", "datePublished": "2026-05-04", {AUTHOR}}}',
        WHOLE,
    ),
    ("a comma left out", f'{HEAD}\n"datePublished": "2026-05-04" {AUTHOR}}}', WHOLE),
    ("no end", f'{HEAD}, "datePublished": "2026-05-04", {AUTHOR}, "x": "a', WHOLE),
    (
        "a quotation mark in the headline",
        '{"@type": "Article", "headline": "he said "no" to it", "datePublished": "2026-05-04"}',
        {"@type": "Article", "datePublished": "2026-05-04"},
    ),
    (
        "what others have, before its own and behind",
        f'{{"video": {{"datePublished": "2019-01-01"}}, {HEAD[1:]}, "x": "a "b" c", {OTHERS}, "datePublished": "2026-05-04", {AUTHOR}}}',
        WHOLE,
    ),
    (
        "the first of a name",
        f'{HEAD}, "description": "a "b" c", "comment": {{"headline": "Snow"}}}}',
        {"@type": "NewsArticle", "headline": "Rain falls"},
    ),
]


@pytest.mark.parametrize(("script", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_what_can_be_read_is_read(script: str, expected: dict[str, object]) -> None:
    assert salvaged(script) == [expected]
    assert read_story([script]).nodes == (expected,)


@pytest.mark.parametrize(
    "script",
    [
        "",
        '{"headline": "Rain "falls" hard"}',
        f'[{HEAD}, "a": "b "c" d"}}, {HEAD}}}]',
        '{"@type": "WebPage", "name": "a "b" c"}',
        HEAD + '"a": "b "c" d", "x": ' + "[" * 100,
    ],
)
def test_what_is_no_article_or_two_is_left(script: str) -> None:
    assert salvaged(script) == []


@pytest.mark.parametrize(
    "script",
    [
        HEAD + ', "author": [' + "1," * 900_000,
        HEAD + ', "author": "' * 140_000,
        HEAD + ', "author": "' + '\\"' * 900_000,
        HEAD + ', "author": [' + '"author": [1], ' * 120_000,
        HEAD + ', "author"' + " " * 1_900_000,
        HEAD + ', "author": "x"' + " " * 1_900_000,
        '"@type":' * 240_000,
    ],
    ids=["a list", "beginnings", "escapes", "fields", "spaces", "spaces behind", "types"],
)
def test_a_hostile_script_takes_linear_time(script: str) -> None:
    start = time.process_time()
    salvaged(script)
    assert is_quick(time.process_time() - start, SECONDS)


@given(st.text(alphabet='{}[]",: \\ab'))
def test_any_script_gives_an_article_or_none(text: str) -> None:
    assert len(salvaged(HEAD + text)) == 1 or text.count("[") + text.count("{") > 1
