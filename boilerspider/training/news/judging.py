"""Pages read by networks that have not seen their sites: what the card says of quality."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from boilerspider.errors import UnreadablePage
from boilerspider.evaluation import DEFAULT_METRICS, METRICS, Corpus, Page
from boilerspider.evaluation.measure import Trial, judges, summarise, trial
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


class Judging(NamedTuple):
    """A corpus, and whose networks read it: a folder of weights for each fold."""

    corpus: Corpus
    convention: str
    folders: Sequence[str]


def judge(task: Judging, tell: Tell) -> list[Verdict]:
    """Each page read with the weights of the fold that has not seen its site."""
    corpus, convention, folders = task
    params = [{"convention": convention, "weights": folder} for folder in folders]
    readers = [Reader("news", extractor("news", one)) for one in params]
    verdicts = []
    for number, page in enumerate(corpus):
        tell(f"{corpus.name}: judging", number, len(corpus))
        fold = fold_of(site_of_page(corpus, page), len(folders))
        verdicts.append(Verdict(fold, *_read(readers[fold], page)))
    tell(f"{corpus.name}: judging", len(corpus), len(corpus))
    return verdicts


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


def _read(reader: Reader, page: Page) -> tuple[Trial, float]:
    """How good the text of a page is, and how good it was expected to be."""
    try:
        article = reader.read(page.html, page.gold.url)
    except UnreadablePage:
        return trial(page, judges(page, DEFAULT_METRICS), "", 0.0, None), 0.0
    return trial(page, judges(page, DEFAULT_METRICS), article.text, 0.0, None), article.confidence or 0.0


__all__ = ["Judging", "Verdict", "figures", "forecast", "judge"]
