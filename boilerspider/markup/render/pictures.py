"""Which picture an `img` shows once scripts have run, and the caption and credit beside it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from lxml import etree

from boilerspider.markup.blocks import walk
from boilerspider.markup.lines import LINES, SILENT

MAX_CAPTION_ELEMENTS = 50
"""Elements of a caption outside a figure; what has more is no caption. Ours."""
MAX_CAPTION_CHARS = 2_000
"""Characters of one, its credit among them; each of the pictures before it is given all of them. Ours: what has more is a part of the page whose tags are torn."""
MAX_CLASS_CHARS = 1_000
"""Of a class that are looked at for the word caption. Ours."""

MIN_SIDE_PX = 50
"""Declared smaller than this on a side, a picture is a pixel, an icon or a rule."""

MAX_RATIO = 21
"""Numbers up to this on both sides of a picture that is fitted to its column are an aspect ratio, 16 by 9. Ours: 21 by 9 is the widest in use."""

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
    r"|[/_-](?:1x1|blank|dot|grey|pixel|placeholder|spacer|transparent|loading|clear)\.(?:gif|png|jpe?g|webp)"
)
_IN_LOWER_CASE = re.compile(_FURNITURE_URL)
"""Finds the same in lower-case ASCII in a third of the time: the engine skips what none of it begins with."""
_IN_ANY_CASE = re.compile(_FURNITURE_URL, re.IGNORECASE)
_FURNITURE_CLASS = re.compile(
    r"(?:^|[\s_-])(?:avatar|emoji|icon|logo|pixel|smiley|spacer|tracking)(?:$|[\s_-])", re.IGNORECASE
)
_UNSEEN_STYLE = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|(?<![-\w])(?:width|height)\s*:\s*[01]px", re.IGNORECASE
)
"""What counts readers, and is not to be seen."""
MAX_STYLE_CHARS = 500
"""Of an element's own style that are looked at. Ours."""
_PIXELS = re.compile(r"\s*(\d{1,5})(?:px)?\s*", re.IGNORECASE)
_DESCRIPTOR = re.compile(r"(\d{1,6}(?:\.\d{1,3})?)[wx]")
_CREDIT = re.compile(
    r"credit|copyright|photographer|(?:image|photo|picture|media)[_-]?(?:source|by|author)", re.IGNORECASE
)
_CREDIT_LABEL = re.compile(
    r"(?:^|(?<=[.!?)|/–-])\s{0,3}|[(\[])(?:(?:photo|image|picture|foto|bild)\s?)?(?:credits?|photo(?:graph(?:er|ie|s)?)?|image|picture|fotogra[fv]\w{0,3}|foto|bild)"
    r"(?:\s?:|\sby\s)\s?|©\s?",
    re.IGNORECASE,
)
_AGENCY = re.compile(r"\(([^()]{0,60}\b(?:AFP|AP|EPA|Getty|Reuters|dpa)\b[^()]{0,80})\)[\s.]{0,3}$")
"""How agencies sign: in brackets, at the end."""
MAX_CREDIT_CHARS = 120
_CAPTION = re.compile(r"caption", re.IGNORECASE)
_LINE_END = "\0"
"""No text of a parsed page has such."""


class Caption(NamedTuple):
    """What is said of a picture, and who took it."""

    text: str = ""
    credit: str = ""
    whole: str = ""
    """Both, as the page says them."""
    lines: tuple[str, ...] = ()
    """The same, line by line."""


NO_CAPTION = Caption()


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
    caption: Caption = NO_CAPTION
    """That of its figure."""
    is_caption_kept: bool = False
    """Whether words of that are kept text."""
    place: int | None = None
    """Where the writer reserved its place; the same for the two ends of its kept caption."""
    caption_start: int | None = None
    caption_end: int | None = None

    @property
    def alt(self) -> str:
        """What the page says to those who cannot see it."""
        return " ".join(self.element.get("alt", "").split())

    def captioned(self, told: Callable[[etree._Element], Caption | None]) -> Caption:
        """The caption of its figure; outside a figure the one that is told by the element after it: `caption_told`."""
        if self.in_figure:
            return self.caption
        node: etree._Element | None = self.element
        for _ in range(3):  # the picture itself, its link, its frame
            after = None if node is None else node.getnext()
            found = None if after is None else told(after)
            if found is not None:
                return found
            node = None if node is None else node.getparent()
        return NO_CAPTION


def caption_told(element: etree._Element) -> Caption | None:
    """What an element that calls itself a caption says, nothing if it is too large for one; None for any other."""
    if not _CAPTION.search((element.get("class") or "")[:MAX_CLASS_CHARS]):
        return None
    return read_caption(element) if _is_small(element) else NO_CAPTION


def _is_small(element: etree._Element) -> bool:
    """Whether an element has few enough elements for a caption; it counts no further."""
    return next(islice(element.iter(), MAX_CAPTION_ELEMENTS, None), None) is None


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
    is_square = reference.startswith("1x1", found.start() + 1) and len(sides) > 1 and min(sides) >= MIN_SIDE_PX
    return not is_square


def _references(element: etree._Element) -> Iterator[str]:
    if not _LAZY.isdisjoint(element.keys()):
        for name in _LAZY_SOURCES:
            yield element.get(name, "")
        for name in _LAZY_SETS:
            yield largest_of(element.get(name, ""))
    yield element.get("src", "")
    yield largest_of(element.get("srcset", ""))


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


def read_caption(element: etree._Element) -> Caption:
    """The text of a caption element, and the credit in it, which the caption does not repeat; nothing if it is too long for one."""
    reader = _CaptionReader()
    walk(element, reader)
    caption, credit = (_flat("".join(part)) for part in (reader.caption, reader.credit))
    lines = tuple(filter(None, map(_flat, "".join(reader.whole).split(_LINE_END))))
    whole = " ".join(lines)
    if len(whole) > MAX_CAPTION_CHARS:
        return NO_CAPTION
    label = _CREDIT_LABEL.match(credit)
    if not credit:
        return Caption(*_split_credit(caption), whole, lines)
    return Caption(caption, credit[label.end() :] if label else credit, whole, lines)


def _flat(text: str) -> str:
    return " ".join(text.split())


def _split_credit(caption: str) -> tuple[str, str]:
    signed = _CREDIT_LABEL.search(caption) or _AGENCY.search(caption[-MAX_CREDIT_CHARS:])
    if signed is None:
        return caption, ""
    is_agency = signed.re is _AGENCY
    start = signed.start() + (max(0, len(caption) - MAX_CREDIT_CHARS) if is_agency else 0)
    credit = signed[1] if is_agency else caption[signed.end() :].strip(" ()[]")
    if len(credit) > MAX_CREDIT_CHARS:
        return caption, ""
    return caption[:start].rstrip(" |–-/"), credit


class _CaptionReader:
    """A cut that parts a caption from the credit inside it."""

    def __init__(self) -> None:
        self.caption: list[str] = []
        self.credit: list[str] = []
        self.whole: list[str] = []
        self._credit_depth = 0
        self._hidden_depth = 0

    def start(self, tag: str, element: etree._Element) -> None:
        if tag in SILENT or self._hidden_depth:
            self._hidden_depth += 1
        if self._credit_depth or _is_credit(element):
            self._credit_depth += 1
        self._part(tag)

    def text(self, string: str, number: int) -> None:
        del number
        if not self._hidden_depth:
            (self.credit if self._credit_depth else self.caption).append(string)
            self.whole.append(string)

    def end(self, tag: str) -> None:
        self._part(tag)
        self._hidden_depth -= self._hidden_depth > 0
        self._credit_depth -= self._credit_depth > 0

    def _part(self, tag: str) -> None:
        if tag in LINES:
            (self.credit if self._credit_depth else self.caption).append(" ")
            self.whole.append(_LINE_END)


def _is_credit(element: etree._Element) -> bool:
    return bool(_CREDIT.search(element.get("class", "")) or _CREDIT.search(element.get("itemprop", "")))
