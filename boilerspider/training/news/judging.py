"""Pages read by networks that have not seen their sites: what the card says of quality."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from boilerspider.errors import UnreadablePage
from boilerspider.evaluation import DEFAULT_METRICS, METRICS, Corpus, Page
from boilerspider.evaluation.measure import Trial, judges, summarise, trial
from boilerspider.evaluation.workers import spread
from boilerspider.extractors import extractor
from boilerspider.reading import Reader
from boilerspider.training.base import Tell
from boilerspider.training.news.calibration import Forecast
from boilerspider.training.news.sites import fold_of, site_of_page


class Verdict(NamedTuple):
    """One page, read by a network that had not seen its site."""

    fold: int
    trial: Trial
    expected: float


def judge(corpus: Corpus, convention: str, folders: Sequence[str], jobs: int, tell: Tell) -> list[Verdict]:
    """Each page read with the weights of the folds, a folder each, without its site."""
    found = spread(_Judging(corpus, convention, tuple(folders)), _told(corpus, tell), jobs)
    return [verdict for (verdict,) in found]


def forecast(verdict: Verdict) -> Forecast:
    """How good the page's text was expected to be, and how good it is."""
    marks = verdict.trial.marks.get("word")
    return Forecast(verdict.fold, verdict.expected, METRICS["word"].mean([marks]).f if marks else None)


def figures(name: str, verdicts: Sequence[Verdict]) -> dict[str, Any]:
    """What the card says of a corpus."""
    summary = summarise(name, [verdict.trial for verdict in verdicts], DEFAULT_METRICS)
    found = {f"{metric} F": score.f for metric, score in summary.scores.items()}
    found |= {"with": summary.snippets.with_, "without": summary.snippets.without}
    return {metric: round(value, 4) for metric, value in found.items() if value is not None}


@dataclass(frozen=True, slots=True)
class _Judging:
    """What worker processes do with a page."""

    corpus: Corpus
    convention: str
    folders: tuple[str, ...]
    steps: int = 1

    def open(self) -> Callable[[Page, int], Verdict]:
        """Pages in, verdicts out."""
        params = [{"convention": self.convention, "weights": folder} for folder in self.folders]
        readers = [Reader("news", extractor("news", one)) for one in params]

        def step(page: Page, _step: int) -> Verdict:
            fold = self._fold(page)
            try:
                article = readers[fold].read(page.html, page.gold.url)
            except UnreadablePage:
                return _unread(fold, page, None)
            found = trial(page, judges(page, DEFAULT_METRICS), article.text, 0.0, None)
            return Verdict(fold, found, article.confidence or 0.0)

        return step

    def lost(self, page: Page, _done: Sequence[Any], why: str) -> Verdict:
        """A page that took its process down has no text."""
        return _unread(self._fold(page), page, why)

    def _fold(self, page: Page) -> int:
        return fold_of(site_of_page(self.corpus, page), len(self.folders))


def _unread(fold: int, page: Page, why: str | None) -> Verdict:
    return Verdict(fold, trial(page, judges(page, DEFAULT_METRICS), "", 0.0, why), 0.0)


def _told(corpus: Corpus, tell: Tell) -> Iterable[Page]:
    """The pages, and how many have been taken."""
    for number, page in enumerate(corpus):
        tell(f"{corpus.name}: judging", number, len(corpus))
        yield page
    tell(f"{corpus.name}: judging", len(corpus), len(corpus))


__all__ = ["Verdict", "figures", "forecast", "judge"]
