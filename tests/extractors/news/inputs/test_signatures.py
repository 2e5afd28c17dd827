"""Which elements are of one kind by their tags and class names."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pytest
from pace import is_quick

from boilerspider.extractors.news.inputs.signatures import NUMBERED, signatures
from boilerspider.extractors.news.inputs.walk import segment
from boilerspider.markup.tree import parse

QUICK_S = 2.0
"""Processor seconds that a hostile page may take."""
MANY = range(NUMBERED)
FEW = range(NUMBERED - 1)


def of_blocks(page: str) -> list[int]:
    """The signature of each block's element."""
    walked = segment(parse(f"<body>{page}</body>").transcript)
    found = signatures(walked)
    return [found[walked.path[home]] for home, *_ in walked.blocks]


def paragraphs(names: Sequence[str], markup: str = '<div class="{}"><p>a</p></div>') -> str:
    return "".join(markup.format(name) for name in names)


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ('class="text lead"', 'class="lead text"', True),
        ('class="text lead"', 'class="text\n  lead "', True),
        ('class=""', "", True),
        ('id="a"', 'id="b"', True),
        ('class="text"', 'class="text lead"', False),
        ('class="text"', "", False),
        ('class="box-1"', 'class="box-2"', False),
    ],
)
def test_class_names_are_the_same_in_any_order(one: str, other: str, *, is_same: bool) -> None:
    first, second = of_blocks(f"<div {one}>a</div><div {other}>b</div>")
    assert (first == second) is is_same


@pytest.mark.parametrize(
    ("names", "kinds"),
    [
        pytest.param([f"block-{n}" for n in MANY], 1, id="counted"),
        pytest.param([f"element element-{n}f3a{n}" for n in MANY], 1, id="hashed, beside a name of all"),
        pytest.param(
            ["element 3a", "element 5f3", "9zz element", "8 element", "element 7e7"], 1, id="whatever the order"
        ),
        pytest.param([f"css-x{n}q text" for n in MANY] * 2, NUMBERED, id="names that return are styles"),
        pytest.param([f"col-{n}" for n in FEW], len(FEW), id="few are columns"),
        pytest.param(["lead", "text", "quote", "list", "end"], 5, id="words"),
        pytest.param([*(f"block-{n}" for n in MANY), "box-1", "block-lead"], 3, id="others beside them"),
        pytest.param(["" for _ in MANY], 1, id="no names"),
        pytest.param([f"text{n}" for n in MANY], 1, id="a word with a number"),
        pytest.param(["css-abc123", "css-a12345", "css-3f2a1b", "css-012345", "css-00ffab"], 1, id="hexadecimal"),
        pytest.param([f"{word}{n}" for n in MANY for word in ("text", "ad")], 2, id="words with numbers"),
    ],
)
def test_what_numbers_elements_tells_none_apart(names: list[str], kinds: int) -> None:
    assert len(set(of_blocks(paragraphs(names)))) == kinds


def test_numbers_of_elements_in_other_places_are_counted_apart() -> None:
    halves = (FEW[:2], FEW[2:])
    page = "".join(
        f"<{tag}>{paragraphs([f'block-{n}' for n in half])}</{tag}>"
        for tag, half in zip(("main", "aside"), halves, strict=True)
    )
    assert len(set(of_blocks(page))) == len(FEW)


def test_parts_of_the_page_have_names_of_their_own() -> None:
    parts = "".join(f'<div class="area-{n}"><p>a</p><p>b</p><p>c</p></div>' for n in MANY)
    assert len(set(of_blocks(parts))) == NUMBERED


def test_a_very_long_name_takes_no_time() -> None:
    start = time.process_time()
    of_blocks(f'<div class="{"a" * 200_000}">a</div><div class="{"a1" * 100_000}">b</div>')
    assert is_quick(time.process_time() - start, QUICK_S)


def test_numbers_within_numbers() -> None:
    inside = paragraphs([f"cell-{n}" for n in MANY])
    rows = "".join(f'<section class="row-{n}">{inside}</section>' for n in MANY)
    assert len(set(of_blocks(rows))) == NUMBERED**2, (
        "a name that each row has is no number, and rows of many cells are parts"
    )
    counted = "".join(f'<section class="row-{n}"><p class="cell-{n}">a</p></section>' for n in MANY)
    assert len(set(of_blocks(counted))) == 1
