"""Victor's features: a code for each run and feature, and the windows in which neighbours' codes count.

Spousta, Marek, Pecina, Victor: the Web-Page Cleaning Tool, WAC4, 2008; followed is its program. A value
is a small whole number, its code the place of the value among those that the feature can have; code 0 is `missing or none`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from boilerspider.extractors.crf.runs import CONTAINERS, SPLITS, Run
from boilerspider.extractors.crf.tokens import Tokens, count

Codes: TypeAlias = npt.NDArray[np.int64]
Values: TypeAlias = npt.NDArray[np.int64]

REACH = 3
"""Runs on each side that a window reaches to."""

ALL = range(-REACH, REACH + 1)
FROM_TWO = range(-2, REACH + 1)
"""Offsets of windows: both sides, and less of what is before."""
BEFORE = range(-REACH, 1)
HERE = range(1)

POWERS = (1, 2, 4, 8, 16)
ALPHA_POWERS = (1, 2, 4, 8, 16, 32, 64, 128)
WORD_LENGTHS = (1, 2, 4, 6, 8, 10)
RUN_LENGTHS = (1, 2, 3, 4, 6, 8, 12, 16, 32, 64)
PAGE_WORDS = (1, 32, 64, 128, 256, 512, 1024, 2048)
PAGE_COUNTS = (1, 8, 16, 32, 64, 128, 256, 512)
TWINS = (1, 2, 3, 4)
TAGS = (1, 2)
"""A count's code is the number of these that it reaches."""

TENTHS, QUARTERS = 10, 4
"""A share's code is its floor in so many parts and one more, the last two being one."""

DATE_PARTS = {"w": r"\b(?:mon|tue|wed|thu|fri|sat|sun)\s+", "e": r".\s?"}
DATES = (
    r"{w}\d\d?{e}\d\d?{e}\d{{4}}\b",
    r"\b\d\d?{e}\d\d?{e}[12]\d{{3}}\b",
    r"{w}\d\d?{e}\d\d?{e}\d\d\b",
    r"\b\d\d?{e}\d\d?{e}\d\d\b",
    r"{w}\d\d?{e}\d\d?\b",
    r"\b\d\d?{e}\d\d?\b",
)
URLS = (r"\bhttp://", r"\bwww\.[a-z0-9]", r"[a-z0-9]\.(?:com|net|org)\b")
TIMES = (r"\b\d\d?:\d\d\s+(?:am|pm)\b", r"\b\d\d?:\d\d\b")
PATTERNS = {
    "url": [re.compile(pattern, re.IGNORECASE) for pattern in URLS],
    "date": [re.compile(pattern.format(**DATE_PARTS), re.IGNORECASE) for pattern in DATES],
    "time": [re.compile(pattern, re.IGNORECASE) for pattern in TIMES],
}
"""The code is the number of the first that is found."""

HAS_DIGIT = re.compile(r"\d")
"""Without one there is no date and no time."""

BULLET = re.compile(r"\s*(?:([0-9]+)|([a-z]+)|([A-Z]+))(?:(\.)|(\))|(/)|( -))")
BULLET_KINDS, BULLET_ENDS = 3, 4
NOT_WORD = re.compile(r"\W+")


@dataclass(frozen=True, slots=True)
class Feature:
    """How many codes a feature has, and the offsets of its window."""

    size: int
    window: range


FEATURES = {
    "sentence.count": Feature(len(POWERS) + 1, ALL),
    "token.alpha-abs": Feature(len(ALPHA_POWERS) + 1, ALL),
    **{f"token.{kind}-abs": Feature(len(POWERS) + 1, ALL) for kind in ("num", "mixed", "other")},
    **{f"token.{kind}-rel": Feature(TENTHS + 1, ALL) for kind in ("alpha", "num", "mixed", "other")},
    "avg-word-length": Feature(len(WORD_LENGTHS) + 1, ALL),
    "avg-word-run": Feature(len(RUN_LENGTHS) + 1, ALL),
    **{f"char.{kind}-rel": Feature(TENTHS + 1, ALL) for kind in ("alpha", "num", "punct", "white", "other")},
    **{f"container.{kind}": Feature(2, BEFORE if kind == "img" else ALL) for kind in CONTAINERS},
    **{f"regexp.{kind}": Feature(len(patterns) + 1, ALL) for kind, patterns in PATTERNS.items()},
    "looks-like-bullet": Feature(BULLET_KINDS * BULLET_ENDS + 1, ALL),
    "twins": Feature(len(TWINS) + 1, ALL),
    "first-twin": Feature(2, HERE),
    "td-group.word-rel": Feature(QUARTERS + 1, ALL),
    "div-group.word-rel": Feature(QUARTERS + 1, ALL),
    "document.word-count": Feature(len(PAGE_WORDS) + 1, HERE),
    "document.sentence-count": Feature(len(PAGE_COUNTS) + 1, HERE),
    "document.block-count": Feature(len(PAGE_COUNTS) + 1, HERE),
    "document.max-td-group": Feature(QUARTERS + 1, HERE),
    "document.max-div-group": Feature(QUARTERS + 1, HERE),
    "position": Feature(TENTHS + 1, HERE),
    "sentence-not-started": Feature(2, FROM_TWO),
    "sentence-not-finished": Feature(2, FROM_TWO),
    **{f"split.{kind}": Feature(len(TAGS) + 1, FROM_TWO) for kind in SPLITS},
    "split.inline-and-block": Feature((len(TAGS) + 1) ** 2, FROM_TWO),
}
"""Each by the program's name, in the order of `codes`."""

EDGES = 2 * REACH
"""Codes beside a feature's own: the places before the first run and after the last."""


@lru_cache(maxsize=1)
def layout() -> tuple[tuple[tuple[int, int, int], ...], int]:
    """For each template its feature, its offset and the number of its first observation; and how many observations there are."""
    templates, total = [], 0
    for number, feature in enumerate(FEATURES.values()):
        for offset in feature.window:
            templates.append((number, offset, total))
            total += feature.size + EDGES
    return tuple(templates), total


def observations(codes: Codes) -> Codes:
    """For runs x features the numbers of what is observed: runs x templates (269)."""
    sizes = np.array([feature.size for feature in FEATURES.values()])
    before, after = sizes + np.arange(REACH)[::-1, None], sizes + REACH + np.arange(REACH)[:, None]
    padded = np.vstack([before, codes, after])
    templates, _ = layout()
    return np.column_stack(
        [padded[REACH + offset : REACH + offset + len(codes), number] + first for number, offset, first in templates]
    )


def codes(page: Sequence[Run]) -> Codes:
    """Runs x features; there is one run at least."""
    tokens = count([run.text for run in page])
    containers = [[int(kind in run.containers) for run in page] for kind in CONTAINERS]
    splits = np.array([run.splits for run in page])
    tags = [_steps(splits[:, kind], TAGS) for kind in range(len(SPLITS))]
    words = int(tokens.alpha.sum())
    free = np.where([("a" in run.containers) for run in page], 0, tokens.alpha)
    groups = [_group_share([getattr(run, name) for run in page], free, words) for name in ("td", "div")]
    columns = [
        *_token_columns(tokens),
        *containers,
        *_text_columns([run.text for run in page]),
        *groups,
        *(_everywhere(value, len(page)) for value in _document(tokens, groups)),
        _share(np.arange(len(page)), np.full(len(page), len(page)), TENTHS),
        ~tokens.started,
        ~tokens.finished,
        *tags,
        (len(TAGS) + 1) * tags[0] + tags[1],
    ]
    return np.column_stack([np.asarray(column, np.int64) for column in columns])


def _token_columns(tokens: Tokens) -> list[Values]:
    """From sentence.count to char.other-rel."""
    kinds = (tokens.alpha, tokens.num, tokens.mixed, tokens.other)
    total = np.sum(kinds, axis=0)
    known = (tokens.letters, tokens.digits, tokens.punctuation, tokens.white)
    rest = tokens.length - np.sum(known, axis=0)
    word_length = np.round(tokens.alpha_letters / np.maximum(1, tokens.alpha)).astype(np.int64)
    word_run = np.where(tokens.alpha_runs > 0, np.round(total / np.maximum(1, tokens.alpha_runs)), 0).astype(np.int64)
    return [
        _steps(tokens.sentences, POWERS),
        _steps(tokens.alpha, ALPHA_POWERS),
        *(_steps(kind, POWERS) for kind in kinds[1:]),
        *(_share(kind, total, TENTHS) for kind in kinds),
        _steps(word_length, WORD_LENGTHS),
        _steps(word_run, RUN_LENGTHS),
        *(_share(kind, tokens.length, TENTHS) for kind in (*known, rest)),
    ]


def _text_columns(texts: Sequence[str]) -> list[list[int]]:
    """From regexp.url to first-twin."""
    has_digit = [HAS_DIGIT.search(text) is not None for text in texts]
    plain = [NOT_WORD.sub("-", text).strip("-") for text in texts]
    copies = Counter(plain)
    first: dict[str, int] = {}
    return [
        [_first_pattern("url", text) if "." in text or "://" in text else 0 for text in texts],
        *(
            [_first_pattern(kind, text) if digit else 0 for text, digit in zip(texts, has_digit, strict=True)]
            for kind in ("date", "time")
        ),
        [_bullet(text) for text in texts],
        [min(copies[text], TWINS[-1]) for text in plain],
        [int(first.setdefault(text, place) == place) for place, text in enumerate(plain)],
    ]


def _document(tokens: Tokens, groups: Sequence[Values]) -> list[int]:
    """The five facts of the whole page."""
    totals = (int(tokens.alpha.sum()), int(tokens.sentences.sum()), len(tokens.alpha))
    steps = (PAGE_WORDS, PAGE_COUNTS, PAGE_COUNTS)
    return [
        *(int(np.searchsorted(of, total, "right")) for of, total in zip(steps, totals, strict=True)),
        *(int(group.max()) for group in groups),
    ]


def _everywhere(value: int, runs: int) -> Values:
    return np.full(runs, value)


def _group_share(groups: Sequence[int], words: Values, total: int) -> Values:
    """The share of the page's words that a run's group has outside of links."""
    _, places = np.unique(groups, return_inverse=True)
    sums = np.bincount(places, words).astype(np.int64)
    return _share(sums[places], np.full(len(groups), total), QUARTERS)


def _steps(values: Values, steps: Sequence[int]) -> Values:
    return np.searchsorted(steps, values, "right")


def _share(values: Values, totals: Values, parts: int) -> Values:
    return np.where(totals > 0, np.minimum(parts, values * (parts + 1) // np.maximum(1, totals)), 0)


def _first_pattern(kind: str, text: str) -> int:
    return next((number for number, pattern in enumerate(PATTERNS[kind], start=1) if pattern.search(text)), 0)


def _bullet(text: str) -> int:
    found = BULLET.match(text)
    if found is None:
        return 0
    groups = found.groups()
    kind, end = (place for place, part in enumerate(groups) if part is not None)
    return BULLET_ENDS * kind + (end - BULLET_KINDS) + 1
