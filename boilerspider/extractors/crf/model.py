"""The linear model: a weight for each observation, and for two labels in a row; trained weights, and decoding."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO, TypeAlias

import numpy as np
import numpy.typing as npt

from boilerspider.errors import BadConfiguration
from boilerspider.extractors.arrays import check_shapes, read_arrays
from boilerspider.extractors.crf.features import layout

Array: TypeAlias = npt.NDArray[np.float32]

SHIPPED = Path(__file__).parent / "weights"
SUFFIX = ".npz"


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """What speaks for content, in natural logarithms of odds."""

    observations: Array
    """Of each observation, and last of every run."""
    transitions: Array
    """2 x 2: a score of each label (other, content) after each; zeros where each run is labelled by itself."""

    def scores(self, observations: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
        """What the observations of each run (runs x templates) say, without its neighbours' labels."""
        return np.asarray(self.observations[observations].sum(axis=1, dtype=np.float64) + self.observations[-1])

    def label(self, scores: npt.NDArray[np.float64]) -> list[bool]:
        """The best sequence of labels; of equals `other` is taken."""
        if not self.transitions.any():
            return [bool(label) for label in scores > 0]
        (stay0, go1), (go0, stay1) = self.transitions.tolist()
        other, content = 0.0, float(scores[0])
        came: list[tuple[bool, bool]] = []
        for score in scores[1:].tolist():
            came.append((content + go0 > other + stay0, content + stay1 > other + go1))
            other, content = max(other + stay0, content + go0), score + max(other + go1, content + stay1)
        labels = [content > other]
        for choice in reversed(came):
            labels.append(choice[labels[-1]])
        return labels[::-1]


@dataclass(frozen=True, slots=True, eq=False)
class Models:
    """What one training makes: a model without transitions, and one with."""

    plain: Model
    linked: Model

    def save(self, file: BinaryIO) -> None:
        """Writes what an `.npz` file holds."""
        np.savez_compressed(
            file,
            allow_pickle=False,
            plain=self.plain.observations,
            linked=self.linked.observations,
            transitions=self.linked.transitions,
        )

    @classmethod
    def read(cls, path: Path) -> Models:
        """BadConfiguration where the file holds no such models."""
        arrays = read_arrays(path, "the CRF")
        states = (layout()[1] + 1,)
        check_shapes(arrays, {"plain": states, "linked": states, "transitions": (2, 2)}, path, "the CRF")
        plain = Model(arrays["plain"], np.zeros((2, 2), np.float32))
        return cls(plain, Model(arrays["linked"], arrays["transitions"]))


@lru_cache(maxsize=8)
def load_models(name: str) -> Models:
    """Shipped weights by their name, any others by the path of their `.npz` file; BadConfiguration where there are none."""
    if name.endswith(SUFFIX):
        return Models.read(Path(name))
    known = sorted(path.stem for path in SHIPPED.glob(f"*{SUFFIX}"))
    if name not in known:
        raise BadConfiguration(
            f"unknown weights {name!r}; shipped: {', '.join(known)} (or the path of an {SUFFIX} file)"
        )
    return Models.read(SHIPPED / f"{name}{SUFFIX}")
