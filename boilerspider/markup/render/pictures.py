"""Which picture an `img` shows once scripts have run, and the caption and credit beside it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from lxml import etree

from boilerspider.markup.furniture import is_furniture, is_furniture_url
from boilerspider.markup.render.captions import NO_CAPTION, Caption, Said
from boilerspider.markup.words import without_breaks

MAX_STAND_IN_PX = 200
"""Listed with a lesser width, the address in `src` stands in for the others of its `srcset` until they are loaded; browsers do not show it. Ours."""

MAX_FRAMES = 2
"""Elements around a picture and its link behind which its caption may stand: a frame, a cell and its row. Ours."""

_LAZY_SOURCES = (
    "data-src",
    "data-original",
    "data-lazy-src",
    "data-lazy",
    "data-cfsrc",
    "data-hi-res-src",
    "data-full-src",
)
_LAZY_SETS = ("data-srcset", "data-lazy-srcset", "data-original-set")
"""What scripts that load pictures late put in the place of `src` and `srcset`."""
_LAZY = frozenset((*_LAZY_SOURCES, *_LAZY_SETS))
_DESCRIPTOR = re.compile(r"(\d{1,6}(?:\.\d{1,3})?)[wx]")


@dataclass(slots=True, eq=False)
class Picture:
    """A picture met on the walk: what it shows, and where it stood among kept and left-out text."""

    reference: str
    element: etree._Element
    in_figure: bool
    position: int
    """Characters of kept text before it."""
    left_out_before: int
    """Characters of text left out between the last kept text and it."""
    left_out_after: int = 0
    """Characters of text left out between it and the next kept text (until that is met: before it, since the start)."""
    said: Said = field(default_factory=Said)
    """The caption of its figure."""
    place: int | None = None
    """Where the writer reserved its place; the same for the two ends of its kept caption."""
    caption_start: int | None = None
    caption_end: int | None = None
    is_foreign: bool = False
    """Whether it stands in a box of another page, an advertisement's or a form's: `Boxes`."""
    is_teaser: bool = False
    """Whether it leads to another page, and the words of its box look like those of a teaser."""
    is_portrait: bool = False
    """Whether it leads to the page of who wrote the story."""
    is_linked: bool = False
    """Whether it leads to another page."""
    is_captioned_below: bool = True
    """Whether a caption behind it in its figure is its own."""

    @property
    def alt(self) -> str:
        """What the page says to those who cannot see it."""
        return " ".join(without_breaks(self.element.get("alt", "")).split())

    def captioned(self, told: Callable[[etree._Element], Caption | None]) -> Caption:
        """The caption of its figure; else the one that is told by the element after that or the picture: `caption_beside`."""
        if self.said.caption.whole:
            return self.said.caption
        for node in self._frames():
            after = node.getnext()
            if after is None or (self.in_figure and after.tag != "figcaption"):
                continue  # a teaser is a figure, too, and its headline may be called a caption
            found = told(after)
            if found is not None:
                return found
        return NO_CAPTION

    def _frames(self) -> Iterator[etree._Element]:
        """Behind what a caption may stand that no figure holds: its figure, and what that ends; else the picture itself, its link, its frames."""
        if self.in_figure:
            figure = next(self.element.iterancestors("figure"))
            yield figure
            if figure.getnext() is None:
                yield from islice(figure.iterancestors(), 1)
            return
        around = self.element.getparent()
        first = around if around is not None and around.tag == "picture" else self.element
        yield first
        around = first.getparent()
        if around is not None and around.tag == "a":
            yield around
            first = around
        yield from islice(first.iterancestors(), MAX_FRAMES)


def picture_reference(element: etree._Element) -> str:
    """The reference to what an `img` or `source` shows in the end; "" for furniture and placeholders."""
    if is_furniture(element):
        return ""
    for reference in _references(element):
        if reference and reference.lstrip()[:5].lower() != "data:" and not is_furniture_url(reference, element):
            return reference
    return ""


def _references(element: etree._Element) -> Iterator[str]:
    if not _LAZY.isdisjoint(element.keys()):
        for name in _LAZY_SOURCES:
            yield element.get(name, "")
        for name in _LAZY_SETS:
            yield largest_of(element.get(name, ""))
    source, others = element.get("src", ""), element.get("srcset", "")
    if source and source in others and _stands_in(source, others):
        yield largest_of(others)
    yield source
    yield largest_of(others)


def _stands_in(source: str, srcset: str) -> bool:
    """Whether a `srcset` tells that the address in `src` is a small picture of the same."""
    return any(url == source and 1 < size < MAX_STAND_IN_PX for url, size in _candidates(srcset))


def largest_of(srcset: str) -> str:
    """The URL of a `srcset` with the greatest width or density; "" for an empty one."""
    best, best_size = "", 0.0
    for url, size in _candidates(srcset):
        if size > best_size:
            best, best_size = url, size
    return best


def _candidates(srcset: str) -> Iterator[tuple[str, float]]:
    """Each URL with its size; a URL may hold commas, but not end with one (HTML standard, 4.8.4.3.10)."""
    url = ""
    for word in srcset.split():
        if url:
            descriptor, _, rest = word.partition(",")
            size = _DESCRIPTOR.fullmatch(descriptor)
            yield url, float(size[1]) if size else 1.0
            url = rest
        else:
            url = word.lstrip(",")
            if url.endswith(","):
                yield url.rstrip(","), 1.0
                url = ""
    if url:
        yield url, 1.0
