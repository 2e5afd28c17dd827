"""Alignment of a clean text with the pieces of a page: which of them a reader, or an extractor, kept (Web2Text, section 4.1.1).

The pieces in a row and the clean text are two strings. Stretches that are unique in both anchor them to
each other; what lies between two anchors is aligned by dynamic programming. Followed is the authors'
program, which goes on where the paper stops.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from boilerspider.evaluation.gaps import Codes, Flags, align_gap, is_white

GAP = "\u25a1"
"""Stands between the pieces and matches nothing; where a text holds it, it is read as a space."""

WINDOW = 10
"""Characters of the clean text that may make an anchor."""

KEPT_SHARE = (2, 3)
"""A piece is kept where more than this share of its characters, rounded down, is in the clean text."""

SPACE = ord(" ")


def kept(pieces: Sequence[str], clean: str) -> Flags:
    """For each piece of a page, in their order, whether the clean text has it.

    Pieces may be leaves or any blocks; the clean text may be gold or what an extractor printed, so that
    both are judged alike. Seconds where the two have little in common and both are long: time grows with the product of what lies
    between two anchors, memory with its root (100,000 x 30,000 characters: 60 MB).
    """
    pieces = [_without_gap(piece) for piece in pieces]
    matched = align(GAP.join(pieces), _without_gap(clean))
    total = np.concatenate(([0], np.cumsum(matched)))
    ends = [end - 1 for end in accumulate(len(piece) + 1 for piece in pieces)]
    share, whole = KEPT_SHARE
    return np.fromiter(
        (
            total[end] - total[end - len(piece)] > share * max(1, len(piece.strip())) // whole
            for piece, end in zip(pieces, ends, strict=True)
        ),
        np.bool_,
        len(pieces),
    )


def align(source: str, clean: str) -> Flags:
    """For each character of the source whether the clean text has it, both read in their order."""
    matched = np.zeros(len(source), np.bool_)
    anchors = _Anchors(source, clean)
    for segment in anchors.segments():
        inside, clean_inside = slice(*segment.source), slice(*segment.clean)
        matched[inside] = segment.equal or align_gap(anchors.codes[inside], anchors.clean_codes[clean_inside])
    return matched


class Segment(NamedTuple):
    """Start and end of a stretch in the source and in the clean text, and whether the two are equal."""

    source: tuple[int, int]
    clean: tuple[int, int]
    equal: bool


NOTHING = Segment((0, 0), (0, 0), equal=True)


class _Anchors:
    """The search for anchors, which goes over the clean text once."""

    def __init__(self, source: str, clean: str) -> None:
        self._source, self._clean = source, clean
        self.codes, self.clean_codes = _codes(source), _codes(clean)
        self._keys, self._clean_keys = _keys(self.codes), _keys(self.clean_codes)
        self._dense = "".join(source.replace(GAP, "").split())
        self._found: list[Segment] = []

    def segments(self) -> Iterator[Segment]:
        """Anchors and what lies between them, in order, up to both ends."""
        places = _unique_windows(self._source)
        start, last = 0, len(self._clean) - WINDOW
        while start <= last:
            place = places.get(self._clean[start : start + WINDOW], -1)
            start = self._try(place, start) if place >= 0 else start + 1
        yield from self._found
        yield self._open_to(len(self._source), len(self._clean))

    def _try(self, place: int, start: int) -> int:
        """Where the search goes on after a window that is unique as it stands."""
        if not self._is_unique_without_space(start):
            return start + 1
        last = self._last
        if place <= last.source[0]:
            del self._found[-2:]
        elif place >= last.source[1]:
            anchor = self._extend(place, start)
            before = self._open_to(anchor.source[0], anchor.clean[0])
            if before.source[0] < before.source[1] or before.clean[0] < before.clean[1]:
                self._found.append(before)
            self._found.append(anchor)
            return anchor.clean[1]
        return start + 1

    @property
    def _last(self) -> Segment:
        return self._found[-1] if self._found else NOTHING

    def _open_to(self, source: int, clean: int) -> Segment:
        return Segment((self._last.source[1], source), (self._last.clean[1], clean), equal=False)

    def _is_unique_without_space(self, start: int) -> bool:
        window = "".join(self._clean[start : start + WINDOW].split())
        first = self._dense.find(window) if window else -1
        return first >= 0 and self._dense.find(window, first + 1) < 0

    def _extend(self, place: int, start: int) -> Segment:
        """The anchor around a window: as far as both agree to the right, and to the left up to the last anchor."""
        after = _agreement(self._keys[place:], self._clean_keys[start:])
        source, clean = self._last.source[1], self._last.clean[1]
        before = _agreement(self._keys[source:place][::-1], self._clean_keys[clean:start][::-1])
        return Segment((place - before, place + after), (start - before, start + after), equal=True)


def _unique_windows(text: str) -> dict[str, int]:
    """Window -> where it begins, for those without a gap; -1 for those that occur again."""
    places: dict[str, int] = {}
    for start in range(len(text) - WINDOW + 1):
        window = text[start : start + WINDOW]
        places[window] = -1 if window in places or GAP in window else start
    return places


def _agreement(left: Codes, right: Codes) -> int:
    """How many characters two texts have in common at their beginning."""
    length = min(len(left), len(right))
    differ = left[:length] != right[:length]
    first = int(differ.argmax()) if length else 0
    return first if length and differ[first] else length


def _without_gap(text: str) -> str:
    return text.replace(GAP, " ")


def _codes(text: str) -> Codes:
    """Code points in lower case, one for each character: those whose lower case is longer stay."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    kinds, places = np.unique(codes, return_inverse=True)
    lower = [chr(code).lower() for code in kinds.tolist()]
    folded = [ord(low) if len(low) == 1 else code for low, code in zip(lower, kinds.tolist(), strict=True)]
    return np.asarray(np.array(folded, np.uint32)[places], np.uint32)


def _keys(codes: Codes) -> Codes:
    """The same, with all white space alike."""
    return np.where(is_white(codes), np.uint32(SPACE), codes)
