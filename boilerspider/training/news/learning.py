"""One training: examples in, a network out. Imported only where a training starts."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from boilerspider.training.base import Tell
from boilerspider.training.news.examples import Example
from boilerspider.training.news.networks import CLIP, MIN_DEVIATION, Floats, Judge, Trained
from boilerspider.training.news.recipe import Recipe

WARM_UP = 60
"""Steps over which the learning rate rises."""
MAX_NORM = 1.0
"""Of a step's gradient."""
MIN_WEIGHT = 1e-3
"""Of a batch: a piece of a page with few labels may have none."""
LENGTH_NOISE = (0.85, 1.18)
"""Pages are sorted by about their length, so that batches hold pages that are alike in it, and not the same ones each time."""


class Sheet(NamedTuple):
    """An example made ready."""

    rows: Tensor
    truth: Tensor
    weight: Tensor
    words: Tensor
    share: float


def train(examples: Sequence[Example], recipe: Recipe, tell: Tell, start: Trained | None = None) -> Trained:
    """The network of a recipe; `start` is one to go on from. The same examples and recipe give the same network."""
    torch.manual_seed(recipe.seed)
    mean, deviation = (start.mean, start.deviation) if start else _standard(examples)
    judge = Judge(len(mean), recipe)
    if start:
        judge.load_state_dict(start.judge.state_dict())
    sheets = [_sheet(example, mean, deviation, recipe) for example in examples]
    average = {name: value.clone() for name, value in judge.state_dict().items()}
    optimiser = torch.optim.AdamW(judge.parameters(), lr=recipe.rate, weight_decay=recipe.decay)
    rng = np.random.default_rng(recipe.seed)
    judge.train()
    step = 0
    for epoch in range(recipe.epochs):
        tell(f"seed {recipe.seed}", epoch, recipe.epochs)
        plan = list(_batches(sheets, recipe, rng))
        for number, batch in enumerate(plan):
            step += 1
            done = (epoch + number / len(plan)) / recipe.epochs
            for group in optimiser.param_groups:
                group["lr"] = recipe.rate * min(1.0, step / WARM_UP) * (0.5 + 0.5 * math.cos(math.pi * done))
            _step(judge, optimiser, _pad(batch, recipe, rng), recipe)
            _smooth(average, judge, min(recipe.smoothing, (step + 1) / (step + 10)))
    tell(f"seed {recipe.seed}", recipe.epochs, recipe.epochs)
    judge.load_state_dict(average)
    judge.eval()
    return Trained(judge, mean, deviation)


def _standard(examples: Sequence[Example]) -> tuple[Floats, Floats]:
    total, squares, count = 0.0, 0.0, 0
    for example in examples:
        rows = example.rows.astype(np.float64)
        total, squares, count = total + rows.sum(0), squares + (rows * rows).sum(0), count + len(rows)
    mean = np.asarray(total / count)
    deviation = np.sqrt(np.maximum(squares / count - mean**2, 0.0))
    return mean.astype(np.float32), np.maximum(deviation, MIN_DEVIATION).astype(np.float32)


def _sheet(example: Example, mean: Floats, deviation: Floats, recipe: Recipe) -> Sheet:
    rows = np.clip((example.rows.astype(np.float32) - mean) / deviation, -CLIP, CLIP)
    weight = np.where(example.labels < 0, 0.0, (example.words + 0.5) ** recipe.power)
    weight = example.weight * weight / max(weight.sum(), 1e-9) ** recipe.levelling
    return Sheet(
        torch.from_numpy(rows).to(torch.float16),
        torch.from_numpy(np.maximum(example.labels, 0).astype(np.float32)),
        torch.from_numpy(weight.astype(np.float32)),
        torch.from_numpy(np.where(example.labels < 0, 0.0, example.words + 0.3).astype(np.float32)),
        example.share,
    )


def _batches(sheets: Sequence[Sheet], recipe: Recipe, rng: np.random.Generator) -> Iterator[list[Sheet]]:
    """The sheets of one epoch in batches of pages of about one length, in random order."""
    chosen = [sheet for sheet in sheets if sheet.share >= 1.0 or rng.random() < sheet.share]
    lengths = [min(recipe.longest, len(sheet.truth)) * rng.uniform(*LENGTH_NOISE) for sheet in chosen]
    batches: list[list[Sheet]] = [[]]
    for number in np.argsort(lengths):
        longest = min(recipe.longest, len(chosen[number].truth))
        if batches[-1] and longest * (len(batches[-1]) + 1) > recipe.batch:
            batches.append([])
        batches[-1].append(chosen[number])
    for number in rng.permutation(len(batches)):
        yield batches[number]


def _pad(batch: list[Sheet], recipe: Recipe, rng: np.random.Generator) -> tuple[Tensor, ...]:
    """Rows, truth, weights, words and presence of a batch's pages, cut to the longest that is trained on."""
    cuts = []
    for sheet in batch:
        spare = max(0, len(sheet.truth) - recipe.longest)
        first = int(rng.integers(0, spare + 1)) if spare and rng.random() < 0.5 else 0
        cuts.append(slice(first, first + min(len(sheet.truth), recipe.longest)))
    columns: list[list[Tensor]] = [
        [sheet.rows for sheet in batch],
        [sheet.truth for sheet in batch],
        [sheet.weight for sheet in batch],
        [sheet.words for sheet in batch],
        [torch.ones(len(sheet.truth)) for sheet in batch],
    ]
    rows, *others = [
        nn.utils.rnn.pad_sequence([column[cut] for column, cut in zip(pages, cuts, strict=True)], batch_first=True)
        for pages in columns
    ]
    return rows.float(), *others


def _step(judge: Judge, optimiser: torch.optim.Optimizer, batch: tuple[Tensor, ...], recipe: Recipe) -> None:
    rows, truth, weight, words, there = batch
    pages, _, inputs = rows.shape
    seen = torch.rand(pages, 1, inputs) > 2 * recipe.blindness * torch.rand(pages, 1, 1)
    logits = judge(rows * seen, there)
    each = nn.functional.binary_cross_entropy_with_logits(logits, truth, reduction="none")
    likely = torch.sigmoid(logits)
    common = (likely * truth * words).sum(1)
    agreement = (2 * common + 1) / ((likely * words).sum(1) + (truth * words).sum(1) + 1)
    loss = (each * weight).sum() / weight.sum().clamp(min=MIN_WEIGHT) + recipe.agreement * (1 - agreement).mean()
    optimiser.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]
    nn.utils.clip_grad_norm_(judge.parameters(), MAX_NORM)
    optimiser.step()


def _smooth(average: dict[str, Tensor], judge: Judge, kept: float) -> None:
    with torch.no_grad():
        for name, value in judge.state_dict().items():
            average[name].mul_(kept).add_(value, alpha=1 - kept)
