"""Training of the CRF by python-crfsuite: once without transitions, each run a sequence of its own, and once with them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from boilerspider.evaluation import Corpus
from boilerspider.evaluation.alignment import kept
from boilerspider.evaluation.blocks import Confusion
from boilerspider.extractors.crf.features import codes, layout, observations
from boilerspider.extractors.crf.model import Model, Models
from boilerspider.extractors.crf.runs import runs
from boilerspider.markup.leaves import leaves
from boilerspider.markup.tree import Document
from boilerspider.training.base import Tell, needed
from boilerspider.training.cards import card, figures, spread, table, write_card
from boilerspider.training.examples import Examples, check_folds, examples, fold, split
from boilerspider.training.whole import put

OTHER, CONTENT = "other", "content"
ALWAYS = "always"
"""The observation that every run makes."""


ITERATION = re.compile(r"Iteration #(\d+)")
"""In the library's messages."""


class Page(NamedTuple):
    """What is learnt from one page, and what is judged."""

    observations: npt.NDArray[np.int64]
    """Runs x templates."""
    labels: npt.NDArray[np.bool_]
    """Whether a run's leaf is content; False for runs that are no leaves."""
    runs: npt.NDArray[np.int64]
    """Of each leaf the run that holds it, the number of runs for none."""
    truth: npt.NDArray[np.bool_]
    """Whether a leaf is content."""


@dataclass(frozen=True, slots=True)
class CrfTrainer:
    """Trains both models on all pages that train; the validation pages only judge them."""

    c: float = 1.0
    """Inverse strength of the normal prior, as in CRF++."""
    delta: float = 1e-4
    """Training ends when the objective has improved by less than this share over `period` steps."""
    period: int = 3
    max_iterations: int = 200
    folds: int = 0
    """Cross-validation in so many folds, which makes no weights; 0: none."""

    def __post_init__(self) -> None:
        """ValueError for what nothing can be trained with."""
        for name in ("c", "delta", "period", "max_iterations"):
            if getattr(self, name) <= 0:
                raise ValueError(f"{name} is {getattr(self, name)!r}; use a number above 0")
        check_folds(self.folds)

    def train(self, corpora: Sequence[Corpus], output: Path, tell: Tell) -> str:
        """Writes `crf.npz` and `crf.json`, or for a cross-validation `crf-folds.json`."""
        needed("pycrfsuite")
        found = examples(corpora, page_of, tell)
        name, work = ("crf-folds", self._folds) if self.folds else ("crf", self._once)
        content = work(found, output, tell)
        write_card(output / f"{name}.json", card("crf", corpora, self, **content))
        return table(f"{self.folds} folds" if self.folds else "validation", content["scores"])

    def _once(self, found: Examples[Page], output: Path, tell: Tell) -> dict[str, Any]:
        train, validate = split(found)
        models = self.fit(train, output, tell)
        put(output / "crf.npz", models.save)
        return {
            "pages": {"train": len(train), "validate": len(validate)},
            "scores": _spreads([judge(models, validate)]),
        }

    def _folds(self, found: Examples[Page], output: Path, tell: Tell) -> dict[str, Any]:
        scores = []
        for number in range(self.folds):
            outside, inside = fold(found, number, self.folds)
            scores.append(judge(self.fit([example.value for example in outside], output, tell), inside))
        together = {name: figures(Confusion.total(row[name] for row in scores)) for name in ("plain", "linked")}
        return {"pages": len(found), "together": together, "scores": _spreads(scores)}

    def fit(self, pages: Sequence[Page], output: Path, tell: Tell) -> Models:
        """Both models; the library writes its own file of each to a folder, which is deleted."""
        return Models(self._fit(pages, output, tell, linked=False), self._fit(pages, output, tell, linked=True))

    def _fit(self, pages: Sequence[Page], output: Path, tell: Tell, *, linked: bool) -> Model:
        crfsuite = needed("pycrfsuite")
        what = "with transitions, step" if linked else "without transitions, step"
        trainer = _teller(crfsuite.Trainer, lambda step: tell(what, step, self.max_iterations))
        for page in pages:
            _append(trainer, page, linked=linked)
        rules = {"delta": self.delta, "period": self.period, "max_iterations": self.max_iterations}
        trainer.set_params({"c1": 0, "c2": 0.5 / self.c, "feature.minfreq": 0, **rules})
        path = output / "crf.crfsuite"
        trainer.train(str(path))
        tagger = crfsuite.Tagger()
        tagger.open(str(path))
        learnt = tagger.info()
        tagger.close()
        path.unlink()
        return Model(
            _weights(learnt.state_features),
            _transitions(learnt.transitions) if linked else np.zeros((2, 2), np.float32),
        )


def page_of(document: Document, gold: str) -> Page | None:
    """The observations and labels of a page; None where it has no runs."""
    page = runs(document.transcript)
    if not page:
        return None
    found = leaves(document)
    truth = kept([leaf.text for leaf in found], gold)
    content = {leaf.number for leaf, is_content in zip(found, truth, strict=True) if is_content}
    holder = {node: number for number, run in enumerate(page) for node in run.nodes}
    return Page(
        observations(codes(page)),
        np.array([not content.isdisjoint(run.nodes) for run in page]),
        np.array([holder.get(leaf.number, len(page)) for leaf in found], np.int64),
        truth,
    )


def judge(models: Models, pages: Sequence[Page]) -> dict[str, Confusion]:
    """How the leaves of some pages are labelled by each model."""
    return {
        name: Confusion.total(Confusion.of(page.truth.tolist(), _found(model, page)) for page in pages)
        for name, model in (("plain", models.plain), ("linked", models.linked))
    }


def _found(model: Model, page: Page) -> list[bool]:
    labels = [*model.label(model.scores(page.observations)), False]
    return [labels[run] for run in page.runs.tolist()]


def _append(trainer: Any, page: Page, *, linked: bool) -> None:
    """Gives a page to the library. A feature that is missing, code 0, is no observation: the weights of the others say as much."""
    missing = {first for _, _, first in layout()[0]}
    rows = [[ALWAYS, *(str(number) for number in row if number not in missing)] for row in page.observations.tolist()]
    labels = [CONTENT if label else OTHER for label in page.labels.tolist()]
    if linked:
        trainer.append(rows, labels)
        return
    for row, label in zip(rows, labels, strict=True):
        trainer.append([row], [label])


def _teller(base: type, tell: Callable[[int], None]) -> Any:
    """The library's trainer, which tells its steps instead of printing them."""

    class Telling(base):  # type: ignore[misc]
        def message(self, message: str) -> None:
            step = ITERATION.search(message)
            if step:
                tell(int(step.group(1)))

    return Telling(verbose=False)


def _weights(states: Mapping[tuple[str, str], float]) -> npt.NDArray[np.float32]:
    """What each observation adds to the score of content over that of other."""
    weights = np.zeros(layout()[1] + 1, np.float32)
    for (name, label), weight in states.items():
        place = -1 if name == ALWAYS else int(name)
        weights[place] += weight if label == CONTENT else -weight
    return weights


def _transitions(learnt: Mapping[tuple[str, str], float]) -> npt.NDArray[np.float32]:
    names = (OTHER, CONTENT)
    return np.array([[learnt.get((first, second), 0.0) for second in names] for first in names], np.float32)


def _spreads(scores: Sequence[Mapping[str, Confusion]]) -> dict[str, dict[str, dict[str, float]]]:
    names = {"plain": "without transitions", "linked": "with transitions"}
    return {title: spread([figures(row[name]) for row in scores]) for name, title in names.items()}
