"""Training what is an article: the command's weights are those that ship, and they tell pages apart."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from boilerspider.errors import BadConfiguration
from boilerspider.evaluation import Corpus
from boilerspider.kinds import looks
from boilerspider.training import trainer

STORY = "".join(f"<p>{'The ferry left the northern quay at six, and nobody knew why. ' * 3}{n}</p>" for n in range(6))
GOODS = "".join(f"<li><a href=/p/{n}>Lamp {n}</a> $ {n}.50 <button>Buy</button></li>" for n in range(30))


def corpus(folder: Path, kinds: tuple[str, ...], story: str = STORY) -> Corpus:
    folder.mkdir()
    with zipfile.ZipFile(folder / "pages.zip", "w") as pages, (folder / "gold.jsonl").open("w") as gold:
        for n in range(60):
            kind = kinds[n % len(kinds)]
            body = f"<h1>Report {n}</h1>{story}" if kind == "article" else f"<ul>{GOODS}</ul>"
            pages.writestr(f"{n}.html", f"<html><body>{body}</body></html>")
            row = {"id": str(n), "url": f"https://site{n}.example/a/{n}", "text": "x", "page_type": kind}
            gold.write(json.dumps(row) + "\n")
    return Corpus(folder)


def test_articles_are_told_from_shops(tmp_path: Path) -> None:
    told: list[str] = []
    said = trainer("kinds").train(
        [corpus(tmp_path / "some", ("article", "product"))], tmp_path, lambda what, *_: told.append(what)
    )
    assert "some, likelihood above .5: F 1.000 1.000 1.000" in said
    assert "some, the spider's decision: F 1.000 1.000 1.000" in said
    model = json.loads((tmp_path / "article.json").read_text(encoding="utf-8"))
    assert model["weights"]["page button"][2] < 0 < model["weights"]["running share"][2]
    card = json.loads((tmp_path / "card.json").read_text(encoding="utf-8"))
    perfect = [{"precision": 1.0, "recall": 1.0, "f": 1.0}] * 3
    assert card["scores"]["some"] == {"pages": 60, "likelihood": perfect, "decision": perfect, "chosen": perfect}
    assert told


def test_one_kind_of_pages_is_not_enough(tmp_path: Path) -> None:
    with pytest.raises(BadConfiguration, match="articles and other pages are needed"):
        trainer("kinds").train([corpus(tmp_path / "some", ("article",))], tmp_path, lambda *_: None)


def test_the_shipped_weights_have_no_feature_that_nobody_counts() -> None:
    path = Path(looks.__file__).parent / "weights" / "article.json"
    words = {name.split()[0] for name in json.loads(path.read_text(encoding="utf-8"))["weights"]}
    text = "".join(path.read_text(encoding="utf-8") for path in Path(looks.__file__).parent.glob("*.py"))
    assert all(f'"{word}' in text for word in words)


def test_what_the_spider_decides_is_measured_by_its_own_rule(tmp_path: Path) -> None:
    """Stories of twenty words look like articles here, and the spider wants more of them where nothing is declared."""
    short = corpus(
        tmp_path / "some",
        ("article", "product"),
        story="<p>The ferry left the northern quay at six, and nobody knew why.</p>" * 2,
    )
    said = trainer("kinds", {"divisions": 1}).train([short], tmp_path, lambda *_: None)
    assert "some, likelihood above .5: F 1.000, precision" in said
    assert "some, the spider's decision: F 0.000, precision 0.000, recall 0.000" in said


def test_a_division_is_the_least() -> None:
    with pytest.raises(BadConfiguration, match="divisions=0"):
        trainer("kinds", {"divisions": 0})
