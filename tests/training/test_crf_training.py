"""Training of the CRF on a corpus made by hand; skipped without python-crfsuite, which is in the extra `train`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from boilerspider.extractors.crf import Crf
from boilerspider.markup.tree import parse
from boilerspider.training import trainer
from boilerspider.training.crf import CrfTrainer, page_of

pytest.importorskip("pycrfsuite", reason="needs python-crfsuite (the extra `train`)")


def silent(what: str, done: int, total: int) -> None: ...


def test_labels_are_those_of_the_leaves() -> None:
    gold = "One long text of it.\n\nThe second text."
    page = page_of(
        parse("<body><p>Menu of day</p>&nbsp;<p>One long <b>text of it.</b></p><p>The second text.</p>"), gold
    )
    assert page is not None
    assert page.labels.tolist() == [False, False, True, True, True]
    assert page.runs.tolist() == [0, 2, 3, 4]
    assert page.truth.tolist() == [False, True, True, True]
    assert page_of(parse("<body></body>"), gold) is None


@pytest.mark.parametrize("transitions", [False, True])
def test_what_was_trained_extracts(ferry, tmp_path: Path, capfd, transitions: bool) -> None:
    told = []
    said = CrfTrainer(max_iterations=40).train([ferry], tmp_path, lambda *progress: told.append(progress))
    assert "with transitions" in said
    assert capfd.readouterr() == ("", ""), "the library is silent"
    assert ("with transitions, step", 1, 40) in told
    card = json.loads((tmp_path / "crf.json").read_text())
    assert card["pages"] == {"train": 22, "validate": 6}
    assert card["scores"]["with transitions"]["f"]["mean"] > 0.9
    assert sorted(path.name for path in tmp_path.iterdir()) == ["crf.json", "crf.npz", "ferry"]
    blocks = Crf(transitions=transitions, weights=str(tmp_path / "crf.npz")).label(parse(next(iter(ferry)).html))
    kept = [block.text for block in blocks if block.is_content]
    assert any(text.startswith("The ferry") for text in kept)
    assert not any(text.startswith("Topic") for text in kept)


def test_cross_validation_makes_no_weights(ferry, tmp_path: Path) -> None:
    said = trainer("crf", {"folds": 2, "max_iterations": 10}).train([ferry], tmp_path, silent)
    assert said.startswith("2 folds")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["crf-folds.json", "ferry"]
