"""Boxes in which something is to be done: a button, a field or a player beside a few words asks a reader to sign up, to vote, to listen.

What they say does not matter, nor in which language: a wrapper that holds a control and but a few words of what is kept is none of the story,
which asks for nothing. A share button beside a paragraph stands in the paragraph, or beside a long one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from boilerspider.markup.spots import Standing

CONTROLS = ("button", "form", "input", "select", "textarea", "iframe", "audio")
"""What a box is there for when little else stands in it; of frames most are forms and players."""
MOST_LETTERS = 200
"""Of what is kept of such a box: a post of a live report has a button, too, and says more. Ours."""

MOST_BOXES = 3
"""On a page: more are how it is made, questions that unfold. Ours."""


def with_controls(standing: Standing, boxes: Mapping[int, Sequence[int]]) -> frozenset[int]:
    """The places of those boxes, each given by its element's number and its own, that hold a control and few letters, below what stands in no box."""
    if not boxes:
        return frozenset()
    sizes = dict(zip(standing.places, standing.sizes, strict=True))
    boxed = {place for places in boxes.values() for place in places}
    start = next((place for place in standing.places if place not in boxed), max(boxed))
    elements = standing.transcript.elements
    found = [
        places
        for box, places in boxes.items()
        if places[0] > start
        and sum(sizes[place] for place in places) <= MOST_LETTERS
        and next(elements[box].iterdescendants(*CONTROLS), None) is not None
    ]
    return frozenset(place for places in found for place in places) if len(found) <= MOST_BOXES else frozenset()


__all__ = ["with_controls"]
