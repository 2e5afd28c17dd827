"""How the networks of Web2Text are trained; without PyTorch, so that parameters can be checked where it is missing."""

from __future__ import annotations

from dataclasses import dataclass

SHORTEST_PATCH = 2
"""Blocks: a patch of pairs has one row less."""

AROUND_PATCH = 2
"""Blocks: a page's first and last are in no patch."""

UNFINISHED = ".unfinished"
"""Ends the name of a checkpoint that is being written."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """The defaults are those of the authors' program."""

    steps: int = 5000
    batch: int = 128
    """Patches a step."""
    patch: int = 9
    """Consecutive blocks of a page."""
    lr: float = 1e-3
    """Of Adam."""
    keep: float = 0.8
    """Share of the weights that are not dropped in a step."""
    weight_decay: float = 0.0
    every: int = 100
    """Steps between two validations."""
    seed: int = 0

    def __post_init__(self) -> None:
        """ValueError for what nothing can be trained with."""
        for name in ("steps", "batch", "lr", "keep", "every"):
            if getattr(self, name) <= 0:
                raise ValueError(f"{name} is {getattr(self, name)!r}; use a number above 0")
        if self.patch < SHORTEST_PATCH:
            raise ValueError(f"patch is {self.patch}; use {SHORTEST_PATCH} or more")
        if self.keep > 1:
            raise ValueError(f"keep is {self.keep}; use a share, 1 at most")
        if self.weight_decay < 0:
            raise ValueError(f"weight_decay is {self.weight_decay!r}; use a number of at least 0")
