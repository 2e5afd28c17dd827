"""The training of the sieve: which blocks are surely none of a story, told from each alone. Imported only where a training starts."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from boilerspider.extractors.news.inputs import Floats
from boilerspider.training.base import Tell
from boilerspider.training.news.boxes import ADDED, FOREIGN
from boilerspider.training.news.files import Example
from boilerspider.training.news.networks import Scale, Sieve, Sifted
from boilerspider.training.news.recipe import Recipe

WARM_UP = 60
"""Steps over which the learning rate rises."""
MAX_NORM = 1.0
"""Of a step's gradient."""
MIN_WEIGHT = 1e-3
"""Of a batch: a piece of a page with few labels may have none."""


class _Flat(NamedTuple):
    """The blocks of some pages."""

    rows: Tensor
    truth: Tensor
    weight: Tensor


def weights(example: Example, recipe: Recipe) -> Floats:
    """What each block of a page counts in a loss; a river's weigh as the page's own, for they are many."""
    found = np.where(example.labels < 0, 0.0, (example.setting.words + 0.5) ** recipe.power)
    if len(example.origins):
        found = np.where(example.origins == FOREIGN, recipe.strangers * found, found)
        found = np.where(example.origins == ADDED, recipe.additions * found, found)
    levelled: Floats = (example.weight * found / max(found.sum(), 1e-9) ** recipe.levelling).astype(np.float32)
    return levelled


def pace(optimiser: torch.optim.Optimizer, recipe: Recipe, step: int, done: float) -> None:
    """The learning rate of a step: it rises over the first ones and falls by a cosine."""
    for group in optimiser.param_groups:
        group["lr"] = recipe.rate * min(1.0, step / WARM_UP) * (0.5 + 0.5 * math.cos(math.pi * done))


def train_sieve(examples: Sequence[Example], recipe: Recipe, tell: Tell) -> Sifted:
    """The sieve of a recipe. The same examples and recipe give the same one."""
    torch.manual_seed(recipe.seed)
    rng = np.random.default_rng(recipe.seed)
    scale = Scale.of([example.rows for example in examples])
    net = Sieve(len(scale.mean), recipe)
    optimiser = torch.optim.AdamW(net.parameters(), lr=recipe.rate, weight_decay=3 * recipe.decay)
    counted = [weights(example, recipe) for example in examples]
    step = 0
    for epoch in range(recipe.sieve_epochs):
        tell("sieve", epoch, recipe.sieve_epochs)
        plan = list(_batches(examples, recipe, rng))
        for number, chosen in enumerate(plan):
            step += 1
            pace(optimiser, recipe, step, (epoch + number / len(plan)) / recipe.sieve_epochs)
            _step(net, optimiser, _flat([(examples[n], counted[n]) for n in chosen], scale), recipe)
    tell("sieve", recipe.sieve_epochs, recipe.sieve_epochs)
    net.eval()
    return Sifted(net, scale, math.log(recipe.cut / (1 - recipe.cut)))


def _batches(examples: Sequence[Example], recipe: Recipe, rng: np.random.Generator) -> Iterator[list[int]]:
    chosen: list[int] = []
    size = 0
    for number in rng.permutation(len(examples)).tolist():
        chosen.append(number)
        size += len(examples[number].labels)
        if size >= 2 * recipe.batch:
            yield chosen
            chosen, size = [], 0
    if chosen:
        yield chosen


def _flat(pages: Sequence[tuple[Example, Floats]], scale: Scale) -> _Flat:
    rows = np.concatenate([example.rows for example, _ in pages])
    truth = np.concatenate([np.maximum(example.labels, 0) for example, _ in pages]).astype(np.float32)
    weight = np.concatenate([weight for _, weight in pages])
    return _Flat(torch.from_numpy(scale(rows)), torch.from_numpy(truth), torch.from_numpy(weight))


def _step(net: Sieve, optimiser: torch.optim.Optimizer, batch: _Flat, recipe: Recipe) -> None:
    seen = torch.rand(1, batch.rows.shape[1]) > recipe.blindness * torch.rand(1)
    each = nn.functional.binary_cross_entropy_with_logits(net(batch.rows * seen), batch.truth, reduction="none")
    careful = batch.weight * (1 + (recipe.caution - 1) * batch.truth)
    loss = (each * careful).sum() / batch.weight.sum().clamp(min=MIN_WEIGHT)
    optimiser.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]
    nn.utils.clip_grad_norm_(net.parameters(), MAX_NORM)
    optimiser.step()
