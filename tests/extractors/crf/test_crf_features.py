"""Victor's features: the worked example of its program, runs and their places, tokens against one run at a time."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boilerspider.extractors.crf.features import (
    ALPHA_POWERS,
    FEATURES,
    POWERS,
    RUN_LENGTHS,
    WORD_LENGTHS,
    codes,
    layout,
    observations,
)
from boilerspider.extractors.crf.runs import runs
from boilerspider.extractors.crf.tokens import count
from boilerspider.markup.tree import parse

EXAMPLE = (
    "<html><head><title>t</title></head><body><h1>Big News Today</h1><p>Hello <b>world</b>, see www.example.com now. "
    'It is 10:30 am.</p><ul><li><a href="x">Home</a></li><li><a href="x">Home</a></li></ul>'
    "<div>a) First item<br><br>12-11-2007</div></body></html>"
)


def step(value: int, steps: tuple[int, ...]) -> int:
    """The code of a count that the program gives as a value."""
    return steps.index(value) + 1


@pytest.mark.parametrize(
    ("run", "name", "code"),
    [
        (0, "token.alpha-abs", step(2, ALPHA_POWERS)),
        (0, "token.alpha-rel", 10),
        (0, "sentence-not-finished", 1),
        (0, "avg-word-length", step(4, WORD_LENGTHS)),
        (0, "avg-word-run", step(3, RUN_LENGTHS)),
        (0, "container.class-headers", 1),
        (0, "split.class-block", 2),
        (2, "sentence-not-started", 1),
        (2, "container.class-bold", 1),
        (2, "container.p", 1),
        (2, "split.class-inline", 1),
        (3, "sentence.count", step(4, POWERS)),
        (3, "token.alpha-abs", step(8, ALPHA_POWERS)),
        (3, "token.num-abs", step(2, POWERS)),
        (3, "regexp.url", 2),
        (3, "regexp.date", 6),
        (3, "regexp.time", 1),
        (4, "twins", 2),
        (5, "twins", 2),
        (4, "first-twin", 1),
        (5, "first-twin", 0),
        (6, "looks-like-bullet", 6),  # the program's 202: the second kind, the second end
        (7, "token.num-abs", step(2, POWERS)),
        (7, "token.num-rel", 6),
        (7, "token.other-abs", step(2, POWERS)),
        (7, "split.br", 2),
        (7, "regexp.date", 2),
    ],
)
def test_the_worked_example(run: int, name: str, code: int) -> None:
    found = codes(runs(parse(EXAMPLE).transcript))
    assert found.shape == (8, len(FEATURES)) == (8, 46)
    assert found[run, list(FEATURES).index(name)] == code


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("a<b>b</b> c", ["a", "b", " c"]),
        ("a<!-- x -->b", ["ab"]),
        ("a<script>x</script>b", ["a", "b"]),
        ("a<s>x<b>y</b></s>b", ["a", "b"]),
        ("<p>\n</p>\u00a0<p>a", ["\u00a0", "a"]),
        ("a<img alt=b>c<img alt=''>d", ["a", "b", "c", "d"]),
        ("<pre>a\nb\n\nc</pre>", ["a", "b", "c"]),
    ],
)
def test_runs(page: str, expected: list[str]) -> None:
    assert [run.text for run in runs(parse(f"<body>{page}</body>").transcript)] == expected


def test_tables_and_divisions_part_the_runs_in_groups() -> None:
    page = "a<div>b<table><tr><td>c<td>d<div>e</div>f</table>g</div>h"
    found = {run.text: (run.td, run.div) for run in runs(parse(f"<body>{page}</body>").transcript)}
    assert found["a"] == found["h"] == (0, 0)
    assert found["b"] == found["g"] and found["b"][0] == 0 != found["b"][1]
    assert len({found["c"], found["d"], found["e"]}) == 3
    assert found["f"] == found["d"]


def test_places_beyond_the_page_are_observations_of_their_own() -> None:
    found = observations(codes(runs(parse("<p>one</p><p>two</p>").transcript)))
    templates, total = layout()
    assert found.shape == (2, len(templates)) == (2, 269)
    for column, (number, offset, first) in enumerate(templates):
        size = list(FEATURES.values())[number].size
        for run in (0, 1):
            code = found[run, column] - first
            place = run + offset
            beyond = -place if place < 0 else place - 1
            expected = range(size) if 0 <= place <= 1 else [size + beyond - 1 + 3 * (place > 1)]
            assert code in expected
    assert found.max() < total
    assert len({tuple(row) for row in found}) == 2


def reference(text: str) -> tuple[int, ...]:
    """The program's counts of one run."""
    tokens = re.findall(r"\w+|[^\w\s]+", text)
    kinds = [
        "alpha"
        if token.isalpha()
        else "num"
        if re.fullmatch("[0-9]+", token)
        else "punctuation"
        if re.fullmatch(r"[,:;.?!]+", token)
        else "mixed"
        if re.fullmatch(r"(?:[^\W\d_]|[0-9])+", token) and any(map(str.isalpha, token))
        else "other"
        for token in tokens
    ]
    alpha = [place for place, kind in enumerate(kinds) if kind == "alpha"]
    ends = [place for place, token in enumerate(tokens) if token[-1] in ".?!"]
    rows = sum(place - 1 not in alpha for place in alpha)
    return (
        *(kinds.count(kind) for kind in ("alpha", "num", "mixed", "other")),
        sum(len(tokens[place]) for place in alpha),
        rows,
        len(ends),
        bool(alpha) and tokens[alpha[0]][0].isupper(),
        bool(alpha) and bool(ends) and ends[-1] > alpha[-1],
    )


LETTERS = st.text(alphabet="aBé1 .,!?-_\u00a0\n漢", min_size=1, max_size=30)


@settings(deadline=None)
@given(st.lists(LETTERS, min_size=1, max_size=5))
def test_tokens_equal_those_of_each_run(texts: list[str]) -> None:
    tokens = count(texts)
    names = tokens.__slots__[tokens.__slots__.index("alpha") :]
    found = np.column_stack([getattr(tokens, name) for name in names])
    assert found.tolist() == [list(map(int, reference(text))) for text in texts]
    assert tokens.length.tolist() == list(map(len, texts))


@settings(deadline=None)
@given(
    st.lists(
        st.sampled_from(["<p>", "<td>", "<pre>", "<img alt=x>", "<s>", "<br>"])
        | st.text(alphabet="aB1 .,:\u00a0\n漢", max_size=5),
        max_size=20,
    )
)
def test_any_page_has_codes_within_their_sizes(parts: list[str]) -> None:
    page = runs(parse("<body><i>" + "".join(parts)).transcript)
    if page:
        found = codes(page)
        assert (found >= 0).all()
        assert (found < [feature.size for feature in FEATURES.values()]).all()
