"""Texts that editors keep as lists of numbers and strings."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pace import is_quick

from boilerspider.markup.hidden.editors import as_blocks
from boilerspider.markup.hidden.richtext import as_html

QUICK_S = 5.0
"""Processor seconds that a hostile text may take; most take a tenth of one."""
LINK = ["a", ["href", "https://paper.example/q"]]


def mobiledoc(*sections: Any) -> dict[str, Any]:
    return {
        "version": "0.3.1",
        "atoms": [],
        "cards": [["image", {}]],
        "markups": [["b"], LINK],
        "sections": list(sections),
    }


def delta(*operations: Any) -> dict[str, Any]:
    return {"ops": list(operations)}


WRITTEN = {
    "mobiledoc": (
        mobiledoc(
            [1, "h2", [[0, [], 0, "The wall"]]],
            [
                1,
                "p",
                [
                    [0, [], 0, "It "],
                    [0, [0], 1, "stands"],
                    [0, [], 0, ", "],
                    [0, [1, 0], 2, "they say"],
                    [0, [], 0, "."],
                ],
            ],
            [10, 0],
            [2, "wall.png"],
            [3, "ol", [[[0, [], 0, "One"]], [[0, [], 0, "Two"]]]],
            [1, "blockquote", [[0, [], 0, "So."], [1, [], 0, 0]]],
        ),
        '<h2>The wall</h2><p>It stands, <a href="https://paper.example/q">they say</a>.</p><ol><li>One</li><li>Two</li></ol><blockquote>So.</blockquote>',
    ),
    "marks that are none": (mobiledoc([1, "p", [[0, [7, "x", -1], 0, "One"], [0, [], 9, "."]]]), "<p>One.</p>"),
    "no sections": (mobiledoc(7, [], [1], [1, "p", 7], [1, "p", [7, [0], [0, [], 0, 7]]], [3, "ul", [7]]), ""),
    "a delta": (
        delta(
            {"insert": "The wall"},
            {"insert": "\n", "attributes": {"header": 2}},
            {"insert": "It stands, "},
            {"insert": "they say", "attributes": {"link": "https://paper.example/q"}},
            {"insert": ".\nOne"},
            {"insert": "\n", "attributes": {"list": "bullet"}},
            {"insert": {"image": "wall.png"}},
            {"insert": "Two"},
            {"insert": "\n", "attributes": {"list": "ordered"}},
            {"insert": "So."},
            {"insert": "\n", "attributes": {"blockquote": True}},
            {"insert": "End"},
        ),
        '<h2>The wall</h2><p>It stands, <a href="https://paper.example/q">they say</a>.</p><ul><li>One</li></ul><ol><li >Two</li></ol><blockquote>So.</blockquote><p>End</p>',
    ),
    "attributes that are none": (
        delta({"insert": "One\n", "attributes": [1]}, {"insert": "\n", "attributes": {"link": 7}}),
        "<p>One</p>",
    ),
}


@pytest.mark.parametrize("name", WRITTEN)
def test_what_is_written(name: str) -> None:
    node, html = WRITTEN[name]
    blocks = as_blocks(node)
    assert blocks is not None
    assert as_html(blocks, ["text"], markup=False) == html


@pytest.mark.parametrize(
    "node",
    [
        {},
        {"sections": []},
        {"sections": {}, "markups": []},
        {"ops": []},
        {"ops": "x"},
        {"ops": [{"insert": "x"}, {"retain": 3}]},
        {"ops": [1]},
    ],
)
def test_what_is_no_such_text(node: dict[str, Any]) -> None:
    assert as_blocks(node) is None


@pytest.mark.slow
@pytest.mark.parametrize(
    "node",
    [
        mobiledoc(*[[1, "p", []]] * 300_000),
        mobiledoc([1, "p", [[0, [1], 0, "x"]] * 300_000]),
        mobiledoc([1, "p", [[0, [1] * 1_000, 0, "x"]] * 300]),
        delta({"insert": "\n" * 1_000_000}),
        delta(*[{"insert": "x"}] * 300_000),
    ],
    ids=["sections", "open marks", "marks", "lines", "operations"],
)
def test_nothing_takes_quadratic_time(node: dict[str, Any]) -> None:
    start = time.process_time()
    as_blocks(node)
    assert is_quick(time.process_time() - start, QUICK_S)


PARTS = st.recursive(
    st.none() | st.integers(-1, 4) | st.sampled_from(("p", "a", "x\n", "insert", "attributes")),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(("insert", "attributes", "list", "header")), inner, max_size=3)
    ),
    max_leaves=20,
)


@given(st.lists(PARTS, max_size=4), st.lists(PARTS, max_size=3))
def test_no_object_makes_it_raise(parts: list[Any], markups: list[Any]) -> None:
    for node in (
        {"sections": parts, "markups": markups},
        {"ops": [{"insert": part, "attributes": part} for part in parts]},
    ):
        html = as_html(as_blocks(node) or [], ["text"], markup=False)
        assert all(html.count(f"<{tag}>") == html.count(f"</{tag}>") for tag in ("p", "ul", "li"))
