"""Measuring: every contender on every page of a corpus, side by side in one run.

A page is read once from its corpus and given to all contenders in turn. No contender's failure
stops a run: it counts as an empty text, and the first is kept to be told.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean, median
from time import process_time

from boilerspider.evaluation.confidence import Interval, interval_of_f
from boilerspider.evaluation.contenders import Contender, contender
from boilerspider.evaluation.corpora import Page
from boilerspider.evaluation.judges import METRICS, Judge, Marks
from boilerspider.evaluation.metrics import Score, Shares, mean, snippets
from boilerspider.evaluation.workers import spread

logger = logging.getLogger(__name__)

DEFAULT_METRICS = ("shingle", "word")
"""The two that others publish on news; the other two take longer."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One contender on one page. `marks` is empty where the page has no gold text."""

    page: str
    """The page's id."""
    marks: Mapping[str, Marks]
    snippets: Shares
    ms: float
    """Processor time from bytes to text, in milliseconds."""
    failure: str | None = None
    """What was raised, or how the process died, in one line."""


@dataclass(frozen=True, slots=True)
class Speed:
    """Processor time a page in milliseconds, from bytes to text."""

    mean: float
    median: float
    p95: float


@dataclass(frozen=True, slots=True)
class Summary:
    """One contender on one corpus."""

    contender: str
    scores: Mapping[str, Score]
    intervals: Mapping[str, Interval | None]
    """Of each metric's F, 95 %."""
    snippets: Shares
    ms: Speed
    trials: tuple[Trial, ...]

    @property
    def pages(self) -> int:
        """How many pages were read, well or not."""
        return len(self.trials)

    @property
    def failures(self) -> tuple[str, ...]:
        """What went wrong, a line a page."""
        return tuple(f"page {trial.page}: {trial.failure}" for trial in self.trials if trial.failure is not None)


def measure(
    contenders: Sequence[Contender],
    pages: Iterable[Page],
    metrics: Sequence[str] = DEFAULT_METRICS,
    jobs: int = 0,
) -> tuple[Summary, ...]:
    """A summary for each contender, in their order. There must be a page at least.

    0 jobs: in this process. More: in so many processes, where a page that kills one costs itself
    alone; the contenders are then made again from their names in each.
    """
    if jobs:
        rows = spread(Examination(tuple(c.name for c in contenders), tuple(metrics)), pages, jobs)
    else:
        examiner, steps = Examiner(contenders, metrics), range(len(contenders) + 1)
        rows = [[examiner(page, step) for step in steps] for page in pages]
    _blank, *columns = zip(*rows, strict=True)
    return tuple(
        summarise(contender.name, trials, metrics) for contender, trials in zip(contenders, columns, strict=True)
    )


def summarise(name: str, trials: Sequence[Trial], metrics: Sequence[str]) -> Summary:
    """What a contender's trials on a corpus come to."""
    marks = {metric: [trial.marks[metric] for trial in trials if metric in trial.marks] for metric in metrics}
    return Summary(
        contender=name,
        scores={metric: METRICS[metric].mean(found) for metric, found in marks.items()},
        intervals={metric: interval_of_f(found, METRICS[metric]) for metric, found in marks.items()},
        snippets=Shares(
            mean(trial.snippets.with_ for trial in trials), mean(trial.snippets.without for trial in trials)
        ),
        ms=speed([trial.ms for trial in trials]),
        trials=tuple(trials),
    )


def speed(times: Sequence[float]) -> Speed:
    """Mean, median and 95th percentile (nearest rank) of milliseconds a page."""
    return Speed(fmean(times), median(times), sorted(times)[math.ceil(0.95 * len(times)) - 1])


@dataclass(frozen=True, slots=True)
class Examination:
    """What worker processes do with a page: a trial for each contender, after one of the empty text."""

    contenders: tuple[str, ...]
    metrics: tuple[str, ...]

    @property
    def steps(self) -> int:
        """Trials a page."""
        return len(self.contenders) + 1

    def open(self) -> Examiner:
        """The examiner of one process."""
        return Examiner([contender(name) for name in self.contenders], self.metrics)

    def lost(self, page: Page, done: Sequence[Trial], why: str) -> Trial:
        """The trial of a contender that took its process down: that of the empty text, if there is one."""
        blank = done[0] if done else Trial(page.gold.id, {}, Shares(None, None), 0.0)
        return replace(blank, failure=why)


class Examiner:
    """A page and a step in, a trial out: step 0 is the empty text's, step n that of the n-th contender.

    Each contender is warmed up on its first page.
    """

    def __init__(self, contenders: Sequence[Contender], metrics: Sequence[str]) -> None:
        self._contenders, self._metrics = contenders, metrics
        self._warm: set[int] = set()
        self._page: Page | None = None
        self._judges: Mapping[str, Judge] = {}

    def __call__(self, page: Page, step: int) -> Trial:
        if page is not self._page:
            self._page, self._judges = page, judges(page, self._metrics)
        if step == 0:
            return trial(page, self._judges, "", 0.0, None)
        contender = self._contenders[step - 1]
        if step not in self._warm:
            read(contender, page)
            self._warm.add(step)
        start = process_time()
        text, failure = read(contender, page)
        return trial(page, self._judges, text, (process_time() - start) * 1e3, failure)


def judges(page: Page, metrics: Sequence[str]) -> dict[str, Judge]:
    """A judge for each metric; none where the page has no gold text."""
    return {} if page.gold.text is None else {metric: METRICS[metric].judge(page) for metric in metrics}


def trial(page: Page, judges: Mapping[str, Judge], text: str, ms: float, failure: str | None) -> Trial:
    """The trial that a text comes to."""
    marks = {metric: judge(text) for metric, judge in judges.items()}
    return Trial(page.gold.id, marks, snippets(page.gold.with_, page.gold.without, text), ms, failure)


def read(contender: Contender, page: Page) -> tuple[str, str | None]:
    """A page's text, and what went wrong; the text is then empty."""
    try:
        return contender.read(page.html, page.gold.url), None
    except Exception as error:
        # The seam with foreign packages: whatever they raise is logged and counted, and the run goes on.
        logger.info("%s failed on page %s", contender.name, page.gold.id, exc_info=True)
        return "", f"{type(error).__name__}: {' '.join(str(error).split())[:100]}"
