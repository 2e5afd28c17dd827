"""What is each rule of `news` worth? Pages of sites that its networks have not seen, read with all rules and without each one.

    python benchmarks/rules.py DIR [RULE ...] [--corpus aed fundus] [--limit N]

DIR is the folder into which `scrapy train news` wrote; each page is read by the network of the fold
without its site. A row tells how many pages change without the rule, how many of them get better and worse (word F), and by how much the mean
over all pages of the corpus does. It needs the folder `shared` beside the checkout.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType

from unseen import SHARED, networks

from boilerspider.evaluation import Contender, Corpus, Page, Selection
from boilerspider.evaluation.judges import METRICS, Marks
from boilerspider.evaluation.measure import read
from boilerspider.extractors.news.rules.boxes import Rest
from boilerspider.extractors.news.rules.strangers import Strangers
from boilerspider.training.news.sites import fold_of, site_of_page

NEWS = "boilerspider.extractors.news"
METRIC = "word"

LISTING = (
    "said_apart", "below_own", "fields_above", "stamps", "entry_bylines", "captions", "strands", "unkept_headings", "linked_headings", "interview", "unkept_code",
    "whole_lists", "lists_amid", "announced", "unkept_terms", "torn_lists", "list_headings", "unkept_cells", "unkept_quotes", "debris", "spilt", "repeats", "rights",
    "remnants", "twins",
)  # fmt: skip
"""Rules that name places, and do nothing where they name none."""

RULES: dict[str, tuple[str, Callable[..., object]]] = {
    **{name: (f"{NEWS}:{name}", lambda *_, **__: []) for name in LISTING},
    "unkept_standfirst": (f"{NEWS}:unkept_standfirst", lambda *_: None),
    "evened_lists": (f"{NEWS}:evened_lists", lambda *_: ([], [])),
    "with_speakers": (f"{NEWS}:with_speakers", lambda _, blocks: blocks),
    "nodes_of_others": (f"{NEWS}:nodes_of_others", lambda *_: frozenset()),
    "without_boxes": (f"{NEWS}:without_boxes", lambda _, blocks, *__: Rest(blocks)),
    "strangers": (f"{NEWS}:strangers", lambda *_: Strangers()),
    "strangers_together": (f"{NEWS}:strangers_together", lambda *_: frozenset()),
    "lone_headings": (f"{NEWS}:lone_headings", lambda *_: frozenset()),
    "with_controls": (f"{NEWS}.rules.boxes:with_controls", lambda *_: frozenset()),
    "beside_fields": (f"{NEWS}.rules.boxes:beside_fields", lambda *_: frozenset()),
    "dressed_apart": (f"{NEWS}.rules.loose:dressed_apart", lambda *_: set()),
    "hidden_story": (f"{NEWS}:hidden_story", lambda *_: None),
}
"""Rule -> where it is called, and what does nothing in its place."""


@contextmanager
def without(rule: str) -> Iterator[None]:
    """The extractor as though it had no such rule."""
    place, nothing = RULES[rule]
    module, _, name = place.partition(":")
    home: ModuleType = import_module(module)
    whole = getattr(home, name)
    setattr(home, name, nothing)
    try:
        yield
    finally:
        setattr(home, name, whole)


class Bench:
    """The networks of all folds, and the rules that are tried."""

    def __init__(self, folder: Path, rules: list[str]) -> None:
        self._networks = networks(folder)
        self._rules = rules

    def changes(self, corpus: Corpus, page: Page) -> Iterator[tuple[str, float]]:
        """The rules without which the text is another, and by how much its word F is higher then."""
        reader = self._networks[fold_of(site_of_page(corpus, page), len(self._networks))]
        judge = METRICS[METRIC].judge(page)
        text = self._text(reader, page)
        for rule in self._rules:
            with without(rule):
                other = self._text(reader, page)
            if other != text:
                yield rule, fscore(judge(other)) - fscore(judge(text))

    def _text(self, reader: Contender, page: Page) -> str:
        text, failure = read(reader, page)
        if failure is not None:
            sys.exit(f"page {page.gold.id} could not be read: {failure}")
        return text


def fscore(marks: Marks) -> float:
    """The F of one page."""
    return METRICS[METRIC].mean([marks]).f or 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("rules", nargs="*", metavar="RULE", help=f"of {', '.join(RULES)}; all where none is named")
    parser.add_argument("--corpus", nargs="+", default=["aed", "fundus"])
    parser.add_argument("--limit", type=int)
    options = parser.parse_args()
    if unknown := set(options.rules) - RULES.keys():
        sys.exit(f"there is no rule {', '.join(sorted(unknown))}; use some of {', '.join(RULES)}")
    if not SHARED.is_dir():
        sys.exit("needs the folder `shared` beside the checkout (pages with gold text): nothing measured")
    rules = options.rules or list(RULES)
    bench = Bench(options.folder, rules)
    for name in options.corpus:
        corpus = Corpus(SHARED / "data" / name, Selection(limit=options.limit))
        pages = [page for page in corpus if page.gold.text is not None]
        changes = defaultdict[str, list[float]](list)
        for page in pages:
            for rule, change in bench.changes(corpus, page):
                changes[rule].append(change)
        print(
            f"\n{name}, {len(pages)} pages\n\n| without | changed | better | worse | mean word F |\n|---|---|---|---|---|"
        )
        for rule in rules:
            print(row(rule, changes[rule], len(pages)))


def row(rule: str, changes: list[float], pages: int) -> str:
    """A line of the table."""
    better, worse = sum(change > 0 for change in changes), sum(change < 0 for change in changes)
    return f"| {rule} | {len(changes)} | {better} | {worse} | {sum(changes) / pages:+.5f} |"


if __name__ == "__main__":
    main()
