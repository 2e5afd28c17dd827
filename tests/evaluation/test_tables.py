from __future__ import annotations

import json

import pytest

from boilerspider.evaluation.confidence import Interval
from boilerspider.evaluation.measure import Speed, Summary, Trial
from boilerspider.evaluation.metrics import Score, Shares
from boilerspider.evaluation.tables import Report, to_json, to_markdown, to_table

NO_SNIPPETS = Shares(None, None)


def summary(name, scores, intervals, **others):
    return Summary(name, scores, intervals, **{"snippets": NO_SNIPPETS, "ms": Speed(1, 1, 1), "trials": (), **others})


def trial(page, failure=None, **marks):
    return Trial(page, marks, NO_SNIPPETS, 1.25, failure)


GOOD = summary(
    "tree-filter",
    {"shingle": Score(0.9, 0.8, 0.847058), "word": Score(0.91, 0.82, 0.86)},
    {"shingle": Interval(0.8, 0.9), "word": Interval(0.81234, 0.9)},
    ms=Speed(2.0, 1.234, 9.8766),
    trials=(trial("1", word=(1.0, 0.5, 0.75, 1.0)), trial("2")),
)
BAD = summary(
    "x",
    {"shingle": Score(None, 0.0, None), "word": Score(0, 0, 0)},
    {"shingle": None, "word": Interval(0, 0)},
    trials=(trial("1", "E: no"), trial("2", "E: never")),
)
NEWS = Report("news", "abc", 2, (GOOD, BAD))
SNIPPETS = Report(
    "snippets",
    "def",
    2,
    (summary("x", {"word": Score(None, None, None)}, {"word": None}, snippets=Shares(0.5, None)),),
)
BLOCKS = Report(
    "blocks",
    "ghi",
    1,
    (summary("x", {"block": Score(0.5, 1.0, 2 / 3, accuracy=0.75)}, {"block": Interval(0.6, 0.7)}),),
)


def test_table():
    assert to_table([NEWS]).splitlines() == [
        "news: 2 pages",
        "extractor    shingle F         95 %      P      R  word F         95 %      P      R  ms median  ms 95th  failures",
        "tree-filter      0.847  0.800–0.900  0.900  0.800   0.860  0.812–0.900  0.910  0.820       1.23     9.88         0",
        "x                    –            –      –  0.000   0.000  0.000–0.000  0.000  0.000       1.00     1.00         2",
    ]


@pytest.mark.parametrize(
    ("report", "heading", "row"),
    [
        (
            SNIPPETS,
            "| extractor | word F | 95 % | P | R | with | without | ms median | ms 95th | failures |",
            "| x | – | – | – | – | 0.500 | – | 1.00 | 1.00 | 0 |",
        ),
        (
            BLOCKS,
            "| extractor | block F | 95 % | P | R | acc | ms median | ms 95th | failures |",
            "| x | 0.667 | 0.600–0.700 | 0.500 | 1.000 | 0.750 | 1.00 | 1.00 | 0 |",
        ),
    ],
)
def test_columns_are_there_for_what_is_known(report, heading, row):
    assert to_markdown([report]).splitlines()[2::2] == [heading, row]


def test_json_keeps_scores_unrounded():
    good, bad, snippets, blocks = json.loads(to_json([NEWS, SNIPPETS, BLOCKS]))
    assert good == {
        "corpus": "news",
        "digest": "abc",
        "pages": 2,
        "extractor": "tree-filter",
        "shingle": {"precision": 0.9, "recall": 0.8, "f": 0.847058, "interval": [0.8, 0.9]},
        "word": {"precision": 0.91, "recall": 0.82, "f": 0.86, "interval": [0.81234, 0.9]},
        "snippets": {"with": None, "without": None},
        "ms": {"mean": 2.0, "median": 1.234, "p95": 9.877},
        "failures": 0,
        "first_failure": None,
    }
    assert (bad["shingle"]["f"], bad["failures"], bad["first_failure"]) == (None, 2, "page 1: E: no")
    assert snippets["snippets"] == {"with": 0.5, "without": None}
    assert blocks["block"]["accuracy"] == 0.75


def test_json_tells_each_page_where_that_is_asked_for():
    good, bad = json.loads(to_json([NEWS], per_page=True))
    assert good["per_page"] == [
        {"id": "1", "word": {"precision": 1.0, "recall": 0.5, "f": 0.75}, "ms": 1.25, "failure": None},
        {"id": "2", "ms": 1.25, "failure": None},
    ]
    assert bad["per_page"][0]["failure"] == "E: no"


def test_two_corpora_are_two_tables():
    for render in (to_table, to_markdown):
        assert "\n\n" in render([NEWS, SNIPPETS])
