"""Boxes in which something is to be done: a button or a field beside a few words asks a reader to sign up, to vote, to pay.

What they say does not matter, nor in which language: a wrapper that holds a control and but a few words of what is kept is none of the story,
which asks for nothing. A share button beside a paragraph stands in the paragraph, or beside a long one. A frame or a player
may illustrate a sentence; beside a heading alone it is what the box is there for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lxml import etree

from boilerspider.markup.guests import END_LETTERS, STOPPED
from boilerspider.markup.prose import weigh
from boilerspider.markup.spots import Standing
from boilerspider.model import Block, BlockType

CONTROLS = ("button", "form", "input", "select", "textarea")
PLAYERS = ("iframe", "audio")
"""What a box is there for when little else stands in it; of frames most are forms and players."""
MOST_LETTERS = 200
"""Of what is kept of such a box (`prose.weigh`): a post of a live report has a button, too, and says more. Ours."""
MOST_BOXES = 3
"""On a page: more are how it is made, questions that unfold. Ours."""


def with_controls(standing: Standing, boxes: Mapping[int, Sequence[int]]) -> frozenset[int]:
    """The places of those boxes, each given by its element's number and its own, that hold a control and few letters, below what stands in no box."""
    if not boxes:
        return frozenset()
    blocks = dict(zip(standing.places, standing.blocks, strict=True))
    boxed = {place for places in boxes.values() for place in places}
    start = next((place for place in standing.places if place not in boxed), max(boxed))
    elements = standing.transcript.elements
    found = [
        places
        for box, places in boxes.items()
        if places[0] > start and _is_asking(elements[box], [blocks[place] for place in places])
    ]
    return frozenset(place for places in found for place in places) if len(found) <= MOST_BOXES else frozenset()


def _is_asking(box: etree._Element, blocks: Sequence[Block]) -> bool:
    """Whether a box with these blocks is there for a control."""
    if sum(weigh(block.text) for block in blocks) > MOST_LETTERS:
        return False
    if any(not _is_icon(control) for control in box.iterdescendants(*CONTROLS)):
        return True
    says_more = any(
        block.type is not BlockType.SUBHEAD and STOPPED.search(block.text[-END_LETTERS:]) for block in blocks
    )
    return not says_more and next(box.iterdescendants(*PLAYERS), None) is not None


def _is_icon(control: etree._Element) -> bool:
    """Whether a button says nothing: it shares, copies or enlarges what it stands beside."""
    return control.tag == "button" and not "".join(control.itertext()).strip()


__all__ = ["with_controls"]
