"""Blocks -> a row of numbers each: what the network sees. All in array operations over the page.

Nothing here depends on white space, on the order of attributes, or on a language's words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt

from boilerspider.extractors.news.inputs import Floats, Ints
from boilerspider.extractors.news.inputs.letters import CLASSES, DIGIT, LOWER, STOP, UPPER, Letters
from boilerspider.extractors.news.inputs.signatures import signatures
from boilerspider.extractors.news.inputs.vocabulary import BITS
from boilerspider.extractors.news.inputs.walk import Page

FLAGS = 5 * BITS
"""Of a row's inputs, the first so many are 0 or 1."""
SHOWN, CAPITALS, LONG, SHOUTED = FLAGS + 1, FLAGS + 15, FLAGS + 16, FLAGS + 17
"""Those that say how many letters and signs a block has, how many of its words begin with a capital, how long words are, and whether most letters are capitals."""
SHARES = FLAGS + 21
"""The first of the shares of each class of letters and signs but `SPACE`; behind them the class of the first one and of the last, a flag each."""
SITE = -1
"""Of a row's inputs, the one that says whether the block says the site's name."""
GOOD_WORDS = 12.0
"""Words from which a block can be running text."""
GOOD_LINKS = 0.34
"""Share of linked letters from which it cannot."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What title, description, repeats and the site's name say of each block: columns of 0, 1 or a count."""

    titled: Floats
    described: Floats
    repeats: Floats
    sites: Floats


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
        path = _ints(page.path)
        likeness = signatures(page)
        bits, all_bits, alike, depths = (
            _ints(column)[path] for column in (paths.bits, paths.all_bits, likeness, paths.depths)
        )
        homes, lows, inline, links, gaps, _ = _ints(list(chain.from_iterable(page.blocks))).reshape(-1, 6).T.copy()
        parents, first, last = map(_ints, (page.parents, page.first, page.last))
        return cls(parents, bits, all_bits, alike, depths, first, last, homes, lows, inline, links, gaps)

    def outermost(self, tag: int) -> Ints:
        """The number of the outermost element with this bit that each element is or lies in; -1 for none."""
        within = (self.paths & tag) != 0
        if not within.any():
            return np.full(len(within), -1)
        above = np.where(within & within[self.parents], self.parents, np.arange(len(within)))
        while (above != (higher := above[above])).any():  # each time twice as far up
            above = higher
        return np.where(within, above, -1)


def _ints(numbers: list[int]) -> Ints:
    """The array of numbers of which it is known that they are integers, made in half the time."""
    return np.fromiter(numbers, np.int64, len(numbers))


def matrix(columns: Columns, letters: Letters, facts: Facts) -> Floats:
    """Blocks x inputs, not standardised: what each block is by itself, where the story's place is known but not what is beside it.

    What is put into another part of the page changes none of it, or hardly any.
    """
    shown = letters.shown
    density = letters.linked / shown
    good = running(letters.words, density)
    stops = letters.counts[:, STOP]
    place, names = _branches(columns, letters, shown, good)
    told = np.array((facts.titled, facts.described, facts.repeats, facts.sites)).T
    parts = (
        _bits(columns, names),
        _text(letters, columns, shown, density),
        place,
        _signatures(columns, letters.words, good, density, stops),
        told,
    )
    return np.concatenate(parts, axis=1, dtype=np.float32)


def table(columns: Sequence[Any], count: int) -> Floats:
    """Columns of so many numbers, or of one all the way down, one beside the other."""
    found: Floats = np.empty((len(columns), count), np.float32).T
    for column, values in zip(found.T, columns, strict=True):
        column[:] = values
    return found


def running(words: Floats, density: npt.NDArray[np.floating[Any]]) -> Floats:
    """The words of blocks that can be running text, 0 for others."""
    good: Floats = np.where((words >= GOOD_WORDS) & (density < GOOD_LINKS), words, np.float32(0))
    return good


def _bits(columns: Columns, names: Ints) -> npt.NDArray[np.uint8]:
    """The bits of the home, of its two nearest ancestors, of those that do not hold the story, of all, and of what is inside the block."""
    parents, bits, homes = columns.parents, columns.bits, columns.homes
    up = parents[homes]
    words = np.array((bits[homes], bits[up] | bits[parents[up]], names, columns.paths[homes], columns.inline), "<i8").T
    flags = np.unpackbits(np.ascontiguousarray(words).view(np.uint8), axis=1, bitorder="little").reshape(
        len(homes), -1, 64
    )
    return flags[:, :, :BITS].reshape(len(homes), -1)


def _text(letters: Letters, columns: Columns, shown: Floats, density: Floats) -> Floats:
    """The shape of the text."""
    words = letters.words
    one = np.eye(CLASSES, dtype=np.float32)
    shares = letters.counts / shown[:, None]
    size = np.log1p(words)
    rows = np.array(
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
        np.float32,
    ).T
    return np.concatenate((rows, shares[:, 1:], one[letters.heads], one[letters.tails]), axis=1)


def heart(parents: Ints, homes: Ints, good: Floats) -> tuple[int, npt.NDArray[np.float64]]:
    """The element that holds the most running text closely, and how much each does: its children's whole, its grandchildren's a part, and so on."""
    score = np.zeros(len(parents))
    at, weight = homes, 1.0
    for _ in range(4):
        score += np.bincount(at, good * weight, len(parents))
        at, weight = parents[at], weight * 0.7
    return int(score.argmax()), score


def _trunk(parents: Ints, best: int) -> npt.NDArray[np.bool_]:
    """Which elements are the way from the root to the story's."""
    trunk = np.zeros(len(parents), bool)
    at = best
    while not trunk[at]:
        trunk[at] = True
        at = int(parents[at])
    return trunk


def _climb(columns: Columns, trunk: npt.NDArray[np.bool_]) -> tuple[Ints, Ints]:
    """The last element below the trunk, or the home in it, of each block, and the bits from there to the block."""
    homes, elements = columns.homes, np.arange(len(trunk))
    above = np.where(trunk | trunk[columns.parents], elements, columns.parents)
    names = np.where(trunk, 0, columns.bits)
    while True:  # each time twice as far up
        names |= names[above]
        higher = above[above]
        if not (higher != above).any():
            return above[homes], names[homes]
        above = higher


def _branches(columns: Columns, letters: Letters, shown: Floats, good: Floats) -> tuple[Floats, Ints]:
    """Where blocks leave the way from the root to the story's element, what the branch there is like, and the bits from it to the block."""
    homes, parents = columns.homes, columns.parents
    best, _ = heart(parents, homes, good)
    trunk = _trunk(parents, best)
    branch, names = _climb(columns, trunk)
    is_trunk = trunk[homes]
    stem = np.where(is_trunk, homes, parents[branch])
    base = np.array((letters.words, shown, letters.linked, good), np.float64)
    sums = np.zeros((4, len(homes) + 1))
    base.cumsum(1, out=sums[:, 1:])
    held = np.where(is_trunk, base, sums[:, columns.last[branch]] - sums[:, columns.first[branch]])
    size = np.where(is_trunk, 1, columns.last[branch] - columns.first[branch])
    ids = columns.signatures[branch]
    alike = np.bincount(ids, good)[ids]
    own = columns.signatures[homes]
    body = np.bincount(own, good).argmax()
    up = columns.signatures[parents[homes]]
    rows = (
        stem == best,
        np.minimum(np.maximum(columns.depths[stem] - columns.depths[best], -8), 0) / 4,
        is_trunk,
        (branch == homes) & ~is_trunk,
        np.minimum(columns.depths[homes] - columns.depths[branch], 6) / 3,
        np.log1p(size),
        np.log1p(held[0]),
        np.log1p(held[3]),
        held[2] / (held[1] + 1),
        held[3] / (held[0] + 1),
        letters.words / (held[0] + 1),
        np.log1p(alike),
        np.log1p(np.maximum(alike - held[3], 0)),
        own == body,
        up == up[int((own == body).argmax())],
        np.log1p(np.maximum(np.bincount(own, good)[own] - good, 0)),
    )
    return table(rows, len(homes)), names


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
            running / (total + 1),
            linked / (total + 1),
            ended / (total + 1),
            np.log1p(total / count),
        ]
    return table(levels, n)
