from __future__ import annotations

import json

from boilerspider.evaluation.measure import Speed, Summary
from boilerspider.evaluation.metrics import Score, Shares
from boilerspider.evaluation.tables import FORMATS, Report, to_json, to_markdown, to_table

GOOD = Summary(
    "tree-filter",
    3,
    {"shingle": Score(0.9, 0.8, 0.847058), "word": Score(0.91, 0.82, 0.86)},
    Shares(None, None),
    Speed(2.0, 1.234, 9.8766),
    0,
    None,
)
BAD = Summary(
    "x",
    3,
    {"shingle": Score(None, 0.0, None), "word": Score(0, 0, 0)},
    Shares(None, None),
    Speed(1, 1, 1),
    3,
    "page 1: E: no",
)
NEWS = Report("news", "abc", 3, (GOOD, BAD))
SNIPPETS = Report(
    "snippets",
    "def",
    2,
    (Summary("x", 2, {"word": Score(None, None, None)}, Shares(0.5, None), Speed(1, 1, 1), 0, None),),
)


def test_table():
    assert to_table([NEWS]).splitlines() == [
        "news: 3 pages",
        "extractor    shingle F      P      R  word F      P      R  ms median  95 %  failures",
        "tree-filter      0.847  0.900  0.800   0.860  0.910  0.820       1.23  9.88         0",
        "x                    –      –  0.000   0.000  0.000  0.000       1.00  1.00         3",
    ]


def test_snippets_have_columns_where_there_are_any():
    heading, row = to_table([SNIPPETS]).splitlines()[1:]
    assert heading.split() == [
        "extractor",
        "word",
        "F",
        "P",
        "R",
        "with",
        "without",
        "ms",
        "median",
        "95",
        "%",
        "failures",
    ]
    assert row.split() == ["x", "–", "–", "–", "0.500", "–", "1.00", "1.00", "0"]


def test_markdown():
    assert to_markdown([SNIPPETS]).splitlines() == [
        "### snippets: 2 pages",
        "",
        "| extractor | word F | P | R | with | without | ms median | 95 % | failures |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
        "| x | – | – | – | 0.500 | – | 1.00 | 1.00 | 0 |",
    ]


def test_json_keeps_scores_unrounded():
    good, bad, snippets = json.loads(to_json([NEWS, SNIPPETS]))
    assert good == {
        "corpus": "news",
        "digest": "abc",
        "pages": 3,
        "extractor": "tree-filter",
        "shingle": {"precision": 0.9, "recall": 0.8, "f": 0.847058},
        "word": {"precision": 0.91, "recall": 0.82, "f": 0.86},
        "snippets": {"with": None, "without": None},
        "ms": {"mean": 2.0, "median": 1.234, "p95": 9.877},
        "failures": 0,
        "first_failure": None,
    }
    assert (bad["shingle"]["f"], bad["failures"], bad["first_failure"]) == (None, 3, "page 1: E: no")
    assert snippets["snippets"] == {"with": 0.5, "without": None}


def test_two_corpora_are_two_tables():
    for render in (to_table, to_markdown):
        assert "\n\n" in render([NEWS, SNIPPETS])
    assert set(FORMATS) == {"table", "markdown", "json"}
