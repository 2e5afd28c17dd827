"""Which kept blocks of a page stand in markup of their own, as boxes do that slip in between a story's paragraphs.

A story's home is the innermost element that holds half of its text. What lies between the home and
a block tells: a wrapper under names that the rest of the story does not have is a box, and so is a
line under such names that holds a link. No word of it is looked at. A standfirst, a pull quote or a
list may look the same, so this alone is no reason to leave a block out. A heading of a few words is one as well: with a
section of the story come paragraphs too, without them it is the name of a box.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import product
from typing import NamedTuple

from boilerspider.markup.digests import plain
from boilerspider.markup.parts import Parts
from boilerspider.markup.shortlines import MAX_NAME_LETTERS, are_lines, link_lines
from boilerspider.markup.signs import asks
from boilerspider.markup.spots import Spot, Standing
from boilerspider.markup.transcript import Transcript
from boilerspider.markup.tree import Document
from boilerspider.markup.units import INLINE, MAX_NAME_CHARS, MAX_NAMES, MAX_WORDS
from boilerspider.markup.words import count_words
from boilerspider.model import Block, BlockType, kept_places

ABOUT_LETTERS = 60
"""First letters of a block that are looked for in a page's description, which is often shortened. Ours."""

MAX_ABOUT = 30_000
"""Letters of what a page says of itself that are looked at. Ours: of the corpora no description has more than 16,011."""

MAX_DEPTH = 500
"""Elements around a block of a page whose boxes are looked for: each is asked for each block. Of 2,069 dev pages one has 136, no other more than 54."""

FEWEST = 2
"""Kept blocks from which on one may be a guest of the others."""

MAX_NAME_WORDS = 4
MAX_NAME_IDEOGRAPHS = 12
"""Of a heading that may be a box's name, "Related topics"; Han and kana characters count one each, as nothing stands between their words. Ours."""

OPENING_SCORES = {BlockType.STANDFIRST: 0.5, BlockType.PARAGRAPH: 0.86}
"""Scores from which on a block above the story's first paragraph is the story's although it stands in a box of its own: many put a paragraph or two into one. Ours."""

LEAD_LETTERS = 30
"""From so many on a block that stands in a page's description is its lead, and not a word or two that stand there too. Ours."""

SHARED = 0.2
"""Share of the kept letters under a name from which on it is one of the story's, if more than one block stands there. Ours."""

OWN_LEVELS = 2
"""Elements around a block, inside a box above the story's first paragraph, that have names of the story, from which on it is the story's.
Ours: one may be a name for all text of a site."""

ASIDES = frozenset(("aside", "form", "ins", "nav"))
"""Elements that say themselves that they are no part of the story."""

MOST_SHARE = 1 / 3
"""Share of the kept letters that guests hold at most; where it is more, each paragraph of the story has a name of its
own, and names that differ in their numbers alone are taken for one, then those of long blocks alone for the story's. Ours."""

HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
SUBHEADINGS = HEADINGS - {"h1"}
LINES = INLINE | {"p", "li", "dt", "dd", "td", "th", "blockquote"}
"""Elements that hold one run of text: their names alone do not make a box of them."""

_PARAGRAPH, _SUBHEAD = BlockType.PARAGRAPH, BlockType.SUBHEAD
"""By names of their own, as they are asked of each block: until Python 3.11 each look through the class is a call."""

VARYING = re.compile(r"(?<![^-_:./\s])[^-_:./\s\d]*\d[^-_:./\s]*")
"""A piece of a name that changes from page to page."""


class Guest(NamedTuple):
    """What makes a guest of a block."""

    box: int | None
    """The number of the outermost element that is a box; None where it is a heading that may be a box's name."""
    leads_elsewhere: bool


def with_guests(document: Document, blocks: Sequence[Block], about: str) -> tuple[Block, ...]:
    """The blocks, those marked that are guests or lines that are hardly more than links; takes as long as there are blocks, and elements between them and the story's home.

    `about` is what the page says of itself, its title and description: what stands there too is the story's, and so are
    a box that holds a lead, a quote that leads nowhere, and what opens the story.
    """
    marked, known = list(blocks), plain(about[:MAX_ABOUT])
    standing = Standing.of(document.transcript, blocks)
    lines = dict.fromkeys(link_lines(standing), Guest(None, leads_elsewhere=True))
    found = {**lines, **guests_of(standing, known)}
    first = openings(blocks, lambda place: place not in found)
    for place, guest in found.items():
        block = blocks[place]
        is_storys = (block.type is BlockType.QUOTE and not guest.leads_elsewhere) or place in first
        if not is_storys and _beginning(block.text) not in known:
            fields = (block.text, block.label, block.nodes, block.type, block.score)
            marked[place] = Block(*fields, is_guest=True)
    return tuple(marked)


def guests(
    document: Document, blocks: Sequence[Block], about: str = "", known: AbstractSet[int] = frozenset()
) -> dict[int, Guest]:
    """The places of the kept blocks that are guests, and what makes a guest of each.

    No box is one that holds a lead: a block that begins what the page says of itself, `about`, in plain words; nor one
    that holds a block of these places, `known`, which are no guests.
    """
    return guests_of(Standing.of(document.transcript, blocks), about, known)


def guests_of(standing: Standing, about: str, known: AbstractSet[int] = frozenset()) -> dict[int, Guest]:
    """The same, for whoever knows where the blocks stand."""
    if len(standing.places) < FEWEST or standing.depth > MAX_DEPTH:
        return {}
    ranks = {rank for rank, place in enumerate(standing.places) if place in known}
    return {standing.places[rank]: guest for rank, guest in _guests(standing, about, ranks)}


def openings(blocks: Sequence[Block], is_storys: Callable[[int], bool]) -> set[int]:
    """Which kept blocks above the first paragraph that is the story's are its own, too: a standfirst, or a paragraph, and plainly no box."""
    kept = kept_places(blocks)
    start = next((place for place in kept if blocks[place].type is BlockType.PARAGRAPH and is_storys(place)), 0)
    return {at for at in kept if at < start and OPENING_SCORES.get(blocks[at].type, 1.0) <= blocks[at].score < 1.0}


def lists_apart(document: Document, blocks: Sequence[Block], new: AbstractSet[int]) -> set[int]:
    """Which of these kept blocks stand in elements that hold none but them, and short lines alone: a list of facts, a menu, a poll.

    They may look like the story's own; but of the paragraphs that an editor adds one ends as a sentence does.
    """
    standing = Standing.of(document.transcript, blocks)
    above = {place: spot.above for place, spot in zip(standing.places, standing.spots, strict=True)}
    others = standing.above_others(new)
    apart: dict[int, list[int]] = {}
    for place in new:
        box = next((number for number in above.get(place, ()) if number not in others), None)
        if box is not None and document.transcript.tag(box) not in LINES | HEADINGS:
            apart.setdefault(box, []).append(place)
    lists = (places for places in apart.values() if _is_list([blocks[place].text for place in sorted(places)]))
    return {place for places in lists for place in places}


def _is_list(texts: Sequence[str]) -> bool:
    """Whether texts are short lines, or some below a question."""
    is_asked = len(texts) > FEWEST and asks(texts[0])
    return are_lines(texts[1:] if is_asked else texts)


def _guests(standing: Standing, about: str, known: AbstractSet[int]) -> Iterator[tuple[int, Guest]]:
    """The same by their ranks among the kept blocks."""
    kept, spots, sizes = standing.blocks, standing.spots, standing.sizes
    home = standing.home | _homes_of_leads(spots, kept, about)
    ways = _ways(standing.transcript, spots, home)
    storys = frozenset[int]().union(*(ways[rank] for rank in known))
    for fewest, as_written in product((2, 1), (True, False)):
        names = _Names(standing.transcript, as_written=as_written)
        shared = _shared(ways, sizes, names, fewest)
        found, has_begun = [], False
        for rank, (spot, way) in enumerate(zip(spots, ways, strict=True)):
            boxes = [number for number in way if number not in storys and names.is_box(number, shared, spot)]
            if not has_begun and boxes and names.are_storys(way, boxes, shared):
                continue
            text, kind = kept[rank].text, kept[rank].type
            has_begun = has_begun or (not boxes and kind is _PARAGRAPH)
            if boxes and text.count(" ") < MAX_WORDS:
                found.append((rank, Guest(boxes[0], names.leads_elsewhere(boxes[0]))))
            elif _is_name(text) and (kind is _SUBHEAD or names.is_heading(spot)):
                found.append((rank, Guest(None, leads_elsewhere=False)))
        if sum(sizes[rank] for rank, _ in found) < MOST_SHARE * sum(sizes):
            break
    return iter(found)


def _is_name(text: str) -> bool:
    """Whether a heading may be a box's name; one with a number says something of its story."""
    if len(text) > MAX_NAME_LETTERS or text.count(" ") >= MAX_NAME_WORDS or any(map(str.isdigit, text)):
        return False
    return count_words(text) <= MAX_NAME_IDEOGRAPHS


def _shared(ways: Sequence[Sequence[int]], sizes: Sequence[int], names: _Names, fewest: int) -> frozenset[str]:
    """The names that much of the kept text stands under, and so many blocks of it at least."""
    under, blocks = defaultdict[str, int](int), defaultdict[str, int](int)
    for way, size in zip(ways, sizes, strict=True):
        for name in {name for number in way for name in names.of(number)}:
            under[name] += size
            blocks[name] += 1
    enough = SHARED * sum(sizes)
    return frozenset(name for name, size in under.items() if size >= enough and blocks[name] >= fewest)


class _Names:
    """Tags, class names and ids of a page's elements, by their numbers."""

    def __init__(self, transcript: Transcript, *, as_written: bool) -> None:
        self._transcript = transcript
        self._as_written = as_written
        self._known: dict[int, frozenset[str]] = {}
        self._leads: dict[int, bool] = {}

    def of(self, number: int) -> frozenset[str]:
        """Its class names, its id, and its tag if that is no word of HTML."""
        found = self._known.get(number)
        if found is None:
            found = self._known[number] = frozenset(self._read(number))
        return found

    def _read(self, number: int) -> Sequence[str]:
        transcript, tag = self._transcript, self._transcript.tag(number)
        names, ident = transcript.classes[number], transcript.ids[number]
        own = (f"<{tag}>",) if "-" in tag else ()
        if not (names or ident):
            return own
        written = f"{names or ''} {ident or ''}"[:MAX_NAME_CHARS].split()[:MAX_NAMES]
        return (*(written if self._as_written else [VARYING.sub("#", name) for name in written]), *own)

    def is_box(self, number: int, shared: Collection[str], spot: Spot) -> bool:
        """Whether an element makes a guest of what is in it."""
        tag = self._transcript.tag(number)
        if tag in ASIDES:
            return True
        names = self.of(number)
        if not names or tag in HEADINGS or not names.isdisjoint(shared):
            return False
        return tag not in LINES or spot.has_link

    def are_storys(self, way: Sequence[int], boxes: Sequence[int], shared: Collection[str]) -> bool:
        """Whether what stands in these boxes, the last on its way, is dressed as the story's own paragraphs are: by elements with names of their own, each."""
        if any(self._transcript.tag(number) in ASIDES for number in boxes):
            return False
        names = [self.of(number) & frozenset(shared) for number in way[way.index(boxes[-1]) + 1 :]]
        return len({own for own in names if own}) >= OWN_LEVELS

    def is_heading(self, spot: Spot) -> bool:
        """Whether what stands there is in a heading below the first rank, which is the page's own."""
        return any(self._transcript.tag(number) in SUBHEADINGS for number in spot.above)

    def leads_elsewhere(self, number: int) -> bool:
        """Whether an element holds a link, or says itself that it is an aside."""
        if number not in self._leads:
            element = self._transcript.elements[number]
            self._leads[number] = element.tag in ASIDES or next(element.iter("a"), None) is not None
        return self._leads[number]


def _homes_of_leads(spots: Sequence[Spot], kept: Sequence[Block], about: str) -> frozenset[int]:
    """The elements that blocks lie in which the page itself tells of."""
    if len(about) < LEAD_LETTERS:
        return frozenset()
    parts = Parts(about, ABOUT_LETTERS)
    leads = [spot.above for spot, block in zip(spots, kept, strict=True) if _is_lead(block.text, parts)]
    return frozenset(number for above in leads for number in above)


def _is_lead(text: str, about: Parts) -> bool:
    """Whether a page says of itself what a text begins with; few begin so with their first letters, more of which are read of those alone."""
    if plain(text[:LEAD_LETTERS])[:ABOUT_LETTERS] not in about:
        return False
    begin = _beginning(text)
    return len(begin) >= LEAD_LETTERS and begin in about


def _beginning(text: str) -> str:
    """The first letters of a text in plain words. All of it is looked at where its first part is mostly signs."""
    begin = plain(text[: 4 * ABOUT_LETTERS])
    return (begin if len(begin) >= ABOUT_LETTERS else plain(text))[:ABOUT_LETTERS]


def _ways(transcript: Transcript, spots: Sequence[Spot], home: AbstractSet[int]) -> list[list[int]]:
    """The elements between a story's home, or what that lies in, and each block, but for those that neither a name nor a tag tells anything of."""
    classes, ids, places = transcript.classes, transcript.ids, transcript.places
    telling = {place for place, tag in enumerate(transcript.tags) if tag in ASIDES or "-" in tag}
    ways = []
    for above, _ in spots:
        length = len(above)
        while length and above[length - 1] not in home:  # all around an element of the home is of the home
            length -= 1
        ways.append([at for at in above[length:] if classes[at] or ids[at] or places[at] in telling])
    return ways
