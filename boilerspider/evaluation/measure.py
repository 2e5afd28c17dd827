"""Measuring: every contender on every page of a corpus, side by side in one run.

A page is read once from its corpus and given to all contenders in turn. No contender's failure
stops a run: it counts as an empty text, and the first is kept to be told.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median
from time import perf_counter

from boilerspider.evaluation.contenders import Contender
from boilerspider.evaluation.corpora import Gold, Page
from boilerspider.evaluation.metrics import METRICS, Score, Shares, mean, snippets

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Trial:
    """One contender on one page. `scores` is empty where the page has no gold text."""

    scores: Mapping[str, Score]
    snippets: Shares
    ms: float
    """Wall time from bytes to text, in milliseconds."""
    failure: str | None = None
    """What was raised, in one line."""


@dataclass(frozen=True, slots=True)
class Speed:
    """Wall time a page in milliseconds, from bytes to text, on one core."""

    mean: float
    median: float
    p95: float


@dataclass(frozen=True, slots=True)
class Summary:
    """One contender on one corpus."""

    contender: str
    pages: int
    scores: Mapping[str, Score]
    snippets: Shares
    ms: Speed
    failures: int
    first_failure: str | None


def measure(
    contenders: Sequence[Contender], pages: Iterable[Page], metrics: Sequence[str] = tuple(METRICS)
) -> tuple[Summary, ...]:
    """A summary for each contender, in their order. There must be a page at least."""
    # Pages are independent of each other: this `map` is the one place to change to use more cores.
    rows = map(_Examiner(contenders, metrics), pages)
    return tuple(
        summarise(contender.name, trials, metrics)
        for contender, trials in zip(contenders, zip(*rows, strict=True), strict=True)
    )


def summarise(name: str, trials: Sequence[Trial], metrics: Sequence[str]) -> Summary:
    """What a contender's trials on a corpus come to."""
    failures = [trial.failure for trial in trials if trial.failure is not None]
    return Summary(
        contender=name,
        pages=len(trials),
        scores={
            metric: METRICS[metric].mean([trial.scores[metric] for trial in trials if metric in trial.scores])
            for metric in metrics
        },
        snippets=Shares(
            mean(trial.snippets.with_ for trial in trials), mean(trial.snippets.without for trial in trials)
        ),
        ms=speed([trial.ms for trial in trials]),
        failures=len(failures),
        first_failure=failures[0] if failures else None,
    )


def speed(times: Sequence[float]) -> Speed:
    """Mean, median and 95th percentile (nearest rank) of milliseconds a page."""
    return Speed(fmean(times), median(times), sorted(times)[math.ceil(0.95 * len(times)) - 1])


def examine(contender: Contender, page: Page, metrics: Sequence[str]) -> Trial:
    """One contender's trial on one page."""
    gold = page.gold
    start = perf_counter()
    text, failure = _read(contender, page)
    ms = (perf_counter() - start) * 1e3
    return Trial(_scores(gold, text, metrics), snippets(gold.with_, gold.without, text), ms, failure)


class _Examiner:
    """A page in, a trial for each contender out; each contender is warmed up on the first page."""

    def __init__(self, contenders: Sequence[Contender], metrics: Sequence[str]) -> None:
        self._contenders, self._metrics = contenders, metrics
        self._warm = False

    def __call__(self, page: Page) -> tuple[Trial, ...]:
        if not self._warm:
            for contender in self._contenders:
                _read(contender, page)
            self._warm = True
        return tuple(examine(contender, page, self._metrics) for contender in self._contenders)


def _read(contender: Contender, page: Page) -> tuple[str, str | None]:
    try:
        return contender.read(page.html, page.gold.url), None
    except Exception as error:
        # The seam with foreign packages: whatever they raise is logged and counted, and the run goes on.
        logger.info("%s failed on page %s", contender.name, page.gold.id, exc_info=True)
        return "", f"page {page.gold.id}: {type(error).__name__}: {' '.join(str(error).split())[:100]}"


def _scores(gold: Gold, text: str, metrics: Sequence[str]) -> dict[str, Score]:
    if gold.text is None:
        return {}
    return {metric: METRICS[metric].score(gold.text, text) for metric in metrics}
