"""Training of `boilerspider.kinds`: is a page an article? A logistic regression, solved exactly; numpy is all that it needs."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from boilerspider.errors import BadConfiguration, UnreadablePage
from boilerspider.evaluation import Corpus
from boilerspider.extractors import extractor
from boilerspider.kinds import LIMIT
from boilerspider.kinds.looks import ADDRESS, of_address
from boilerspider.model import Article
from boilerspider.reading import DEFAULT_EXTRACTOR, Reader
from boilerspider.training.base import Tell
from boilerspider.training.cards import card, write_card
from boilerspider.training.decisions import decided, figures, told
from boilerspider.training.news.sites import fold_of, site_of_page
from boilerspider.training.whole import write_text

ARTICLE = "article"
"""The gold's name for what is looked for; corpora that name no types hold nothing else."""

STEPS = 50
"""Of Newton's method; it needs about ten. Ours."""

MIN_PAGES = 8
"""Pages that must have a feature for it to be learnt from. Ours."""

Floats = npt.NDArray[np.float64]


class Example(NamedTuple):
    """A page of training."""

    site: str
    is_article: bool
    found: Mapping[str, float]
    corpus: str
    article: Article
    """What was read of the page, without what no decision looks at."""


class Model(NamedTuple):
    """Columns by feature, and the bias."""

    names: list[str]
    means: Floats
    deviations: Floats
    weights: Floats
    bias: float

    def likelihoods(self, examples: Sequence[Example]) -> Floats:
        """How likely each page is an article."""
        rows = _scaled(examples, self.names, self.means, self.deviations)
        found: Floats = 1 / (1 + np.exp(-(rows @ self.weights + self.bias)))
        return found


@dataclass(frozen=True, slots=True)
class KindsTrainer:
    """Learns from all pages of corpora, some of which must be no articles; quality is that on sites a fold has not seen."""

    folds: int = 5
    """Of the cross-validation, by registered domain."""
    divisions: int = 3
    """Of the sites into folds: how far a figure hangs on chance."""
    penalty: float = 40.0
    """On the square of a weight of a standardised feature, beside the sum over the pages."""

    def __post_init__(self) -> None:
        if self.folds < 2 or self.divisions < 1 or self.penalty <= 0:
            raise BadConfiguration(
                f"folds={self.folds}, divisions={self.divisions}, penalty={self.penalty}: "
                "2 folds or more, 1 division or more, and a penalty above 0"
            )

    def train(self, corpora: Sequence[Corpus], output: Path, tell: Tell) -> str:
        """Writes `article.json` and `card.json`, and returns what cross-validation says."""
        examples = [example for corpus in corpora for example in _read(corpus, tell)]
        if len({example.is_article for example in examples}) < 2:
            raise BadConfiguration("articles and other pages are needed: name a corpus whose gold has both (page_type)")
        scores = self._scores(examples)
        model = self._fit(examples)
        rows = zip(model.names, model.means, model.deviations, model.weights, strict=True)
        weights = {name: [round(float(value), 6) for value in row] for name, *row in rows}
        content = {"bias": round(model.bias, 6), "weights": weights}
        write_text(output / "article.json", json.dumps(content, indent=1) + "\n")
        write_card(output / "card.json", card("kinds", corpora, self, pages=len(examples), scores=scores))
        head = f"{self.folds}-fold cross-validation by site, is a page an article:"
        return "\n".join([head, *(line for name, rows in scores.items() for line in told(name, rows))])

    def _scores(self, examples: Sequence[Example]) -> dict[str, dict[str, Any]]:
        """Of each corpus, and each rule that tells pages apart, the figures in each division."""
        wanted = np.array([example.is_article for example in examples])
        corpus_of = np.array([example.corpus for example in examples])
        pages = {str(name): corpus_of == name for name in dict.fromkeys(corpus_of)}
        mixed = np.isin(corpus_of, [name for name, own in pages.items() if not wanted[own].all()])
        scores: dict[str, dict[str, Any]] = {name: {"pages": int(own.sum())} for name, own in pages.items()}
        for division in range(self.divisions):
            folds = np.array([fold_of(f"{division or ''}{example.site}", self.folds) for example in examples])
            unseen = self._unseen(examples, folds)
            rules = decided([example.article for example in examples], wanted, unseen, folds, mixed)
            for (name, own), (rule, said) in product(pages.items(), rules.items()):
                scores[name].setdefault(rule, []).append(figures(said[own], wanted[own]))
        return scores

    def _unseen(self, examples: Sequence[Example], folds: npt.NDArray[np.int64]) -> Floats:
        """How likely each page is an article to a model that has not seen its fold."""
        unseen = np.zeros(len(examples))
        for fold in np.unique(folds):
            away = folds == fold
            model = self._fit([example for example, is_away in zip(examples, away, strict=True) if not is_away])
            unseen[away] = model.likelihoods(
                [example for example, is_away in zip(examples, away, strict=True) if is_away]
            )
        return unseen

    def _fit(self, examples: Sequence[Example]) -> Model:
        counts: dict[str, int] = {}
        for example in examples:
            for name in example.found:
                counts[name] = counts.get(name, 0) + 1
        names = sorted(name for name, count in counts.items() if count >= MIN_PAGES and name != ADDRESS)
        known = np.where(_unknown(examples, names), np.nan, _matrix(examples, names))
        means, deviations = np.nanmean(known, 0), np.nanstd(known, 0) + 1e-6
        rows = np.hstack([_scaled(examples, names, means, deviations), np.ones((len(examples), 1))])
        wanted = np.array([example.is_article for example in examples], float)
        ridge = np.diag([*[self.penalty] * len(names), 0.0])
        solved = np.zeros(len(names) + 1)
        for _ in range(STEPS):
            likely = 1 / (1 + np.exp(-np.clip(rows @ solved, -30, 30)))
            slope = rows.T @ (likely - wanted) + ridge @ solved
            curve = (rows * (likely * (1 - likely))[:, None]).T @ rows + ridge
            step = np.linalg.solve(curve + 1e-9 * np.eye(len(curve)), slope)
            solved -= step
            if np.abs(step).max() < 1e-6:
                break
        return Model(names, means, deviations, solved[:-1], float(solved[-1]))


def _read(corpus: Corpus, tell: Tell) -> list[Example]:
    reader = Reader(DEFAULT_EXTRACTOR, extractor(DEFAULT_EXTRACTOR))
    examples = []
    for number, page in enumerate(corpus, 1):
        tell(f"reading {corpus.name}", number, len(corpus))
        try:
            article, found = reader.read_closely(page.html, page.gold.url)
        except UnreadablePage:
            continue
        kept = tuple(block for block in article.blocks if block.is_content)
        linked = replace(article, html="", blocks=kept, source="link")
        is_story = page.gold.page_type in (None, ARTICLE)
        examples.append(Example(site_of_page(corpus, page), is_story, found, corpus.name, linked))
    return examples


def _matrix(examples: Sequence[Example], names: Sequence[str]) -> Floats:
    return np.array([[example.found.get(name, 0.0) for name in names] for example in examples])


def _unknown(examples: Sequence[Example], names: Sequence[str]) -> npt.NDArray[np.bool_]:
    """Which features are not known of which pages: those of an address, where there is none."""
    without = np.array([ADDRESS not in example.found for example in examples])
    return np.outer(without, [of_address(name) for name in names])


def _scaled(examples: Sequence[Example], names: Sequence[str], means: Floats, deviations: Floats) -> Floats:
    """Standardised, and 0 where not known."""
    scaled = np.clip((_matrix(examples, names) - means) / deviations, -LIMIT, LIMIT)
    return np.where(_unknown(examples, names), 0.0, scaled)
