"""Features: the worked examples to 1e-6, counts against one leaf at a time by regular expressions."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boilerspider.extractors.web2text.cdom import collapse
from boilerspider.extractors.web2text.counts import STOP_WORDS, count
from boilerspider.extractors.web2text.features import EDGE_FEATURES, LEAF_FEATURES, Features, features
from boilerspider.markup.tree import parse

EXAMPLE = (
    "<body>\n<h1>Header &amp; more</h1>\n<p>Paragraph with an <i>Italic</i> section.</p>\n"
    '<ul><li><a href="x">One</a></li><li><a href="y">Two  words</a></li></ul>\n</body>'
)


def of(page: str) -> Features:
    return features(collapse(parse(page).transcript))


@pytest.mark.parametrize(
    ("number", "value"),
    [
        *((4, 0.309188), (5, -0.676724), (6, 0.047226), (7, 1), (8, 0.824068), (9, -0.776975), (13, -0.507722)),
        *((15, -0.538131), (17, -1.514963), (18, -1.126366), (25, 0.126956), (26, -0.278806), (28, 1), (29, 1)),
        *((30, -0.571429), (34, -0.922733), (54, 1), (69, 0), (127, 1)),
    ],
)
def test_the_first_worked_example(number: int, value: float) -> None:
    assert of(EXAMPLE).leaves[0, number - 1] == pytest.approx(value, abs=1e-6)


@pytest.mark.parametrize(
    ("number", "value"), [(3, 1), (6, -1.002252), (11, 2.278878), (12, 1.383950), (17, -0.066096), (28, 0)]
)
def test_the_second_worked_example(number: int, value: float) -> None:
    rows = of("<body><p>One two.</p></body>")
    assert rows.leaves[0, number - 1] == pytest.approx(value, abs=1e-6)
    assert not rows.leaves[0, 27:89].any()
    assert rows.edges.shape == (0, EDGE_FEATURES)


def test_edges_of_the_first_worked_example() -> None:
    rows = of(EXAMPLE)
    assert rows.leaves.shape == (6, LEAF_FEATURES)
    distances = [[1, -1, -1, -1], [-1, 1, -1, -1], [-1, -1, 1, -1], [-1, -1, -1, 1]]
    steps = [3, 2, 2, 4, 2]
    assert rows.edges[:, :4].tolist() == [distances[step - 2] for step in steps]
    assert rows.edges[:, 4].tolist() == [1, 0, 0, 1, 1]
    assert rows.edges[0, 5:].tolist() == rows.leaves[0, 89:109].tolist(), "the common ancestor is the root"


@pytest.mark.parametrize(
    ("page", "same", "many", "path"),
    [
        ("<p>a</p><p>b</p>", [-1, -1], [-1, -1], 1),
        ("<p>a</p><p class=x>a</p>", [1, 1], [-1, -1], 0),
        ("<p class='x y'>a</p><p class=' x  y'>b</p>", [-1, -1], [-1, -1], 1),
        ("<p>a</p>" * 11, [1] * 11, [1] * 11, 1),
        ("<p>a</p>" * 10, [1] * 10, [-1] * 10, 1),
        ("<tr><td>a<td>b<tr><td>c<td>d", [-1] * 4, [-1] * 4, 1),
        ("<p>a</p><div><p>b</p>c</div>", [-1] * 3, [-1] * 3, 0),
    ],
)
def test_copies_and_class_paths(page: str, same: list[int], many: list[int], path: int) -> None:
    page = f"<table>{page}</table>" if "<td>" in page else page
    rows = of(f"<body>{page}</body>").leaves
    assert (rows[:, 0].tolist(), rows[:, 1].tolist()) == (same, many)
    assert (rows[:, 2] == path).all()


def test_tags_of_leaf_parent_and_grandparent() -> None:
    rows = of("<body><div><ul><li><b>a</b></li><li>b</li></ul>c</div>d</body>").leaves
    parents = dict(zip(["td", "div", "p", "tr", "table", "body", "ul", "span"], rows[0, 48:56], strict=True))
    assert parents == {"td": -1, "div": -1, "p": -1, "tr": -1, "table": -1, "body": -1, "ul": 1, "span": -1}
    assert rows[0, 62] == 1, "ul stands twice among the parents' tags"
    own = dict(zip(["a", "p", "td", "b", "li"], rows[0, 109:114], strict=True))
    assert own == {"a": -1, "p": -1, "td": -1, "b": 1, "li": 1}
    assert rows[:, 68].tolist() == [1, 1, 1, 0], "has a grandparent"


def reference(text: str) -> tuple[float, ...]:
    """Section 2 of the specification, a leaf at a time."""
    found = [word for word in re.split(r"[^A-Za-z0-9_]+", text) if word]
    ends = [match for match in re.finditer(r"(?<=[.?!;]) (.)", text) if match.group(1).isupper()]
    return (
        max(1, len(text)),
        len(found),
        sum(map(len, found)),
        1 + len(ends),
        sum(letter.isdecimal() for letter in text),
        sum(letter in ".,?;:!" for letter in text),
        sum(word in STOP_WORDS for word in found),
        sum(word[0].isupper() for word in found),
        "©" in text,
        bool(re.search(r"\w@[\w.]", text, re.ASCII)),
        bool(re.search(r"(https?|ftp)://[^\s/$.?#].", text)),
        bool(re.search(r"\b[0-9]{4}\b", text)),
    )


PARTS = st.sampled_from(
    [
        "the",
        "The",
        "One. Two",
        "a1b",
        "café",
        "1999",
        "19999",
        "é1999",
        "٣",
        "x@y.z",
        "@",
        "©",
        "http://a.b",
        "ftp://",
        "Ж; Ж",
    ]
)
TEXTS = st.lists(PARTS | st.text(alphabet="aA .?!;,:_9é", max_size=5), max_size=8).map(" ".join)


@settings(deadline=None)
@given(st.lists(TEXTS.map(lambda text: re.sub(" +", " ", text).strip(" ")), min_size=1, max_size=5))
def test_counts_equal_those_of_each_leaf(texts: list[str]) -> None:
    counts = count(texts)
    found = np.column_stack([getattr(counts, name) for name in counts.__slots__])
    assert found.tolist() == [list(map(float, reference(text))) for text in texts]
