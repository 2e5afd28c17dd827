"""Pages with gold text as examples, and which of them train, validate and judge."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from boilerspider.errors import BadConfiguration, UnreadablePage
from boilerspider.evaluation import Corpus
from boilerspider.markup.tree import Document, parse
from boilerspider.training.base import Tell

Value = TypeVar("Value")

TRAIN, VALIDATE = "train", "val"

PAGES_A_VALIDATION = 10
"""Where nothing says which pages validate, one in so many does."""


@dataclass(frozen=True, slots=True)
class Example(Generic[Value]):
    """What a trainer made of one page."""

    name: str
    """Corpus and id."""
    validates: bool
    value: Value

    @property
    def corpus(self) -> str:
        """The name of its corpus."""
        return self.name.partition("/")[0]


Examples: TypeAlias = list[Example[Value]]


def examples(corpora: Sequence[Corpus], make: Callable[[Document, str], Value | None], tell: Tell) -> Examples[Value]:
    """One for each page with gold text that a trainer can make something of, in the order of the corpora.

    Pages of a split other than `train` and `val` are held out.
    """
    total = sum(map(len, corpora))
    found = []
    for number, (name, validates, document, gold) in enumerate(_pages(corpora)):
        tell("pages", number, total)
        value = make(document, gold)
        if value is not None:
            found.append(Example(name, validates, value))
    tell("pages", total, total)
    return found


def split(found: Examples[Value]) -> tuple[list[Value], list[Value]]:
    """What trains, and what validates; BadConfiguration where there is none of either."""
    train = [example.value for example in found if not example.validates]
    validate = [example.value for example in found if example.validates]
    if not train or not validate:
        raise BadConfiguration(
            f"{len(train)} pages to train with and {len(validate)} to validate with: both are needed (gold.jsonl may name"
            f' the "split" of a page, "{TRAIN}" or "{VALIDATE}"; without it one page in {PAGES_A_VALIDATION} validates)'
        )
    return train, validate


def check_folds(folds: int) -> None:
    """ValueError for a number of folds that is neither none nor several."""
    if folds < 0 or folds == 1:
        raise ValueError(f"folds is {folds}; use 0 for none, or 2 or more")


def fold(found: Examples[Value], number: int, folds: int) -> tuple[Examples[Value], list[Value]]:
    """The examples outside of one fold of several, of which one in ten validates anew, and what is in the fold.

    Which fold a page is in depends on its name alone. BadConfiguration where a fold has no page.
    """
    inside = [example.value for example in found if _hash(example.name) % folds == number]
    rest = [example for example in found if _hash(example.name) % folds != number]
    if not inside or not rest:
        raise BadConfiguration(
            f"{len(found)} pages are too few for {folds} folds: a fold has none to train or judge with"
        )
    shuffled = sorted(rest, key=lambda example: _hash(f"fold {number} {example.name}"))
    chosen = {example.name for example in shuffled[: -(-len(rest) // PAGES_A_VALIDATION)]}
    outside = [Example(example.name, example.name in chosen, example.value) for example in rest]
    return outside, inside


def _pages(corpora: Sequence[Corpus]) -> Iterator[tuple[str, bool, Document, str]]:
    for corpus in corpora:
        for page in corpus:
            gold = page.gold
            if gold.text is None or gold.split not in (TRAIN, VALIDATE, None):
                continue
            name = f"{corpus.name}/{gold.id}"
            validates = gold.split == VALIDATE if gold.split else _hash(name) % PAGES_A_VALIDATION == 0
            try:
                yield name, validates, parse(page.html), gold.text
            except UnreadablePage:
                continue


def _hash(name: str) -> int:
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big")
