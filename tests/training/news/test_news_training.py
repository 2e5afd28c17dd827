"""A training from pages to weights that the extractor reads; it goes on where it stopped."""

from __future__ import annotations

import json
import shutil
import zipfile
from pathlib import Path

import numpy as np
import pytest

from boilerspider.errors import BadConfiguration
from boilerspider.evaluation import Corpus
from boilerspider.extractors import extractor
from boilerspider.extractors.news.network import network
from boilerspider.markup.tree import parse
from boilerspider.training import trainer
from boilerspider.training.news import MARK
from boilerspider.training.news.calibration import Forecast, Reliable, reliability, steps
from boilerspider.training.news.recipe import LEAST, SHARES

pytest.importorskip("torch")

TEXT = "The {name} of the harbour said on day {n} that the wall would hold, and that nobody had to leave the quay before spring."


def page(number: int) -> tuple[str, list[str]]:
    story = [TEXT.format(name=name, n=number) for name in ("mayor", "master", "warden", "painter")]
    markup = "".join(f"<p>{text}</p>" for text in story)
    links = "".join(f"<li><a href='/{n}'>Link {n} of {number}</a></li>" for n in range(6))
    return (
        f"<title>Wall {number}</title><nav><ul>{links}</ul></nav><main><h1>Wall</h1>{markup}</main><footer>© Post {number}</footer>",
        story,
    )


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    folder = tmp_path_factory.mktemp("small")
    with (
        zipfile.ZipFile(folder / "pages.zip", "w") as pages,
        (folder / "gold.jsonl").open("w", encoding="utf-8") as gold,
    ):
        for number in range(16):
            html, story = page(number)
            pages.writestr(f"{number}.html", html)
            line = {"id": str(number), "url": f"https://site{number}.example/a", "text": "\n\n".join(story)}
            gold.write(json.dumps(line) + "\n")
    return Corpus(folder)


def quiet(what: str, done: int, total: int) -> None: ...


@pytest.mark.slow
def test_a_training_learns_what_it_is_shown_and_goes_on_where_it_stopped(corpus: Corpus, tmp_path: Path) -> None:
    plug = trainer("news", {"epochs": 40, "folds": 2, "channels": 8, "batch": 50, "rate": 0.01})
    said = plug.train([corpus], tmp_path, quiet)
    card = json.loads((tmp_path / "card.json").read_text(encoding="utf-8"))
    assert corpus.name in said
    assert card["cross_validation"][corpus.name]["word F"] > 0.9
    assert sum(row["pages"] for row in card["reliability"]) == len(corpus)
    html, story = page(99)
    kept = [
        block.text for block in extractor("news", {"weights": str(tmp_path)}).label(parse(html)) if block.is_content
    ]
    assert kept == story
    weights = tmp_path / "fold-0" / "modern.npz"
    before = weights.stat().st_mtime_ns
    assert plug.train([corpus], tmp_path, quiet) == said
    assert weights.stat().st_mtime_ns == before


@pytest.mark.slow
def test_the_same_seed_gives_the_same_weights_by_one_process_and_by_several(corpus: Corpus, tmp_path: Path) -> None:
    cards = []
    for jobs in (1, 2):
        small = {"epochs": 2, "members": 2, "folds": 2, "channels": 8, "jobs": jobs}
        trainer("news", small).train([corpus], tmp_path / str(jobs), quiet)
        cards.append(json.loads((tmp_path / str(jobs) / "card.json").read_text(encoding="utf-8")))
    assert cards[0]["cross_validation"] == cards[1]["cross_validation"]
    for name in ("modern.npz", "fold-1/modern.npz"):
        one, two = (dict(np.load(tmp_path / str(jobs) / name)) for jobs in (1, 2))
        assert one.keys() == two.keys()
        assert all((one[array] == two[array]).all() for array in one)


def test_a_corpus_that_teaches_nothing_is_told(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "pages.zip", "w") as pages:
        pages.writestr("0.html", page(0)[0])
    (tmp_path / "gold.jsonl").write_text(json.dumps({"id": "0", "text": "Wall", "suspect": True}) + "\n")
    with pytest.raises(
        BadConfiguration, match=rf"corpus {tmp_path}: no page has a gold text, or phrases, to learn from"
    ):
        trainer("news").train([Corpus(tmp_path)], tmp_path / "out", quiet)


def test_weights_of_a_fold_that_cannot_be_read_end_the_judging(corpus: Corpus, tmp_path: Path) -> None:
    small = {"epochs": 1, "members": 1, "folds": 2, "channels": 8, "jobs": 1}
    trainer("news", small).train([corpus], tmp_path, quiet)
    weights = tmp_path / "fold-0" / "modern.npz"
    weights.write_bytes(weights.read_bytes()[:3_000])
    network.cache_clear()
    with pytest.raises(BadConfiguration, match=r"fold-0/modern\.npz"):
        trainer("news", small).train([corpus], tmp_path, quiet)


def test_examples_whose_rows_are_gone_are_made_anew(corpus: Corpus, tmp_path: Path) -> None:
    small = {"epochs": 1, "members": 1, "folds": 0, "channels": 8, "jobs": 1}
    trainer("news", small).train([corpus], tmp_path, quiet)
    (rows,) = (tmp_path / "examples").glob("*.rows.npy")
    rows.unlink()
    (tmp_path / "modern.npz").unlink()
    trainer("news", small).train([corpus], tmp_path, quiet)
    assert rows.exists()
    assert not list(tmp_path.rglob("*.part"))


@pytest.mark.slow
def test_networks_of_another_training_are_not_taken_for_its_own(corpus: Corpus, tmp_path: Path) -> None:
    def trained(**other: int) -> tuple[bytes, ...]:
        small = {"epochs": 1, "members": 1, "folds": 2, "channels": 8, "jobs": 1, **other}
        trainer("news", small).train([corpus], tmp_path, quiet)
        return tuple((tmp_path / folder / "modern.npz").read_bytes() for folder in ("fold-0", "fold-1"))

    first = trained()
    assert trained(seed=2) != first
    # One that was stopped after its first network, which lies where this one's did.
    (tmp_path / "fold-1" / MARK).unlink()
    assert trained(jobs=2) == first


def test_corpora_of_one_name_are_refused(corpus: Corpus, tmp_path: Path) -> None:
    other = tmp_path / "other" / corpus.name
    shutil.copytree(corpus.folder, other)
    with pytest.raises(BadConfiguration, match=rf"2 corpora are called '{corpus.name}'"):
        trainer("news").train([corpus, Corpus(other)], tmp_path / "out", quiet)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("param", "value", "told"),
    [
        ("jobs", 0, "use 1 or more"),
        ("members", 0, "use 1 or more"),
        ("epochs", 0, "use 1 or more"),
        ("sieve_epochs", 0, "use 1 or more"),
        ("batch", 0, "use 1 or more"),
        ("channels", 0, "use 1 or more"),
        ("longest", 0, "use 1 or more"),
        ("taps", -1, "use 1 or more"),
        ("taps", 4, "use an odd number"),
        ("seed", -1, "use 0 or more"),
        ("boxes", -1, "use 0 or more"),
        ("further_epochs", -1, "use 0 or more"),
        ("caution", -0.5, "use 0 or more"),
        ("rate", 0.0, "use a number above 0"),
        ("cut", 0.0, "use a number above 0 and below 1"),
        ("cut", 1.0, "use a number above 0 and below 1"),
        ("dropout", 1.5, "use a share, from 0 to 1"),
        ("older_share", -0.1, "use a share, from 0 to 1"),
        ("folds", -1, "use 0 for none, or 2 or more"),
        ("folds", 1, "use 0 for none, or 2 or more"),
    ],
)
def test_what_nothing_can_be_trained_with_is_refused(param: str, value: float, told: str) -> None:
    with pytest.raises(BadConfiguration, match=f"{param} is {value}; {told}"):
        trainer("news", {param: value})


def test_the_least_of_every_choice_is_taken() -> None:
    trainer("news", {**LEAST, **dict.fromkeys(SHARES, 0.0), "folds": 0})
    trainer("news", {**dict.fromkeys(SHARES, 1.0), "folds": 2})


def test_other_conventions_go_on_from_the_modern_networks(corpus: Corpus, tmp_path: Path) -> None:
    older = tmp_path / "l3s_gn1"
    shutil.copytree(corpus.folder, older)

    def trained(further: int) -> tuple[np.ndarray, np.ndarray]:
        out = tmp_path / f"{further}"
        small = {"epochs": 2, "further_epochs": further, "folds": 0, "channels": 8, "jobs": 1}
        trainer("news", small).train([corpus, Corpus(older)], out, quiet)
        modern, l3s = (np.load(out / f"{name}.npz")["mid.w"] for name in ("modern", "l3s"))
        return modern, l3s

    modern, l3s = trained(0)
    assert (len(modern), len(l3s)) == (5, 3)
    assert (l3s == modern[:3]).all()
    modern, l3s = trained(6)
    assert not np.isclose(l3s, modern[:3]).all()


def test_without_todays_pages_nothing_is_trained(tmp_path: Path) -> None:
    with pytest.raises(BadConfiguration, match="today's pages"):
        trainer("news").train([], tmp_path, quiet)


def forecasts(*, folds: int = 3) -> list[Forecast]:
    """Pages that turn out worse than expected, alike in all folds."""
    rng = np.random.default_rng(1)
    expected = rng.uniform(0, 1, 400)
    found = np.clip(expected**2 + rng.normal(0, 0.2, 400), 0, 1)
    return [
        Forecast(number % folds, *pair)
        for number, pair in enumerate(zip(expected.tolist(), found.tolist(), strict=True))
    ]


def test_steps_only_rise_and_keep_the_mean() -> None:
    pages = forecasts()
    found = steps(pages)
    assert (np.diff(found, axis=1) > 0).all()
    assert found[1].min() < 0.2
    assert found[1].max() > 0.7
    assert steps(pages[:3]).size == 0


def test_reliability_is_that_of_other_folds() -> None:
    rows = reliability([*forecasts(), Forecast(0, 0.5, None)])
    assert sum(row.pages for row in rows) == 400
    assert [row.confidence for row in rows] == ["0 to 0.6", "0.6 to 0.7", "0.7 to 0.8", "0.8 to 0.9"]
    assert all(abs(row.mean_confidence - row.word_f) < 0.12 for row in rows)
    # A fold that is unlike the others shows: what it has is not learnt from.
    odd = [page._replace(found=0.0) if page.fold == 0 else page for page in forecasts()]
    assert reliability(odd)[-1].word_f < reliability(odd)[-1].mean_confidence - 0.2


def test_reliability_of_one_fold_is_what_was_expected() -> None:
    rows = reliability([Forecast(0, 0.95, 0.5), Forecast(0, 0.65, 0.7)])
    assert rows == [Reliable("0.6 to 0.7", 1, 0.65, 0.7), Reliable("from 0.9", 1, 0.95, 0.5)]
    assert reliability([]) == []
