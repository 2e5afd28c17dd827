"""Examples -> what the judge is trained on: the blocks that the sieve lets pass, a page together with its copies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from boilerspider.extractors.news.inputs import Bools, Floats
from boilerspider.extractors.news.inputs.context import context
from boilerspider.training.news.files import Example, Halves
from boilerspider.training.news.networks import Scale, Sifted, halves
from boilerspider.training.news.recipe import Recipe
from boilerspider.training.news.sieving import weights

LENGTH_NOISE = (0.85, 1.18)
"""Pages are sorted by about their length, so that batches hold pages that are alike in it, and not the same ones each time."""
KEPT_BOILERPLATE = (0.1, 0.9)
"""Of an article's boilerplate that the sieve lets pass, the share that stays in a copy that is thinned."""
THIN_CUTS = (-2.5, 0.0)
"""Logits of the sieve under which blocks of other pages, content apart, are left out of theirs: there it is not known which are boilerplate."""

Longs = npt.NDArray[np.int64]


class Sheet(NamedTuple):
    """A page's blocks that pass the sieve, made ready."""

    rows: Halves
    truth: Floats
    weight: Floats
    words: Floats
    shared: Longs
    """Of a copy: pairs of a block of it and the same block of its original."""

    def scaled(self, scale: Scale) -> Sheet:
        """With rows in standard deviations."""
        return self._replace(rows=halves(scale(self.rows)))


class Family(NamedTuple):
    """A page and its copies."""

    sheets: list[Sheet]
    share: float


class Batch(NamedTuple):
    """Pages x blocks, and which of them are the same block with and without boxes on the page."""

    rows: Tensor
    truth: Tensor
    weight: Tensor
    words: Tensor
    there: Tensor
    families: Tensor
    """The number of each page's family."""
    pairs: Tensor
    """Two columns of places in pages x blocks laid end to end."""


def families(examples: Sequence[Example], sieve: Sifted, recipe: Recipe, rng: np.random.Generator) -> list[Family]:
    """The pages with their copies; the last of its sheets is itself with a part of its boilerplate."""
    found: list[Family] = []
    first: npt.NDArray[np.int64] = np.zeros(0, np.int64)
    original: Example | None = None
    for example in [*examples, None]:
        if example is not None and len(example.origins):
            origins = example.origins.astype(np.int64)
            found[-1].sheets.append(_sheet(example, sieve.stay(example.rows), origins, first, recipe))
            continue
        if original is not None:
            own = np.arange(len(original.labels))
            thin = _thinned(original, sieve, rng)
            found[-1].sheets.append(_sheet(original, thin, own, first, recipe))
        if example is not None:
            stay = sieve.stay(example.rows)
            first = np.where(stay, np.cumsum(stay) - 1, -1)
            found.append(Family([_sheet(example, stay, None, first, recipe)], example.share))
        original = example
    return found


def _thinned(example: Example, sieve: Sifted, rng: np.random.Generator) -> Bools:
    """What the judge sees in its later rounds, more or less."""
    stay = sieve.stay(example.rows)
    if example.weight >= 1.0:
        passed = rng.random(len(stay)) < rng.uniform(*KEPT_BOILERPLATE)
    else:
        passed = sieve.logits(example.rows) >= rng.uniform(*THIN_CUTS)
    found: Bools = stay & ((example.labels == 1) | passed)
    return found if found.any() else stay


def _sheet(example: Example, stay: Bools, origins: Longs | None, first: Longs, recipe: Recipe) -> Sheet:
    labels = example.labels[stay]
    known = (
        np.full(len(labels), -1) if origins is None else np.where(origins >= 0, first[np.maximum(origins, 0)], -1)[stay]
    )
    return Sheet(
        np.concatenate((example.rows[stay], halves(context(example.setting, stay))), axis=1),
        np.maximum(labels, 0).astype(np.float32),
        weights(example, recipe)[stay],
        np.where(labels < 0, 0.0, example.setting.words[stay] + 0.3).astype(np.float32),
        np.stack((np.flatnonzero(known >= 0), known[known >= 0]), axis=1),
    )


def epoch_of(pages: Sequence[Family], recipe: Recipe, rng: np.random.Generator) -> list[list[list[Sheet]]]:
    """One epoch: what goes into each batch, in random order; families of about one length go together."""
    chosen = [_chosen(family, recipe, rng) for family in pages if family.share >= 1.0 or rng.random() < family.share]
    lengths = [_length(sheets, recipe) for sheets in chosen]
    noisy = [length * rng.uniform(*LENGTH_NOISE) for length in lengths]
    found: list[list[list[Sheet]]] = [[]]
    longest = 0
    for number in np.argsort(noisy):
        count = sum(map(len, found[-1])) + len(chosen[number])
        if found[-1] and max(longest, lengths[number]) * count > recipe.batch:
            found.append([])
            longest = 0
        found[-1].append(chosen[number])
        longest = max(longest, lengths[number])
    return [found[number] for number in rng.permutation(len(found))]


def _chosen(family: Family, recipe: Recipe, rng: np.random.Generator) -> list[Sheet]:
    """A page, mostly with one of its copies."""
    first, *copies, thin = family.sheets
    if rng.random() >= recipe.company:
        return [first]
    if rng.random() < recipe.thinned:
        return [first, thin]
    return [first, copies[int(rng.integers(len(copies)))]] if copies else [first]


def _length(sheets: Sequence[Sheet], recipe: Recipe) -> int:
    return min(recipe.longest, max(len(sheet.truth) for sheet in sheets))


def batch_of(group: Sequence[Sequence[Sheet]], recipe: Recipe) -> Batch:
    """Families, made ready for one step."""
    sheets = [sheet for family in group for sheet in family]
    cut = slice(recipe.longest)
    columns: list[list[npt.NDArray[np.generic]]] = [
        [sheet.rows[cut] for sheet in sheets],
        [sheet.truth[cut] for sheet in sheets],
        [sheet.weight[cut] for sheet in sheets],
        [sheet.words[cut] for sheet in sheets],
        [np.ones(min(recipe.longest, len(sheet.truth)), np.float32) for sheet in sheets],
    ]
    rows, *others = [
        nn.utils.rnn.pad_sequence([torch.from_numpy(np.ascontiguousarray(page)) for page in pages], batch_first=True)
        for pages in columns
    ]
    owners = [number for number, family in enumerate(group) for _ in family]
    width = rows.shape[1]
    pairs = [np.zeros((0, 2), np.int64)]
    for number, sheet in enumerate(sheets):
        near = sheet.shared[(sheet.shared < recipe.longest).all(1)]
        pairs.append(near + np.array((number, number - 1)) * width)
    truth, weight, words, there = others
    places = torch.from_numpy(np.concatenate(pairs))
    return Batch(rows.float(), truth, weight, words, there, torch.tensor(owners), places)
