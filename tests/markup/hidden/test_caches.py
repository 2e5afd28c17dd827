"""The caches of Apollo clients: what refers to what."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pace import is_quick

from boilerspider.markup.hidden.caches import cache_of, joined, resolved

QUICK_S = 5.0
"""Processor seconds that a hostile cache may take; most take a tenth of one."""


def ref(name: str) -> dict[str, str]:
    return {"__ref": name}


def old(name: str) -> dict[str, Any]:
    return {"type": "id", "id": name, "generated": name.startswith("$")}


JOINED: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "one object": (
        {"a": {"title": "x", "body": ref("b")}, "b": {"text": "y"}},
        {"a": {"title": "x", "body": {"text": "y"}}},
    ),
    "by names that the client gave, in lists, too": (
        {"a": {"body": [old("$a.0"), old("b")]}, "$a.0": {"words": [old("$a.0.0")]}, "$a.0.0": {"text": "y"}, "b": {}},
        {"a": {"body": [{"words": [{"text": "y"}]}, old("b")]}, "b": {}},
    ),
    "a list of objects": ({"a": {"body": [ref("b")]}, "b": {"c": 1}}, {"a": {"body": [ref("b")]}, "b": {"c": 1}}),
    "the first of two": ({"a": {"x": ref("c")}, "b": {"y": ref("c")}, "c": {}}, {"a": {"x": {}}, "b": {"y": ref("c")}}),
    "a circle": ({"a": {"x": ref("b")}, "b": {"y": ref("a")}}, {"a": {"x": {"y": ref("a")}}}),
    "itself": ({"a": {"x": ref("a")}}, {"a": {"x": ref("a")}}),
    "what stands beside a story": (
        {"a": {"related": ref("b"), "nextVideo": ref("b")}, "b": {}},
        {"a": {"related": ref("b"), "nextVideo": ref("b")}, "b": {}},
    ),
    "what is not there": ({"a": {"x": ref("b"), "y": ref("c")}, "c": 7}, {"a": {"x": ref("b"), "y": ref("c")}, "c": 7}),
}


@pytest.mark.parametrize("name", JOINED)
def test_joined(name: str) -> None:
    objects, found = JOINED[name]
    cache = {"ROOT_QUERY": {}, **deepcopy(objects)}
    known = joined(cache)
    assert cache == {"ROOT_QUERY": {}, **found}
    assert known.keys() == {"ROOT_QUERY", *objects}


def test_items_of_a_list() -> None:
    known = {"a": {"text": "x"}, "b": {"text": "y"}}
    assert resolved([ref("a"), {"text": "z"}, old("b"), ref("a"), 7, ref("c")], known) == [
        known["a"],
        {"text": "z"},
        known["b"],
        7,
        ref("c"),
    ]
    assert resolved([ref("a")], {}) == [ref("a")]


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ({"ROOT_QUERY": 1}, True),
        ({"a": {"b": {"ROOT_QUERY": 1}}}, True),
        ({"a": 1}, False),
        ([{"ROOT_QUERY": 1}], False),
        (None, False),
    ],
)
def test_where_a_cache_is(value: Any, found: bool) -> None:
    assert bool(cache_of(value)) is found


@pytest.mark.parametrize(
    "make",
    [
        lambda: {str(number): {"x": ref(str(number + 1))} for number in range(100_000)},
        lambda: {str(number): {"x": ref(str(number - 1))} for number in range(100_000)},
        lambda: {str(number): {str(other): ref(str(other)) for other in range(400)} for number in range(400)},
        lambda: {"a": {"x": [[[old(f"$a.{number}") for number in range(100_000)]]]}},
    ],
    ids=["a chain", "a chain from its end", "all to all", "a list"],
)
def test_nothing_takes_quadratic_time(make: Callable[[], dict[str, Any]]) -> None:
    objects = make()
    start = time.process_time()
    joined({"ROOT_QUERY": {}, **objects})
    assert is_quick(time.process_time() - start, QUICK_S)


NAMES = st.sampled_from(("a", "$b", "c", "ROOT_QUERY"))
PARTS = st.recursive(
    NAMES | st.none() | NAMES.map(ref) | NAMES.map(old),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(("x", "type", "id", "__ref")), inner, max_size=3)
    ),
    max_leaves=9,
)


@given(st.dictionaries(NAMES, PARTS, max_size=4))
def test_no_cache_makes_it_raise_or_hold_itself(cache: dict[str, Any]) -> None:
    known = joined(cache)
    assert json.dumps(cache)
    assert json.dumps(known)
