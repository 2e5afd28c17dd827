"""Exhibits: a contender's worst pages, with what it missed and what it kept wrongly, word by word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import Enum

from boilerspider.evaluation.contenders import Contender
from boilerspider.evaluation.corpora import Corpus, Page
from boilerspider.evaluation.judges import METRICS
from boilerspider.evaluation.measure import Summary, read

WORST = 3
"""Pages that are shown of each contender on a corpus. Ours."""

MAX_WORDS = 3000
"""Of each text that are compared; comparing takes time that grows with their product. Ours."""


class Kind(Enum):
    """What a run of words is."""

    AGREED = "agreed"
    MISSED = "missed"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Run:
    """Words that follow each other and share a fate."""

    kind: Kind
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Exhibit:
    """One contender on one page, compared with the page's gold."""

    contender: str
    page: str
    title: str | None
    f: float
    runs: tuple[Run, ...]
    whole: bool
    """Whether both texts were compared to their end."""

    def count(self, kind: Kind) -> int:
        """How many words have that fate."""
        return sum(len(run.words) for run in self.runs if run.kind is kind)


def exhibit_worst(
    corpus: Corpus, contenders: Sequence[Contender], summaries: Sequence[Summary], metric: str
) -> tuple[Exhibit, ...]:
    """The worst pages of each contender by a metric's F, the worst first; pages on which it failed have no text to show."""
    wanted = {
        (trial_page, number): f for number, summary in enumerate(summaries) for f, trial_page in _worst(summary, metric)
    }
    chosen = {page for page, _ in wanted}
    pages = {page.gold.id: page for page in corpus if page.gold.id in chosen}
    return tuple(_exhibit(contenders[number], pages[page], f) for (page, number), f in wanted.items())


def compare(gold: str, text: str) -> tuple[Run, ...]:
    """The words of both texts in one row: agreed, missed (in the gold alone) and wrong (in the text alone)."""
    true, found = gold.split()[:MAX_WORDS], text.split()[:MAX_WORDS]
    return tuple(_runs(true, found))


def _runs(true: Sequence[str], found: Sequence[str]) -> Iterator[Run]:
    # In long texts its heuristic lets frequent words begin no match; without it a text of few words takes minutes.
    for kind, i, j, k, m in SequenceMatcher(None, true, found).get_opcodes():
        if kind == "equal":
            yield Run(Kind.AGREED, tuple(true[i:j]))
            continue
        if i < j:
            yield Run(Kind.MISSED, tuple(true[i:j]))
        if k < m:
            yield Run(Kind.WRONG, tuple(found[k:m]))


def _worst(summary: Summary, metric: str) -> list[tuple[float, str]]:
    scored = (
        (METRICS[metric].score(trial.marks[metric]).f or 0.0, trial.page)
        for trial in summary.trials
        if metric in trial.marks and trial.failure is None
    )
    return sorted(scored)[:WORST]


def _exhibit(contender: Contender, page: Page, f: float) -> Exhibit:
    gold = page.gold.text or ""
    text, _ = read(contender, page)
    whole = max(len(gold.split()), len(text.split())) <= MAX_WORDS
    return Exhibit(contender.name, page.gold.id, page.gold.title, f, compare(gold, text), whole)
