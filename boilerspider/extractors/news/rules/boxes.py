"""Boxes among what was kept: markup of its own speaks against a block of which the networks are not sure.

The networks judge by a block's own names and by its neighbours; that a wrapper's names stand nowhere else in the story says what neither does.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from boilerspider.extractors.news.inputs.facts import Head
from boilerspider.extractors.news.rules.bounds import (
    LONG_RUN,
    MOST_ODD,
    SURE,
    SURE_THOUGH_ODD,
    bounds_of,
    letters_of,
    outnumbered,
)
from boilerspider.extractors.news.rules.controls import beside_fields, with_controls
from boilerspider.extractors.news.rules.loose import QUOTE, Loose, Nameless
from boilerspider.extractors.news.rules.strangers import Strangers
from boilerspider.markup.digests import plain
from boilerspider.markup.guests import MAX_DEPTH, Guest, guests_of
from boilerspider.markup.spots import Standing
from boilerspider.markup.tree import Document
from boilerspider.model import Block, BlockType, Label, kept_places

PLAIN_STORY = 0.9
"""Expected word F, before any calibration, from which on a page is plainly one story, when its boxes are left out: on listings and shops what is kept is boxes."""
PERHAPS_STORY = 0.7
"""The same with its boxes, from which on a page may be one."""
SURELY_STORY = 0.95
"""The same from which on what stands in one box is taken together, lines that their class calls advertisements are boxes, and headings that head nothing go from wrappers
without a name: on pages of services and shops each box speaks of something else."""

FEWEST_SECTIONS = 3
"""Elements of one tag and class in one parent that hold some of what is kept: so many are how the story is made, whatever ids they have."""

LONG = 200
"""Letters of a block that may begin the story although it stands in a wrapper of its own, as a first paragraph often does. All of them are chosen on the dev corpora, where they change the word F of articles by .001 at most."""

STRANGE_SCORE = 0.25
"""What is left of the likelihood of what speaks of something else: a doubt, so that an outline that knew it as text finds it again."""

_STAY = (BlockType.STANDFIRST, BlockType.QUOTE, BlockType.CODE)
"""What stands in boxes in many a story; tables do too, where they do not hold the story itself and are no frames."""
_CELL, _ITEM, _PARAGRAPH = BlockType.TABLE, BlockType.LIST_ITEM, BlockType.PARAGRAPH
_LEAD, _QUOTE, _SUBHEAD = BlockType.STANDFIRST, BlockType.QUOTE, BlockType.SUBHEAD
"""By names of their own, as they are asked of each block: until Python 3.11 each look through the class is a call."""


def _none(_: object) -> frozenset[int]:
    return frozenset()


class Doubts(NamedTuple):
    """What speaks against kept blocks, and matters in boxes alone."""

    strangers: Strangers = Strangers()
    together: Callable[[Sequence[Sequence[int]]], frozenset[int]] = _none
    """The places of those boxes, each given by its own, that speak of something else when their blocks are taken together."""
    headings: Callable[[Sequence[Block]], frozenset[int]] = _none
    """The places of those that head nothing, were these the blocks."""
    is_sure: bool = False
    """Whether the page is surely a story (`SURELY_STORY`)."""
    url: str | None = None
    """Its address, by which links to other sites are known."""


NOTHING = Doubts()


class Rest(NamedTuple):
    """A page's blocks without its boxes."""

    blocks: tuple[Block, ...]
    strange: frozenset[int] = frozenset()
    """The places of those left out, however likely they are, because of what they speak of; where there are such, of the headings left out with boxes, too."""


class _Boxed(NamedTuple):
    """What of a page stands in boxes, and what speaks against it."""

    kept: list[int]
    boxes: dict[int, bool]
    """The kept places in boxes, and whether those hold a link, or are called an advertisement."""
    named: Mapping[int, Guest]
    nameless: Loose
    foreign: frozenset[int]
    odd: frozenset[int]
    unsure: frozenset[int]
    heads: frozenset[int]
    """The subheads among the unsure that stand in a wrapper without a name."""
    stay: set[int]
    """The places in boxes of what stands there in many a story."""

    def is_in_named(self, place: int) -> bool:
        """Whether a block stands in a box that its name tells, and is not taken for a box's name alone."""
        return place in self.named and self.named[place].box is not None


def without_boxes(
    document: Document,
    blocks: tuple[Block, ...],
    head: Head,
    asked: Sequence[BlockType] = (),
    doubts: Doubts = NOTHING,
) -> Rest:
    """The blocks of a page without the boxes below its beginning that are unlikely to be the story's; what was asked for stays.

    What speaks of something else goes from a box however likely it is, by itself or taken together with the rest of the box; for that, markup that no name tells is one, too.
    So does a line of a link that says but little of the story.
    """
    standing = Standing.of(document.transcript, blocks)
    if standing.depth > MAX_DEPTH:
        return Rest(blocks)
    found = _boxed(standing, blocks, plain(f"{head.descriptions}\n{head.titles}"), asked, doubts)
    kept, boxes = found.kept, found.boxes
    if not boxes and not found.heads:
        return Rest(blocks)
    start = next(
        (at for at in kept if at not in boxes and at not in found.unsure and blocks[at].type is not _LEAD), len(blocks)
    )
    strange = (found.foreign | (found.odd & found.unsure)).intersection(boxes)
    possible = {
        place: boxes[place]
        for place in outnumbered(blocks, kept, boxes, strange)
        if (place > start or (place in found.named and len(blocks[place].text) < LONG)) and place not in found.stay
    }
    bounds = bounds_of(kept, possible, strange)
    surely = (found.foreign | (found.odd & found.nameless.lines)).intersection(possible)
    gone = {place for place in possible if place in surely or blocks[place].score < bounds[place]}
    gone -= _heading_text(blocks, found, gone - surely)
    gone -= _beside_paragraphs(blocks, found, gone - surely)
    heads = _heads(blocks, found, gone)
    names = {place for place in possible if place in found.unsure or found.is_in_named(place)} - gone - heads
    in_wrappers = {place for place in found.heads if place > start} - names - gone - heads
    lone = doubts.headings(_left_out(blocks, gone | heads)) if names or in_wrappers else frozenset[int]()
    gone_heads = heads.union(*(some & lone for some in (names, in_wrappers) if len(some & lone) <= MOST_ODD))
    return Rest(_left_out(blocks, gone | gone_heads, surely), surely | gone_heads if surely else frozenset())


def _heading_text(blocks: Sequence[Block], found: _Boxed, gone: Collection[int]) -> set[int]:
    """Those that are taken for the name of a box although they stand in none, and right above a text that stays."""
    names = {place for place in gone if place in found.named and found.named[place].box is None}
    return {
        name
        for name, below in pairwise(found.kept)
        if name in names and below == name + 1 and below not in gone and blocks[below].type is not _SUBHEAD
    }


def _beside_paragraphs(blocks: Sequence[Block], found: _Boxed, gone: Collection[int]) -> set[int]:
    """Those in a box that its name tells, a paragraph of which stays, that go for a link alone: then it is the story's, as a part of it in a layout of its own is."""
    unlinked = {place for place in gone if found.is_in_named(place) and blocks[place].score >= SURE} - found.odd
    if not unlinked:
        return unlinked
    staying = {place for place in found.boxes if blocks[place].type is _PARAGRAPH and found.is_in_named(place)}
    storys = {found.named[place].box for place in staying.difference(gone)}
    return {place for place in unlinked if found.named[place].box in storys and blocks[place].type is not _SUBHEAD}


def _heads(blocks: Sequence[Block], found: _Boxed, gone: Collection[int]) -> set[int]:
    """The subheads of boxes without names right above what goes, also on a page that is made of boxes, where what is odd goes alone."""
    of_boxes = {place for place in found.nameless.boxes if blocks[place].type is _SUBHEAD}
    return {above for above, below in pairwise(found.kept) if above in of_boxes and below in gone}


def _boxed(
    standing: Standing, blocks: Sequence[Block], about: str, asked: Sequence[BlockType], doubts: Doubts
) -> _Boxed:
    """What stands in boxes of a page that says this about itself."""
    kept = kept_places(blocks)
    named, nameless = guests_of(standing, about), Nameless.of(standing)
    wrappers, together, asking = nameless.wrappers(), frozenset[int](), frozenset[int]()
    if doubts.is_sure:
        numbers = {**wrappers, **_numbers(named)}
        # In a list many a story says what it says nowhere else.
        groups = _together(standing, numbers, without=(_ITEM,))
        asking = with_controls(standing, _together(standing, numbers), doubts.url, doubts.together)
        together = doubts.together(list(groups.values())) | asking
    foreign, odd = doubts.strangers.foreign | together, doubts.strangers.odd | together
    types = _staying(blocks, kept, asked)
    framed = nameless.in_frames({place for place in odd if blocks[place].type is _CELL}, doubts.strangers.links)
    framed |= {place for place in asking if blocks[place].type in (_CELL, _ITEM)}
    asked_for = _loosely(blocks, kept, odd - named.keys(), types, framed)
    loose = nameless.loose(asked_for, doubts.strangers.links)
    unsure = frozenset(place for place in kept if blocks[place].score < SURE_THOUGH_ODD)
    called = _called(nameless, blocks, unsure) if doubts.is_sure else {}
    called.update(dict.fromkeys(beside_fields(standing, unsure), True))
    boxes = {**called, **loose.boxes, **{place: guest.leads_elsewhere for place, guest in named.items()}}
    quotes = {place for place in odd.intersection(boxes) if blocks[place].type is _QUOTE}
    not_theirs = {place for place in quotes if place in loose.boxes} | _not_theirs(standing, named, odd, quotes)
    wrapped = wrappers.keys() & unsure if doubts.is_sure else set[int]()
    return _Boxed(
        kept,
        boxes,
        named,
        loose,
        foreign,
        odd,
        unsure,
        heads=frozenset(place for place in wrapped if blocks[place].type is _SUBHEAD),
        stay={place for place in boxes if blocks[place].type in types} - not_theirs - framed,
    )


def _called(nameless: Nameless, blocks: Sequence[Block], unsure: Collection[int]) -> dict[int, bool]:
    """The paragraphs among these that their class calls an advertisement and the like: boxes, of which as much is asked as of one with a link."""
    paragraphs = {place for place in unsure if blocks[place].type is _PARAGRAPH}
    return dict.fromkeys(nameless.called(paragraphs), True)


def _numbers(named: Mapping[int, Guest]) -> dict[int, int | None]:
    """The box of each guest."""
    return {place: guest.box for place, guest in named.items()}


def _together(
    standing: Standing, numbers: Mapping[int, int | None], without: Collection[BlockType] = ()
) -> dict[int, list[int]]:
    """The places of each box's blocks, but for those of some types.

    What has several like it beside it is no box: each of a story's sections says what it says nowhere else.
    """
    found: dict[int, list[int]] = {}
    for place, block in zip(standing.places, standing.blocks, strict=True):
        box = numbers.get(place)
        if box is not None and block.type not in without:
            found.setdefault(box, []).append(place)
    alike = standing.alike(found)
    return {box: at for box, at in found.items() if len(at) <= LONG_RUN and alike[box] < FEWEST_SECTIONS}


def _not_theirs(
    standing: Standing, named: Mapping[int, Guest], odd: Collection[int], quotes: Collection[int]
) -> set[int]:
    """Of blocks in quotations those in boxes with names that stand in a quotation of the story's: they are none of it."""
    if not quotes:
        return set()
    storys = standing.above_others(odd)
    found = set()
    for place, spot in zip(standing.places, standing.spots, strict=True):
        box = named[place].box if place in quotes and place in named else None
        if box is not None and box not in storys:
            around = [at for at in spot.above if standing.transcript.tag(at) == QUOTE]
            if around and storys.issuperset(around):
                found.add(place)
    return found


def _left_out(blocks: tuple[Block, ...], places: Collection[int], surely: Collection[int] = ()) -> tuple[Block, ...]:
    """The blocks, those of these places left out."""
    if not places:
        return blocks
    changed = list(blocks)
    for place in places:
        score = min(blocks[place].score, STRANGE_SCORE) if place in surely else blocks[place].score
        changed[place] = replace(blocks[place], label=Label.BOILERPLATE, type=BlockType.BOILERPLATE, score=score)
    return tuple(changed)


def _staying(blocks: Sequence[Block], kept: Sequence[int], asked: Sequence[BlockType]) -> set[BlockType]:
    """What stays in boxes."""
    in_tables = letters_of(blocks, [at for at in kept if blocks[at].type is _CELL])
    stay = {*_STAY, *asked}
    return stay if 2 * in_tables > letters_of(blocks, kept) else stay | {BlockType.TABLE}


def _loosely(
    blocks: Sequence[Block],
    kept: Sequence[int],
    strange: Collection[int],
    stay: Collection[BlockType],
    framed: Collection[int],
) -> set[int]:
    """The strange blocks that may stand in a box although no name says so, and subheads right above one."""
    out = {*stay, _ITEM} - {_QUOTE}
    found = {place for place in strange if place in framed or blocks[place].type not in out}
    return found | {above for above, below in pairwise(kept) if below in found and blocks[above].type is _SUBHEAD}


__all__ = ["PERHAPS_STORY", "PLAIN_STORY", "SURE", "SURELY_STORY", "Doubts", "Rest", "without_boxes"]
