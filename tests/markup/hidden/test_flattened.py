"""States whose values name their parts by places in one list."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pace import is_quick

from boilerspider.markup.hidden.flattened import is_flat, unflattened, unpaired

QUICK_S = 5.0
"""Processor seconds that a hostile list may take; most take a tenth of one."""

FLAT = {
    "objects and lists": (
        [{"title": 1, "body": 2}, "The wall", [3, 4], "One.", {"text": 5}, "Two."],
        {"title": "The wall", "body": ["One.", {"text": "Two."}]},
    ),
    "wrapped": (
        [["ShallowReactive", 1], {"page": 2, "day": 4}, ["Reactive", 3], {"a": 5}, ["Date", "2026-01-02"], 7],
        {"page": {"a": 7}, "day": "2026-01-02"},
    ),
    "nothing, by numbers below zero": ([{"a": -1, "b": 1}, None], {"a": None, "b": None}),
    "what is named twice": ([{"a": 1, "b": 1, "c": 2, "d": 2}, [2], "x"], {"a": ["x"], "b": None, "c": "x", "d": "x"}),
    "what holds itself": ([{"a": 0, "b": 1}, [1]], {"a": None, "b": [None]}),
    "places that are none": ([{"a": 1}, [7, "x", None, True]], {"a": [None, None, None, None]}),
    "wrappers in a circle": ([{"a": 1}, ["Reactive", 1]], {"a": None}),
    "a set": ([{"a": 1}, ["Set", 2, 3], "x", "y"], {"a": [None, "x", "y"]}),
}


@pytest.mark.parametrize("name", FLAT)
def test_values(name: str) -> None:
    values, value = FLAT[name]
    assert is_flat(values)
    assert unflattened(values) == value


@pytest.mark.parametrize(
    "value",
    [None, {}, [], [1, 2], ["a"], [{}], [{"a": "b"}], [{"a": 1.0}, 2], [{"a": 3}, 1], [[1, 2]], [{"a": True}, 1]],
)
def test_what_is_no_such_list(value: Any) -> None:
    assert not is_flat(value)


@pytest.mark.parametrize(
    "make",
    [
        lambda: [[0] * 500_000] * 2,
        lambda: [[1] * 1_000, *([[number] * 1_000 for number in range(1_000)])],
        lambda: [[1], *(["Reactive", number + 2] for number in range(200_000))],
        lambda: [{str(number): number for number in range(200_000)}],
    ],
    ids=["itself", "lists of lists", "wrappers", "one object"],
)
def test_nothing_takes_quadratic_time(make: Callable[[], list[Any]]) -> None:
    values = make()
    start = time.process_time()
    unflattened(values)
    assert is_quick(time.process_time() - start, QUICK_S)


PAIRS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "values": ({"a": [0, "x"], "b": [0, None], "c": [0, 1]}, {"a": "x", "b": None, "c": 1}),
    "objects and lists": (
        {"a": [0, {"b": [1, [[0, "x"], [0, {"c": [0, "y"]}]]]}], "d": [1, []]},
        {"a": {"b": ["x", {"c": "y"}]}, "d": []},
    ),
    "what is in no pair": (
        {"a": "x", "b": [0], "c": ["y", "z"], "d": [1, ["x"]]},
        {"a": None, "b": None, "c": None, "d": [None]},
    ),
    "nothing": ({}, {}),
}


@pytest.mark.parametrize("name", PAIRS)
def test_pairs(name: str) -> None:
    given, value = PAIRS[name]
    assert unpaired(given) == value


PARTS = st.integers(-2, 9) | st.text(max_size=3) | st.none() | st.booleans()
VALUES = PARTS | st.lists(PARTS, max_size=4) | st.dictionaries(st.text(max_size=3), PARTS, max_size=4)


@given(st.lists(VALUES, min_size=1, max_size=10))
def test_no_list_makes_it_raise_or_go_round(values: list[Any]) -> None:
    is_flat(values)
    assert json.dumps(unflattened(values))
