"""Which words of the source a text node is made of.

The parser tells no positions, so the two rows of words are laid side by side: both follow the page, and differ only where the
source is broken, where it has words that are no text (of an attribute with an angle bracket in it) or text that is no words.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate

from lxml import etree

from boilerspider.markup.entities import unescape

ANCHOR = 8
"""The fewest characters of a text that is taken for the same where it occurs once on either side."""
CONTEXT = 16
"""Characters by which a text is known again; a shorter text node is searched for with the nodes after it."""
NEAR = 300
"""Characters of the source that a short text node is searched in by itself: junk may part it from the next."""
PATIENCE = 40
"""How many times the length of the source may be searched through altogether, which bounds the time."""


class TextNodes:
    """The cut that gathers text nodes without their white space."""

    def __init__(self) -> None:
        self.found: list[tuple[int, str]] = []
        """(number, text)"""
        self._depth = 0
        """How many of the open elements lie in one without text, itself included."""

    def start(self, tag: str, element: etree._Element) -> None:  # noqa: ARG002 - the protocol of cuts
        if self._depth or tag in {"head", "script", "style"}:
            self._depth += 1

    def text(self, string: str, number: int) -> None:
        if not self._depth:
            compact = "".join(string.split())
            if compact:
                self.found.append((number, compact))

    def end(self, tag: str) -> None:  # noqa: ARG002 - the protocol of cuts
        if self._depth:
            self._depth -= 1


def place(nodes: Sequence[tuple[int, str]], chunks: Sequence[Sequence[str]]) -> Iterator[tuple[int, range]]:
    """(number of a text node, places of its words among those of the source), for each node that is found there.

    `chunks` are the words between two tags.
    """
    plain = [words if "&" not in "".join(words) else list(map(_plain, words)) for words in chunks]
    ends = list(accumulate(len(word) for words in plain for word in words))
    pieces = list(map("".join, plain))
    texts = [text for _, text in nodes]
    for (number, text), at in zip(nodes, _offsets(texts, "".join(pieces), _anchors(texts, pieces)), strict=True):
        if at is not None:
            last = min(at + len(text), ends[-1])  # a text found by its beginning may be longer than what is left
            yield number, range(bisect_left(ends, at + 1), bisect_left(ends, last) + 1)


def _plain(word: str) -> str:
    """The word as the parser reads it, without the white space that a reference may stand for."""
    return "".join(unescape(word).split())


def _anchors(texts: Sequence[str], pieces: Sequence[str]) -> dict[int, int]:
    """Place of a text -> its offset in the source, for texts that are a whole piece and occur once on either side.

    Of those the most that are in the same order (patience diff): a few may have changed places.
    """
    offsets = dict(zip(pieces, accumulate(map(len, pieces), initial=0), strict=False))
    times, own_times = Counter(pieces), Counter(texts)
    pairs = [
        (place, offsets[text])
        for place, text in enumerate(texts)
        if len(text) >= ANCHOR and times[text] == own_times[text] == 1
    ]
    return dict(_longest_rising(pairs))


def _longest_rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The most pairs, in their order, whose second members rise."""
    lasts: list[int] = []
    ranks: list[int] = []
    for _, value in pairs:
        rank = bisect_left(lasts, value)
        lasts[rank : rank + 1] = [value]
        ranks.append(rank)
    chosen: list[tuple[int, int]] = []
    wanted = len(lasts) - 1
    for pair, rank in zip(reversed(pairs), reversed(ranks), strict=True):
        if rank == wanted:
            chosen.append(pair)
            wanted -= 1
    return chosen[::-1]


def _offsets(texts: Sequence[str], source: str, anchors: Mapping[int, int]) -> Iterator[int | None]:
    """Where each text stands in the source, None where it is not found: the anchors first, then from each to the next."""
    whole = "".join(texts)
    starts = accumulate(map(len, texts), initial=0)
    backwards = (anchors.get(place, len(source)) for place in reversed(range(len(texts))))
    limits = list(accumulate(backwards, min, initial=len(source)))[-2::-1]  # of each text the next anchor after it
    at, left = 0, PATIENCE * len(source)
    for place, (text, start, limit) in enumerate(zip(texts, starts, limits, strict=False)):
        found = anchors.get(place, -1)
        if found < 0 and source.startswith(text, at, limit):
            found = at
        elif found < 0 and left > 0:
            left -= limit - at
            found = source.find(whole[start : start + max(CONTEXT, min(len(text), 4 * CONTEXT))], at, limit)
            if found < 0:
                found = source.find(text, at, min(at + NEAR, limit))
        at = min(found + len(text), limit) if found >= 0 else at
        yield found if found >= 0 else None
