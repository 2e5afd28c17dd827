"""Which pictures belong to the kept text: those among it, the figure that leads it, and figures with captions that follow it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from boilerspider.markup.render.pictures import Picture

MOST = 0.8
"""The share of the kept text that an element must hold to be the home of the article; two columns share one home."""
MAX_GAP_CHARS = 200
"""Text left out between the leading figure and the first kept paragraph, or the last and a figure that follows: a byline and a date, no more."""


class Span(NamedTuple):
    """An element by the kept characters before its start and before its end."""

    start: int
    end: int


def within_region(pictures: Iterable[Picture], spans: Sequence[Span], total: int) -> list[Picture]:
    """The pictures of the text; `spans` are the elements that hold kept text, `total` is its length in characters."""
    home = _home(spans, total)
    return [picture for picture in pictures if _belongs(picture, home)]


def holds_most(spans: Iterable[Span], total: int) -> bool:
    """Whether one of these elements can be the home of the article."""
    return any(span.end - span.start >= MOST * total for span in spans)


def _home(spans: Sequence[Span], total: int) -> Span:
    """The smallest element that holds most of the kept text."""
    large = [span for span in spans if span.end - span.start >= MOST * total]
    return min(large, key=lambda span: span.end - span.start, default=Span(0, total))


def _belongs(picture: Picture, home: Span) -> bool:
    if picture.position == home.start:
        return picture.in_figure and picture.left_out_after <= MAX_GAP_CHARS
    if picture.position == home.end:
        # Teasers are figures, too, but have no captions.
        is_captioned = picture.in_figure and bool(picture.said.caption.whole)
        return is_captioned and picture.left_out_before <= MAX_GAP_CHARS
    is_between = home.start < picture.position < home.end
    return is_between and (picture.in_figure or not (picture.left_out_before and picture.left_out_after))
