"""The network that judges blocks, in plain numpy: two convolutions over the blocks of a page, and what the page is like as a whole.

Weights are array files, one a convention; `weights/card.json` says where they come from.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import as_file, files
from pathlib import Path
from types import MappingProxyType

import numpy as np

from boilerspider.errors import BadConfiguration
from boilerspider.extractors.news.letters import Floats
from boilerspider.extractors.products import product

DILATIONS = (1, 3)
"""Blocks between the taps of the two convolutions."""


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """Weights by name, as `training.news` writes them; the first layer is scaled for rows that are not standardised."""

    weights: Mapping[str, Floats]

    def judge(self, rows: Floats) -> Floats:
        """How likely each block is content, 0 to 1."""
        w = self.weights
        clipped = rows.clip(w["low"], w["high"])
        hidden = np.maximum(product(clipped, w["in.w"]) + w["in.b"], 0.0)
        context = np.concatenate((hidden.mean(0), hidden.max(0))) @ w["context.w"] + w["context.b"]
        hidden = np.maximum(hidden + context, 0.0)
        for name, dilation in zip(("near", "far"), DILATIONS, strict=True):
            hidden = hidden + np.maximum(_taps(hidden, dilation, w[f"{name}.w"]) + w[f"{name}.b"], 0.0)
        hidden = np.maximum(product(hidden, w["mid.w"]) + w["mid.b"], 0.0)
        scores = product(hidden, w["out.w"][:, None])[:, 0] + w["out.b"]
        judged: Floats = 1.0 / (1.0 + np.exp(-np.clip(scores, -30, 30)))
        return judged

    def calibrated(self, expected: float) -> float:
        """The word F that pages turned out to have of which this was expected; the same where nobody has looked."""
        if "expected" not in self.weights:
            return expected
        return float(np.interp(expected, self.weights["expected"], self.weights["found"]))


def _taps(hidden: Floats, dilation: int, weights: Floats) -> Floats:
    """A convolution over blocks that keeps their number; weights are taps x inputs by outputs."""
    n, channels = hidden.shape
    taps = len(weights) // channels
    margin = dilation * (taps // 2)
    padded = np.zeros((n + 2 * margin, channels), np.float32)
    padded[margin : margin + n] = hidden
    windows = np.concatenate([padded[dilation * tap : dilation * tap + n] for tap in range(taps)], axis=1)
    return product(windows, weights)


@lru_cache(maxsize=8)
def network(name: str, folder: str | None = None) -> Network:
    """The network of a convention, from a folder of your own training or from the package; BadConfiguration where it cannot be read."""
    if folder is None:
        with as_file(files(__package__).joinpath("weights").joinpath(f"{name}.npz")) as own:
            return _read(own)
    return _read(Path(folder, f"{name}.npz"))


def _read(path: Path) -> Network:
    try:
        with np.load(path, allow_pickle=False) as arrays:
            return Network(MappingProxyType({name: arrays[name].astype(np.float32) for name in arrays.files}))
    except (OSError, ValueError) as error:
        raise BadConfiguration(f"the weights {path} cannot be read: {error}") from error
