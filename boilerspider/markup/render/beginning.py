"""Where rendering begins: what stands far before the first kept node leaves no trace but the elements that are still open.

Nothing is written before the first kept node, and no picture belongs to the text from which more
is left out than the gap that a leading figure may have. Most of a page stands before that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from lxml import etree

from boilerspider.markup.render.regions import MAX_GAP_CHARS
from boilerspider.markup.render.tables import is_data_table
from boilerspider.markup.transcript import Transcript


class Beginning(NamedTuple):
    """A place in a transcript: how many events, text nodes and elements begin before it."""

    event: int
    number: int
    opened: int
    around: Sequence[etree._Element] = ()
    """The elements that are open there, outermost first."""


TOP = Beginning(0, 0, 0)
"""Where a page begins, and the rendering of what cannot be rendered from further down."""


def beginning(transcript: Transcript, first: int, whole: frozenset[str]) -> Beginning:
    """Where to begin when the first kept node has this number.

    Elements with the tags of `whole` are not begun amid, nor is a table of data, whose rows remember their empty cells.
    """
    numbers = frozenset(number for number, tag in enumerate(transcript.tags) if tag in whole)
    place = _before(transcript.events, _found(transcript.events, first), numbers)
    if place == TOP:
        return TOP
    around = list(transcript.elements[place.opened].iterancestors())
    if any(element.tag in whole or (element.tag == "table" and is_data_table(element)) for element in around):
        return TOP
    return place._replace(around=around[::-1])


def _found(events: list[int | str], wanted: int) -> Beginning:
    """The place of the text node with this number."""
    number = opened = 0
    what: Any  # a type that isinstance tells, in twice the time
    for event, what in enumerate(events):
        if what.__class__ is str:
            if number == wanted:
                return Beginning(event, number, opened)
            number += 1
        elif what > 0:
            opened += 1
    return TOP


def _before(events: list[int | str], place: Beginning, whole: frozenset[int]) -> Beginning:
    """The last start of an element that lies further before a place than a leading figure may, in none of these elements."""
    _, number, opened, _ = place
    depth = gap = 0
    for event in range(place.event - 1, -1, -1):
        what = events[event]
        if isinstance(what, str):
            number -= 1
            gap += 0 if depth else len(what.strip())
        elif what > 0:
            opened -= 1
            if what in whole:
                depth -= 1
            elif gap > MAX_GAP_CHARS and not depth:
                return Beginning(event, number, opened)
        elif -what in whole:
            depth += 1
    return TOP
