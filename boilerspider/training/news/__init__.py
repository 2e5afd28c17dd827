"""Training of `news`: labels by word alignment, one small network a convention, judged by the real extractor on sites it has not seen."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import NamedTuple

from boilerspider.errors import BadConfiguration
from boilerspider.evaluation import Corpus
from boilerspider.training.base import Tell, needed
from boilerspider.training.cards import card, write_card
from boilerspider.training.news.calibration import calibrate, reliability, steps
from boilerspider.training.news.examples import left_open, make, place
from boilerspider.training.news.files import Example, is_kept, load
from boilerspider.training.news.judging import Judging, figures, forecast, judge
from boilerspider.training.news.recipe import Recipe
from boilerspider.training.news.sites import fold_of
from boilerspider.training.processes import each
from boilerspider.training.whole import write_text

CONVENTIONS: Mapping[str, str] = {"dragnet": "dragnet", "l3s_gn1": "l3s"}
"""Corpora whose idea of main content is another than today's -> its name."""
MODERN = "modern"
OLDER = ("l3s_gn1", "cleaneval", "cleanportaleval")
"""Corpora of older pages, from which the networks of today's learn, too; dragnet's convention is too far from today's (docs/news.md)."""
_OTHERS = frozenset({*OLDER, *CONVENTIONS})
"""Corpora that are none of today's pages."""
MARK = "made-of"
"""Of a folder of networks, the file that says what they were made of, so that no other training takes them for its own."""


class _Making(NamedTuple):
    """A corpus, examples of which are to be made."""

    corpus: Corpus
    path: Path
    recipe: Recipe

    @classmethod
    def of(cls, corpus: Corpus, cache: Path, recipe: Recipe) -> _Making:
        """Boxes are put into pages of today alone."""
        fitting = replace(recipe, boxes=0) if corpus.name in _OTHERS else recipe
        return cls(corpus, place(corpus, cache, fitting), fitting)


class _Part(NamedTuple):
    """What is trained together: all sites, or those outside of one fold."""

    recipe: Recipe
    files: Sequence[tuple[str, Path]]
    """Names of corpora, and where their examples are."""
    output: Path
    outside: int | None

    @property
    def name(self) -> str:
        """Also that of its folder in the output, unless it is of all sites."""
        return "all sites" if self.outside is None else f"fold-{self.outside}"

    @property
    def folder(self) -> Path:
        """Where its weights are written."""
        return self.output if self.outside is None else self.output / self.name

    @property
    def conventions(self) -> list[str]:
        """Of its networks."""
        return [MODERN, *(CONVENTIONS[name] for name, _ in self.files if name in CONVENTIONS)]

    @property
    def made_of(self) -> str:
        """A digest of all that its networks hang on: the recipe, the pages and the code, which examples are named by."""
        recipe = {name: value for name, value in asdict(self.recipe).items() if name != "jobs"}
        facts = json.dumps([recipe, [path.name for _, path in self.files], self.outside])
        return hashlib.sha256(facts.encode()).hexdigest()[:12]

    @property
    def is_trained(self) -> bool:
        """Whether all of them are there, and no other training's."""
        mark = self.folder / MARK
        return (
            mark.exists()
            and mark.read_text(encoding="utf-8") == self.made_of
            and all((self.folder / f"{name}.npz").exists() for name in self.conventions)
        )

    def begin(self) -> None:
        """Makes the folder, of which nothing is said until all is made."""
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / MARK).unlink(missing_ok=True)

    def end(self) -> None:
        """Says what is there."""
        write_text(self.folder / MARK, self.made_of)

    def telling(self, tell: Tell) -> Tell:
        """Says of which part it tells."""
        return lambda what, done, total: tell(f"{self.name}: {what}", done, total)

    def has(self, example: Example) -> bool:
        """Whether an example is learnt from."""
        return self.outside is None or fold_of(example.site, self.recipe.folds) != self.outside


@dataclass(frozen=True, slots=True)
class NewsTrainer(Recipe):
    """Trains on all pages that have gold; what it says of quality comes from networks that had not seen the page's site."""

    def train(self, corpora: Sequence[Corpus], output: Path, tell: Tell) -> str:
        """Writes weights by convention, a folder of them a fold, and `card.json`; what is there already is not made again."""
        needed("boilerspider.training.news.learning")
        _check(corpora)
        makings = [_Making.of(corpus, output / "examples", self) for corpus in corpora]
        each(_make, [task for task in makings if not is_kept(task.path)], self.jobs, tell)
        files = [(task.corpus.name, task.path) for task in makings]
        parts = [_Part(self, files, output, outside) for outside in (*range(self.folds), None)]
        each(_train, [part for part in parts if not part.is_trained], self.jobs, tell)
        folders = [str(part.folder) for part in parts[:-1]]
        tasks = [Judging(corpus, CONVENTIONS.get(corpus.name, MODERN), folders) for corpus in corpora if folders]
        judged = each(judge, tasks, self.jobs, tell)
        verdicts = {task.corpus.name: found for task, found in zip(tasks, judged, strict=True)}
        pages = [forecast(verdict) for name, found in verdicts.items() if name not in _OTHERS for verdict in found]
        calibrate(output / f"{MODERN}.npz", steps(pages))
        scores = {name: figures(name, found) for name, found in verdicts.items()}
        rows = [row._asdict() for row in reliability(pages)]
        write_card(output / "card.json", card("news", corpora, self, cross_validation=scores, reliability=rows))
        return "\n".join(
            (*(f"{name:<12} {row}" for name, row in scores.items()), *(f"confidence   {row}" for row in rows))
        )


def _check(corpora: Sequence[Corpus]) -> None:
    """BadConfiguration where they cannot be learnt from together."""
    if all(corpus.name in _OTHERS for corpus in corpora):
        raise BadConfiguration("no page to train with: name a corpus of today's pages too")
    (name, count), *_ = Counter(corpus.name for corpus in corpora).most_common(1)
    if count > 1:
        raise BadConfiguration(
            f"{count} corpora are called {name!r}, by which the card tells them apart: rename a folder"
        )


def _make(task: _Making, tell: Tell) -> None:
    make(*task, tell)


def _train(part: _Part, tell: Tell) -> None:
    """The network of today's pages first; those of other conventions go on from it."""
    learning = needed("boilerspider.training.news.learning")
    networks = needed("boilerspider.training.news.networks")
    learning.use_one_core()
    part.begin()
    groups = _groups(part)
    start = None
    for name in sorted(groups, key=lambda name: name != MODERN):
        inside = [example for example in groups.pop(name) if part.has(example)]
        if not inside:
            raise BadConfiguration(
                f"too few pages of convention {name!r} for {part.recipe.folds} folds by site: add pages of other sites, or set -p folds=0"
            )
        trained = learning.train(inside, part.recipe, part.telling(tell), start)
        networks.write(part.folder / f"{name}.npz", trained)
        start = start or trained
    part.end()


def _groups(part: _Part) -> dict[str, list[Example]]:
    """The examples that each network learns from."""
    groups: dict[str, list[Example]] = {name: [] for name in part.conventions}
    before: list[Example] = []
    for name, path in part.files:
        found = list(load(path))
        if name not in _OTHERS:
            groups[MODERN] += found
        if name in OLDER:
            before += [left_open(example, part.recipe) for example in found]
        if name in CONVENTIONS:
            groups[CONVENTIONS[name]] += found
    groups[MODERN] += before
    return groups
