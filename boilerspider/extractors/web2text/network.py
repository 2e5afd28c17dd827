"""The two convolutional networks in numpy, their weights, and decoding (Web2Text, sections 3.3 and 3.4; sizes and λ from the authors' program)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import BinaryIO, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from boilerspider.errors import BadConfiguration
from boilerspider.extractors.arrays import Arrays, check_shapes, read_arrays
from boilerspider.extractors.products import product
from boilerspider.extractors.web2text.features import EDGE_FEATURES, LEAF_FEATURES

Array: TypeAlias = npt.NDArray[np.float32]
LogProbabilities: TypeAlias = npt.NDArray[np.float32]

SHIPPED = Path(__file__).parent / "weights"
SUFFIX = ".npz"

KERNELS = (1, 1, 3, 3, 3)
"""Blocks that a layer looks at."""

WIDTHS = (50, 50, 50, 10)
"""Filters of each layer but the last, which has one a class."""

UNARY_CLASSES, EDGE_CLASSES = 2, 4
"""Boilerplate, content; and of two neighbours: neither, the second, the first, both are content."""


class Layer(NamedTuple):
    """A convolution over the sequence of blocks."""

    kernel: Array
    """Blocks looked at x inputs x filters."""
    bias: Array


Network: TypeAlias = tuple[Layer, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """Both networks, trained."""

    unary: Network
    edge: Network

    def save(self, file: BinaryIO) -> None:
        """Writes what an `.npz` file holds: an array for each kernel and each bias."""
        arrays = dict(_named("unary", self.unary)) | dict(_named("edge", self.edge))
        np.savez_compressed(file, allow_pickle=False, **arrays)

    @classmethod
    def read(cls, path: Path) -> Weights:
        """BadConfiguration where the file holds no such networks."""
        arrays = read_arrays(path, "Web2Text")
        shapes = _shapes("unary", LEAF_FEATURES, UNARY_CLASSES) | _shapes("edge", EDGE_FEATURES, EDGE_CLASSES)
        check_shapes(arrays, shapes, path, "Web2Text")
        return cls(_network(arrays, "unary"), _network(arrays, "edge"))


@lru_cache(maxsize=8)
def load_weights(name: str) -> Weights:
    """Shipped weights by their name, any others by the path of their `.npz` file; BadConfiguration where there are none."""
    if name.endswith(SUFFIX):
        return Weights.read(Path(name))
    if name not in shipped():
        raise BadConfiguration(
            f"unknown weights {name!r}; shipped: {', '.join(shipped())} (or the path of an {SUFFIX} file)"
        )
    return Weights.read(SHIPPED / f"{name}{SUFFIX}")


def shipped() -> tuple[str, ...]:
    """The names of the weights that come with the package."""
    return tuple(sorted(path.stem for path in SHIPPED.glob(f"*{SUFFIX}")))


def log_probabilities(network: Network, rows: npt.NDArray[np.float64] | Array) -> LogProbabilities:
    """The natural logarithm of each class's probability for each row of features."""
    values = rows.astype(np.float32)
    for layer in network[:-1]:
        values = np.maximum(_convolve(values, layer), 0)
    logits = _convolve(values, network[-1])
    shifted = logits - logits.max(axis=1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True)))


def decode(unary: LogProbabilities, edges: LogProbabilities, lam: float) -> list[bool]:
    """The sequence of labels with the highest sum of unary and, weighted by `lam`, edge log probabilities.

    `unary` is n x 2, `edges` (n - 1) x 4, n being 1 at least. Of equals boilerplate is taken.
    """
    boilerplate, content = map(float, unary[-1])
    choices: list[tuple[bool, bool]] = []
    pairs = (lam * edges.astype(np.float64)).tolist()
    for (own0, own1), (both0, then1, then0, both1) in zip(unary[-2::-1].tolist(), reversed(pairs), strict=True):
        stay0, go1, go0, stay1 = both0 + boilerplate, then1 + content, then0 + boilerplate, both1 + content
        choices.append((go1 > stay0, stay1 > go0))
        boilerplate, content = own0 + max(stay0, go1), own1 + max(go0, stay1)
    return list(_follow(choices, label=content > boilerplate))


def _follow(choices: Sequence[tuple[bool, bool]], *, label: bool) -> Iterator[bool]:
    """The labels from the first block on; the choices stand last block first."""
    yield label
    for choice in reversed(choices):
        label = choice[label]
        yield label


def _convolve(rows: Array, layer: Layer) -> Array:
    """Stride 1, zeros beyond both ends, so that the number of rows stays."""
    size, inputs, filters = layer.kernel.shape
    beyond = size // 2
    padded = np.zeros((len(rows) + 2 * beyond, inputs), np.float32)
    padded[beyond : beyond + len(rows)] = rows
    windows = (
        np.hstack([padded[start : len(padded) - 2 * beyond + start] for start in range(size)]) if beyond else padded
    )
    return product(windows, layer.kernel.reshape(size * inputs, filters)) + layer.bias


def _named(name: str, network: Network) -> Iterator[tuple[str, Array]]:
    for number, layer in enumerate(network):
        yield f"{name}.{number}.kernel", layer.kernel
        yield f"{name}.{number}.bias", layer.bias


def _shapes(name: str, inputs: int, classes: int) -> dict[str, tuple[int, ...]]:
    shapes: dict[str, tuple[int, ...]] = {}
    for number, (size, ends) in enumerate(zip(KERNELS, pairwise((inputs, *WIDTHS, classes)), strict=True)):
        shapes[f"{name}.{number}.kernel"] = (size, *ends)
        shapes[f"{name}.{number}.bias"] = ends[1:]
    return shapes


def _network(arrays: Arrays, name: str) -> Network:
    return tuple(
        Layer(arrays[f"{name}.{number}.kernel"], arrays[f"{name}.{number}.bias"]) for number in range(len(KERNELS))
    )
