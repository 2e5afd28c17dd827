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
from boilerspider.kinds.looks import ADDRESS, PUBLISHED, Kept, features, of_address
from boilerspider.kinds.walls import PAYWALL, Shown, end_of, wall

__all__ = [
    "BOUNDS",
    "PAYWALL",
    "PUBLISHED",
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

    def term(self, value: float) -> float:
        """What a feature of this value adds to the sum."""
        distance = (value - self.mean) / self.deviation
        if -LIMIT <= distance <= LIMIT:
            return self.weight * distance
        return self.weight * (LIMIT if distance > LIMIT else -LIMIT)


class _Model(NamedTuple):
    bias: float
    absent: list[float]
    """What each feature adds to the sum where a page has none of it: most pages lack half of them."""
    rows: Mapping[str, tuple[int, Weight]]
    """Each feature's place in that list, and its weight."""


def article_likelihood(found: Mapping[str, float]) -> float:
    """How likely a page with these features is an article, 0 to 1."""
    bias, absent, rows = _model(has_address=ADDRESS in found)
    terms = absent.copy()
    for name, value in found.items():
        if name in rows:
            place, weight = rows[name]
            terms[place] = weight.term(value)
    return 1 / (1 + exp(-max(-30.0, min(30.0, bias + sum(terms)))))


@lru_cache(maxsize=2)
def _model(*, has_address: bool) -> _Model:
    """With the features of an address, or without them."""
    model = json.loads(files(__package__).joinpath("weights/article.json").read_text(encoding="utf-8"))
    weights = {name: Weight(*row) for name, row in model["weights"].items() if has_address or not of_address(name)}
    rows = {name: (place, weight) for place, (name, weight) in enumerate(weights.items())}
    return _Model(model["bias"], [weight.term(0.0) for weight in weights.values()], rows)
