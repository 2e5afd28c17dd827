"""Is a page an article? A logistic regression over what is known of it; `weights/card.json` says what it was trained on, and `judging` what is made of it.

A page's declared type says half of it: many articles declare none, and shops, manuals and services call their pages articles.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from math import exp
from typing import NamedTuple

from boilerspider.kinds.judging import BOUNDS, Bounds, is_article, why_not
from boilerspider.kinds.looks import ADDRESS, Kept, features, of_address
from boilerspider.kinds.walls import PAYWALL, Shown, end_of, wall

__all__ = [
    "BOUNDS",
    "PAYWALL",
    "Bounds",
    "Kept",
    "Shown",
    "article_likelihood",
    "end_of",
    "features",
    "is_article",
    "wall",
    "why_not",
]

LIMIT = 8.0
"""Standard deviations beyond which a number says no more; in training too."""


class Weight(NamedTuple):
    """Of one feature: mean and standard deviation on the pages of training, and its share in the sum."""

    mean: float
    deviation: float
    weight: float


def article_likelihood(found: Mapping[str, float]) -> float:
    """How likely a page with these features is an article, 0 to 1."""
    bias, weights = _model()
    has_address = ADDRESS in found
    total = bias + sum(
        row.weight * min(LIMIT, max(-LIMIT, (found.get(name, 0.0) - row.mean) / row.deviation))
        for name, row in weights.items()
        if has_address or not of_address(name)
    )
    return 1 / (1 + exp(-max(-30.0, min(30.0, total))))


@lru_cache(maxsize=1)
def _model() -> tuple[float, dict[str, Weight]]:
    model = json.loads(files(__package__).joinpath("weights/article.json").read_text(encoding="utf-8"))
    return model["bias"], {name: Weight(*row) for name, row in model["weights"].items()}
