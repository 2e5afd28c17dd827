"""Pictures that belong to no story: icons, pixels, placeholders, and the sign of a site. Told by their sizes, classes and addresses."""

from __future__ import annotations

import re
from itertools import islice

from lxml import etree

MIN_SIDE_PX = 50
"""Declared smaller than this on a side, a picture is a pixel, an icon or a rule."""

MIN_SHOWN_PX = 200
"""Declared at least as large on both sides, a picture with a caption is no icon. Ours."""

MIN_LEADING_PX = 400
"""Declared at least as wide, a picture right above the text is no sign of its column. Ours: those had 320."""

MAX_RATIO = 21
"""Numbers up to this on both sides of a picture that is fitted to its column are an aspect ratio, 16 by 9. Ours: 21 by 9 is the widest in use."""

MAX_AROUND = 3
"""Elements around a picture that may say that it lies behind a headline. Ours."""

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
_SIGN = re.compile(
    r"[/_.-](?:apple-touch-icon|favicon|logo|no-?im(?:g|age)|placeholder)s?[_.@-][^/]{0,100}\Z", re.IGNORECASE
)
_UPLOADED = re.compile(r"/(?:files|uploads?)/|/\d{2,}/")
"""Folders of what editors put in, by day or number: the logo there may be that of whom a story is about."""
_UNSEEN_STYLE = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|(?<![-\w])(?:width|height)\s*:\s*[01]px", re.IGNORECASE
)
"""What counts readers, and is not to be seen."""
MAX_STYLE_CHARS = 500
"""Of an element's own style that are looked at. Ours."""
_PIXELS = re.compile(r"\s*(\d{1,5})(?:px)?\s*", re.IGNORECASE)


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


def is_furniture_url(reference: str, element: etree._Element) -> bool:
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


def may_lead(element: etree._Element, reference: str) -> bool:
    """Whether a picture right above the text is declared to be larger than icons, portraits and the signs of columns are, and no decoration."""
    sides = _sides(element)
    is_large = len(sides) == 2 and min(sides) >= MIN_SHOWN_PX and sides[0] >= MIN_LEADING_PX
    return is_large and not _is_decoration(element, reference)


def is_sign(url: str) -> bool:
    """Whether a declared picture is the sign of its site, or stands in for one."""
    address = url.partition("?")[0]
    return _SIGN.search(address) is not None and _UPLOADED.search(address) is None


def _is_decoration(element: etree._Element, reference: str) -> bool:
    """Whether the page says that a picture shows nothing (HTML standard, 4.8.4.4.5), that it lies behind a headline, or that it is a logo."""
    if not element.get("alt", "?").strip() or _LOGO.search(reference):
        return True
    around = (element, *islice(element.iterancestors(), MAX_AROUND))
    return any(_BEHIND.search(one.get("class", "")) for one in around)


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


def _has_caption(element: etree._Element) -> bool:
    """Whether a picture stands in a figure with a caption, which is its first or last element (HTML standard, 4.4.12)."""
    around = next(islice(element.iterancestors("figure"), 1), None)
    return around is not None and any(len(around) and around[at].tag == "figcaption" for at in (0, -1))
