"""Other stories below the page's own that are built as it is: a headline in the same place, and below it a line of the same kind (who wrote it, and when) that is no text.

`others` knows such stories by their `article` elements; here it is the markup alone that says the same twice. A heading by itself tells nothing:
sections have one each, in elements alike; none of them is signed.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

import numpy as np

from boilerspider.extractors.news.inputs import Bools
from boilerspider.extractors.news.inputs.reading import View
from boilerspider.extractors.news.inputs.vocabulary import TAGS
from boilerspider.markup.metadata.titles import fold

HEADINGS = TAGS["h1"] | TAGS["h2"]
MIN_HEADLINE_LETTERS = 10
"""Of a headline by which a story is known. Ours."""
MAX_SIGNED_CHARS = 150
"""Of a line that signs a story; longer ones are prose. Ours."""
MOST_SIGNED = 4
"""Blocks below a headline of which one may sign the story: a kicker, a standfirst, an author, a day. Ours."""
MOST_HEADINGS = 50
"""That are looked at, and elements around each: no page of the corpora has so many stories."""
MAX_CLIMB = 30
MIN_STORY_LETTERS = 200
"""Of what is kept of the own story above the next: less may be a teaser's. Ours."""


class _Heading(NamedTuple):
    """A heading's block, and its element and those around it, the root last."""

    place: int
    around: list[int]


def twins(seen: View, keep: Bools) -> list[int]:
    """The blocks kept of stories that stand below the page's own and are built as it is; none where no headline says the page's title."""
    headings = _headings(seen)
    own = next((heading for heading in headings if seen.facts.titled[heading.place]), None)
    if own is None:
        return []
    said = fold(seen.texts[own.place])
    others = (heading for heading in headings if heading.place > own.place and not seen.facts.titled[heading.place])
    strange = [heading for heading in others if said not in fold(seen.texts[heading.place])]
    spans = [span for heading in strange if (span := _span(seen, keep, own, heading))]
    own_end = min((span.start for span in spans), default=0)
    kept = np.flatnonzero(keep[own.place : own_end]) + own.place
    if seen.letters.shown[kept].sum() < MIN_STORY_LETTERS:
        return []
    return sorted({place for span in spans for place in span if keep[place]})


def _headings(seen: View) -> list[_Heading]:
    """The headlines that there may be, each with the elements around it."""
    homes = seen.columns.homes
    headed = np.flatnonzero((seen.columns.bits[homes] & HEADINGS) != 0).tolist()
    long = ((place, int(homes[place])) for place in headed if len(seen.texts[place]) >= MIN_HEADLINE_LETTERS)
    return [_Heading(place, list(islice(_up(seen, home), MAX_CLIMB))) for place, home in islice(long, MOST_HEADINGS)]


def _up(seen: View, number: int) -> Iterator[int]:
    """An element and those around it."""
    parents = seen.columns.parents
    while True:
        yield number
        above = int(parents[number])
        if above == number:
            return
        number = above


def _span(seen: View, keep: Bools, own: _Heading, other: _Heading) -> range | None:
    """The blocks of another story by its heading; None where it is not built as the own one, or is not signed as that is."""
    level = _level(own.around, other.around)
    if not level or _ways(seen, own, level) != _ways(seen, other, level):
        return None
    first, last = seen.columns.first, seen.columns.last
    part, twin, whole = own.around[level - 1], other.around[level - 1], own.around[level]
    signed = _signed(seen, keep, range(own.place + 1, int(last[part])))
    if signed.isdisjoint(_signed(seen, keep, range(other.place + 1, int(last[twin])))):
        return None
    holds_story = keep[first[part] : last[part]].any()
    if not holds_story and _is_link(seen, other.place) and not _is_link(seen, own.place):
        return None  # a teaser amid the story, whose text goes on below
    return range(int(first[twin]), int(last[twin] if holds_story else last[whole]))


def _level(own: list[int], other: list[int]) -> int:
    """How far above both headings the element is that holds both; 0 where it holds them without one around each, or they are not as deep in it."""
    level = next((at for at, (one, two) in enumerate(zip(own, other, strict=False)) if one == two), 0)
    return level if level > 1 else 0


def _ways(seen: View, heading: _Heading, level: int) -> list[object]:
    """How a heading looks, and the tags around it up to an element so far above."""
    return [_look(seen, heading.around[0]), *(seen.elements[number].tag for number in heading.around[:level])]


def _is_link(seen: View, place: int) -> bool:
    return bool(2 * seen.letters.linked[place] > seen.letters.shown[place])


def _signed(seen: View, keep: Bools, places: range) -> set[tuple[object, str | None]]:
    """What the elements look like that hold the short lines below a headline and above its story, which are no text."""
    found = set()
    for place in islice(places, MOST_SIGNED):
        if keep[place]:
            break
        if len(seen.texts[place]) <= MAX_SIGNED_CHARS:
            found.add(_look(seen, int(seen.columns.homes[place])))
    return found


def _look(seen: View, number: int) -> tuple[object, str | None]:
    element = seen.elements[number]
    return element.tag, element.get("class")


__all__ = ["twins"]
