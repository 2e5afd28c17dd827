"""The network of `news` in PyTorch, and its weights as the extractor reads them. Imported only where a training starts."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from boilerspider.extractors.news.network import DILATIONS
from boilerspider.training.news.recipe import Recipe

Floats = npt.NDArray[np.float32]

CLIP = 5.0
"""Standard deviations beyond which an input says no more."""
MIN_DEVIATION = 0.05
"""Of an input: one that hardly varies is not blown up."""


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


class Trained(NamedTuple):
    """A network, and what its inputs are standardised by."""

    judge: Judge
    mean: Floats
    deviation: Floats


def write(path: Path, trained: Trained) -> None:
    """The weights as the extractor reads them, for rows that are not standardised."""
    judge, mean, deviation = trained
    state = {name: value.numpy().astype(np.float64) for name, value in judge.state_dict().items()}
    arrays = {
        "low": mean - CLIP * deviation,
        "high": mean + CLIP * deviation,
        "in.w": state["enter.weight"].T / deviation[:, None],
        "in.b": state["enter.bias"] - state["enter.weight"] @ (mean / deviation),
        "context.w": state["context.weight"].T,
        "context.b": state["context.bias"],
        **{f"{name}.w": _taps(state[f"{name}.weight"]) for name in ("near", "far")},
        **{f"{name}.b": state[f"{name}.bias"] for name in ("near", "far")},
        "mid.w": state["mid.weight"].T,
        "mid.b": state["mid.bias"],
        "out.w": state["out.weight"][0],
        "out.b": state["out.bias"],
    }
    np.savez_compressed(path, allow_pickle=False, **{name: value.astype(np.float32) for name, value in arrays.items()})


def _taps(weight: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Outputs x inputs x taps -> (taps x inputs) x outputs."""
    rows: npt.NDArray[np.float64] = weight.transpose(2, 1, 0).reshape(-1, weight.shape[0])
    return rows
