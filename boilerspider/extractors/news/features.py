"""Blocks -> a row of numbers each: what the network sees. All in array operations over the page.

Nothing here depends on white space, on the order of attributes, or on a language's words.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from boilerspider.extractors.news.letters import CLASSES, DIGIT, LOWER, STOP, UPPER, Letters
from boilerspider.extractors.news.vocabulary import BITS, TAGS
from boilerspider.extractors.news.walk import Page

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]

LEVELS = 6
"""Ancestors of a block whose subtrees are described: the element that holds it is the first."""
GOOD_WORDS = 12.0
"""Words from which a block can be running text."""
GOOD_LINKS = 0.34
"""Share of linked letters from which it cannot."""
LOCAL_SHARE = 0.4
"""Of a page's running text: an element that holds more is around the story, whatever its name says."""
_HEADINGS = TAGS["h1"] | TAGS["h2"] | TAGS["h3"] | TAGS["h5"]


@dataclass(frozen=True, slots=True)
class Facts:
    """What title, description and repeats say of each block: columns of 0, 1 or a count."""

    titled: Floats
    described: Floats
    repeats: Floats


@dataclass(frozen=True, slots=True)
class Columns:
    """A page's walk as arrays."""

    parents: Ints
    bits: Ints
    paths: Ints
    """Elements: the bits of an element, and of it and all above it."""
    signatures: Ints
    depths: Ints
    first: Ints
    last: Ints
    homes: Ints
    lows: Ints
    inline: Ints
    links: Ints
    gaps: Ints
    """Blocks, as in the walk."""

    @classmethod
    def of(cls, page: Page) -> Columns:
        """The arrays of a page that has a block."""
        paths = page.paths
        table = np.array((paths.bits, paths.all_bits, paths.signatures, paths.depths))
        bits, all_bits, signatures, depths = table[:, np.array(page.path)]
        homes, lows, inline, links, gaps, _ = np.array(page.blocks).T.copy()
        first, last = np.array(page.first), np.array(page.last)
        return cls(
            np.array(page.parents), bits, all_bits, signatures, depths, first, last, homes, lows, inline, links, gaps
        )


def matrix(columns: Columns, letters: Letters, facts: Facts) -> Floats:
    """Blocks x inputs, not standardised."""
    shown = letters.counts.sum(1)
    density = letters.linked / shown
    good = np.where((letters.words >= GOOD_WORDS) & (density < GOOD_LINKS), letters.words, np.float32(0))
    stops = letters.counts[:, STOP]
    parts = (
        _bits(columns, good),
        _text(letters, columns, shown, density),
        _place(columns, letters.words, good, facts),
        _subtrees(columns, letters, shown, good),
        _best(columns, letters.words, good),
        _signatures(columns, letters.words, good, density, stops),
    )
    return np.concatenate(parts, axis=1)


def _bits(columns: Columns, good: Floats) -> Floats:
    """The bits of the home, of its two nearest ancestors, of those that hold a part of the running text, of all, and of what is inside the block."""
    parents, bits, homes = columns.parents, columns.bits, columns.homes
    up = parents[homes]
    sums = np.concatenate(([0.0], np.cumsum(good)))
    local_bits = np.where(sums[columns.last] - sums[columns.first] <= LOCAL_SHARE * sums[-1], bits, 0)
    local = local_bits[homes]
    at = up
    for _ in range(LEVELS):
        local = local | local_bits[at]
        at = parents[at]
    words = np.stack((bits[homes], bits[up] | bits[parents[up]], local, columns.paths[homes], columns.inline), axis=1)
    flags = np.unpackbits(words.astype("<i8").view(np.uint8), axis=1, bitorder="little").reshape(len(homes), -1, 64)
    return flags[:, :, :BITS].reshape(len(homes), -1).astype(np.float32)


def _text(letters: Letters, columns: Columns, shown: Floats, density: Floats) -> Floats:
    """The shape of the text."""
    words = letters.words
    one = np.eye(CLASSES, dtype=np.float32)
    shares = letters.counts / shown[:, None]
    size = np.log1p(words)
    rows = np.stack(
        (
            size,
            np.log1p(shown),
            words >= 3,
            words >= 8,
            words >= 16,
            words >= 32,
            words >= 64,
            density,
            density > 0.9,
            letters.strong / shown,
            np.log1p(columns.links),
            columns.links / (words + 1),
            letters.stops,
            np.log1p(letters.counts[:, STOP]),
            letters.counts[:, STOP] / (words + 1),
            letters.capitals / (words + 1),
            np.minimum(shown / (words + 1), 30) / 10,
            letters.counts[:, UPPER] > letters.counts[:, LOWER],
            letters.counts[:, DIGIT] / (words + 1),
            size * density,
            size * letters.stops,
        ),
        axis=1,
    ).astype(np.float32)
    return np.concatenate((rows, shares[:, 1:], one[letters.heads], one[letters.tails]), axis=1)


def _place(columns: Columns, words: Floats, good: Floats, facts: Facts) -> Floats:
    """Where on the page a block stands, and what lies between it and its neighbours."""
    n = len(words)
    order = np.arange(n, dtype=np.float32)
    total = words.sum() + 1
    before = (np.cumsum(words) - words) / total
    running = good.sum() + 1
    before_good = (np.cumsum(good) - good) / running
    depth = columns.depths[columns.homes]
    climb = depth - columns.lows
    climb_next = np.concatenate((depth[:-1] - columns.lows[1:], [depth[-1]]))
    down_prev = np.concatenate(([0], climb_next[:-1]))
    gaps = (columns.gaps[:, None] >> np.arange(4)) & 1
    heading = columns.paths[columns.homes]
    h1 = (heading & TAGS["h1"]) != 0
    heads = np.flatnonzero(h1)
    first = heads[0] if len(heads) else 0
    titles = np.flatnonzero(facts.titled * (words >= 3) * h1)
    title = titles[0] if len(titles) else first
    passed = np.log1p(np.abs(order - title))
    since = np.where(order >= title, (np.cumsum(words) - np.cumsum(words)[title]) / total, -1.0)
    full = np.ones(n, np.float32)
    rows = (
        order / n,
        before,
        before_good,
        full * np.log(n),
        full * np.log(total),
        full * np.log(running),
        full * (running / total),
        depth / 10,
        np.minimum(climb, 8) / 4,
        np.minimum(climb_next, 8) / 4,
        np.minimum(down_prev, 8) / 4,
        np.minimum(columns.lows, 20) / 10,
        climb == 0,
        h1,
        order > first if len(heads) else 0 * full,
        order > title if len(heads) else 0 * full,
        passed,
        since,
        full * (len(heads) == 0),
        full * (len(heads) == 1),
        full * (facts.titled * h1).any(),
        facts.titled,
        facts.described,
        facts.repeats,
        (heading & _HEADINGS) != 0,
    )
    return np.concatenate((np.stack(rows, axis=1), gaps), axis=1).astype(np.float32)


def _subtrees(columns: Columns, letters: Letters, shown: Floats, good: Floats) -> Floats:
    """How much of the page lies in the subtree of each of the nearest ancestors, and what it is like."""
    base = np.stack((letters.words, shown, letters.linked, good, (good > 0).astype(np.float32)), axis=1).astype(
        np.float64
    )
    sums = np.concatenate((np.zeros((1, base.shape[1])), np.cumsum(base, axis=0)))
    held = sums[columns.last] - sums[columns.first]
    size = columns.last - columns.first
    total = sums[-1]
    per = np.stack(
        (
            held[:, 0] / (total[0] + 1),
            held[:, 3] / (total[3] + 1),
            held[:, 3] / (held[:, 0] + 1),
            held[:, 2] / (held[:, 1] + 1),
            np.log1p(size),
            np.log1p(held[:, 3]),
            held[:, 4] / (size + 1),
        ),
        axis=1,
    ).astype(np.float32)
    at = columns.homes
    levels = []
    for _ in range(LEVELS):
        levels.append(per[at])
        at = columns.parents[at]
    return np.concatenate(levels, axis=1)


def _best(columns: Columns, words: Floats, good: Floats) -> Floats:
    """Relation to the element that holds the most running text closely: its children's whole, its grandchildren's half, and so on."""
    homes, parents = columns.homes, columns.parents
    m = len(parents)
    score = np.zeros(m)
    at, weight = homes, 1.0
    for _ in range(4):
        score += np.bincount(at, good * weight, m)
        at, weight = parents[at], weight * 0.7
    best = int(score.argmax())
    first, last, depth = columns.first[best], columns.last[best], columns.depths[best]
    order = np.arange(len(words))
    inside = (order >= first) & (order < last)
    below = columns.depths[homes] - depth
    above = int(parents[best])
    near = (order >= columns.first[above]) & (order < columns.last[above])
    own = score[homes] / (score[best] + 1)
    direct = score[parents[homes]] / (score[best] + 1)
    share = good[first:last].sum() / (good.sum() + 1)
    rows = (
        inside,
        inside * np.minimum(below, 6) / 3,
        ~inside * np.clip(below, -6, 6) / 3,
        near,
        np.log1p(np.maximum(first - order, 0)),
        np.log1p(np.maximum(order - last + 1, 0)),
        own,
        direct,
        np.full(len(words), share),
        inside * (order - first) / (last - first + 1),
    )
    return np.stack(rows, axis=1).astype(np.float32)


def _signatures(columns: Columns, words: Floats, good: Floats, density: Floats, stops: Floats) -> Floats:
    """The blocks that stand in elements of the same tags and classes: how much text they hold together, and of what kind."""
    n = len(words)
    homes = columns.homes
    own = columns.signatures[homes]
    up = columns.signatures[columns.parents[homes]]
    base = (np.ones(n), words, good, density * words, stops)
    levels = []
    for ids in (own, up):
        sums = [np.bincount(ids, column)[ids] for column in base]
        count, total, running, linked, ended = sums
        levels += [
            np.log1p(count),
            np.log1p(total),
            total / (words.sum() + 1),
            running / (good.sum() + 1),
            running / (total + 1),
            linked / (total + 1),
            ended / (total + 1),
            np.log1p(total / count),
        ]
    return np.stack(levels, axis=1).astype(np.float32)
