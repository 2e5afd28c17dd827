"""One training: examples in, networks out. Imported only where a training starts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import torch
from torch import Tensor, nn

from boilerspider.training.base import Tell
from boilerspider.training.news.files import Example
from boilerspider.training.news.networks import Judge, Scale, Trained
from boilerspider.training.news.recipe import Recipe
from boilerspider.training.news.sheets import Batch, Family, batch_of, epoch_of, families
from boilerspider.training.news.sieving import MAX_NORM, MIN_WEIGHT, pace, train_sieve

SURE = 5.0
"""A logit beyond which two blocks are equally surely content, or not."""


def use_one_core() -> None:
    """Parts of a training have a core each; and sums over several threads would depend on their number."""
    torch.set_num_threads(1)


def train(examples: Sequence[Example], recipe: Recipe, tell: Tell, start: Trained | None = None) -> Trained:
    """The networks of a recipe; `start` are some to go on from, by its further epochs. The same examples and recipe give the same ones."""
    epochs, members = recipe.epochs, recipe.members
    if start:
        epochs, members = recipe.further_epochs, min(members, recipe.further_members)
    sieve = train_sieve(examples, recipe, tell)
    ready = families(examples, sieve, recipe, np.random.default_rng(recipe.seed))
    scale = start.scale if start else Scale.of([sheet.rows for family in ready for sheet in family.sheets])
    for family in ready:
        # Page by page: all of them twice is what would take the most memory.
        family.sheets[:] = [sheet.scaled(scale) for sheet in family.sheets]
    judges = []
    for number in range(members):
        torch.manual_seed(recipe.seed + number)
        judge = Judge(len(scale.mean), recipe)
        if start:
            judge.load_state_dict(start.judges[number].state_dict())
        judges.append(_trained(judge, ready, replace(recipe, seed=recipe.seed + number), epochs, tell))
    return Trained(sieve, tuple(judges), scale)


def _trained(judge: Judge, ready: Sequence[Family], recipe: Recipe, epochs: int, tell: Tell) -> Judge:
    """A judge after all epochs; its weights are their running mean."""
    rng = np.random.default_rng(recipe.seed)
    average = {name: value.clone() for name, value in judge.state_dict().items()}
    optimiser = torch.optim.AdamW(judge.parameters(), lr=recipe.rate, weight_decay=recipe.decay)
    judge.train()
    step = 0
    for epoch in range(epochs):
        tell(f"seed {recipe.seed}", epoch, epochs)
        plan = epoch_of(ready, recipe, rng)
        for number, group in enumerate(plan):
            step += 1
            pace(optimiser, recipe, step, (epoch + number / len(plan)) / epochs)
            _step(judge, optimiser, batch_of(group, recipe), recipe)
            _smooth(average, judge, min(recipe.smoothing, (step + 1) / (step + 10)))
    tell(f"seed {recipe.seed}", epochs, epochs)
    judge.load_state_dict(average)
    judge.eval()
    return judge


def _step(judge: Judge, optimiser: torch.optim.Optimizer, batch: Batch, recipe: Recipe) -> None:
    """A page and its copies have the same inputs hidden: what differs is what was put in."""
    count, inputs = int(batch.families.max()) + 1, batch.rows.shape[2]
    seen = torch.rand(count, 1, inputs) > 2 * recipe.blindness * torch.rand(count, 1, 1)
    logits = judge(batch.rows * seen[batch.families], batch.there)
    each = nn.functional.binary_cross_entropy_with_logits(logits, batch.truth, reduction="none")
    likely = torch.sigmoid(logits)
    common = (likely * batch.truth * batch.words).sum(1)
    agreement = (2 * common + 1) / ((likely * batch.words).sum(1) + (batch.truth * batch.words).sum(1) + 1)
    loss = (each * batch.weight).sum() / batch.weight.sum().clamp(min=MIN_WEIGHT)
    loss = loss + recipe.agreement * (1 - agreement).mean() + recipe.steadiness * _unsteadiness(logits, batch)
    optimiser.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]
    nn.utils.clip_grad_norm_(judge.parameters(), MAX_NORM)
    optimiser.step()


def _unsteadiness(logits: Tensor, batch: Batch) -> Tensor:
    """The mean squared difference of the same blocks' logits with and without boxes on the page."""
    if not len(batch.pairs):
        return torch.zeros(())
    pairs = logits.clamp(-SURE, SURE).flatten()[batch.pairs]
    return ((pairs[:, 0] - pairs[:, 1]) ** 2).mean()


def _smooth(average: dict[str, Tensor], judge: Judge, kept: float) -> None:
    with torch.no_grad():
        for name, value in judge.state_dict().items():
            average[name].mul_(kept).add_(value, alpha=1 - kept)
