"""Does cleaning help search? Known items are searched in indexes of what each contender left of the same pages.

After Web2Text's Table 2, which ranks cleaning methods by how well the cleaned ClueWeb12 is searched. All pages
of all corpora make one collection; BM25 ranks it, by a library; a query has one right document. The baseline is
all visible text.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from math import log2
from statistics import fmean
from typing import Any

from boilerspider.errors import BadConfiguration
from boilerspider.evaluation.confidence import p_of_difference
from boilerspider.evaluation.contenders import Contender, contender
from boilerspider.evaluation.corpora import Corpus, Gold, Page
from boilerspider.evaluation.measure import read
from boilerspider.evaluation.queries import Query, index_words, make_queries, without
from boilerspider.evaluation.workers import spread

BASELINE = "everything"
"""What all others are compared with: all visible text of a page."""

DEPTH = 10
"""Documents of a ranking that anybody looks at."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a contender's index gave for all queries of a kind."""

    kind: str
    ranks: tuple[int, ...]
    """Of the right document, from 1; 0 where it was not among the first DEPTH."""

    @property
    def reciprocals(self) -> list[float]:
        """Reciprocal rank of each query; 0 where nothing was found."""
        return [1 / rank if rank else 0.0 for rank in self.ranks]

    @property
    def mrr(self) -> float:
        """Mean reciprocal rank at DEPTH; with one right document it is mean average precision too."""
        return fmean(self.reciprocals)

    @property
    def ndcg(self) -> float:
        """Normalised discounted cumulative gain at DEPTH."""
        return fmean(1 / log2(1 + rank) if rank else 0.0 for rank in self.ranks)


@dataclass(frozen=True, slots=True)
class Retrieval:
    """A contender's index and what was found in it."""

    contender: str
    documents: int
    words: int
    """In the index."""
    failures: int
    """Pages that could not be read, and so are empty in the index."""
    found: tuple[Found, ...]

    def p_against(self, other: Retrieval) -> list[float]:
        """For each kind of query, how likely such a difference in reciprocal rank is by chance (p_of_difference)."""
        pairs = zip(self.found, other.found, strict=True)
        return [p_of_difference(one.reciprocals, another.reciprocals) for one, another in pairs]


@dataclass(frozen=True)
class Collection:
    """All pages of some corpora, and what is asked of them."""

    corpora: tuple[Corpus, ...]

    @property
    def golds(self) -> list[Gold]:
        """What is known of each page, in their order."""
        return [gold for corpus in self.corpora for gold in corpus.golds]

    def __len__(self) -> int:
        return sum(map(len, self.corpora))

    def __iter__(self) -> Iterator[Page]:
        for corpus in self.corpora:
            yield from corpus


Watch = Callable[[Iterable[Page], str], Iterable[Page]]
"""Gives the pages back, and may tell of them going by."""


def retrieve(contenders: Sequence[Contender], collection: Collection, jobs: int, watch: Watch) -> tuple[Retrieval, ...]:
    """What is found in each contender's index, the baseline's first.

    BadConfiguration where the library of the index is not installed, or there is nothing to ask for.
    """
    library = _library()
    queries = make_queries(collection.golds)
    if not queries:
        raise BadConfiguration("the corpora have no gold texts that queries could be made of")
    names = dict.fromkeys([BASELINE, *(contender.name for contender in contenders)])
    return tuple(
        _retrieve(library, name, spread(Reading(name), watch(collection, name), jobs), queries) for name in names
    )


@dataclass(frozen=True, slots=True)
class Reading:
    """What worker processes do with a page: read it."""

    contender: str
    steps: int = 1

    def open(self) -> Callable[[Page, int], str | None]:
        """Pages in, texts out, None where a page cannot be read."""
        reader = contender(self.contender)

        def step(page: Page, _step: int) -> str | None:
            text, failure = read(reader, page)
            return text if failure is None else None

        return step

    def lost(self, _page: Page, _done: Sequence[Any], _why: str) -> None:
        """A page that took its process down has no text."""


def search(library: Any, documents: Sequence[Sequence[str]], queries: Sequence[Query]) -> list[int]:
    """The rank of each query's document, from 1; 0 where it is not among the first DEPTH, or shares no word."""
    if not any(documents):
        return [0] * len(queries)
    index = library.BM25()
    index.index(documents, show_progress=False)
    asked = [list(query.words) for query in queries]
    numbers, scores = index.retrieve(asked, k=min(DEPTH, len(documents)), show_progress=False)
    rows = zip(queries, numbers.tolist(), scores.tolist(), strict=True)
    return [_rank(query.document, ranking, points) for query, ranking, points in rows]


def _rank(wanted: int, ranking: Sequence[int], points: Sequence[float]) -> int:
    return next(
        (n for n, (found, score) in enumerate(zip(ranking, points, strict=True), 1) if found == wanted and score > 0), 0
    )


def _retrieve(library: Any, name: str, rows: Sequence[Sequence[str | None]], queries: Sequence[Query]) -> Retrieval:
    texts = [text for (text,) in rows]
    held_out = {query.document: query.words for query in queries if query.kind == "sentence"}
    documents = [without(index_words(text or ""), held_out.get(number, ())) for number, text in enumerate(texts)]
    ranks: dict[str, list[int]] = defaultdict(list)
    for query, rank in zip(queries, search(library, documents, queries), strict=True):
        ranks[query.kind].append(rank)
    found = tuple(Found(kind, tuple(ranks[kind])) for kind in sorted(ranks, reverse=True))
    return Retrieval(name, len(documents), sum(map(len, documents)), texts.count(None), found)


def _library() -> Any:
    try:
        return import_module("bm25s")
    except ImportError as error:
        raise BadConfiguration(
            f"--retrieval needs a package that is missing ({error}): pip install 'boilerspider[retrieval]'"
        ) from error
