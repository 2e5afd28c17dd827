"""Quality floors: no change may lower an extractor's F on a corpus by more than .001.

A change that raises quality, or a corpus that changed, is pinned anew from the root of the repository with

    scrapy evaluate --corpus ../shared/data/aed ../shared/data/fundus ../shared/data/l3s_gn1 \
        --limit 60 --format json > tests/quality/floors.json
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from boilerspider.evaluation import Corpus, Selection, contender, measure, own_names

FLOORS = json.loads(Path(__file__).with_name("floors.json").read_text(encoding="utf-8"))
CORPORA = ("aed", "fundus", "l3s_gn1")
METRICS = ("shingle", "word")
TOLERANCE = 0.001


def test_every_extractor_has_a_floor_on_every_corpus():
    pinned = [(floor["extractor"], floor["corpus"]) for floor in FLOORS]
    assert sorted(pinned) == sorted((name, corpus) for name in own_names() for corpus in CORPORA)


@pytest.mark.parametrize("floor", FLOORS, ids=lambda floor: f"{floor['corpus']}-{floor['extractor']}")
def test_a_floor_is_a_number_for_each_metric(floor):
    assert floor["failures"] == 0, floor["first_failure"]
    assert all(0 < floor[metric]["f"] <= 1 for metric in METRICS)


@pytest.mark.slow
@pytest.mark.parametrize("name", CORPORA)
def test_quality_stays_above_its_floor(shared, name):
    floors = [floor for floor in FLOORS if floor["corpus"] == name]
    corpus = Corpus(shared / "data" / name, Selection(limit=floors[0]["pages"]))
    assert {floor["digest"] for floor in floors} == {corpus.digest}, f"{name} has changed: pin its floors anew"
    summaries = measure([contender(floor["extractor"]) for floor in floors], corpus, METRICS)
    fallen = [
        f"{summary.contender} {metric} F {summary.scores[metric].f} under {floor[metric]['f']:.4f}"
        for floor, summary in zip(floors, summaries, strict=True)
        for metric in METRICS
        if (summary.scores[metric].f or 0.0) < floor[metric]["f"] - TOLERANCE
    ]
    assert not fallen, fallen
