"""How the network of `news` is trained: what can be chosen, with what was found best on the dev corpora."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from boilerspider.training.examples import check_folds

_COUNTS = (
    "epochs",
    "members",
    "further_members",
    "channels",
    "taps",
    "batch",
    "sieve",
    "sieve_epochs",
    "longest",
    "jobs",
)
_WEIGHTS = ("decay", "power", "levelling", "caution", "strangers", "additions", "steadiness", "older")
LEAST: Mapping[str, int] = MappingProxyType(
    dict.fromkeys(("seed", "further_epochs", "boxes", *_WEIGHTS), 0) | dict.fromkeys(_COUNTS, 1)
)
"""What a choice is at least."""
SHARES = ("dropout", "blindness", "agreement", "smoothing", "company", "thinned", "older_share")
"""What is from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """The choices of one training; `docs/news-experiments.md` has what others gave."""

    seed: int = 1
    epochs: int = 12
    further_epochs: int = 40
    """Of each other convention: its networks go on from the modern ones, and have far fewer pages."""
    members: int = 5
    """Judges, from other beginnings, whose logits are averaged."""
    further_members: int = 3
    """The same of each other convention; they go on from the first of those of today's pages."""
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
    batch: int = 2_500
    """Blocks a batch, those that pass the sieve."""
    sieve: int = 24
    """Channels of the network that judges blocks by themselves."""
    sieve_epochs: int = 6
    cut: float = 0.02
    """The likelihood from which a block passes it."""
    caution: float = 3.0
    """How many times as much it counts there to lose content as to let boilerplate pass."""
    strangers: float = 4.0
    """How many times as much the blocks of foreign boxes weigh as the page's own."""
    additions: float = 60.0
    """The same of paragraphs of other stories that were added to a page's own: what they speak of must not decide."""
    steadiness: float = 0.4
    """Of the squared difference between a block's logits with and without boxes on the page, in the loss."""
    company: float = 0.7
    """How often a page is learnt from together with one of its copies."""
    thinned: float = 0.25
    """How often that copy is the page itself with some of its boilerplate left out."""
    older: float = 0.5
    """What a page of the older corpora weighs; one of today's articles weighs 1."""
    older_share: float = 0.6
    """Of the epochs in which it takes part."""
    longest: int = 700
    """Blocks of a page that are trained on at a time."""
    folds: int = 3
    """Of the cross-validation, by registered domain; 0: none."""
    boxes: int = 2
    """Copies of each article page with foreign boxes in them."""
    jobs: int = 2
    """Processes at once; what they make does not depend on it."""

    def __post_init__(self) -> None:
        """ValueError for what nothing can be trained with: it would be found out when all pages are read, or never."""
        for name, least in LEAST.items():
            if getattr(self, name) < least:
                raise ValueError(f"{name} is {getattr(self, name)!r}; use {least} or more")
        for name in SHARES:
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name} is {getattr(self, name)!r}; use a share, from 0 to 1")
        if self.rate <= 0:
            raise ValueError(f"rate is {self.rate!r}; use a number above 0")
        if not 0 < self.cut < 1:
            raise ValueError(f"cut is {self.cut!r}; use a number above 0 and below 1")
        if self.taps % 2 == 0:
            raise ValueError(f"taps is {self.taps}; use an odd number, so that as many blocks count on both sides")
        check_folds(self.folds)
