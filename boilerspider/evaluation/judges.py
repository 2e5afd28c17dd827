"""From texts to figures: a judge marks the texts of one page, and marks add up over pages.

So the score of one page, of many, and of many drawn at random are made alike. F is that of the
pages' mean precision and mean recall; by `word` it is the mean of the pages' own, and by `block`
all blocks of all pages count alike.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, dataclass
from math import fsum
from types import MappingProxyType

from boilerspider.errors import UnreadablePage
from boilerspider.evaluation.blocks import Confusion, PageBlocks
from boilerspider.evaluation.corpora import Page
from boilerspider.evaluation.metrics import Score, char, harmonic, shingle, word
from boilerspider.markup.tree import parse

Marks = tuple[float, ...]
"""What a metric found on a page, or its sums over many pages."""

Judge = Callable[[str], Marks]
"""An extractor's text in, its marks out; the judge has seen the page and its gold."""


@dataclass(frozen=True, slots=True)
class Metric:
    """How the texts of a page are marked, and what marks, or sums of marks, come to."""

    judge: Callable[[Page], Judge]
    """For pages with a gold text."""
    score: Callable[[Sequence[float]], Score]

    def mean(self, marks: Sequence[Marks]) -> Score:
        """The score of many pages; of none nothing is known."""
        return self.score([fsum(column) for column in zip(*marks, strict=True)]) if marks else Score(None, None, None)


def of_two_means(score: Callable[[str, str], Score]) -> Metric:
    """Mean precision, mean recall, and F of the two means; pages where one is unknown do not count in it."""

    def judge(page: Page) -> Judge:
        gold = page.gold.text or ""
        return lambda text: _known(score(gold, text))

    return Metric(judge, _score_of_two_means)


def of_means(score: Callable[[str, str], Score]) -> Metric:
    """Mean precision, mean recall and mean F."""

    def judge(page: Page) -> Judge:
        gold = page.gold.text or ""
        return lambda text: _all_known(score(gold, text))

    return Metric(judge, _score_of_means)


def _known(score: Score) -> Marks:
    precision, recall = score.precision, score.recall
    return precision or 0.0, float(precision is not None), recall or 0.0, float(recall is not None)


def _score_of_two_means(sums: Sequence[float]) -> Score:
    precision, precisions, recall, recalls = sums
    means = precision / precisions if precisions else None, recall / recalls if recalls else None
    return Score(*means, harmonic(*means))


def _all_known(score: Score) -> Marks:
    return score.precision or 0.0, score.recall or 0.0, score.f or 0.0, 1.0


def _score_of_means(sums: Sequence[float]) -> Score:
    precision, recall, f, pages = sums
    return Score(precision / pages, recall / pages, f / pages)


def _judge_blocks(page: Page) -> Judge:
    """A page that is no document has no blocks, whatever is found on it."""
    try:
        blocks = PageBlocks.of(parse(page.html, page.gold.url), page.gold.text or "")
    except UnreadablePage:
        return lambda _text: astuple(Confusion())
    return lambda text: astuple(blocks.judge(text))


def _score_of_blocks(sums: Sequence[float]) -> Score:
    blocks = Confusion(*map(round, sums))
    return Score(blocks.precision, blocks.recall, blocks.f, blocks.accuracy)


METRICS: Mapping[str, Metric] = MappingProxyType(
    {
        "shingle": of_two_means(shingle),
        "word": of_means(word),
        "char": of_two_means(char),
        "block": Metric(_judge_blocks, _score_of_blocks),
    }
)
"""Every metric by the name that `scrapy evaluate --metric` knows."""
