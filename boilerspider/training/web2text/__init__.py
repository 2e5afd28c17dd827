"""Training of Web2Text: labels by alignment, both networks by PyTorch, selection on validation pages (Web2Text, sections 3.3 and 4.1)."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from boilerspider.errors import BadConfiguration
from boilerspider.evaluation import Corpus
from boilerspider.evaluation.alignment import kept
from boilerspider.evaluation.blocks import Confusion
from boilerspider.extractors.web2text.cdom import collapse
from boilerspider.extractors.web2text.features import features
from boilerspider.extractors.web2text.network import (
    EDGE_CLASSES,
    UNARY_CLASSES,
    Network,
    Weights,
    decode,
    log_probabilities,
)
from boilerspider.markup.tree import Document
from boilerspider.training.base import Tell, needed
from boilerspider.training.cards import card, figures, spread, table, write_card
from boilerspider.training.examples import VALIDATE, Examples, check_folds, examples, fold, split
from boilerspider.training.web2text.recipe import AROUND_PATCH, SHORTEST_PATCH, UNFINISHED, Recipe
from boilerspider.training.whole import put

LAMBDAS = (0.0, 0.1, 0.25, 0.5, 1.0)
"""Weights of the edges that are tried on the validation pages; 0: the leaves by themselves."""

VALIDATIONS_A_CHECKPOINT = 5

Classes = npt.NDArray[np.int64]
Rows = npt.NDArray[np.float32]


class Page(NamedTuple):
    """What is learnt from one page."""

    leaves: Rows
    edges: Rows
    truth: npt.NDArray[np.bool_]

    @property
    def classes(self) -> Classes:
        """Of the leaves."""
        return self.truth.astype(np.int64)

    @property
    def edge_classes(self) -> Classes:
        """Of the pairs of neighbours."""
        return EDGE_CLASSES // 2 * self.classes[:-1] + self.classes[1:]


class Task(NamedTuple):
    """One network to train, and the score that selects among its states."""

    name: str
    classes: int
    patch: int
    """Rows of a patch."""
    rows: Callable[[Page], Rows]
    truth: Callable[[Page], Classes]
    score: Callable[[Classes, Classes], float]


@dataclass(frozen=True, slots=True)
class Web2TextTrainer(Recipe):
    """Trains both networks, once or with several seeds, and keeps the best on the validation pages."""

    seeds: int = 1
    """How many trainings, with seeds from `seed` on."""
    lam: float = 0.1
    """The weight of the edges that the best is chosen with."""
    folds: int = 0
    """Cross-validation in so many folds, which makes no weights; 0: none."""

    def __post_init__(self) -> None:
        """ValueError for what nothing can be trained with."""
        Recipe.__post_init__(self)
        if self.seeds < 1:
            raise ValueError(f"seeds is {self.seeds}; use 1 or more")
        if self.lam < 0:
            raise ValueError(f"lam is {self.lam!r}; use a number of at least 0")
        check_folds(self.folds)

    def train(self, corpora: Sequence[Corpus], output: Path, tell: Tell) -> str:
        """Writes `web2text.npz` and `web2text.json`, or for a cross-validation `web2text-folds.json`."""
        needed("torch").set_num_threads(1)  # matrices so small take longer on several
        found = examples(corpora, page_of, tell)
        name, work = ("web2text-folds", self._folds) if self.folds else ("web2text", self._seeds)
        content = work(found, output, _Progress(self, output, _digest(corpora), tell))
        write_card(output / f"{name}.json", card("web2text", corpora, self, **content))
        title = f"{self.folds} folds" if self.folds else f"validation, {content['pages']['validate']} pages"
        return table(title, content["scores"])

    def _seeds(self, found: Examples[Page], output: Path, progress: _Progress) -> dict[str, Any]:
        train, validate = split(found)
        check_lengths(train, validate, self.patch)
        recipes = [replace(self, seed=self.seed + number) for number in range(self.seeds)]
        trained = [fit(train, validate, recipe, progress) for recipe in recipes]
        scores = [judge(weights, validate, sorted({*LAMBDAS, self.lam})) for weights in trained]
        best = max(range(self.seeds), key=lambda number: scores[number][self.lam].f or 0.0)
        put(output / "web2text.npz", trained[best].save)
        progress.forget()
        chosen = {str(lam): figures(confusion) for lam, confusion in scores[best].items()}
        return {
            "pages": {"train": len(train), "validate": len(validate)},
            "chosen": {"seed": recipes[best].seed, "scores": chosen},
            "scores": _spreads(scores),
            **self._by_corpus(found, trained[best]),
        }

    def _by_corpus(self, found: Examples[Page], weights: Weights) -> dict[str, dict[str, dict[str, float]]]:
        """What the chosen weights reach on the validation pages of each corpus, where there are several."""
        pages: dict[str, list[Page]] = {}
        for example in found:
            if example.validates:
                pages.setdefault(example.corpus, []).append(example.value)
        scores = {
            name: {"pages": len(part), **figures(judge(weights, part, (self.lam,))[self.lam])}
            for name, part in pages.items()
        }
        return {"validation by corpus": scores} if len(scores) > 1 else {}

    def _folds(self, found: Examples[Page], output: Path, progress: _Progress) -> dict[str, Any]:  # noqa: ARG002 - no weights
        parts = []
        for number in range(self.folds):
            outside, inside = fold(found, number, self.folds)
            train, validate = split(outside)
            check_lengths(train, validate, self.patch)
            parts.append((train, validate, inside))
        scores = [
            judge(fit(train, validate, self, progress.part(f"fold{number}")), inside)
            for number, (train, validate, inside) in enumerate(parts)
        ]
        progress.forget()
        together = {str(lam): figures(Confusion.total(row[lam] for row in scores)) for lam in LAMBDAS}
        return {"pages": len(found), "together": together, "scores": _spreads(scores)}


def page_of(document: Document, gold: str) -> Page | None:
    """The features and labels of a page; None where it has no leaves."""
    tree = collapse(document.transcript)
    if not tree.leaves:
        return None
    rows = features(tree)
    truth = kept([leaf.text for leaf in tree.leaves], gold)
    return Page(rows.leaves.astype(np.float32), rows.edges.astype(np.float32), truth)


def check_lengths(train: Sequence[Page], validate: Sequence[Page], patch: int) -> None:
    """BadConfiguration where no page is long enough to train with, or none to select the edge network with."""
    longest, least = max(len(page.leaves) for page in train), patch + AROUND_PATCH
    if longest < least:
        fitting = longest - AROUND_PATCH
        smaller = f"set -p patch={fitting} or less, or " if fitting >= SHORTEST_PATCH else ""
        raise BadConfiguration(
            f"no page to train with is long enough for -p patch={patch}, which takes {least} blocks: the longest of"
            f" {len(train)} has {longest}; {smaller}add longer pages"
        )
    if not any(len(page.edges) for page in validate):
        raise BadConfiguration(
            f"no page to validate with has two blocks, which the edge network is selected by (of {len(validate)}): add"
            f' longer pages, or name some "split": "{VALIDATE}" in gold.jsonl'
        )


def fit(train: Sequence[Page], validate: Sequence[Page], recipe: Recipe, progress: _Progress) -> Weights:
    """Both networks, each at the step where it was best on the validation pages."""
    unary, edge = tasks(recipe)
    return Weights(_fit(unary, (train, validate), recipe, progress), _fit(edge, (train, validate), recipe, progress))


def tasks(recipe: Recipe) -> tuple[Task, Task]:
    """The unary and the edge network: the first is selected by F1, the second by accuracy."""
    return (
        Task("unary", UNARY_CLASSES, recipe.patch, lambda page: page.leaves, lambda page: page.classes, f1),
        Task("edge", EDGE_CLASSES, recipe.patch - 1, lambda page: page.edges, lambda page: page.edge_classes, accuracy),
    )


def judge(weights: Weights, pages: Sequence[Page], lambdas: Sequence[float] = LAMBDAS) -> dict[float, Confusion]:
    """How the leaves of some pages are labelled, for each weight of the edges."""
    potentials = [
        (log_probabilities(weights.unary, page.leaves), log_probabilities(weights.edge, page.edges)) for page in pages
    ]
    return {
        lam: Confusion.total(
            Confusion.of(page.truth.tolist(), decode(unary, edges, lam))
            for page, (unary, edges) in zip(pages, potentials, strict=True)
        )
        for lam in lambdas
    }


def f1(truth: Classes, found: Classes) -> float:
    """Of class 1."""
    return Confusion.of((truth == 1).tolist(), (found == 1).tolist()).f or 0.0


def accuracy(truth: Classes, found: Classes) -> float:
    """Share of the rows whose class was found."""
    return float((truth == found).mean())


def _fit(task: Task, pages: tuple[Sequence[Page], Sequence[Page]], recipe: Recipe, progress: _Progress) -> Network:
    networks = needed("boilerspider.training.web2text.networks")
    train, validate = (
        networks.Sequences.of([task.rows(page) for page in part], [task.truth(page) for page in part]) for part in pages
    )
    training = networks.Training(task, train, recipe)
    checkpoint = progress.checkpoint(task, recipe)
    if checkpoint.is_file():
        training.load(checkpoint)

    def pause(step: int) -> None:
        progress.tell(f"seed {recipe.seed}, {task.name} network, step", step, recipe.steps)
        if step % (VALIDATIONS_A_CHECKPOINT * recipe.every) == 0 or step == recipe.steps:
            training.save(checkpoint)

    training.run(validate, pause)
    network: Network = training.network()
    return network


@dataclass(frozen=True, slots=True)
class _Progress:
    """Where checkpoints lie, and who is told. A checkpoint's name says what it was made of, so that no other training takes it up."""

    trainer: Web2TextTrainer
    output: Path
    corpora: str
    tell: Tell
    name: str = "all"
    made: set[Path] = field(default_factory=set)
    """The checkpoints of this training, those of its parts included; the folder may hold others'."""

    def part(self, name: str) -> _Progress:
        """Of a training on some of the pages."""
        return replace(self, name=name)

    def checkpoint(self, task: Task, recipe: Recipe) -> Path:
        """Where the training of one network is kept."""
        made_of = _hash(repr([self.corpora, self.name, *(getattr(recipe, name) for name in Recipe.__slots__)]))
        path = self.output / f"{self.name}-seed{recipe.seed}-{task.name}-{made_of}.checkpoint"
        self.made.add(path)
        return path

    def forget(self) -> None:
        """Deletes the checkpoints of a training that is complete."""
        for path in self.made:
            path.unlink(missing_ok=True)
            path.with_suffix(UNFINISHED).unlink(missing_ok=True)


def _spreads(scores: Sequence[Mapping[float, Confusion]]) -> dict[str, dict[str, dict[str, float]]]:
    return {f"lam {lam:g}": spread([figures(row[lam]) for row in scores]) for lam in scores[0]}


def _digest(corpora: Sequence[Corpus]) -> str:
    return " ".join(corpus.digest for corpus in corpora)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]
