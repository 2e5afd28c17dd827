"""`scrapy train`: what is refused, and one whole training."""

from __future__ import annotations

import json
import sys
import zipfile
from pathlib import Path

import pytest

from boilerspider.commands.train import Bar


@pytest.fixture
def harbour(project) -> Path:
    folder = project / "harbour"
    folder.mkdir()
    with zipfile.ZipFile(folder / "pages.zip", "w") as pages, (folder / "gold.jsonl").open("w") as gold:
        for number in range(8):
            lines = [f"Line {row} of the text on page {number}, which is long." for row in range(12)]
            menu = "".join(f"<li><a href=/>Item {row * number}</a></li>" for row in range(9))
            pages.writestr(
                f"{number}.html", f"<body><ul>{menu}</ul>{''.join(f'<p>{line}</p>' for line in lines)}</body>"
            )
            record = {"id": str(number), "text": "\n".join(lines), "split": "val" if number > 5 else "train"}
            gold.write(json.dumps(record) + "\n")
    return folder


@pytest.mark.parametrize(
    ("args", "told"),
    [
        ([], "one trainer is wanted: "),
        (["web2text", "--output", "out"], "--corpus DIR is missing"),
        (["web2text", "--corpus", "harbour"], "--output DIR is missing"),
        (["web2text", "--corpus", "harbour", "--output", "out", "--limit", "0"], "--limit takes a number of pages"),
        (["web2text", "--colour", "--corpus", "harbour", "--output", "out"], "unknown option --colour"),
    ],
)
def test_what_is_not_an_option_is_refused(command, harbour, args, told):
    done = command("train", *args)
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["web3text", "--corpus", "harbour"], "unknown trainer 'web3text'; known: "),
        (["web2text", "--corpus", "nowhere"], "corpus nowhere: no such folder"),
        (["web2text", "--corpus", "harbour", "-p", "epochs=3"], "trainer 'web2text' has no parameter 'epochs'"),
        (["web2text", "--corpus", "harbour", "-p", "steps=many"], "steps is 'many'"),
        (["web2text", "--corpus", "harbour", "-p", "seeds=0"], "seeds is 0; use 1 or more"),
        (["web2text", "--corpus", "harbour", "-p", "keep=2"], "keep is 2; use a share, 1 at most"),
        (["crf", "--corpus", "harbour", "-p", "c=0"], "c is 0; use a number above 0"),
        (["web2text", "--corpus", "harbour", "-p", "lr=NaN"], "lr is nan; use a number from"),
        (["web2text", "--corpus", "harbour", "-p", "lr=1e300"], "lr is 1e+300; use a number from"),
        (["web2text", "--corpus", "harbour", "-p", "lam=NaN"], "lam is nan; use a number from"),
        (
            ["web2text", "--corpus", "harbour", "-p", "weight_decay=-1"],
            "weight_decay is -1; use a number of at least 0",
        ),
        (["crf", "--corpus", "harbour", "-p", "c=NaN"], "c is nan; use a number from"),
        (["crf", "--corpus", "harbour", "-p", "folds=1"], "folds is 1; use 0 for none, or 2 or more"),
        (["news", "--corpus", "harbour", "-p", "jobs=0"], "jobs is 0; use 1 or more"),
    ],
)
def test_what_cannot_be_trained_is_told_in_one_line(command, harbour, args, told):
    done = command("train", *args, "--output", "out")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1), done.stderr
    assert f"scrapy train: {told}" in done.stderr or told in done.stderr


def test_a_folder_that_nothing_can_be_written_to_is_told_before_training(command, harbour, project):
    (project / "taken").write_text("")
    done = command("train", "crf", "--corpus", "harbour", "--output", "taken")
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "scrapy train: nothing can be written to taken (File exists): name another folder" in done.stderr


def test_folds_without_pages_are_told(command, harbour):
    pytest.importorskip("pycrfsuite", reason="needs python-crfsuite (the extra `train`)")
    done = command("train", "crf", "--corpus", "harbour", "--output", "out", "-p", "folds=40")
    assert (done.returncode, done.stdout) == (1, "")
    assert "8 pages are too few for 40 folds" in done.stderr


def test_a_missing_package_is_named(command, harbour, monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    done = command("train", "web2text", "--corpus", "harbour", "--output", "out")
    assert done.returncode == 1
    assert "pip install 'boilerspider[train]'" in done.stderr


@pytest.mark.slow
def test_weights_and_card_are_written(scrapy, project, harbour):
    pytest.importorskip("torch", reason="needs PyTorch (the extra `train`)")
    params = ["-p", "steps=20", "-p", "every=10", "-p", "batch=16"]
    done = scrapy("train", "web2text", "--corpus", "harbour", "--output", "made/here", *params, encoding="ascii")
    assert done.returncode == 0, done.stderr
    assert done.stderr == "", "no bar where standard error is no terminal"
    assert "validation, 2 pages" in done.stdout
    assert "lam 0.1" in done.stdout
    assert "±" in done.stdout
    card = json.loads((project / "made/here/web2text.json").read_text())
    assert card["parameters"]["steps"] == 20
    assert (project / "made/here/web2text.npz").stat().st_size < 300_000


def test_bars_stand_beside_each_other_where_a_name_tells_them_apart(monkeypatch):
    shown = []

    class Shown:
        def __init__(self, *, desc, **_):
            self.desc, self.n = desc, 0
            shown.append(desc)

        def update(self, steps):
            self.n += steps

        def close(self):
            shown.append(f"{self.desc} ends")

    monkeypatch.setattr("boilerspider.commands.train.tqdm", Shown)
    bar = Bar("news")
    for what, done in (("a: sieve", 1), ("b: sieve", 1), ("a: seed 1", 1), ("b: sieve", 2), ("one", 1), ("other", 1)):
        bar.tell(what, done, 2)
    bar.close()
    assert shown == [
        *("news: a: sieve", "news: b: sieve", "news: a: sieve ends", "news: a: seed 1", "news: b: sieve ends"),
        *("news: one", "news: one ends", "news: other", "news: a: seed 1 ends", "news: other ends"),
    ]
