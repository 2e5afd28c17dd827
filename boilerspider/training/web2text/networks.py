"""Training of the two networks in PyTorch (Web2Text, section 3.3; what the paper leaves open is the authors' program's)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from pickle import UnpicklingError
from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt
import torch
from torch.nn import functional

from boilerspider.errors import BadConfiguration
from boilerspider.extractors.web2text.network import KERNELS, WIDTHS, Layer, Network
from boilerspider.training.web2text.recipe import AROUND_PATCH, UNFINISHED, Recipe

Tensors: TypeAlias = list[torch.Tensor]
"""Kernel and bias of each layer in turn."""

INITIAL_DEVIATION = 0.1
"""Of the normal distribution, cut at two deviations, that kernels are drawn from."""


@dataclass(frozen=True, slots=True, eq=False)
class Sequences:
    """Rows of features and their classes, page after page."""

    rows: torch.Tensor
    """All rows x features."""
    classes: torch.Tensor
    starts: npt.NDArray[np.int64]
    """Where each page's rows start."""
    lengths: npt.NDArray[np.int64]
    """How many rows it has."""

    @classmethod
    def of(cls, rows: Sequence[npt.NDArray[np.float32]], classes: Sequence[npt.NDArray[np.int64]]) -> Sequences:
        """The sequences of pages."""
        lengths = np.array([len(page) for page in rows], np.int64)
        starts = np.concatenate(([0], np.cumsum(lengths)[:-1]))
        return cls(torch.from_numpy(np.concatenate(rows)), torch.from_numpy(np.concatenate(classes)), starts, lengths)


class Task(Protocol):
    """One network to train."""

    @property
    def classes(self) -> int:
        """How many."""

    @property
    def patch(self) -> int:
        """Rows of a patch."""

    @property
    def score(self) -> Callable[[npt.NDArray[np.int64], npt.NDArray[np.int64]], float]:
        """True and found classes -> a figure, the higher the better, that selects among a network's states."""


class Training:
    """One network in training; a checkpoint holds all that its future depends on."""

    def __init__(self, task: Task, train: Sequences, recipe: Recipe) -> None:
        self._task, self._train, self._recipe = task, train, recipe
        self._random = torch.Generator().manual_seed(recipe.seed)
        self._tensors = _initial(train.rows.shape[1], task.classes, self._random)
        self._adam = torch.optim.Adam(self._tensors, lr=recipe.lr)
        self._pages = np.flatnonzero(train.lengths >= task.patch + AROUND_PATCH)
        self._queue: list[int] = []
        self.step = 0
        self.best: tuple[float, int, Tensors] = (-1.0, 0, self._copy())
        """Score on the validation pages, step, and the weights then."""

    def run(self, validate: Sequences, pause: Callable[[int], None]) -> None:
        """Trains to the last step; `pause(step)` is called after each validation."""
        recipe = self._recipe
        while self.step < recipe.steps:
            self._learn()
            self.step += 1
            if self.step % recipe.every == 0 or self.step == recipe.steps:
                self._select(validate)
                pause(self.step)

    def network(self) -> Network:
        """The best weights so far, for the numpy networks."""
        arrays = [tensor.numpy().astype(np.float32) for tensor in self.best[2]]
        return tuple(Layer(kernel, bias) for kernel, bias in zip(arrays[::2], arrays[1::2], strict=True))

    def save(self, path: Path) -> None:
        """Writes the checkpoint, whole or not at all."""
        state = {"step": self.step, "best": self.best, "tensors": self._copy(), "adam": self._adam.state_dict()}
        made = path.with_suffix(UNFINISHED)
        torch.save({**state, "random": self._random.get_state(), "queue": self._queue}, made)
        made.replace(path)

    def load(self, path: Path) -> None:
        """Takes a checkpoint up; BadConfiguration for one that is damaged."""
        try:
            self._resume(torch.load(path, weights_only=True))
        except (RuntimeError, UnpicklingError, EOFError, LookupError, TypeError, ValueError) as error:
            raise BadConfiguration(
                f"the checkpoint {path} is damaged: delete it, and this network is trained from its beginning"
            ) from error

    def _resume(self, state: Mapping[str, Any]) -> None:
        with torch.no_grad():
            for tensor, saved in zip(self._tensors, state["tensors"], strict=True):
                tensor.copy_(saved)
        self._adam.load_state_dict(state["adam"])
        self._random.set_state(state["random"])
        self.step, self.best, self._queue = state["step"], state["best"], state["queue"]

    def _learn(self) -> None:
        index = self._patches()
        logits = _forward(self._tensors, self._train.rows[index], self._drop)
        loss = functional.cross_entropy(logits.flatten(0, 1), self._train.classes[index].flatten())
        if self._recipe.weight_decay:
            squares = torch.stack([kernel.square().sum() for kernel in self._tensors[::2]])
            loss = loss + self._recipe.weight_decay * squares.sum() / 2
        self._adam.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        self._adam.step()

    def _patches(self) -> torch.Tensor:
        """Rows of a batch: one patch of each page in turn, pages in shuffled passes; never a page's first or last row."""
        size, patch = self._recipe.batch, self._task.patch
        while len(self._queue) < size:
            order = torch.randperm(len(self._pages), generator=self._random)
            self._queue += self._pages[order.numpy()].tolist()
        pages, self._queue = np.array(self._queue[:size]), self._queue[size:]
        room = self._train.lengths[pages] - patch - 1
        drawn = torch.rand(size, generator=self._random, dtype=torch.float64).numpy()
        starts = self._train.starts[pages] + 1 + np.minimum((drawn * room).astype(np.int64), room - 1)
        return torch.from_numpy(starts[:, None] + np.arange(patch))

    def _drop(self, kernel: torch.Tensor) -> torch.Tensor:
        keep = self._recipe.keep
        mask = torch.rand(kernel.shape, generator=self._random) < keep
        return kernel * mask / keep

    def _select(self, validate: Sequences) -> None:
        score = self._task.score(validate.classes.numpy(), np.concatenate(list(self._found(validate))))
        if score > self.best[0]:
            self.best = (score, self.step, self._copy())

    def _found(self, pages: Sequences) -> Iterator[npt.NDArray[np.int64]]:
        with torch.no_grad():
            for start, length in zip(pages.starts, pages.lengths, strict=True):
                if length:
                    logits = _forward(self._tensors, pages.rows[None, start : start + length], _keep_all)
                    yield logits[0].argmax(1).numpy()

    def _copy(self) -> Tensors:
        return [tensor.detach().clone() for tensor in self._tensors]


def _initial(features: int, classes: int, random: torch.Generator) -> Tensors:
    tensors: Tensors = []
    inputs = features
    for size, filters in zip(KERNELS, (*WIDTHS, classes), strict=True):
        kernel = torch.empty(size, inputs, filters)
        limit = 2 * INITIAL_DEVIATION
        torch.nn.init.trunc_normal_(kernel, std=INITIAL_DEVIATION, a=-limit, b=limit, generator=random)
        tensors += [kernel.requires_grad_(), torch.zeros(filters, requires_grad=True)]
        inputs = filters
    return tensors


def _forward(tensors: Tensors, rows: torch.Tensor, drop: Callable[[torch.Tensor], torch.Tensor]) -> torch.Tensor:
    """Logits of batch x blocks x features; zeros beyond both ends."""
    values = rows
    for number, (kernel, bias) in enumerate(zip(tensors[::2], tensors[1::2], strict=True)):
        if number:
            values = functional.relu(values)
        size, inputs, filters = kernel.shape
        padded = functional.pad(values, (0, 0, size // 2, size // 2))
        windows = torch.cat([padded[:, start : start + rows.shape[1]] for start in range(size)], dim=2)
        values = windows @ drop(kernel).reshape(size * inputs, filters) + bias
    return values


def _keep_all(kernel: torch.Tensor) -> torch.Tensor:
    return kernel
