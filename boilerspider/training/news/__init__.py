"""Training of `news`: labels by word alignment, one small network a convention, judged by the real extractor on sites it has not seen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from boilerspider.errors import BadConfiguration, UnreadablePage
from boilerspider.evaluation import DEFAULT_METRICS, METRICS, Corpus, Page
from boilerspider.evaluation.measure import Trial, judges, summarise, trial
from boilerspider.extractors import extractor
from boilerspider.reading import Reader
from boilerspider.training.base import Tell, needed
from boilerspider.training.cards import card, write_card
from boilerspider.training.news.calibration import Forecast, calibrate, reliability, steps
from boilerspider.training.news.examples import Example, fold_of, left_open, read, site_of_page
from boilerspider.training.news.recipe import Recipe

CONVENTIONS: Mapping[str, str] = {"dragnet": "dragnet", "l3s_gn1": "l3s"}
"""Corpora whose idea of main content is another than today's -> its name."""
MODERN = "modern"
OLDER = ("l3s_gn1", "cleaneval", "cleanportaleval")
"""Corpora of older pages, from which the networks of today's learn, too; dragnet's convention is too far from today's (docs/news.md)."""


class _Part(NamedTuple):
    """What is trained together: all sites, or those outside of one fold."""

    folder: Path
    outside: int | None

    def has(self, example: Example, folds: int) -> bool:
        """Whether an example is learnt from."""
        return self.outside is None or fold_of(example.site, folds) != self.outside


class _Verdict(NamedTuple):
    """One page, read by a network that had not seen its site."""

    fold: int
    trial: Trial
    expected: float


@dataclass(frozen=True, slots=True)
class NewsTrainer(Recipe):
    """Trains on all pages that have gold; what it says of quality comes from networks that had not seen the page's site."""

    def train(self, corpora: Sequence[Corpus], output: Path, tell: Tell) -> str:
        """Writes weights by convention, a folder of them a fold, and `card.json`; what is there already is not made again."""
        groups = self._groups(corpora, output, tell)
        for part in (*self._folds(output), _Part(output, None)):
            self._train_part(groups, part, tell)
        verdicts = {corpus.name: list(self._judge(corpus, output, tell)) for corpus in corpora} if self.folds else {}
        known = [verdict for name, found in verdicts.items() if name not in {*OLDER, *CONVENTIONS} for verdict in found]
        pages = [_forecast(verdict) for verdict in known]
        calibrate(output / f"{MODERN}.npz", steps(pages))
        scores = {name: _figures(name, found) for name, found in verdicts.items()}
        rows = [row._asdict() for row in reliability(pages)]
        write_card(output / "card.json", card("news", corpora, self, cross_validation=scores, reliability=rows))
        return "\n".join(
            (*(f"{name:<12} {row}" for name, row in scores.items()), *(f"confidence   {row}" for row in rows))
        )

    def _groups(self, corpora: Sequence[Corpus], output: Path, tell: Tell) -> Mapping[str, list[Example]]:
        """The examples that each network learns from; BadConfiguration where there are none of today's pages."""
        groups: dict[str, list[Example]] = {MODERN: []}
        before: list[Example] = []
        for corpus in corpora:
            is_today = corpus.name not in {*OLDER, *CONVENTIONS}
            found = read(corpus, output / "examples", self if is_today else replace(self, boxes=0), tell)
            if is_today:
                groups[MODERN] += found
            if corpus.name in OLDER:
                before += [left_open(example, self) for example in found]
            if corpus.name in CONVENTIONS:
                groups.setdefault(CONVENTIONS[corpus.name], []).extend(found)
        if not groups[MODERN]:
            raise BadConfiguration("no page to train with: name a corpus of today's pages too")
        groups[MODERN] += before
        return groups

    def _folds(self, output: Path) -> list[_Part]:
        return [_Part(output / f"fold-{number}", number) for number in range(self.folds)]

    def _train_part(self, groups: Mapping[str, list[Example]], part: _Part, tell: Tell) -> None:
        """The network of today's pages first; those of other conventions go on from it."""
        learning = needed("boilerspider.training.news.learning")
        networks = needed("boilerspider.training.news.networks")
        part.folder.mkdir(parents=True, exist_ok=True)
        if all((part.folder / f"{name}.npz").exists() for name in groups):
            return
        start = None
        for name in sorted(groups, key=lambda name: name != MODERN):
            recipe = self if start is None else self._further()
            inside = [example for example in groups[name] if part.has(example, self.folds)]
            if not inside:
                raise BadConfiguration(
                    f"too few pages of convention {name!r} for {self.folds} folds by site: add pages of other sites, or set -p folds=0"
                )
            trained = learning.train(inside, recipe, tell, start)
            networks.write(part.folder / f"{name}.npz", trained)
            start = start or trained

    def _further(self) -> Recipe:
        """How networks are trained that go on from those of today's pages."""
        return replace(self, epochs=self.further_epochs, members=min(self.members, self.further_members))

    def _judge(self, corpus: Corpus, output: Path, tell: Tell) -> Iterator[_Verdict]:
        """Each page read with the weights of the folds without its site."""
        convention = CONVENTIONS.get(corpus.name, MODERN)
        weights = [{"convention": convention, "weights": str(part.folder)} for part in self._folds(output)]
        readers = [Reader("news", extractor("news", params)) for params in weights]
        for number, page in enumerate(corpus):
            tell(f"judging {corpus.name}", number, len(corpus))
            fold = fold_of(site_of_page(corpus, page), self.folds)
            yield _Verdict(fold, *_read(readers[fold], page))
        tell(f"judging {corpus.name}", len(corpus), len(corpus))


def _read(reader: Reader, page: Page) -> tuple[Trial, float]:
    """How good the text of a page is, and how good it was expected to be."""
    try:
        article = reader.read(page.html, page.gold.url)
    except UnreadablePage:
        return trial(page, judges(page, DEFAULT_METRICS), "", 0.0, None), 0.0
    return trial(page, judges(page, DEFAULT_METRICS), article.text, 0.0, None), article.confidence or 0.0


def _forecast(verdict: _Verdict) -> Forecast:
    marks = verdict.trial.marks.get("word")
    return Forecast(verdict.fold, verdict.expected, METRICS["word"].mean([marks]).f if marks else None)


def _figures(name: str, verdicts: Sequence[_Verdict]) -> dict[str, Any]:
    summary = summarise(name, [verdict.trial for verdict in verdicts], DEFAULT_METRICS)
    found = {f"{metric} F": score.f for metric, score in summary.scores.items()}
    found |= {"with": summary.snippets.with_, "without": summary.snippets.without}
    return {metric: round(value, 4) for metric, value in found.items() if value is not None}
