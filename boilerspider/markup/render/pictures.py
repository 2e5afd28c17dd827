"""Which picture an `img` shows once scripts have run, and the caption and credit beside it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from lxml import etree

from boilerspider.markup.render.captions import NO_CAPTION, Caption, Said
from boilerspider.markup.words import without_breaks

MIN_SIDE_PX = 50
"""Declared smaller than this on a side, a picture is a pixel, an icon or a rule."""

MIN_SHOWN_PX = 200
"""Declared at least as large on both sides, a picture with a caption is no icon. Ours."""

MIN_LEADING_PX = 400
"""Declared at least as wide, a picture right above the text is no sign of its column. Ours: those had 320."""

MAX_STAND_IN_PX = 200
"""Listed with a lesser width, the address in `src` stands in for the others of its `srcset` until they are loaded; browsers do not show it. Ours."""

MAX_RATIO = 21
"""Numbers up to this on both sides of a picture that is fitted to its column are an aspect ratio, 16 by 9. Ours: 21 by 9 is the widest in use."""

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
_FITTED = frozenset(("responsive", "fill", "flex-item", "intrinsic"))
"""Layouts of AMP in which width and height tell a shape, and no size."""
_FURNITURE_URL = (
    r"\.svg(?:$|[?#])|gravatar\.com/|/(?:avatars?|icons?|emojis?|smilies|pixel|sprites?|ads?|adserver)/|favicon|doubleclick\.net/|//[\w.-]{0,100}met\.vgwort\.de/"
    r"|[/_-](?:1x1|blank|placeholder|spacer|transparent)\.(?:gif|png|jpe?g|webp)"
    r"|/(?:dot|grey|pixel|loading|clear)\.(?:gif|png|jpe?g|webp)|[_-](?:dot|pixel|loading|clear)\.gif"
)
"""Words that end the names of photos too (`seal-grey.jpg`, `google-pixel.jpg`) are to be all of a name, or that of a GIF."""
_SHOWN_IN_FIGURES = re.compile(r"\.svg(?:$|[?#])|/(?:avatars?|icons?|emojis?|smilies|sprites?)/", re.IGNORECASE)
"""Of these what says that a picture of some size, with a caption in its figure, is one: a chart, a photo of a folder of that name."""
_IN_LOWER_CASE = re.compile(_FURNITURE_URL)
"""Finds the same in lower-case ASCII in a third of the time: the engine skips what none of it begins with."""
_IN_ANY_CASE = re.compile(_FURNITURE_URL, re.IGNORECASE)
_FURNITURE_CLASS = re.compile(
    r"(?:^|[\s_-])(?:avatar|emoji|icon|logo|pixel|smiley|spacer|tracking)(?:$|[\s_-])", re.IGNORECASE
)
_BEHIND = re.compile(r"(?:^|[\s_-])(?:background|bg|hero)(?:$|[\s_-])", re.IGNORECASE)
_LOGO = re.compile(r"[/_-](?:background|logo)[_.-]", re.IGNORECASE)
_UNSEEN_STYLE = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|(?<![-\w])(?:width|height)\s*:\s*[01]px", re.IGNORECASE
)
"""What counts readers, and is not to be seen."""
MAX_STYLE_CHARS = 500
"""Of an element's own style that are looked at. Ours."""
_PIXELS = re.compile(r"\s*(\d{1,5})(?:px)?\s*", re.IGNORECASE)
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

    @property
    def is_large(self) -> bool:
        """Whether it is declared to be larger than icons, portraits and the signs of columns are."""
        sides = _sides(self.element)
        return len(sides) == 2 and min(sides) >= MIN_SHOWN_PX and sides[0] >= MIN_LEADING_PX

    @property
    def is_decoration(self) -> bool:
        """Whether the page says that it shows nothing (HTML standard, 4.8.4.4.5), that it lies behind a headline, or that it is a logo."""
        if not self.element.get("alt", "?").strip() or _LOGO.search(self.reference):
            return True
        around = (self.element, *islice(self.element.iterancestors(), MAX_FRAMES + 1))
        return any(_BEHIND.search(one.get("class", "")) for one in around)

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
        if reference and reference.lstrip()[:5].lower() != "data:" and not _is_furniture_url(reference, element):
            return reference
    return ""


def is_furniture(element: etree._Element) -> bool:
    """Whether a picture says by its size or class that it decorates or counts."""
    sides = _sides(element)
    if sides and min(sides) < MIN_SIDE_PX and not _is_ratio(element):
        return True
    style = element.get("style")
    if style and _UNSEEN_STYLE.search(style[:MAX_STYLE_CHARS]):
        return True
    name = element.get("class")
    return bool(name and _FURNITURE_CLASS.search(name))


def _sides(element: etree._Element) -> list[int]:
    """Width and height in pixels, as far as they are declared."""
    declared = (element.get("width"), element.get("height"))
    found = [_PIXELS.fullmatch(side) for side in declared if side]
    return [int(pixels[1]) for pixels in found if pixels]


def _is_ratio(element: etree._Element) -> bool:
    """Whether width and height tell a shape: small and different numbers on a picture that is fitted to its column, or has a caption."""
    sides = _sides(element)
    if len(sides) < 2 or not 1 < min(sides) < max(sides) <= MAX_RATIO:
        return False
    if element.get("layout") in _FITTED:
        return True
    parent = element.getparent()
    return parent is not None and parent.tag in ("figure", "picture")


def _is_furniture_url(reference: str, element: etree._Element) -> bool:
    """Whether an address is that of an icon, a pixel or a placeholder, or no address yet; a square of some size is called 1x1, too."""
    found = _IN_LOWER_CASE.search(reference.lower()) if reference.isascii() else _IN_ANY_CASE.search(reference)
    if found is None:
        return "{" in reference
    sides = _sides(element)
    if len(sides) < 2:
        return True
    is_square = reference.startswith("1x1", found.start() + 1) and min(sides) >= MIN_SIDE_PX
    is_shown = min(sides) >= MIN_SHOWN_PX and _SHOWN_IN_FIGURES.match(found[0]) is not None and _has_caption(element)
    return not is_square and not is_shown


def _has_caption(element: etree._Element) -> bool:
    """Whether a picture stands in a figure with a caption, which is its first or last element (HTML standard, 4.4.12)."""
    around = next(islice(element.iterancestors("figure"), 1), None)
    return around is not None and any(len(around) and around[at].tag == "figcaption" for at in (0, -1))


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
