"""Outlines: which blocks of its page a text was made of, told in 13 bits each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from itertools import repeat
from struct import Struct
from typing import NamedTuple
from zlib import crc32

MOST_OWN = 1_023
"""Own blocks that are told one by one, the last of them with all that follow: as many as ten bits count."""

MOST_GUESTS = 1_023
"""Guests that are remembered: guides to things to buy have hundreds, and of those that are forgotten each that
a later download shows in the story's own markup is a revision."""

FEWEST_ALIKE = 4
"""Own blocks of a page from which on they tell that its story is another's, too. Ours: four are found among thirty by chance once in 5 * 10^9 times."""

STRAY = 1 / 8
"""Share of the blocks kept of one page alone that may be guests which do not stand on the other, for both to be one page: boxes that slipped in. Ours."""

MOST_ENDS = 8
"""Guests whose beginnings and ends are remembered. Ours: one page in eighteen of aed and fundus has more guests, some of them hundreds; two bytes
for each would be four for each article."""

MOST_DOUBTED = 255
"""Blocks left out that are remembered: as many as a byte counts. Ours: one page in seventy has more than 32, one more than 100."""

DIGEST_BITS = 13
"""Of a block. Ours: two of 24 blocks are hardly ever alike, and an article's store has little room."""

NEARLY = 0.1
"""The score from which on a block that was left out may be kept on another download, for the few that are doubted and
for all others. Ours: of 171 blocks of 99 pages that boxes tipped in or out, three had less; a page has 12 left out that
have more, of hundreds, so that names in menus cannot be taken for a paragraph by chance."""

MASK = (1 << DIGEST_BITS) - 1

DOUBTED_BITS = 6
"""Of the number of doubted blocks; the other two of its byte are the highest of the number of own blocks."""

LONG = (1 << DOUBTED_BITS) - 1
"""In the place of that number where there are more than 32 of them, or more guests than a byte counts: two bytes more say how many."""

FEW_DOUBTED, FEW_GUESTS = 32, 255

HEAD, MORE, ENDS = Struct(">4B"), Struct(">2B"), Struct(">2B")


def maker_of(extractor: str) -> int:
    """What stands for an extractor in an outline."""
    return crc32(extractor.encode("utf-8", "replace")) & 0xFF


class Guest(NamedTuple):
    """A block in markup unlike that of the story's own paragraphs: a box, or the standfirst, a pull quote."""

    whole: int
    """A digest of 13 bits."""
    ends: tuple[int, int] | None
    """Digests of 8 bits of its first and of its last letters: most edits leave both, another advertisement one at most. None where they are not remembered."""


@dataclass(frozen=True, slots=True)
class Outline:
    """The digests of a page's blocks, by what an extractor made of them.

    It tells a change of the story from a change of what slipped in between its paragraphs. A digest
    is a number of 13 bits; those of two halves add up to that of the whole.
    """

    maker: int = 0
    """A digest of the extractor's name, 8 bits; what two extractors made of a page is not compared."""
    own: tuple[int, ...] = ()
    """Kept blocks in the markup of the story, in document order."""
    guests: tuple[Guest, ...] = ()
    """Kept blocks in markup of their own, in document order."""
    doubted: tuple[int, ...] = ()
    """Blocks left out that were nearest to being kept, the nearest first."""
    left: tuple[tuple[int, int], ...] = field(default=(), compare=False)
    """Blocks that were left out, these too, each with the number of own blocks before it; known of a page at hand alone, and not packed."""

    def __bool__(self) -> bool:
        """False where nothing is known of a text's blocks."""
        return bool(self.own or self.guests)

    def is_story_of(self, before: Outline) -> bool:
        """Whether the story is the one of an earlier download: what changed are boxes, or what the extractor made of a block.

        False too where one of the two is empty or another extractor's. A block that is left out now
        and was kept before, or the other way round, was not changed by the site.
        """
        if not (self and before) or self.maker != before.maker:
            return False
        came = self._without(before, before.doubted)
        went = before._without(self, self._left_in_place(before))
        return _add_up(came.own) == _add_up(went.own) and not _any_edit(came.guests, went.guests)

    def may_be_boxed(self, before: Outline) -> bool:
        """Whether boxes may set two pages apart: either has a guest, one has a block that was left out on the other, or whole blocks stand elsewhere.

        Where none may, texts that are not equal differ in the story's own words or in their order, though the digests of both add up to the same.
        """
        if self.guests or before.guests or (self.own != before.own and Counter(self.own) == Counter(before.own)):
            return True  # lists are shuffled, tables sorted, quotes and links to other stories moved
        came, went = set(self._without(before, ()).own), set(before._without(self, ()).own)
        return bool(came.intersection(before.doubted) or went.intersection(self._left_in_place(before)))

    def holds_story_of(self, other: Outline) -> bool:
        """Whether all that is kept of another page is kept on this one, which goes on below it; False for a few blocks, which may be alike by chance."""
        is_told = len(set(other.own)) >= FEWEST_ALIKE and self.begins_with(other)
        return is_told and {guest.whole for guest in other.guests} <= set(self.kept)

    def begins_with(self, other: Outline) -> bool:
        """Whether the story's own blocks on another page are those with which the story begins on this one, whatever boxes stand on either."""
        is_told = self.maker == other.maker and 0 < len(other.own) < MOST_OWN
        return is_told and self.own[: len(other.own)] == other.own

    def is_cut_from(self, whole: Outline) -> bool:
        """Whether this page ends before the story does that stands on another one, whatever boxes stand on either; no guest is edited."""
        came, went = self._without(whole, ()), whole._without(self, ())
        return len(self.own) < len(whole.own) and whole.begins_with(self) and not _any_edit(came.guests, went.guests)

    def has_boxes_more_than(self, other: Outline) -> bool:
        """Whether guests alone set this page apart from another, which has none that this one lacks; False for a few blocks, as above."""
        return self.own == other.own and self.holds_story_of(other)

    def opens_apart(self, other: Outline) -> bool:
        """Whether each of two pages opens with a block of the story that is not kept on the other; False where nothing can be compared."""
        if self.maker != other.maker or not (self.own and other.own):
            return False
        mine, theirs = Counter(self.kept), Counter(other.kept)
        # Counted, for what both pages have may have the opening's digest by chance.
        return self.own[0] in mine - theirs and other.own[0] in theirs - mine

    def is_page_of(self, before: Outline) -> bool:
        """Whether the blocks that were kept of either page stand on the other too, kept or left out there; False for a few, which may be alike by chance."""
        if self.maker != before.maker or len(set(self.own).intersection(before.own)) < FEWEST_ALIKE:
            return False
        return self._stands_on(before, before.doubted) and before._stands_on(self, self._left_in_place(before))

    def share_of(self, before: Outline) -> float:
        """The share of kept blocks that two outlines have in common, 0 to 1."""
        mine, theirs = Counter(self.kept), Counter(before.kept)
        return (mine & theirs).total() / max((mine | theirs).total(), 1)

    @property
    def kept(self) -> tuple[int, ...]:
        """The digests of all kept blocks."""
        return (*self.own, *(guest.whole for guest in self.guests))

    @property
    def one_by_one(self) -> tuple[int, ...]:
        """Those of them that stand for one block each."""
        return self.kept if len(self.own) < MOST_OWN else (*self.own[: MOST_OWN - 1], *self.kept[MOST_OWN:])

    def _without(self, other: Outline, left_out: Collection[int]) -> Outline:
        """What is kept here and stood on the other page neither among what was kept nor among what was left out."""
        strange = Counter(self.kept) - Counter(other.kept)
        for digest in set(strange).intersection(left_out):
            del strange[digest]
        return Outline(
            own=tuple(digest for digest in self.own if digest in strange),
            guests=tuple(guest for guest in self.guests if guest.whole in strange),
        )

    def _stands_on(self, other: Outline, left_out: Collection[int]) -> bool:
        """Whether what is kept here and not on the other page was left out there, but for a guest among many: a box may have slipped in, no paragraph."""
        foreign = self._without(other, ())
        strange = self._without(other, left_out)
        return not strange.own and len(strange.guests) <= STRAY * len(foreign.kept)

    def _left_in_place(self, before: Outline) -> set[int]:
        """Which blocks that are left out stand where ones of their digest were kept before; elsewhere they are so by chance."""
        ranks: dict[int, list[int]] = {}
        for digest, rank in self.left:
            ranks.setdefault(digest, []).append(rank)
        found = {guest.whole for guest in before.guests if guest.whole in ranks}
        order = {digest: rank for rank, digest in enumerate(self.own)}
        for place, digest in enumerate(before.own):
            if digest in ranks:
                first = next((order[other] + 1 for other in reversed(before.own[:place]) if other in order), 0)
                last = next((order[other] for other in before.own[place + 1 :] if other in order), len(self.own))
                # One of several equal lines may have been any of them.
                if digest in order or any(first <= rank <= last for rank in ranks[digest]):
                    found.add(digest)
        return found

    def pack(self) -> bytes:
        """What is remembered of it: 4 bytes (6 for a long one), 13 bits for a block, 2 bytes more for each of the first guests; nothing for an empty one."""
        if not self:
            return b""
        guests, doubted = self.guests[:MOST_GUESTS], self.doubted[:MOST_DOUBTED]
        number = 0
        digests = (*self.own, *(guest.whole for guest in guests), *doubted)
        for digest in digests:
            number = number << DIGEST_BITS | digest
        own, guest = divmod(len(self.own), 256), divmod(len(guests), 256)
        is_long = len(guests) > FEW_GUESTS or len(doubted) > FEW_DOUBTED
        counts = own[0] << DOUBTED_BITS | (LONG if is_long else len(doubted))
        head = HEAD.pack(self.maker, own[1], guest[1], counts) + (MORE.pack(guest[0], len(doubted)) if is_long else b"")
        ends = b"".join(ENDS.pack(*guest.ends) for guest in guests[:MOST_ENDS] if guest.ends)
        return head + ends + number.to_bytes(_size(len(digests)), "big")

    @classmethod
    def unpack(cls, packed: bytes) -> Outline:
        """The outline of what `pack` gave."""
        if not packed:
            return cls()
        maker, own, guests, counts = HEAD.unpack_from(packed)
        high, doubted = divmod(counts, 1 << DOUBTED_BITS)
        own, first = high << 8 | own, HEAD.size
        if doubted == LONG:
            more, doubted = MORE.unpack_from(packed, first)
            guests, first = more << 8 | guests, first + MORE.size
        start = len(packed) - _size(own + guests + doubted)
        number = int.from_bytes(packed[start:], "big")
        digests = [number >> DIGEST_BITS * place & MASK for place in reversed(range(own + guests + doubted))]
        ends = (*ENDS.iter_unpack(packed[first:start]), *repeat(None, guests))
        return cls(
            maker,
            tuple(digests[:own]),
            tuple(map(Guest, digests[own : own + guests], ends)),
            tuple(digests[own + guests :]),
        )


def _size(count: int) -> int:
    """Bytes that so many digests take."""
    return -(-count * DIGEST_BITS // 8)


def _any_edit(came: tuple[Guest, ...], went: tuple[Guest, ...]) -> bool:
    """Whether one of the new guests is an old one with other words in it."""
    return any(new.ends is not None and new.ends == old.ends for new in came for old in went)


def _add_up(digests: tuple[int, ...]) -> int:
    """The digest of all these blocks as one: a box may have cut one in two."""
    return sum(digests) & MASK
