"""What strings and lists of a state tell, and stories that an object tells in pieces (`freeBody` and `paidBody`, `body1` and `body2`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from boilerspider.markup.entities import unescape
from boilerspider.markup.hidden.markdown import is_markdown, markdown_as_html
from boilerspider.markup.hidden.near import MIN_PARAGRAPHS
from boilerspider.markup.hidden.objects import LEADS, is_body, is_piece, plain_key
from boilerspider.markup.hidden.richtext import as_html, is_markup
from boilerspider.markup.metadata.titles import fold
from boilerspider.markup.prose import TAG, is_prose

MAX_PIECES = 12
"""Of a story. Ours."""
STEM_CHARS = 40
"""Letters of a beginning by which two texts are known to be the same. Ours."""
MAX_COMPARED = 50
"""Pieces of a text that are looked for in another. Ours."""


class Told(NamedTuple):
    """A string or a list, and what it says."""

    part: str | list[Any]
    key: str
    """Under which the words of a list stand."""
    texts: Sequence[str]
    paragraphs: int
    """Tags or paragraphs."""

    @property
    def size(self) -> int:
        """Its paragraphs."""
        return max(self.paragraphs, sum(map(is_prose, self.texts)))

    @property
    def html(self) -> str:
        """What it says as HTML."""
        if isinstance(self.part, str):
            return markdown_as_html(self.part) if is_markdown(self.part) else self.part
        return as_html(self.part, [self.key], markup=is_markup(self.texts))


class Found(NamedTuple):
    """What may be a story."""

    told: Sequence[Told]
    """Its pieces."""
    near: Mapping[str, Any] | None
    """The object that says the page's title."""
    top: str
    """The key under which it stands there."""
    weight: float

    @property
    def is_scrap(self) -> bool:
        """Whether it is a piece, or pieces, of too few paragraphs for a story."""
        is_in_pieces = len(self.told) > 1 or (is_piece(self.top) and not is_body(self.top))
        return is_in_pieces and sum(told.size for told in self.told) < MIN_PARAGRAPHS

    @property
    def html(self) -> str:
        """The story as HTML."""
        pieces = [told.html for told in self.told]
        if len(pieces) == 1:
            return pieces[0]
        return "".join(f"<div>{piece}</div>" for piece in pieces)

    @property
    def lead(self) -> str:
        """The standfirst beside the headline."""
        for key, part in self.near.items() if self.near else ():
            if isinstance(part, str) and plain_key(key) in LEADS and is_prose(part):
                return unescape(TAG.sub("", part)).strip()
        return ""


def in_pieces(found: Sequence[Found]) -> Iterator[Found]:
    """Stories of which one object holds pieces under several keys that call them so; what one piece tells that another begins with is none."""
    objects: dict[int, dict[str, Found]] = {}
    for one in found:
        if one.near is not None and (is_piece(one.top) or is_body(one.top)):
            pieces = objects.setdefault(id(one.near), {})
            pieces[one.top] = max(pieces.get(one.top, one), one, key=lambda piece: piece.weight)
    for pieces in objects.values():
        if len(pieces) > 1 and any(map(is_piece, pieces)):
            story = _whole(list(islice(pieces.values(), MAX_PIECES)))
            if len(story) > 1:
                told = [told for piece in story for told in piece.told]
                yield Found(told, story[0].near, "body", sum(piece.weight for piece in story))


def _whole(pieces: list[Found]) -> list[Found]:
    """Pieces in the order of their keys, but for those that another one tells."""
    order = {key: place for place, key in enumerate(pieces[0].near or ())}
    pieces.sort(key=lambda piece: order.get(piece.top, 0))
    texts = [fold("".join(text for told in piece.told for text in told.texts)) for piece in pieces]
    return [
        piece
        for place, piece in enumerate(pieces)
        if not any(
            texts[place][:STEM_CHARS] in other for rank, other in enumerate(texts) if _comes_before(texts, rank, place)
        )
    ]


def _comes_before(texts: Sequence[str], one: int, other: int) -> bool:
    """Whether a piece is the longer one of two, or the first of two as long."""
    return (-len(texts[one]), one) < (-len(texts[other]), other)


def share_in(text: str, whole: str) -> float:
    """The share of some pieces of a text that stand in another one; both are folded."""
    step = max(STEM_CHARS, len(text) // MAX_COMPARED)
    pieces = [text[start : start + STEM_CHARS] for start in range(0, max(1, len(text) - STEM_CHARS + 1), step)]
    return sum(piece in whole for piece in pieces) / len(pieces)
