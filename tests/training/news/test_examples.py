"""Pages to learn from: what is put into copies of them, and what that is called."""

from __future__ import annotations

import json
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest

from boilerspider.evaluation import Corpus
from boilerspider.extractors.news.inputs.features import SITE
from boilerspider.training.news.boxes import ADDED, FOREIGN, RIVER
from boilerspider.training.news.examples import left_open, make, place
from boilerspider.training.news.files import Example, is_kept, load, sources
from boilerspider.training.news.recipe import Recipe

SITES = 9
RECIPE = Recipe(folds=0, boxes=2)


def line(site: int, number: int) -> str:
    return f"Line {number} of the story of town {site} says what the council of town {site} has decided there today."


@pytest.fixture
def corpus(tmp_path: Path) -> Corpus:
    with ZipFile(tmp_path / "pages.zip", "w") as pages, (tmp_path / "gold.jsonl").open("w") as gold:
        for site in range(SITES):
            story = [line(site, number) for number in range(6)]
            boxes = [f"<div class=promo>Offer {number} of shop {site} for you</div>" for number in range(12)]
            body = "".join(f'<p class="text">{text}</p>{box}' for text, box in zip(story, boxes[:6], strict=True))
            pages.writestr(f"{site}.html", f"<main>{body}</main>{''.join(boxes[6:])}")
            told = {"id": str(site), "url": f"https://town{site}.example/1", "text": "\n".join(story)}
            gold.write(json.dumps(told) + "\n")
    return Corpus(tmp_path)


def quiet(what: str, done: int, total: int) -> None: ...


def examples(corpus: Corpus, cache: Path) -> list[Example]:
    path = place(corpus, cache, RECIPE)
    if not is_kept(path):
        make(corpus, path, RECIPE, quiet)
    return list(load(path))


def _page(html: str, gold: str, folder: Path) -> Example:
    with ZipFile(folder / "pages.zip", "w") as pages, (folder / "gold.jsonl").open("w") as lines:
        pages.writestr("one.html", html)
        lines.write(json.dumps({"id": "one", "url": "https://town.example/1", "text": gold}) + "\n")
    (example,) = examples(Corpus(folder), folder / "cache")
    return example


def test_boxes_are_none_of_the_story_and_what_was_added_to_it_is(corpus: Corpus, tmp_path: Path) -> None:
    copies = [example for example in examples(corpus, tmp_path / "cache") if len(example.origins)]
    origins = np.concatenate([copy.origins for copy in copies])
    labels = np.concatenate([copy.labels for copy in copies])
    assert (origins == FOREIGN).any()
    assert (origins == ADDED).any()
    assert (origins == RIVER).any()
    assert (labels[(origins == FOREIGN) | (origins == RIVER)] == 0).all()
    assert (labels[origins == ADDED] == 1).all()


def test_some_of_a_story_says_the_sites_name_and_nothing_else_does(corpus: Corpus, tmp_path: Path) -> None:
    found = examples(corpus, tmp_path / "cache")
    copies = [example for example in found if len(example.origins)]
    said = np.concatenate([copy.rows[:, SITE] for copy in copies])
    labels = np.concatenate([copy.labels for copy in copies])
    assert set(said.tolist()) == {0, 1}
    assert (labels[said == 1] == 1).all()
    assert not any(example.rows[:, SITE].any() for example in found if not len(example.origins))


def test_the_same_pages_make_the_same_examples(corpus: Corpus, tmp_path: Path) -> None:
    pages = [examples(corpus, tmp_path / name) for name in ("one", "two")]
    assert [page.name for page in pages[0]] == [page.name for page in pages[1]]
    assert all((one.rows == other.rows).all() for one, other in zip(*pages, strict=True))


def test_what_another_version_made_is_made_anew(
    corpus: Corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "source.py"
    monkeypatch.setattr("boilerspider.training.news.files.sources", lambda: [source])
    made = []
    for text in ("a = 1", "a = 1", "a = 2"):
        source.write_text(text)
        examples(corpus, tmp_path / "cache")
        made.append(len(list((tmp_path / "cache").glob("*.npz"))))
    assert made == [1, 1, 2]


def test_what_makes_examples_is_the_extractor_its_training_and_the_parser() -> None:
    names = {source.name for source in sources()}
    assert {"walk.py", "class_groups.txt", "boxes.py", "recipe.py", "tree.py", "corpora.py", "urls.py"} <= names


def test_of_older_pages_it_is_open_whether_headlines_are_content(tmp_path: Path) -> None:
    long = (
        "The council of the town said that the wall would hold until spring, and that nobody had to leave the old quay."
    )
    story = ["Wall holds", "By our reporter", long, "It will.", long]
    html = f"<title>Wall holds</title><nav>Home</nav><h1>{story[0]}</h1>" + "".join(
        f"<p>{line}</p>" for line in story[1:]
    )
    example = _page(html, "\n".join(story), tmp_path)
    assert example.labels.tolist() == [0, 1, 1, 1, 1, 1]
    opened = left_open(example, RECIPE)
    assert opened.labels.tolist() == [0, -1, -1, 1, 1, 1]
    assert (opened.weight, opened.share) == (RECIPE.older, RECIPE.older_share)
