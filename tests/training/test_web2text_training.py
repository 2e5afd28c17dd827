"""Training of Web2Text on a corpus made by hand; skipped without PyTorch, which is in the extra `train`."""

from __future__ import annotations

import json
import shutil
import zipfile
from pathlib import Path

import numpy as np
import pytest

from boilerspider.errors import BadConfiguration
from boilerspider.evaluation import Corpus
from boilerspider.extractors.web2text import Web2Text
from boilerspider.extractors.web2text.network import load_weights, log_probabilities
from boilerspider.markup.tree import parse
from boilerspider.training import trainer
from boilerspider.training.web2text import Web2TextTrainer, page_of, tasks

pytest.importorskip("torch", reason="needs PyTorch (the extra `train`)")

from boilerspider.training.web2text import networks

pytestmark = pytest.mark.slow

SHORT = {"steps": 60, "every": 20, "batch": 32}


def silent(what: str, done: int, total: int) -> None: ...


def test_labels_and_classes_of_a_page() -> None:
    page = page_of(
        parse("<body><nav>Menu of the day</nav><p>One long text.</p><p>The second text.</p></body>"),
        "One long text.\n\nThe second text.",
    )
    assert page is not None
    assert page.classes.tolist() == [0, 1, 1]
    assert page.edge_classes.tolist() == [0b01, 0b11]
    assert (page.leaves.shape, page.edges.shape) == ((3, 128), (2, 25))
    assert page_of(parse("<body></body>"), "") is None


def test_what_was_trained_extracts(ferry, tmp_path: Path) -> None:
    told = Web2TextTrainer(**SHORT).train([ferry], tmp_path, silent)
    assert "lam 0.1" in told
    card = json.loads((tmp_path / "web2text.json").read_text())
    assert (card["pages"], card["corpora"][0]["name"]) == ({"train": 22, "validate": 6}, "ferry")
    assert card["command"] == "scrapy train web2text --corpus ferry --output DIR -p steps=60 -p batch=32 -p every=20"
    assert card["scores"]["lam 0.1"]["f"]["mean"] > 0.9
    page = next(iter(ferry)).html
    blocks = Web2Text(weights=str(tmp_path / "web2text.npz")).label(parse(page))
    kept = [block.text for block in blocks if block.is_content]
    assert any(text.startswith("The ferry") for text in kept)
    assert not any(text.startswith("Topic") for text in kept)
    assert not list(tmp_path.glob("*.checkpoint"))
    assert told.startswith("validation, 6 pages")


def test_files_of_others_stay_and_its_own_go(ferry, tmp_path: Path) -> None:
    others = {"mine.checkpoint", "all-seed0-unary-0123456789ab.checkpoint", "half.unfinished"}
    for name in others:
        (tmp_path / name).write_text("")
    limited = type(ferry)(ferry.folder, type(ferry.selection)(limit=25))
    Web2TextTrainer(**SHORT | {"steps": 20}, seeds=2).train([limited], tmp_path, silent)
    made = {path.name for path in tmp_path.iterdir()} - {"ferry"}
    assert made == {*others, "web2text.npz", "web2text.json"}
    command = json.loads((tmp_path / "web2text.json").read_text())["command"]
    assert command.startswith("scrapy train web2text --corpus ferry --limit 25 --output DIR -p steps=20")


@pytest.mark.parametrize("damage", [lambda data: data[: len(data) // 2], lambda _: b"", lambda _: b"no checkpoint"])
def test_a_damaged_checkpoint_is_named(ferry, tmp_path: Path, damage) -> None:
    def stop(what: str, step: int, steps: int) -> None:
        if step == steps and "network" in what:
            raise KeyboardInterrupt

    recipe = SHORT | {"steps": 20, "every": 1}
    with pytest.raises(KeyboardInterrupt):
        Web2TextTrainer(**recipe).train([ferry], tmp_path, stop)
    (checkpoint,) = tmp_path.glob("*.checkpoint")
    checkpoint.write_bytes(damage(checkpoint.read_bytes()))
    with pytest.raises(BadConfiguration, match=r"checkpoint .+ is damaged: delete it"):
        Web2TextTrainer(**recipe).train([ferry], tmp_path, silent)


def test_the_same_seed_gives_the_same_weights(ferry, tmp_path: Path) -> None:
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        (tmp_path / name).mkdir()
        Web2TextTrainer(**SHORT, seed=seed).train([ferry], tmp_path / name, silent)
    first, same, other = (load_weights(str(tmp_path / name / "web2text.npz")) for name in "abc")
    assert all((a.kernel == b.kernel).all() for a, b in zip(first.unary, same.unary, strict=True))
    assert any((a.kernel != b.kernel).any() for a, b in zip(first.unary, other.unary, strict=True))


def test_a_training_that_was_stopped_goes_on(ferry, tmp_path: Path, monkeypatch) -> None:
    whole, halves = tmp_path / "whole", tmp_path / "halves"
    whole.mkdir()
    halves.mkdir()
    recipe = {"steps": 40, "every": 4, "batch": 16}
    Web2TextTrainer(**recipe).train([ferry], whole, silent)

    def stop(what: str, done: int, total: int) -> None:
        if (what, done) == ("seed 0, edge network, step", 28):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Web2TextTrainer(**recipe).train([ferry], halves, stop)
    steps = []
    learn = networks.Training._learn
    monkeypatch.setattr(networks.Training, "_learn", lambda self: (steps.append(self.step), learn(self)))
    Web2TextTrainer(**recipe).train([ferry], halves, silent)
    assert not list(halves.glob("*.unfinished"))
    assert steps == list(range(20, 40)), "the unary network was complete, the edge network at step 20"
    first, second = (load_weights(str(folder / "web2text.npz")) for folder in (whole, halves))
    pairs = zip((*first.unary, *first.edge), (*second.unary, *second.edge), strict=True)
    assert all((a.kernel == b.kernel).all() and (a.bias == b.bias).all() for a, b in pairs)


def test_the_best_of_several_seeds_is_kept(ferry, tmp_path: Path) -> None:
    Web2TextTrainer(**SHORT | {"steps": 20}, seeds=2, seed=5).train([ferry], tmp_path, silent)
    card = json.loads((tmp_path / "web2text.json").read_text())
    assert card["chosen"]["seed"] in {5, 6}
    assert card["chosen"]["scores"]["0.1"]["f"] >= card["scores"]["lam 0.1"]["f"]["mean"]


def test_the_card_tells_several_corpora_apart(ferry, tmp_path: Path) -> None:
    other = tmp_path / "boat"
    shutil.copytree(ferry.folder, other)
    Web2TextTrainer(**SHORT | {"steps": 20}).train([ferry, type(ferry)(other, ferry.selection)], tmp_path, silent)
    card = json.loads((tmp_path / "web2text.json").read_text())
    assert card["validation by corpus"]["boat"] == {"pages": 6, **card["chosen"]["scores"]["0.1"]}
    assert set(card["validation by corpus"]) == {"ferry", "boat"}


def test_the_best_is_chosen_with_any_weight_of_the_pairs(ferry, tmp_path: Path) -> None:
    told = Web2TextTrainer(**SHORT | {"steps": 20}, lam=0.3).train([ferry], tmp_path, silent)
    assert "lam 0.3" in told


@pytest.mark.parametrize(
    ("params", "told"),
    [
        ({"steps": 0}, "steps is 0; use a number above 0"),
        ({"patch": 1}, "patch is 1; use 2 or more"),
        ({"lam": -1}, "lam is -1; use a number of at least 0"),
        ({"folds": 1}, "folds is 1; use 0 for none, or 2 or more"),
    ],
)
def test_what_nothing_can_be_trained_with_is_refused(params, told) -> None:
    with pytest.raises(BadConfiguration, match=told):
        trainer("web2text", params)


def corpus_of(folder: Path, *, train: str, validate: str) -> Corpus:
    folder.mkdir()
    with zipfile.ZipFile(folder / "pages.zip", "w") as pages, (folder / "gold.jsonl").open("w") as gold:
        for number in range(20):
            pages.writestr(f"{number}.html", validate if number % 4 == 0 else train)
            split = "train" if number % 4 else "val"
            gold.write(json.dumps({"id": str(number), "text": "The ferry left at six.", "split": split}) + "\n")
    return Corpus(folder)


LEAF = "<p>The ferry left at six.</p><p>Nobody knew why.</p>"
"""Two of them."""


@pytest.mark.parametrize("folds", [0, 2])
@pytest.mark.parametrize(
    ("leaves", "patch", "told"),
    [
        (10, 9, r"-p patch=9, which takes 11 blocks: the longest of \d+ has 10; set -p patch=8 or less, or add longer"),
        (20, 19, r"-p patch=19, which takes 21 blocks: the longest of \d+ has 20; set -p patch=18 or less, or add"),
        (2, 2, r"-p patch=2, which takes 4 blocks: the longest of \d+ has 2; add longer pages"),
    ],
)
def test_pages_too_short_for_a_patch_are_refused(
    leaves: int, patch: int, folds: int, told: str, tmp_path: Path
) -> None:
    """They were waited for without end."""
    short = corpus_of(tmp_path / "short", train=LEAF * (leaves // 2), validate=LEAF)
    with pytest.raises(BadConfiguration, match=told):
        Web2TextTrainer(**SHORT, patch=patch, folds=folds).train([short], tmp_path, silent)


def test_pages_that_just_fit_a_patch_are_trained_with(tmp_path: Path) -> None:
    fitting = corpus_of(tmp_path / "fitting", train=LEAF * 5, validate=LEAF)
    assert Web2TextTrainer(**SHORT | {"steps": 20}, patch=8).train([fitting], tmp_path, silent)


def test_validation_pages_of_one_block_are_refused_before_anything_is_trained(tmp_path: Path) -> None:
    short = corpus_of(tmp_path / "short", train=LEAF * 8, validate="<p>The ferry left at six.</p>")
    told: list[str] = []
    with pytest.raises(BadConfiguration, match=r"no page to validate with has two blocks.+ \(of 5\)"):
        Web2TextTrainer(**SHORT).train([short], tmp_path, lambda what, *_: told.append(what))
    assert set(told) == {"pages"}


def test_cross_validation_makes_no_weights(ferry, tmp_path: Path) -> None:
    told = trainer("web2text", {**SHORT, "folds": 2}).train([ferry], tmp_path, silent)
    assert told.startswith("2 folds")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["ferry", "web2text-folds.json"]
    assert json.loads((tmp_path / "web2text-folds.json").read_text())["pages"] == 28


def test_the_networks_in_numpy_are_those_that_were_trained(ferry) -> None:
    torch = networks.torch
    pages = [page_of(parse(page.html), page.gold.text) for page in ferry if page.gold.text]
    for task in tasks(Web2TextTrainer()):
        training = networks.Training(task, networks.Sequences.of(*rows(task, pages)), Web2TextTrainer(**SHORT))
        with torch.no_grad():
            logits = networks._forward(
                training._tensors, torch.from_numpy(task.rows(pages[0]))[None], networks._keep_all
            )
        expected = torch.log_softmax(logits[0], 1).numpy()
        assert log_probabilities(training.network(), task.rows(pages[0])) == pytest.approx(expected, abs=1e-5)


def rows(task, pages):
    return [task.rows(page) for page in pages], [task.truth(page) for page in pages]


def test_patches_never_hold_a_pages_first_or_last_row(ferry) -> None:
    pages = [page_of(parse(page.html), page.gold.text) for page in ferry if page.gold.text]
    for task in tasks(Web2TextTrainer()):
        sequences = networks.Sequences.of(*rows(task, pages))
        training = networks.Training(task, sequences, Web2TextTrainer(batch=500))
        patches = training._patches().numpy()
        assert patches.shape == (500, task.patch)
        ends = sequences.starts + sequences.lengths - 1
        assert not np.isin(patches, np.concatenate((sequences.starts, ends))).any()
        assert (
            np.searchsorted(sequences.starts, patches[:, 0], "right")
            == np.searchsorted(sequences.starts, patches[:, -1], "right")
        ).all()
        inner = sequences.lengths - 2
        assert np.isin(np.arange(len(sequences.rows)), patches).sum() > 0.9 * inner.sum(), "all other rows are drawn"


def test_a_corpus_without_validation_pages_is_refused(ferry, tmp_path: Path) -> None:
    with pytest.raises(BadConfiguration, match="0 to validate with"):
        Web2TextTrainer(**SHORT).train([type(ferry)(ferry.folder, type(ferry.selection)(limit=5))], tmp_path, silent)
