"""How the network of `news` is trained: what can be chosen, with what was found best on the dev corpora."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Recipe:
    """The choices of one training; `docs/news.md` has what others gave."""

    seed: int = 1
    epochs: int = 13
    channels: int = 32
    taps: int = 5
    rate: float = 4e-3
    """The highest learning rate; it rises over the first steps and falls by a cosine."""
    decay: float = 1e-2
    dropout: float = 0.1
    blindness: float = 0.1
    """The mean share of inputs that are hidden on a page: no single one may carry the judgement."""
    power: float = 0.7
    """A block weighs its words to this power."""
    levelling: float = 0.6
    """A page's blocks are divided by their sum to this power: 0, a page weighs its words; 1, all pages weigh the same."""
    agreement: float = 0.3
    """The share of the loss that is 1 minus the page's soft word F."""
    smoothing: float = 0.995
    """Of the running mean of the weights, which is what is kept."""
    batch: int = 4_000
    """Blocks a batch."""
    longest: int = 700
    """Blocks of a page that are trained on at a time."""
    folds: int = 3
    """Of the cross-validation, by registered domain; 0: none."""
    boxes: int = 1
    """Copies of each article page with foreign boxes in them."""
