"""What a trainer promises, and what it needs that is not of this package."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Protocol, TypeAlias

from boilerspider.errors import BadConfiguration
from boilerspider.evaluation import Corpus

Tell: TypeAlias = Callable[[str, int, int], None]
"""tell(what, done, total): how far a training is."""


class Trainer(Protocol):
    """Corpora in, weights out.

    A plug is a frozen dataclass whose fields are its parameters, each with a default; the same
    parameters, seed included, and the same pages give the same weights.
    """

    def train(self, corpora: Sequence[Corpus], output: Path, tell: Tell) -> str:
        """Writes weights and their card to a folder that exists; returns what was reached, to be printed.

        A training that was stopped goes on from what it left in the folder. BadConfiguration where
        a package is missing or the corpora have no pages to train or to validate with.
        """


def needed(module: str) -> ModuleType:
    """A module of ours that needs the extra `train`; BadConfiguration says how to install it."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise BadConfiguration(
            f"training needs a package that is missing ({error}): pip install 'boilerspider[train]'"
        ) from error
