"""The `block` metric: of a page's text leaves, which were kept and which belong to the content (Web2Text, section 4.1).

Gold text and extracted text are aligned with the leaves in the same way, so that every method is judged
on the same blocks, whatever its own are. All blocks of all pages weigh alike: confusions are added up.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from boilerspider.evaluation.alignment import kept
from boilerspider.evaluation.metrics import harmonic
from boilerspider.markup.leaves import leaves
from boilerspider.markup.tree import Document


@dataclass(frozen=True, slots=True)
class Confusion:
    """Numbers of blocks, of one page or of many."""

    kept_content: int = 0
    kept_boilerplate: int = 0
    lost_content: int = 0
    left_boilerplate: int = 0

    @classmethod
    def of(cls, truth: Sequence[bool], found: Sequence[bool]) -> Confusion:
        """Of blocks that are content in truth, and of the same blocks as they were found; ValueError where their numbers differ."""
        wanted, given = np.asarray(truth, np.bool_), np.asarray(found, np.bool_)
        if wanted.shape != given.shape:
            raise ValueError(f"{wanted.size} blocks cannot be compared with {given.size}")
        both, kept_all, all_content = int((wanted & given).sum()), int(given.sum()), int(wanted.sum())
        return cls(both, kept_all - both, all_content - both, wanted.size - kept_all - all_content + both)

    @classmethod
    def total(cls, confusions: Iterable[Confusion]) -> Confusion:
        """All blocks together."""
        rows = [
            (each.kept_content, each.kept_boilerplate, each.lost_content, each.left_boilerplate) for each in confusions
        ]
        return cls(*map(sum, zip(*rows, strict=True)))

    @property
    def blocks(self) -> int:
        """How many there are."""
        return self.kept_content + self.kept_boilerplate + self.lost_content + self.left_boilerplate

    @property
    def accuracy(self) -> float | None:
        """Share of the blocks that were labelled right; None where there are none."""
        return _share(self.kept_content + self.left_boilerplate, self.blocks)

    @property
    def precision(self) -> float | None:
        """Share of the kept blocks that are content; None where none was kept."""
        return _share(self.kept_content, self.kept_content + self.kept_boilerplate)

    @property
    def recall(self) -> float | None:
        """Share of the content blocks that were kept; None where there are none."""
        return _share(self.kept_content, self.kept_content + self.lost_content)

    @property
    def f(self) -> float | None:
        """F1 of precision and recall."""
        return harmonic(self.precision, self.recall)


@dataclass(frozen=True, slots=True, eq=False)
class PageBlocks:
    """A page's leaves and which of them are content, made once and asked for each extractor."""

    texts: tuple[str, ...]
    truth: tuple[bool, ...]

    @classmethod
    def of(cls, document: Document, gold: str) -> PageBlocks:
        """The leaves of a page, labelled by its gold text."""
        texts = tuple(leaf.text for leaf in leaves(document))
        return cls(texts, tuple(kept(texts, gold).tolist()))

    def judge(self, text: str) -> Confusion:
        """What an extractor's text kept of them."""
        return Confusion.of(self.truth, kept(self.texts, text).tolist())


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
