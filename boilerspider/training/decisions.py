"""How well articles are told from other pages: by their likelihood alone, by the spider's own decision, and by bounds chosen elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from boilerspider.kinds import BOUNDS, Bounds, is_article
from boilerspider.model import Article

CHOICES = tuple(Bounds(*row) for row in product((0.35, 0.45, 0.55), (0.35, 0.45), (60, 90, 120)))
"""The bounds that are chosen from. Ours: about those that a finer search found best."""

TITLES = {
    "likelihood": "likelihood above .5",
    "decision": "the spider's decision",
    "chosen": "the same, its bounds chosen on the other folds",
}

Floats = npt.NDArray[np.float64]
Truths = npt.NDArray[np.bool_]


def decided(
    articles: Sequence[Article], wanted: Truths, likely: Floats, folds: npt.NDArray[np.int64], mixed: Truths
) -> dict[str, Truths]:
    """Name of a rule -> which of the articles it takes for one.

    `likely` is how likely each page is an article to a model that has not seen its fold; bounds are chosen by the pages of `mixed`
    corpora, which have others too.
    """
    judged = [replace(article, likelihood=float(row)) for article, row in zip(articles, likely, strict=True)]
    said = {bounds: np.array([is_article(one, bounds) for one in judged]) for bounds in (BOUNDS, *CHOICES)}
    chosen = np.zeros(len(articles), bool)
    for fold in np.unique(folds):
        away, others = folds == fold, (folds != fold) & mixed
        by_f = {bounds: figures(said[bounds][others], wanted[others])["f"] for bounds in CHOICES}
        chosen[away] = said[max(by_f, key=by_f.__getitem__)][away]
    return {"likelihood": likely > 0.5, "decision": said[BOUNDS], "chosen": chosen}


def figures(said: Truths, wanted: Truths) -> dict[str, float]:
    """Precision, recall and F1, to four places."""
    right = int((said & wanted).sum())
    precision, recall = right / max(int(said.sum()), 1), right / max(int(wanted.sum()), 1)
    f = 2 * right / max(int(said.sum() + wanted.sum()), 1)
    return {"precision": round(precision, 4), "recall": round(recall, 4), "f": round(f, 4)}


def told(corpus: str, scores: Mapping[str, Any]) -> Iterator[str]:
    """Lines for a terminal: each figure in each division of the sites."""
    for name, title in TITLES.items():
        rows = (
            f"{figure} {' '.join(f'{row[key]:.3f}' for row in scores[name])}"
            for figure, key in (("F", "f"), ("precision", "precision"), ("recall", "recall"))
        )
        yield f"{corpus}, {title}: {', '.join(rows)}"
