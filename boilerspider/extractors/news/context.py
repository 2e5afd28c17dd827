"""What stands around a block: where it is on the page, what its subtrees hold, how it lies to its neighbours.

Asked of the blocks alone that may be content by themselves, as though the page had no others: what is
surely none of the story says nothing about the rest, so that putting it in or taking it away changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import numpy.typing as npt

from boilerspider.extractors.news.cohesion import Wording, cohesion, common
from boilerspider.extractors.news.features import Columns, Facts, Floats, Ints, heart, running, table
from boilerspider.extractors.news.letters import Letters
from boilerspider.extractors.news.vocabulary import TAGS
from boilerspider.extractors.news.walk import LINE_BREAK

LEVELS = 6
"""Ancestors of a block whose subtrees are described: the element that holds it is the first."""

WIDE_GAP = (7, 17)
"""Blocks left out between two that stay: beyond the first number it is a gap, at the second a whole one. A box or two make none."""

Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Setting:
    """What is asked of a page: columns of its elements, and of its blocks."""

    parents: Ints
    depths: Ints
    first: Ints
    last: Ints
    """Elements."""
    homes: Ints
    lows: Ints
    gaps: Ints
    words: Floats
    shown: Floats
    linked: Floats
    titled: Floats
    heads: Floats
    """Blocks; the last: whether it stands in an h1."""
    distinct: Ints
    named: Ints
    tokens: Ints
    """The blocks' wording; the last is as long as the first adds up to."""

    @classmethod
    def of(cls, columns: Columns, letters: Letters, facts: Facts, worded: Wording) -> Setting:
        """The setting of a page."""
        heads = ((columns.paths[columns.homes] & TAGS["h1"]) != 0).astype(np.float32)
        return cls(
            columns.parents,
            columns.depths,
            columns.first,
            columns.last,
            columns.homes,
            columns.lows,
            columns.gaps,
            letters.words,
            letters.shown,
            letters.linked,
            facts.titled,
            heads,
            worded.distinct,
            worded.named,
            worded.tokens,
        )

    @property
    def headlines(self) -> Bools:
        """Which blocks stand in an h1 and say the page's title."""
        found: Bools = (self.heads > 0) & (self.titled > 0)
        return found

    def among(self, stay: Bools) -> Setting:
        """The same as though the page had only these blocks, of which there is one."""
        at = np.flatnonzero(stay)
        counted = np.concatenate(([0], np.cumsum(stay)))
        starts = np.concatenate(([0], at[:-1] + 1))
        columns = {field.name: getattr(self, field.name) for field in fields(self)}
        blocks = {name: column[at] for name, column in columns.items() if name in _OF_BLOCKS}
        lows = np.minimum.reduceat(self.lows[: at[-1] + 1], starts)
        tokens = self.tokens[np.repeat(stay, self.distinct)]
        between = {"first": counted[self.first], "last": counted[self.last]}
        return Setting(**{**columns, **blocks, **between, "lows": lows, "tokens": tokens})


_OF_BLOCKS = ("homes", "lows", "gaps", "words", "shown", "linked", "titled", "heads", "distinct", "named")


def context(setting: Setting, stay: Bools) -> Floats:
    """Blocks that stay x inputs, not standardised."""
    part = setting.among(stay)
    left = np.diff(np.flatnonzero(stay), prepend=-1, append=len(stay)) - 1
    good = running(part.words, part.linked / part.shown)
    parts = (_place(part, good, left), _subtrees(part, good), _best(part, good), _wording(part, good))
    return np.concatenate(parts, axis=1)


def _place(part: Setting, good: Floats, left: Ints) -> Floats:
    """Where on the page a block stands, and what lies between it and its neighbours."""
    words = part.words
    n = len(words)
    order = np.arange(n, dtype=np.float32)
    total = words.sum() + 1
    before = (np.cumsum(words) - words) / total
    all_good = good.sum() + 1
    before_good = (np.cumsum(good) - good) / all_good
    depth = part.depths[part.homes]
    climb = depth - part.lows
    climb_next = np.concatenate((depth[:-1] - part.lows[1:], [depth[-1]]))
    down_prev = np.concatenate(([0], climb_next[:-1]))
    full = np.ones(n, np.float32)
    wide = np.clip((left - WIDE_GAP[0]) / (WIDE_GAP[1] - WIDE_GAP[0]), 0, 1)
    rows = (
        order / n,
        before,
        before_good,
        full * np.log(n),
        full * np.log(total),
        full * np.log(all_good),
        full * (all_good / total),
        depth / 10,
        np.minimum(climb, 8) / 4,
        np.minimum(climb_next, 8) / 4,
        np.minimum(down_prev, 8) / 4,
        np.minimum(part.lows, 20) / 10,
        climb == 0,
        *_headings(part, order, total),
        wide[:-1],
        wide[1:],
        (part.gaps & LINE_BREAK) > 0,
    )
    return table(rows)


def _headings(part: Setting, order: Floats, total: Any) -> tuple[npt.NDArray[Any], ...]:
    """How a block lies to the page's h1, and to the first of them that says the title; `total` is the page's words."""
    h1 = part.heads > 0
    heads = np.flatnonzero(h1)
    first = heads[0] if len(heads) else 0
    titles = np.flatnonzero(part.titled * (part.words >= 3) * h1)
    title = titles[0] if len(titles) else first
    counted = np.cumsum(part.words)
    full = np.ones(len(order), np.float32)
    return (
        h1,
        order > first if len(heads) else 0 * full,
        order > title if len(heads) else 0 * full,
        np.log1p(np.abs(order - title)),
        np.where(order >= title, (counted - counted[title]) / total, -1.0),
        full * (len(heads) == 0),
        full * (len(heads) == 1),
        full * (part.titled * h1).any(),
    )


def _subtrees(part: Setting, good: Floats) -> Floats:
    """How much of the page lies in the subtree of each of the nearest ancestors, and what it is like."""
    base = np.array((part.words, part.shown, part.linked, good, good > 0), np.float64)
    sums = np.zeros((len(base), base.shape[1] + 1))
    np.cumsum(base, axis=1, out=sums[:, 1:])
    words, shown, linked, held, count = sums[:, part.last] - sums[:, part.first]
    size = part.last - part.first
    per = np.array(
        (
            words / (sums[0, -1] + 1),
            held / (sums[3, -1] + 1),
            held / (words + 1),
            linked / (shown + 1),
            np.log1p(size),
            np.log1p(held),
            count / (size + 1),
        ),
        np.float32,
    )
    at = part.homes
    levels = []
    for _ in range(LEVELS):
        levels.append(per[:, at])
        at = part.parents[at]
    return table(list(np.concatenate(levels)))


def _best(part: Setting, good: Floats) -> Floats:
    """Relation to the element that holds the most running text closely."""
    homes, parents = part.homes, part.parents
    best, score = heart(parents, homes, good)
    first, last, depth = part.first[best], part.last[best], part.depths[best]
    order = np.arange(len(homes))
    inside = (order >= first) & (order < last)
    below = part.depths[homes] - depth
    above = int(parents[best])
    near = (order >= part.first[above]) & (order < part.last[above])
    rows = (
        inside,
        inside * np.minimum(below, 6) / 3,
        ~inside * np.clip(below, -6, 6) / 3,
        near,
        np.log1p(np.maximum(first - order, 0)),
        np.log1p(np.maximum(order - last + 1, 0)),
        score[homes] / (score[best] + 1),
        score[parents[homes]] / (score[best] + 1),
        np.full(len(homes), good[first:last].sum() / (good.sum() + 1)),
        inside * (order - first) / (last - first + 1),
    )
    return table(rows)


def _wording(part: Setting, good: Floats) -> Floats:
    """How much of a block's wording the story has, and the page's title and description."""
    shared = common(part.distinct, part.tokens, good > 0)
    share, far = cohesion(shared.words, part.distinct, shared.usual)
    rows = (
        share,
        far / 2,
        np.full(len(share), shared.usual),
        part.named / (part.distinct + 1),
        np.log1p(part.named),
    )
    return table(rows)
