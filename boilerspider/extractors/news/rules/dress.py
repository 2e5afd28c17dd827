"""Paragraphs amid a story that is dressed alike, under a name that no other of its paragraphs has.

An editor's software names its notices so; a paragraph that an editor adds is dressed as the others are. That says little by itself,
and nothing of a block that speaks of what the story speaks of: whoever asks knows blocks that do not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

from boilerspider.markup.spots import Standing
from boilerspider.markup.transcript import Transcript
from boilerspider.markup.units import MAX_NAME_CHARS, MAX_NAMES

ALIKE = 0.9
"""Share of the letters of a story's paragraphs under the same names, from which on they are dressed alike. Ours."""
BEGINNING = 2
"""Its first paragraphs, which many dress otherwise, as they do its last one. Ours."""

PARAGRAPH = "p"


class _Dressed(NamedTuple):
    """A paragraph."""

    names: frozenset[str]
    letters: int


def dressed_apart(standing: Standing, asked: Collection[int]) -> set[int]:
    """The asked places of paragraphs all of whose class names stand on no other one; none where the other paragraphs are not dressed alike."""
    spots = (spot for place, spot in zip(standing.places, standing.spots, strict=True) if place in asked)
    if not any(_paragraph(standing.transcript, spot.above)[1] for spot in spots):
        return set()
    row = _paragraphs(standing)
    letters = Counter[frozenset[str]]()
    for place, paragraph in row.items():
        letters[paragraph.names] += 0 if place in asked else paragraph.letters
    most = max(letters.values(), default=0)
    if not most or most < ALIKE * letters.total():
        return set()
    held = Counter(name for paragraph in row.values() for name in paragraph.names)
    amid = [place for place in list(row)[BEGINNING:-1] if place in asked and row[place].names]
    return {place for place in amid if all(held[name] == 1 for name in row[place].names)}


def _paragraphs(standing: Standing) -> dict[int, _Dressed]:
    """The kept paragraphs in the element that has most of them, by their places."""
    rows: dict[int, dict[int, _Dressed]] = {}
    for place, (above, _), size in zip(standing.places, standing.spots, standing.sizes, strict=True):
        rank, names = _paragraph(standing.transcript, above)
        if rank:
            rows.setdefault(above[rank - 1], {})[place] = _Dressed(names, size)
    return max(rows.values(), key=lambda row: sum(one.letters for one in row.values()), default={})


def _paragraph(transcript: Transcript, above: Sequence[int]) -> tuple[int, frozenset[str]]:
    """The rank of the innermost paragraph among these elements, and its class names; 0 and none where there is none."""
    rank = next((rank for rank in range(len(above) - 1, 0, -1) if transcript.tag(above[rank]) == PARAGRAPH), 0)
    names = (transcript.classes[above[rank]] or "")[:MAX_NAME_CHARS].split()[:MAX_NAMES] if rank else ()
    return rank, frozenset(names)


__all__ = ["dressed_apart"]
