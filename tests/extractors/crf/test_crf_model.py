"""The model: every sequence of labels tried, and weights that are not there."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boilerspider.errors import BadConfiguration
from boilerspider.extractors.crf.features import layout
from boilerspider.extractors.crf.model import Model, Models, load_models

FLOATS = st.floats(-5, 5, width=16)


@settings(deadline=None)
@given(st.lists(FLOATS, min_size=1, max_size=9), st.lists(FLOATS, min_size=4, max_size=4))
def test_no_sequence_is_better(scores: list[float], transitions: list[float]) -> None:
    table = np.array(transitions, np.float32).reshape(2, 2)

    def worth(labels: tuple[int, ...]) -> float:
        own = sum(score for score, label in zip(scores, labels, strict=True) if label)
        return own + sum(float(table[pair]) for pair in itertools.pairwise(labels))

    best = max(map(worth, itertools.product((0, 1), repeat=len(scores))))
    found = Model(np.zeros(1, np.float32), table).label(np.array(scores))
    assert worth(tuple(map(int, found))) == pytest.approx(best, abs=1e-6)


def test_without_transitions_each_run_stands_alone() -> None:
    model = Model(np.zeros(1, np.float32), np.zeros((2, 2), np.float32))
    assert model.label(np.array([1.0, -1.0, 0.0, 0.5])) == [True, False, False, True]


def test_scores_are_sums_of_weights() -> None:
    model = Model(np.array([1, 2, 4, 8], np.float32), np.zeros((2, 2), np.float32))
    assert model.scores(np.array([[0, 1], [2, 2]])).tolist() == [11.0, 16.0]


def test_weights_are_what_was_saved(tmp_path: Path) -> None:
    size = layout()[1] + 1
    random = np.random.default_rng(1)
    plain, linked = (random.normal(size=size).astype(np.float32) for _ in range(2))
    models = Models(Model(plain, np.zeros((2, 2), np.float32)), Model(linked, np.eye(2, dtype=np.float32)))
    with (tmp_path / "m.npz").open("wb") as file:
        models.save(file)
    read = load_models(str(tmp_path / "m.npz"))
    assert (read.plain.observations == plain).all() and (read.linked.observations == linked).all()
    assert not read.plain.transitions.any() and (read.linked.transitions == np.eye(2)).all()


def test_weights_that_are_not_there(tmp_path: Path) -> None:
    (tmp_path / "text.npz").write_text("no weights")
    np.savez(tmp_path / "other.npz", plain=np.zeros(3), linked=np.zeros(3), transitions=np.zeros((2, 2)))
    with pytest.raises(BadConfiguration, match=r"unknown weights .*shipped: cleaneval"):
        load_models("somebody's")
    for name in ("none.npz", "text.npz", "other.npz"):
        with pytest.raises(BadConfiguration, match=name):
            load_models(str(tmp_path / name))
