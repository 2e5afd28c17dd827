"""Stories that stand in scripts alone: which are found, which are not believed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loopback import sentences

from boilerspider.markup.hidden import MAX_VALUES, hidden_story
from boilerspider.markup.tree import Document, parse

STORY = sentences("harbour wall", 8)
OTHER = sentences("swimming pool", 20)
MARKED_UP = "".join(f"<p>{paragraph}</p>" for paragraph in STORY)
TEASER = STORY[0]


def page(*scripts: str, description: str = "") -> Document:
    head = f'<meta name="description" content="{description}">' if description else ""
    return parse(
        f"<html><head>{head}{''.join(scripts)}</head><body><p>{TEASER}</p></body></html>", "https://paper.example/a"
    )


def ld(value: Any) -> str:
    return f'<script type="application/ld+json">{json.dumps(value)}</script>'


def next_data(value: Any) -> str:
    return f'<script id="__NEXT_DATA__" type="application/json">{json.dumps(value)}</script>'


def paragraphs(story: Document | None) -> list[str] | None:
    """The paragraphs of the page that was made of a story."""
    if story is None:
        return None
    return ["".join(p.itertext()).strip() for p in story.root.iter("p")]


def blocks(story: list[str], **more: Any) -> list[dict[str, Any]]:
    return [{"id": f"b{number}", "kind": "paragraph", "text": text, **more} for number, text in enumerate(story)]


FOUND = {
    "body of lines": ld({"@type": "NewsArticle", "articleBody": "\n\n".join(STORY)}),
    "body of markup": ld({"@type": "NewsArticle", "articleBody": MARKED_UP}),
    "body in a graph": ld({"@graph": [{"@type": "Person"}, {"@type": "Article", "articleBody": "\n".join(STORY)}]}),
    "markup in a state": next_data({"props": {"article": {"title": "The wall", "body": MARKED_UP}}}),
    "list of paragraphs": next_data({"props": {"body": STORY}}),
    "list of blocks": next_data({"props": {"blocks": blocks(STORY, url="https://paper.example/" + "x" * 90)}}),
    "list of nested blocks": next_data({"rows": [{"type": "text", "model": {"text": text}} for text in STORY]}),
    "state by assignment": f"<script>window.__INITIAL_STATE__ = {json.dumps({'a': {'content': STORY}})};</script>",
    "between other lists": next_data({"more": blocks(OTHER), "body": blocks(STORY)}),
}


@pytest.mark.parametrize("name", FOUND)
def test_a_story_is_found(name: str) -> None:
    assert paragraphs(hidden_story(page(FOUND[name]), TEASER)) == STORY


def test_the_description_announces_a_story_too() -> None:
    document = page(next_data({"body": STORY}), description=TEASER)
    assert paragraphs(hidden_story(document, "Please switch on JavaScript.")) == STORY


NOT_FOUND = {
    "no script": "",
    "another story": ld({"@type": "NewsArticle", "articleBody": "\n".join(OTHER)}),
    "another state": next_data({"related": blocks(OTHER)}),
    "no more than is shown": ld({"@type": "NewsArticle", "articleBody": TEASER}),
    "broken": '<script id="__NEXT_DATA__">{"body": ["' + '", "'.join(STORY) + "</script>",
    "no state": f"<script>var texts = {json.dumps(STORY)};</script>",
    "numbers": next_data({"series": list(range(2_000))}),
    "addresses": next_data({"images": ["https://paper.example/" + text.replace(" ", "-") for text in STORY]}),
    "too late in the page": next_data([0] * MAX_VALUES + [STORY]),
}


@pytest.mark.parametrize("name", NOT_FOUND)
def test_what_is_no_story_of_the_page_is_not_believed(name: str) -> None:
    assert hidden_story(page(NOT_FOUND[name]), TEASER) is None


def test_signs_of_markup_in_plain_text_stay_text() -> None:
    story = [TEASER, *(f"{text} It said: a < b & <c>." for text in STORY[1:])]
    assert paragraphs(hidden_story(page(next_data({"body": story})), TEASER)) == story


def test_without_a_beginning_to_go_by_nothing_is_believed() -> None:
    assert hidden_story(page(next_data({"body": STORY})), "Short.") is None
    assert hidden_story(page(next_data({"body": STORY})), "") is None


VALUES = st.recursive(
    st.none() | st.booleans() | st.floats(allow_nan=False) | st.text() | st.sampled_from([*STORY, MARKED_UP, TEASER]),
    lambda children: st.lists(children, max_size=6) | st.dictionaries(st.text(max_size=12), children, max_size=4),
    max_leaves=30,
)


@given(VALUES, st.sampled_from(("", TEASER, "\n\n".join(STORY))))
def test_no_state_makes_it_raise(value: Any, shown: str) -> None:
    story = hidden_story(page(next_data(value), ld({"articleBody": value})), shown)
    assert story is None or story.url == "https://paper.example/a"
