"""What stands around a block: where it is on the page, what its subtrees hold, how it lies to its neighbours.

Asked of the blocks alone that may be content by themselves, as though the page had no others: what is
surely none of the story says nothing about the rest, so that putting it in or taking it away changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from boilerspider.extractors.news.inputs import Bools, Floats, Ints
from boilerspider.extractors.news.inputs.cohesion import Wording, cohesion, common
from boilerspider.extractors.news.inputs.features import Columns, Facts, heart, running, table
from boilerspider.extractors.news.inputs.letters import Letters
from boilerspider.extractors.news.inputs.vocabulary import TAGS
from boilerspider.extractors.news.inputs.walk import LINE_BREAK

LEVELS = 6
"""Ancestors of a block whose subtrees are described: the element that holds it is the first."""

WIDE_GAP = (7, 17)
"""Blocks left out between two that stay: beyond the first number it is a gap, at the second a whole one. A box or two make none."""


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
        at = stay.nonzero()[0]
        counted = np.zeros(len(stay) + 1, np.int64)
        stay.cumsum(out=counted[1:])
        starts = np.zeros_like(at)
        starts[1:] = at[:-1] + 1
        return Setting(
            parents=self.parents,
            depths=self.depths,
            first=counted[self.first],
            last=counted[self.last],
            homes=self.homes[at],
            lows=np.minimum.reduceat(self.lows[: at[-1] + 1], starts),
            gaps=self.gaps[at],
            words=self.words[at],
            shown=self.shown[at],
            linked=self.linked[at],
            titled=self.titled[at],
            heads=self.heads[at],
            distinct=self.distinct[at],
            named=self.named[at],
            tokens=self.tokens[stay.repeat(self.distinct)],
        )


def context(setting: Setting, stay: Bools) -> Floats:
    """Blocks that stay x inputs, not standardised."""
    part = setting.among(stay)
    places = np.concatenate(([-1], stay.nonzero()[0], [len(stay)]))
    left = places[1:] - places[:-1] - 1
    good = running(part.words, part.linked / part.shown)
    parts = (_place(part, good, left), _subtrees(part, good), _best(part, good), _wording(part, good))
    return np.concatenate(parts, axis=1)


def _place(part: Setting, good: Floats, left: Ints) -> Floats:
    """Where on the page a block stands, and what lies between it and its neighbours."""
    words = part.words
    n = len(words)
    order = np.arange(n, dtype=np.float32)
    counted, total = words.cumsum(), words.sum() + 1
    all_good = good.sum() + 1
    depth = part.depths[part.homes]
    climbs = np.zeros((3, n))  # to a block, to the next, and to the one before
    climbs[0] = depth - part.lows
    climbs[1, :-1] = climbs[2, 1:] = depth[:-1] - part.lows[1:]
    climbs[1, -1] = depth[-1]
    wide = np.minimum(np.maximum((left - WIDE_GAP[0]) / (WIDE_GAP[1] - WIDE_GAP[0]), 0), 1)
    rows = (
        order / n,
        (counted - words) / total,
        (good.cumsum() - good) / all_good,
        np.log(n),
        np.log(total),
        np.log(all_good),
        all_good / total,
        depth / 10,
        *(np.minimum(climbs, 8) / 4),
        np.minimum(part.lows, 20) / 10,
        climbs[0] == 0,
        *_headings(part, order, counted, total),
        wide[:-1],
        wide[1:],
        (part.gaps & LINE_BREAK) > 0,
    )
    return table(rows, n)


def _headings(part: Setting, order: Floats, counted: Floats, total: np.float32) -> tuple[Any, ...]:
    """How a block lies to the page's h1, and to the first of them that says the title; `counted` are the words up to it, `total` all of them."""
    h1 = part.heads > 0
    says_title = h1 & (part.titled > 0)
    heads = h1.nonzero()[0]
    first = heads[0] if len(heads) else 0
    titles = (says_title & (part.words >= 3)).nonzero()[0]
    title = titles[0] if len(titles) else first
    return (
        h1,
        order > first if len(heads) else 0,
        order > title if len(heads) else 0,
        np.log1p(np.abs(order - title)),
        np.where(order >= title, (counted - counted[title]) / total, -1.0),
        len(heads) == 0,
        len(heads) == 1,
        says_title.any(),
    )


def _subtrees(part: Setting, good: Floats) -> Floats:
    """How much of the page lies in the subtree of each of the nearest ancestors, and what it is like."""
    base = np.array((part.words, part.shown, part.linked, good, good > 0), np.float64)
    sums = np.zeros((len(base), base.shape[1] + 1))
    base.cumsum(1, out=sums[:, 1:])
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
    above = np.empty((LEVELS, len(good)), np.int64)
    at = part.homes
    for level in above:
        level[:] = at
        at = part.parents[at]
    found: Floats = per[:, above].swapaxes(0, 1).reshape(-1, len(good)).T
    return found


def _best(part: Setting, good: Floats) -> Floats:
    """Relation to the element that holds the most running text closely."""
    homes, parents = part.homes, part.parents
    best, score = heart(parents, homes, good)
    first, last, depth = part.first[best], part.last[best], part.depths[best]
    order = np.arange(len(homes))
    inside = (order >= first) & (order < last)
    below = np.minimum(part.depths[homes] - depth, 6) / 3
    above = int(parents[best])
    near = (order >= part.first[above]) & (order < part.last[above])
    share = score / (score[best] + 1)
    rows = (
        inside,
        inside * below,
        ~inside * np.maximum(below, -2),
        near,
        np.log1p(np.maximum(first - order, 0)),
        np.log1p(np.maximum(order - last + 1, 0)),
        share[homes],
        share[parents[homes]],
        good[first:last].sum() / (good.sum() + 1),
        inside * (order - first) / (last - first + 1),
    )
    return table(rows, len(homes))


def _wording(part: Setting, good: Floats) -> Floats:
    """How much of a block's wording the story has, and the page's title and description."""
    shared = common(part.distinct, part.tokens, good > 0)
    share, far = cohesion(shared.words, part.distinct, shared.usual)
    rows = (
        share,
        far / 2,
        shared.usual,
        part.named / (part.distinct + 1),
        np.log1p(part.named),
    )
    return table(rows, len(share))
