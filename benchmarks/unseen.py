"""How good is `news` on sites that it has not seen, beside the published packages, all on the same pages in one run?

    python benchmarks/unseen.py DIR [PACKAGE ...] [--corpus aed fundus wcxb] [--by country] [--limit 100]

DIR is the folder into which `scrapy train news` wrote; each page is read by the network of the fold
without its site. `--by` names a field of the gold lines: a table a value of it, too. It needs the folder
`shared` beside the checkout.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from boilerspider.evaluation import Contender, Corpus, Page, Selection, contender
from boilerspider.evaluation.measure import Summary, Trial, judges, read, summarise, trial
from boilerspider.training.news.sites import fold_of, site_of_page

SHARED = Path(__file__).resolve().parents[2] / "shared"
OURS = "news, sites not seen"
SHOWN = ("shingle", "word")


def folds(folder: Path) -> list[Path]:
    """Where the networks of each fold are; the program ends where there are none."""
    card = folder / "card.json"
    if not card.exists():
        sys.exit(f"{folder} holds no card.json: is it what scrapy train news wrote, and has that ended?")
    # Other trainings may have left more folds in the folder.
    return [
        folder / f"fold-{number}"
        for number in range(json.loads(card.read_text(encoding="utf-8"))["parameters"]["folds"])
    ]


def networks(folder: Path) -> list[Contender]:
    """The extractor with the networks of each fold."""
    return [contender(f"news,weights={fold}") for fold in folds(folder)]


class Bench:
    """Networks by fold, and packages."""

    def __init__(self, folder: Path, packages: list[str]) -> None:
        self._networks = networks(folder)
        self._packages = [contender(name) for name in packages]

    def readers(self, corpus: Corpus, page: Page) -> Iterator[tuple[str, Contender]]:
        """Who reads the page, by the name that the table has."""
        yield OURS, self._networks[fold_of(site_of_page(corpus, page), len(self._networks))]
        for package in self._packages:
            yield package.name, package


def groups(corpus: Corpus, field: str) -> dict[str, str]:
    """What the gold lines of a corpus have in a field, by their pages."""
    with (corpus.folder / "gold.jsonl").open(encoding="utf-8") as lines:
        gold = [json.loads(line) for line in lines]
    return {str(line["id"]): str(line[field]) for line in gold if field in line}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("packages", nargs="*", metavar="PACKAGE")
    parser.add_argument("--corpus", nargs="+", default=["aed", "fundus", "wcxb"])
    parser.add_argument("--limit", type=int)
    parser.add_argument("--by", metavar="FIELD")
    options = parser.parse_args()
    if not SHARED.is_dir():
        sys.exit("needs the folder `shared` beside the checkout (pages with gold text): nothing measured")
    bench = Bench(options.folder, options.packages)
    for name in options.corpus:
        corpus = Corpus(SHARED / "data" / name, Selection(limit=options.limit))
        named = groups(corpus, options.by) if options.by else {}
        trials: dict[str, dict[str, list[Trial]]] = defaultdict(lambda: defaultdict(list))
        for page in corpus:
            judging = judges(page, SHOWN)
            for title, reader in bench.readers(corpus, page):
                text, failure = read(reader, page)
                found = trial(page, judging, text, 0.0, failure)
                trials[""][title].append(found)
                if page.gold.id in named:
                    trials[named[page.gold.id]][title].append(found)
        for group in sorted(trials, key=lambda group: (bool(group), -len(trials[group][OURS]))):
            print(f"\n{name} {group}".rstrip())
            for title, tried in trials[group].items():
                print(row(title, summarise(title, tried, SHOWN)))


def row(title: str, summary: Summary) -> str:
    """A line of the table."""
    found = (summary.scores[metric].f for metric in SHOWN)
    scores = " / ".join("–" if f is None else f"{f:.3f}".lstrip("0") for f in found)
    failed = f", {len(summary.failures)} failed" if summary.failures else ""
    said = "".join(f", {name} {share:.3f}" for name, share in _snippets(summary).items())
    return f"  {title:<24} {scores}   ({summary.pages} pages{failed}{said})"


def _snippets(summary: Summary) -> dict[str, float]:
    """The shares of the snippets that are to be found and not to be, where a corpus has some."""
    shares = {"with": summary.snippets.with_, "without": summary.snippets.without}
    return {name: share for name, share in shares.items() if share is not None}


if __name__ == "__main__":
    main()
