"""The networks of `news` in PyTorch, and their weights as the extractor reads them. Imported only where a training starts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from boilerspider.extractors.news.inputs import Bools, Floats
from boilerspider.extractors.news.network import DILATIONS
from boilerspider.training.news.files import write_arrays
from boilerspider.training.news.recipe import Recipe

CLIP = 5.0
"""Standard deviations beyond which an input says no more."""
MIN_DEVIATION = 0.05
"""Of an input: one that hardly varies is not blown up."""


def halves(rows: Floats) -> npt.NDArray[np.float16]:
    """Rows in half precision; numpy takes ten times as long."""
    found: npt.NDArray[np.float16] = torch.from_numpy(rows).half().numpy()
    return found


class Sieve(nn.Module):
    """Each block by itself: one layer between the inputs and the verdict."""

    def __init__(self, inputs: int, recipe: Recipe) -> None:
        super().__init__()
        self.enter = nn.Linear(inputs, recipe.sieve)
        self.out = nn.Linear(recipe.sieve, 1)

    def forward(self, rows: Tensor) -> Tensor:
        """Blocks x inputs -> logits of the blocks."""
        logits: Tensor = self.out(torch.relu(self.enter(rows)))[..., 0]
        return logits


class Judge(nn.Module):
    """Two convolutions over the blocks of a page, with the page's mean and maximum beside them."""

    def __init__(self, inputs: int, recipe: Recipe) -> None:
        super().__init__()
        size, taps = recipe.channels, recipe.taps
        self.enter = nn.Linear(inputs, size)
        self.context = nn.Linear(2 * size, size)
        self.near, self.far = (
            nn.Conv1d(size, size, taps, padding=dilation * (taps // 2), dilation=dilation) for dilation in DILATIONS
        )
        self.mid = nn.Linear(size, size)
        self.out = nn.Linear(size, 1)
        self.drop = nn.Dropout(recipe.dropout)

    def forward(self, rows: Tensor, there: Tensor) -> Tensor:
        """Pages x blocks x inputs, and 1 where a page has such a block -> logits, pages x blocks."""
        mask = there[..., None]
        hidden = torch.relu(self.enter(rows)) * mask
        whole = torch.cat((hidden.sum(1) / there.sum(1, keepdim=True), hidden.max(1).values), 1)
        hidden = torch.relu(hidden + self.context(whole)[:, None]) * mask
        hidden = self.drop(hidden).transpose(1, 2)
        for convolution in (self.near, self.far):
            hidden = (hidden + torch.relu(convolution(hidden))) * there[:, None]
        hidden = torch.relu(self.mid(self.drop(hidden.transpose(1, 2))))
        logits: Tensor = self.out(hidden)[..., 0]
        return logits


class Scale(NamedTuple):
    """What inputs are standardised by."""

    mean: Floats
    deviation: Floats

    @classmethod
    def of(cls, pages: Sequence[npt.NDArray[np.float16]]) -> Scale:
        """That of pages' rows."""
        total = squares = np.zeros(1)
        count = 0
        for page in pages:
            rows = torch.from_numpy(page).double().numpy()
            total, squares, count = total + rows.sum(0), squares + (rows * rows).sum(0), count + len(rows)
        mean = np.asarray(total / count)
        deviation = np.sqrt(np.maximum(squares / count - mean**2, 0.0))
        return cls(mean.astype(np.float32), np.maximum(deviation, MIN_DEVIATION).astype(np.float32))

    def __call__(self, rows: npt.NDArray[Any]) -> Floats:
        """Rows in standard deviations."""
        mean, deviation = (torch.from_numpy(array) for array in self)
        scaled = torch.from_numpy(rows).to(torch.float32, copy=True)
        # In place: a new array of this size at each step costs more than what is reckoned.
        found: Floats = scaled.sub_(mean).div_(deviation).clamp_(-CLIP, CLIP).numpy()
        return found

    def first_layer(self, *layers: nn.Linear) -> dict[str, npt.NDArray[Any]]:
        """Layers side by side, for rows that are not standardised, and the bounds of those."""
        weight = np.concatenate([layer.weight.detach().numpy() for layer in layers]).astype(np.float64)
        bias = np.concatenate([layer.bias.detach().numpy() for layer in layers])
        return {
            "low": self.mean - CLIP * self.deviation,
            "high": self.mean + CLIP * self.deviation,
            "in.w": weight.T / self.deviation[:, None],
            "in.b": bias - weight @ (self.mean / self.deviation),
        }


class Sifted(NamedTuple):
    """A sieve that was trained."""

    net: Sieve
    scale: Scale
    cut: float
    """The logit from which a block stays."""

    def logits(self, rows: npt.NDArray[Any]) -> Floats:
        """Of a page's blocks."""
        with torch.no_grad():
            found: Floats = self.net(torch.from_numpy(self.scale(rows))).numpy()
        return found

    def stay(self, rows: npt.NDArray[Any]) -> Bools:
        """Which blocks of a page do; the likeliest where none would."""
        logits = self.logits(rows)
        found: Bools = logits >= min(self.cut, float(logits.max()))
        return found


class Trained(NamedTuple):
    """The sieve and the members of the judge."""

    sieve: Sifted
    judges: tuple[Judge, ...]
    scale: Scale


def write(path: Path, trained: Trained) -> None:
    """The weights as the extractor reads them, for rows that are not standardised; those of the judge's members are stacked."""
    sieve, judges, scale = trained
    states = [judge.state_dict() for judge in judges]
    state = {name: np.stack([own[name].numpy() for own in states]).astype(np.float64) for name in states[0]}
    out = {name: value.numpy() for name, value in sieve.net.state_dict().items()}
    arrays = {
        **{f"sieve.{name}": value for name, value in sieve.scale.first_layer(sieve.net.enter).items()},
        "sieve.out.w": out["out.weight"][0],
        "sieve.out.b": out["out.bias"],
        "sieve.cut": np.array(sieve.cut),
        **scale.first_layer(*(judge.enter for judge in judges)),
        "context.w": state["context.weight"].swapaxes(1, 2),
        "context.b": state["context.bias"],
        **{f"{name}.w": _taps(state[f"{name}.weight"]) for name in ("near", "far")},
        **{f"{name}.b": state[f"{name}.bias"] for name in ("near", "far")},
        "mid.w": state["mid.weight"].swapaxes(1, 2),
        "mid.b": state["mid.bias"],
        "out.w": state["out.weight"][:, 0],
        "out.b": state["out.bias"][:, 0],
    }
    write_arrays(path, {name: value.astype(np.float32) for name, value in arrays.items()})


def _taps(weight: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Members x outputs x inputs x taps -> members x (taps x inputs) x outputs."""
    members, outputs, _, _ = weight.shape
    rows: npt.NDArray[np.float64] = weight.transpose(0, 3, 2, 1).reshape(members, -1, outputs)
    return rows
