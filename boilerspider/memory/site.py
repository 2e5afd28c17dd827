"""What a crawl has learnt of one site: which words, markup and texts stand in its boilerplate alone.

A naive Bayes classifier (Maron 1961) over the units of pages, taught by whatever extractor reads
them: an extractor that now and then takes an advertisement for a paragraph is outvoted by the many
times it did not. Words that the story itself uses say nothing, so that an article on mattresses
keeps its mattresses. Nothing is learnt from what the memory has taken out itself.
"""

from __future__ import annotations

import struct
import zlib
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np

from boilerspider.markup.units import MAX_WORDS, Unit
from boilerspider.memory.lines import Lines
from boilerspider.memory.tally import SIZE, Tally

MIN_PAGES = 6
"""Stories seen of a site before anything is taken out of its pages. Ours."""

MIN_SIGHTINGS = 3
"""Stories in whose boilerplate a word or a trait must have stood to speak against a unit. Ours."""

FULL_PAGES = 512
"""Stories after which all counts are halved, so that a redesign is noticed. Ours."""

MOST_WEIGHT = 3.0
"""What one word or trait can say for or against a unit, in nats. Ours."""

STRANGE_WEIGHT = -0.2
"""What a word says that the site never used: news brings new words, boilerplate hardly ever. Ours."""

MARKED_SCORE, UNMARKED_SCORE = 4.0, 5.0
"""What a unit must score, in nats, where its names speak against it and where they do not: docs/site-memory.md."""

MARKED_NAMES = 0.5
"""From which weight on names count as speaking against a unit. Ours."""

STORY_SCORE = -2.0
"""What the words of a run score at most, in nats, to be the story's whatever stands beside it in a wrapper. Ours."""

KNOWN_WEIGHT, KNOWN_WORDS, KNOWN_SHARE = 0.7, 4, 1 / 3
"""From which weight on a word is one of boilerplate, and how many of them, and which share of its words, a unit needs
when nothing but its words speaks against it. Ours."""

HOME_SHARE = 0.2
"""Share of a page's words under a name from which on it is that of the story's own paragraphs. Ours."""

PROSE_WORDS = 25
"""Words of a run from which on it can be a paragraph of the story. Ours."""

STORY_RUNS = 3
"""Its longest runs tell whether a story was seen before. Ours."""

REMEMBERED_RUNS = 2_000
"""Runs that are remembered to tell that. Ours."""

MIN_STORY_WORDS = 80
"""Kept words from which on a page teaches anything: on fronts and lists all stands outside the story. Ours."""

PRIOR = 0.5
"""What each count begins with (Krichevsky and Trofimov 1981)."""

VOCABULARY = 5_000
"""Words that the prior is spread over. Ours."""

WORDS_AT_HAND = 30_000
"""Words and traits whose numbers need not be made again: the pages of a site have most in common. Ours."""

KEPT_SHARE = 0.3
"""Share of a unit's text nodes from which on it counts as kept. Ours."""


VERSION = 2
"""Of the form that `to_bytes` gives, and of what the numbers in it stand for."""

READABLE = frozenset((1, VERSION))
"""The first form had no lines."""

HEAD = struct.Struct("<HIQQI")


@dataclass(frozen=True, slots=True)
class Sighting:
    """What one page showed of its site, in numbers that stand for words, traits and texts."""

    story: tuple[int, ...]
    """The longest runs of its text."""
    kept: frozenset[int]
    dropped: frozenset[int]
    lines: tuple[int, ...] = ()
    """Those of its text."""


def sight(page: Sequence[Unit], kept: set[int] | frozenset[int], lines: tuple[int, ...]) -> Sighting | None:
    """What a page shows whose extractor kept the text nodes of these numbers, and lines; None for a page that is no story."""
    runs = [unit for unit in page if unit.leaf]
    stories = [run for run in runs if not kept.isdisjoint(run.nodes)]
    if sum(len(run.words) for run in stories) < MIN_STORY_WORDS:
        return None
    longest = sorted(stories, key=lambda run: -len(run.words))[:STORY_RUNS]
    kept_names, dropped_names = set[str](), set[str]()
    for unit in page:
        if unit.nodes:
            names = kept_names if _is_kept(unit, kept) else dropped_names
            names.update(unit.traits)
            if unit.leaf:
                names.update(unit.words)
    story, things, others = map(_text, longest), map(_thing, kept_names), map(_thing, dropped_names)
    return Sighting(tuple(story), frozenset(things), frozenset(others), lines)


class SiteMemory:
    """What is known of one site, in 150 to 400 kB whatever the size of the site."""

    def __init__(self) -> None:
        self.pages = 0
        """Stories that it was learnt from, the older ones counted less."""
        self._kept, self._dropped = Tally(), Tally()
        self._kept_total, self._dropped_total = 0, 0
        self._runs: dict[int, None] = {}
        self.lines = Lines()

    def learn(self, sighting: Sighting) -> None:
        """Remember what a page showed; one whose story is known teaches nothing."""
        if self._knows(sighting.story):
            return
        self._runs |= dict.fromkeys(sighting.story)
        while len(self._runs) > REMEMBERED_RUNS:
            del self._runs[next(iter(self._runs))]
        self.lines.learn(sighting.lines)
        self.pages += 1
        self._kept.add(sighting.kept)
        self._dropped.add(sighting.dropped)
        self._kept_total += len(sighting.kept)
        self._dropped_total += len(sighting.dropped)
        if self.pages >= FULL_PAGES:
            self._age()

    def foreign(self, page: Sequence[Unit], among: Iterable[Unit] | None = None) -> tuple[Unit, ...]:
        """The outermost of these units of a page, or of all, that are boilerplate on this site; in document order."""
        if self.pages < MIN_PAGES:
            return ()
        judged = [unit for unit in (page if among is None else among) if 0 < unit.size <= MAX_WORDS]
        names = set[str]().union(*(unit.words for unit in (*judged, *filter(_is_prose, page))))
        names.update(*(unit.traits for unit in judged))
        return tuple(_Judgement(page, self._weigh(names)).foreign(judged))

    def to_bytes(self) -> bytes:
        """All that is remembered, with the version of its form."""
        head = HEAD.pack(VERSION, self.pages, self._kept_total, self._dropped_total, len(self._runs))
        runs = struct.pack(f"<{len(self._runs)}I", *self._runs)
        counts = (self._kept.to_bytes(), self._dropped.to_bytes())
        return zlib.compress(b"".join((head, runs, *counts, self.lines.to_bytes())), level=1)

    @classmethod
    def from_bytes(cls, data: bytes) -> SiteMemory:
        """What `to_bytes` gave; an empty memory for what is damaged or of another version."""
        memory = cls()
        with suppress(ValueError, struct.error, zlib.error):
            memory._restore(zlib.decompress(data))
            return memory
        return cls()

    def _restore(self, data: bytes) -> None:
        version, pages, kept_total, dropped_total, count = HEAD.unpack_from(data)
        if version not in READABLE:
            raise ValueError(f"version {version} is none of {sorted(READABLE)}")
        ends = [HEAD.size + 4 * count + part * SIZE for part in range(3)]
        self._runs = dict.fromkeys(struct.unpack_from(f"<{count}I", data, HEAD.size))
        self._kept, self._dropped = (Tally.from_bytes(data[start:end]) for start, end in pairwise(ends))
        self.lines = Lines.from_bytes(data[ends[-1] :]) if version > 1 else Lines()
        self.pages, self._kept_total, self._dropped_total = pages, kept_total, dropped_total

    def _knows(self, story: Sequence[int]) -> bool:
        return 2 * sum(run in self._runs for run in story) > len(story)

    def _age(self) -> None:
        self.pages //= 2
        self._kept_total //= 2
        self._dropped_total //= 2
        self._kept.halve()
        self._dropped.halve()

    def _weigh(self, names: Collection[str]) -> dict[str, float]:
        """What each word or trait says for its unit being boilerplate, in nats."""
        spread = PRIOR * VOCABULARY
        odds = (self._kept_total + spread) / (self._dropped_total + spread)
        things = list(map(_thing, names))
        kept, dropped = self._kept.counts(things), self._dropped.counts(things)
        said = np.log(odds * (dropped + PRIOR) / (kept + PRIOR))
        most = np.where(dropped >= MIN_SIGHTINGS, MOST_WEIGHT, 0.0)
        weights = np.where(kept | dropped, np.clip(said, -MOST_WEIGHT, most), STRANGE_WEIGHT)
        return dict(zip(names, weights.tolist(), strict=True))


class _Judgement:
    """One page before the memory of its site."""

    def __init__(self, page: Sequence[Unit], weights: Mapping[str, float]) -> None:
        self._leaves = sorted((unit for unit in page if unit.leaf), key=lambda unit: unit.start)
        self._starts = [unit.start for unit in self._leaves]
        # What the story has itself says nothing against a unit.
        spared = _words_of_story(page, weights) | _names_of_story(page)
        self._weights = {**weights, **{name: 0.0 for name in spared if weights.get(name, 0.0) > 0.0}}

    def foreign(self, judged: Iterable[Unit]) -> Iterator[Unit]:
        """The outermost of these units that are boilerplate."""
        end = 0
        for unit in judged:
            if unit.start >= end and self._is_foreign(unit):
                end = unit.end
                yield unit

    def _is_foreign(self, unit: Unit) -> bool:
        weights = self._weigh(unit)
        words, names, shape = sum(weights), self._names(unit), self._weights[unit.traits[-1]]
        if names >= MARKED_NAMES:
            return names + shape + max(words, 0.0) >= MARKED_SCORE
        known = sum(weight >= KNOWN_WEIGHT for weight in weights)
        is_known = known >= max(KNOWN_WORDS, KNOWN_SHARE * len(weights))
        return words + names + shape >= UNMARKED_SCORE and is_known and not self._holds_story(unit)

    def _holds_story(self, unit: Unit) -> bool:
        """Whether a run in a wrapper speaks for the story by itself: a box stands beside a paragraph in the paragraph's own wrapper."""
        if unit.leaf:
            return False
        inside = self._leaves[bisect_left(self._starts, unit.start) : bisect_left(self._starts, unit.end)]
        return any(sum(self._weigh(leaf)) < STORY_SCORE for leaf in inside)

    def _weigh(self, unit: Unit) -> list[float]:
        """What each of its words says."""
        return list(map(self._weights.__getitem__, set(unit.words)))

    def _names(self, unit: Unit) -> float:
        """What its class names and its id say: the one that speaks most against it, and the one most for it."""
        weights = [self._weights[name] for name in unit.traits[:-1]]
        return max(0.0, *weights) + min(0.0, *weights) if weights else 0.0


def _words_of_story(page: Sequence[Unit], weights: Mapping[str, float]) -> frozenset[str]:
    """The words of all runs that can be paragraphs of the story."""
    runs = (set(unit.words) for unit in page if _is_prose(unit))
    return frozenset().union(*(words for words in runs if sum(map(weights.__getitem__, words)) < 0))


def _names_of_story(page: Sequence[Unit]) -> frozenset[str]:
    """The names that much of the page's text stands under: those of paragraphs and of what holds them."""
    total = sum(unit.size for unit in page if unit.leaf)
    under = defaultdict[str, int](int)
    for unit in page:
        for name in unit.traits[:-1]:
            under[name] += unit.size
    return frozenset(name for name, size in under.items() if size > HOME_SHARE * total)


def _is_prose(unit: Unit) -> bool:
    return unit.leaf and len(unit.words) >= PROSE_WORDS


def _is_kept(unit: Unit, kept: set[int] | frozenset[int]) -> bool:
    return len(kept.intersection(unit.nodes)) > KEPT_SHARE * len(unit.nodes)


def _text(unit: Unit) -> int:
    return _thing(" ".join(unit.words))


@lru_cache(maxsize=WORDS_AT_HAND)
def _thing(name: str) -> int:
    return zlib.crc32(name.encode("utf-8", "replace"))
