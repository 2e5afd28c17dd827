"""Boxes in which something is to be done: a button or a field beside a few words asks a reader to sign up, to vote, to pay.

What they say does not matter, nor in which language: a wrapper that holds a control and but a few words of what is kept is none of the story,
which asks for nothing. A share button beside a paragraph stands in the paragraph, or beside a long one. A frame or a player
may illustrate a sentence; beside a heading alone it is what the box is there for. A field to write in says so where the story's own
markup is around it, too: sites of which every element is a `div` of a random class have no other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from lxml import etree

from boilerspider.extractors.news.rules.bounds import SURE_THOUGH_ODD
from boilerspider.markup.inputs import is_written_in
from boilerspider.markup.prices import names_price
from boilerspider.markup.prose import weigh
from boilerspider.markup.shortlines import ends_sentence
from boilerspider.markup.spots import Standing
from boilerspider.model import Block, BlockType
from boilerspider.urls import is_elsewhere

CONTROLS = ("button", "form", "input", "select", "textarea")
PLAYERS = ("iframe", "audio")
"""What a box is there for when little else stands in it; of frames most are forms and players."""
MOST_LETTERS = 200
"""Of what is kept of such a box (`prose.weigh`): a post of a live report has a button, too, and says more. Ours."""
MOST_STRANGE_LETTERS = 600
"""Of one that speaks of something else. Ours."""
FEWEST_FIGURES = 2
"""Of items or cells with a number in a list or table that is as likely the story's, which many make one to tick or to print. Ours."""
MOST_BOXES = 3
"""On a page: more are how it is made, questions that unfold. Ours."""


class _Box(NamedTuple):
    """One below what stands in none, with few letters of what is kept."""

    element: etree._Element
    places: Sequence[int]
    blocks: Sequence[Block]
    letters: int

    @property
    def says_more(self) -> bool:
        """Whether it must speak of something else: it has more letters, or is a list of figures."""
        return self.letters > MOST_LETTERS or _tells_figures(self.blocks)


def with_controls(
    standing: Standing,
    boxes: Mapping[int, Sequence[int]],
    url: str | None,
    strange: Callable[[Sequence[Sequence[int]]], Collection[int]],
) -> frozenset[int]:
    """The places of those boxes, each given by its element's number and its own, that hold a control and few letters, below what stands in no box.

    So do those amid the story with a link to another site than that of this address that is left out: where to buy tickets, below it, is the story's. More letters may have what speaks of something else, and so must a list of figures: of boxes, `strange` tells the places that do.
    """
    if not boxes:
        return frozenset()
    boxed = {place for places in boxes.values() for place in places}
    outside = [place for place in standing.places if place not in boxed] or [max(boxed)]
    small = _small(standing, boxes, outside[0])
    asking = [box for box in small if _is_asking(box.element, box.blocks)]
    long = [box.places for box in asking if box.says_more]
    odd = strange(long) if long else ()
    linked = {place for place, spot in zip(standing.places, standing.spots, strict=True) if spot.has_link}
    others = (box for box in small if box not in asking and box.letters <= MOST_LETTERS and box.places[0] < outside[-1])
    found = (
        [box for box in asking if not box.says_more or box.places[0] in odd],
        [box for box in others if url and linked.isdisjoint(box.places) and _is_calling(box.element, box.blocks, url)],
    )
    return frozenset(place for some in found if len(some) <= MOST_BOXES for box in some for place in box.places)


def _small(standing: Standing, boxes: Mapping[int, Sequence[int]], start: int) -> list[_Box]:
    """Those of the boxes that stand below this place and have few letters."""
    blocks = dict(zip(standing.places, standing.blocks, strict=True))
    elements = standing.transcript.elements
    found = []
    for number, places in boxes.items():
        own = [blocks[place] for place in places]
        letters = sum(weigh(block.text) for block in own)
        if places[0] > start and letters <= MOST_STRANGE_LETTERS:
            found.append(_Box(elements[number], places, own, letters))
    return found


def beside_fields(standing: Standing, unsure: Collection[int]) -> frozenset[int]:
    """Those of the unsure places that stand with but few letters in an element that holds a field to write in, whatever it is called and unlike the story or not."""
    if not unsure or "input" not in standing.transcript.tags:
        return frozenset()
    letters = defaultdict[int, int](int)
    for block, spot in zip(standing.blocks, standing.spots, strict=True):
        size = weigh(block.text)
        for at in spot.above:
            letters[at] += size
    found: dict[int, list[int]] = {}
    for place, spot in zip(standing.places, standing.spots, strict=True):
        few = next((at for at in spot.above if letters[at] <= MOST_LETTERS), None) if place in unsure else None
        if few is not None:
            found.setdefault(few, []).append(place)
    elements = standing.transcript.elements
    asking = [box for box in found if _has_field(elements[box])]
    if len(asking) > MOST_BOXES:
        return frozenset()
    return frozenset(place for box in asking if not _has_its_like(elements[box]) for place in found[box])


def _has_its_like(box: etree._Element) -> bool:
    """Whether an element beside a box with a field is made as it is, and has one, too: posts of a thread have one each."""
    beside = (one for is_before in (True, False) for one in box.itersiblings(preceding=is_before))
    return any(one.tag == box.tag and one.get("class") == box.get("class") and _has_field(one) for one in beside)


def _has_field(box: etree._Element) -> bool:
    return any(is_written_in(field) for field in box.iterdescendants("input"))


def _is_asking(box: etree._Element, blocks: Sequence[Block]) -> bool:
    """Whether a box with these blocks is there for a control."""
    if not all(map(_asks_nothing, box.iterdescendants(*CONTROLS))):
        return True
    says_more = any(block.type is not BlockType.SUBHEAD and ends_sentence(block.text) for block in blocks)
    return not says_more and next(box.iterdescendants(*PLAYERS), None) is not None


def _tells_figures(blocks: Sequence[Block]) -> bool:
    """Whether half of the items or cells in a box, two at least, hold a number, and no price: what goes into a dish, facts, results."""
    lines = [block.text for block in blocks if block.type in (BlockType.LIST_ITEM, BlockType.TABLE)]
    figures = [line for line in lines if any(map(str.isdigit, line)) and not names_price(line)]
    return len(figures) >= max(FEWEST_FIGURES, len(lines) / 2)


def _is_calling(box: etree._Element, blocks: Sequence[Block], url: str) -> bool:
    """Whether a box with these blocks is there for a link to another site than that of this address; a quotation leads to where it was said, and what the networks are sure of to its source."""
    if any(block.type is BlockType.QUOTE or block.score >= SURE_THOUGH_ODD for block in blocks):
        return False
    return any(
        is_elsewhere(href, url)
        for link in box.iterdescendants("a")
        if (href := (link.get("href") or "").strip()) and "".join(link.itertext()).strip()
    )


def _asks_nothing(control: etree._Element) -> bool:
    """Whether a control is a button that says nothing, for it shares, copies or enlarges what it stands beside, or ticks an item of a list that nothing sends."""
    if control.tag == "button":
        return not "".join(control.itertext()).strip()
    is_tick = control.tag == "input" and (control.get("type") or "").lower() == "checkbox"
    around = {above.tag for above in control.iterancestors()} if is_tick else set()
    return "li" in around and "form" not in around


__all__ = ["beside_fields", "with_controls"]
