"""JSON-LD as it is found."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerspider.markup.metadata import jsonld
from boilerspider.markup.metadata.story import read_story

STORY = {"@type": "Article", "headline": "Rain"}
TEXT = json.dumps(STORY)

BROKEN = [
    ("whole", TEXT),
    ("a byte order mark", "\ufeff" + TEXT),
    ("an HTML comment", f"<!-- {TEXT} -->"),
    ("a CDATA section", f"//<![CDATA[\n{TEXT}\n//]]>"),
    ("a CDATA section in a comment", f"/*<![CDATA[*/ {TEXT} /*]]>*/"),
    ("a semicolon behind", TEXT + ";"),
    ("a trailing comma", '{"@type": "Article", "headline": "Rain",}'),
    ("a trailing comma and a line break", '{"@type": "Article", "headline": "Rain",\n }'),
    ("a comma twice", '{"@type": "Article",, "headline": "Rain"}'),
    ("a comment behind a value", '{"@type": "Article", // the type\n "headline": "Rain"}'),
    ("escaped quotes", TEXT.replace('"', "&quot;")),
    ("a false escape", '{"@type": "Article", "headline": "R\\ain", }'),
    ("something before", "var story = " + TEXT),
]


@pytest.mark.parametrize("script", [case[1] for case in BROKEN], ids=[case[0] for case in BROKEN])
def test_broken_json_is_read(script: str):
    assert jsonld.decode(script)[0] == STORY


def test_an_escape_of_nothing_loses_its_backslash():
    assert jsonld.decode('{"headline": "It\\\'s raining",}') == [{"headline": "It's raining"}]


def test_control_characters_stay_in_their_string():
    assert jsonld.decode('{"headline": "Rain\nfalls\there"}') == [{"headline": "Rain\nfalls\there"}]


def test_addresses_in_strings_are_no_comments():
    assert jsonld.decode('{"url": "https://example.com/x",}') == [{"url": "https://example.com/x"}]


def test_commas_in_strings_stay():
    assert jsonld.decode('{"headline": "a,]", "x": [1,],}') == [{"headline": "a,]", "x": [1]}]


def test_objects_one_after_the_other():
    assert jsonld.decode(f"{TEXT}\n{TEXT}, {TEXT}") == [STORY] * 3


def test_what_comes_before_an_error_counts():
    assert jsonld.decode(TEXT + '{"headline": oops') == [STORY]


@pytest.mark.parametrize(
    "script", ["", "   ", "null", "undefined", "{", "[", '{"a"', '"text"', "<p>", "{]", "9" * 5000]
)
def test_hopeless_scripts_hold_nothing(script: str):
    assert jsonld.decode(script) == []


def test_a_number_too_long_to_convert_holds_nothing():
    assert jsonld.decode('{"a": ' + "9" * 10_000 + "}") == []


def test_depth_within_the_cap_is_read():
    assert jsonld.decode("[" * 60 + "]" * 60)


def test_depth_beyond_the_cap_is_left():
    assert jsonld.decode("[" * 61 + "]" * 61) == []


def test_many_shallow_objects_are_no_depth():
    assert len(jsonld.decode(json.dumps([{"a": "[{[{"}] * 500))[0]) == 500


def test_a_long_script_is_left():
    assert jsonld.decode(json.dumps({"headline": "x" * jsonld.MAX_SCRIPT_CHARS})) == []


def headlines(value: Any) -> list[str]:
    return read_story([json.dumps(value)]).strings("headline")


PLACES = [
    ("at the top", STORY),
    ("in a list", [{"@type": "WebSite"}, STORY]),
    ("in a graph", {"@graph": [{"@type": "WebSite"}, STORY]}),
    ("as the main entity", {"@type": "WebPage", "mainEntity": STORY}),
    ("as an address of a type", {"@type": "http://schema.org/Article", "headline": "Rain"}),
    ("with several types", {"@type": ["Thing", "NewsArticle"], "headline": "Rain"}),
    ("without a type", {"headline": "Rain"}),
    ("behind a page that has a headline too", [{"@type": "WebPage", "headline": "Page"}, STORY]),
]


@pytest.mark.parametrize("value", [case[1] for case in PLACES], ids=[case[0] for case in PLACES])
def test_the_story_is_found(value: Any):
    assert headlines(value) == ["Rain"]


@pytest.mark.parametrize("key", ["hasPart", "citation", "isPartOf", "itemListElement", "comment", "relatedLink"])
def test_what_is_related_does_not_speak(key: str):
    assert headlines({"@type": "WebPage", key: [STORY]}) == []


def test_a_reference_to_itself_ends():
    story = read_story(
        [json.dumps({"@type": "Article", "@id": "#a", "author": {"@id": "#a"}, "mainEntity": {"@id": "#a"}})]
    )
    assert story.signers() == ([], [], [])


@pytest.mark.parametrize(
    "value", [None, 7, True, float("nan"), float("-inf"), [], {}, [[]], [None], {"name": None}, {"name": {"name": "x"}}]
)
def test_values_without_text_give_none(value: Any):
    assert [text for text in jsonld.strings(value) if text != "7"] == []


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["@type", "@id", "@graph", "author", "name", "headline", "image", "url", "datePublished", "keywords"]
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=20,
)


@given(st.text())
def test_any_text_is_decoded_without_error(script: str):
    assert isinstance(jsonld.decode(script), list)


@given(st.text(alphabet='{}[]",:\\/*<!->&quot;\n '))
def test_almost_json_is_decoded_without_error(script: str):
    assert isinstance(jsonld.decode(script), list)


@given(JSON)
def test_honest_json_comes_back(value: Any):
    decoded = jsonld.decode(json.dumps({"a": value}, allow_nan=False) if not _has_nan(value) else "{}")
    assert decoded == ([{"a": value}] if not _has_nan(value) else [{}])


def _has_nan(value: Any) -> bool:
    return "NaN" in json.dumps(value) or "Infinity" in json.dumps(value)
