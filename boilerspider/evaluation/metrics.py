r"""Metrics of one page: gold text and extracted text in, precision, recall and F out. Pure functions.

`shingle` is that of the article-extraction-benchmark: counts of 4-grams of word tokens. `word` is
that of WCXB: bags of lower-cased word tokens. `char` counts the characters that both texts share in
the same order. A word token is a run of `\w`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from boilerspider.evaluation.characters import characters, common_characters

WORD_TOKEN = re.compile(r"\w+")

SHINGLE_WORDS = 4
"""Word tokens in a shingle (article-extraction-benchmark)."""


@dataclass(frozen=True, slots=True)
class Score:
    """Precision, recall and F, 0 to 1, of one page or of many; None where there was nothing to divide by."""

    precision: float | None
    recall: float | None
    f: float | None
    accuracy: float | None = None
    """Share of decisions that were right; only a metric that counts blocks knows it."""


@dataclass(frozen=True, slots=True)
class Shares:
    """Of the snippets to keep, the share found; of those to leave out, the share found; None: no such snippets."""

    with_: float | None
    without: float | None


def mean(values: Iterable[float | None]) -> float | None:
    """The mean of the values that are known; None when none is."""
    known = [value for value in values if value is not None]
    return fmean(known) if known else None


def harmonic(precision: float | None, recall: float | None) -> float | None:
    """F1 of precision and recall; None when either is unknown, 0 when both are 0."""
    if precision is None or recall is None:
        return None
    total = precision + recall
    return 2 * precision * recall / total if total else 0.0


def shingles(text: str) -> Counter[tuple[str, ...]]:
    """How often each shingle occurs; a text shorter than one shingle is one itself, an empty text has none."""
    tokens = WORD_TOKEN.findall(text)
    starts = range(max(1, len(tokens) - SHINGLE_WORDS + 1)) if tokens else range(0)
    return Counter(tuple(tokens[start : start + SHINGLE_WORDS]) for start in starts)


def shingle(gold: str, text: str) -> Score:
    """One page by `shingle`: precision is None for an empty text, recall for an empty gold text."""
    true, found = shingles(gold), shingles(text)
    common = (true & found).total()
    precision = common / found.total() if found else None
    recall = common / true.total() if true else None
    return Score(precision, recall, harmonic(precision, recall))


def word(gold: str, text: str) -> Score:
    """One page by `word`: an empty text is perfect for an empty gold text and worthless for any other."""
    true, found = WORD_TOKEN.findall(gold.lower()), WORD_TOKEN.findall(text.lower())
    if not true or not found:
        agreed = 1.0 if true == found else 0.0
        return Score(agreed, agreed, agreed)
    common = (Counter(true) & Counter(found)).total()
    precision, recall = common / len(found), common / len(true)
    return Score(precision, recall, harmonic(precision, recall))


def char(gold: str, text: str) -> Score:
    """One page by `char`: precision is None for an empty text, recall for an empty gold text."""
    true, found = WORD_TOKEN.findall(gold), WORD_TOKEN.findall(text)
    common = common_characters(true, found)
    precision = common / characters(found) if found else None
    recall = common / characters(true) if true else None
    return Score(precision, recall, harmonic(precision, recall))


def snippets(keep: Sequence[str], leave: Sequence[str], text: str) -> Shares:
    """The shares of snippets found in a text, upper and lower case alike."""
    lower = text.lower()
    return Shares(_share(keep, lower), _share(leave, lower))


def _share(needles: Sequence[str], lower: str) -> float | None:
    return mean(float(needle.lower() in lower) for needle in needles)
