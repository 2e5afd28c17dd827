"""Which pictures belong to the kept text: those among it, the figure that leads it, and figures with captions that follow it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from lxml import etree

from boilerspider.markup.furniture import may_lead
from boilerspider.markup.render.captions import Caption
from boilerspider.markup.render.pictures import Picture

Told = Callable[[etree._Element], Caption | None]  # noqa: SLF001 - lxml has no other name for it
"""What an element says of the picture before it: `caption_beside`."""
MOST = 0.8
"""The share of the kept text that an element must hold to be the home of the article; two columns share one home."""
MAX_GAP_CHARS = 200
"""Text left out between the leading figure and the first kept paragraph, or the last and a figure that follows: a byline and a date, no more."""


class Span(NamedTuple):
    """An element by the kept characters before its start and before its end."""

    start: int
    end: int


def within_region(pictures: Iterable[Picture], spans: Sequence[Span], total: int, told: Told) -> list[Picture]:
    """The pictures of the text; `spans` are the elements that hold kept text, `total` is its length in characters, `told` tells captions outside figures."""
    home = _home(spans, total)
    return [picture for picture in pictures if not picture.is_portrait and _belongs(picture, home, told)]


def holds_most(spans: Iterable[Span], total: int) -> bool:
    """Whether one of these elements can be the home of the article."""
    return any(span.end - span.start >= MOST * total for span in spans)


def _home(spans: Sequence[Span], total: int) -> Span:
    """The smallest element that holds most of the kept text."""
    large = [span for span in spans if span.end - span.start >= MOST * total]
    return min(large, key=lambda span: span.end - span.start, default=Span(0, total))


def _belongs(picture: Picture, home: Span, told: Told) -> bool:
    if picture.position == home.start:
        return _leads(picture, told)
    if picture.position == home.end:
        # Teasers are figures, too, but have no captions.
        is_captioned = picture.in_figure and bool(picture.said.caption.whole)
        return is_captioned and picture.left_out_before <= MAX_GAP_CHARS
    if not home.start < picture.position < home.end:
        return False
    is_captioned = bool(picture.captioned(told).whole)
    if picture.is_foreign:
        return is_captioned and picture.in_figure and not picture.is_linked
    is_apart = bool(picture.left_out_before and picture.left_out_after)
    if picture.is_teaser:
        return is_captioned and (picture.in_figure or not is_apart)
    return is_captioned or picture.in_figure or not is_apart


def _leads(picture: Picture, told: Told) -> bool:
    """Whether a picture above the text is its own: a figure; outside of one, what has a caption, and a large one that nothing parts from the text."""
    if picture.in_figure:
        return picture.left_out_after <= MAX_GAP_CHARS
    if picture.is_foreign or picture.is_linked:
        return False
    if picture.captioned(told).text:
        return picture.left_out_after <= MAX_GAP_CHARS
    return not picture.left_out_after and may_lead(picture.element, picture.reference)
