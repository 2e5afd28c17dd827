"""Boxes amid the story of which no word is kept: whether their pictures are those of other pages, of advertisements, of forms."""

from __future__ import annotations

import re
from itertools import islice
from operator import sub
from typing import NamedTuple

from lxml import etree

from boilerspider.markup.advertising import is_label
from boilerspider.markup.inputs import is_written_in
from boilerspider.markup.prices import names_price
from boilerspider.markup.render.labels import begins_as_credit
from boilerspider.markup.render.links import Links
from boilerspider.markup.render.pictures import Picture
from boilerspider.markup.words import count_words

MARKED_BOXES = frozenset(("a", "ins"))
"""Elements inside paragraphs that are boxes where they hold pictures: links, and what advertisements are put into."""
MOST_LINKED = 0.5
"""Of the words beside a picture that leads to another page: so many in links make it a teaser, fewer a caption with a link in it. Ours."""
MIN_TEASER_CHARS = 20
"""Of the words that links beside a picture have if they are a headline: a call upon it ("Learn more") and its number among several have fewer. Ours."""
MAX_TEASER_TEXTS = 50
"""Text nodes of a caption that are looked at for words in no link. Ours."""
MAX_LOOKED_AT_CHARS = 1_000
"""Of an address or a class that are looked at. Ours."""

_HERE = re.compile(
    r"\s*(?:$|#|javascript:|data:|mailto:)|[^?#]*\.(?:avif|bmp|gif|jpe?g|png|svg|tiff?|webp)(?:[?#/:]|$)"
    r"|[^#]*(?:attachment(?:_id=|/)|/(?:album|gallery|image|photo)s?/)",
    re.IGNORECASE,
)
"""Where a picture leads that is shown larger: nowhere, to its file, to a page of its own."""
_SOURCE = re.compile(
    r"\s*(?:https?:)?//(?:[\w-]{1,63}\.){0,5}"
    r"(?:(?:500px|alamy|flickr|infogram|istockphoto|pexels|pixabay|shutterstock|statista|unsplash)\.com|gettyimages\.[a-z.]{2,6}"
    r"|(?:ourworldindata|wikimedia|wikipedia)\.org|datawrapper\.de|dwcdn\.net|flic\.kr|flourish\.studio)(?:[/:?#]|\s*$)",
    re.IGNORECASE,
)
"""Where a picture or a chart is taken from, whose site asks for the link. Ours."""
_ATTACHED = re.compile(r"(?:^|\s)(?:attachment|blocks-gallery-item|gallery-(?:icon|item)|tiled-gallery__item)(?:\s|$)")
"""What WordPress calls a link to the page of a picture, and what it puts it into."""
_ADVERTISEMENT = re.compile(r"(?:^|[\s_-])(?:ads?|adsbygoogle|advert(?:s|isements?|ising)?)(?:$|[\s_-])", re.IGNORECASE)
"""Parts of the names that advertisements give their boxes."""
_AUTHORS = re.compile(
    r"(?:^|[\s_-])(?:authors?|by-?line|bio|autor(?:en|in)?)"
    r"(?:[_-]{1,2}(?:about|area|avatar|bio|block|box|card|container|content|desc(?:ription)?|details?|footer|image|img|info|inner|meta|photo"
    r"|portrait|profile|row|section|wrap(?:per)?))?(?:\s|$)",
    re.IGNORECASE,
)
"""What boxes are called that tell who wrote the story."""
_BANNERS = frozenset(
    tuple(size.split("x"))
    for size in ("728x90", "970x90", "970x250", "468x60", "120x600", "160x600", "320x50", "320x100")
)
"""Sizes of advertisements (Interactive Advertising Bureau) that photos do not have."""
_COUNTED = re.compile(
    r"//(?:[\w-]{1,63}\.){0,5}(?:doubleclick\.net|googleadservices\.com|googlesyndication\.com)/|//(?:ads?|adserver)\."
    r"|/delivery/(?:ck|cl)\.php|/ad-?click",
    re.IGNORECASE,
)
"""Where the clicks on advertisements are counted."""
_OF_OTHERS = re.compile(
    r"(?:^|(?<=[\s_-]))(?:disable|has|have|hide|no|non|with|without)[_-](?:ads?|advert(?:s|isements?|ising)?)(?=$|[\s_-])"
    r"|(?:^|(?<=[\s_-]))ads?[_-]free(?=$|[\s_-])",
    re.IGNORECASE,
)
"""The same in names of what is free of them, or stands around them."""
MAX_PRICE_CHARS, MAX_PRICE_WORDS = 60, 6
"""Of a text that tells a price, with the name of a shop, and no more ("$2,399.99 from Best Buy"): a headline says what rises by it. Ours."""


class _Words(NamedTuple):
    """What was left out so far: characters of all, of links that lead to other pages, of headings, and of both; prices and fields."""

    all: int = 0
    linked: int = 0
    headings: int = 0
    linked_headings: int = 0
    prices: int = 0
    fields: int = 0

    def since(self, before: _Words) -> _Words:
        """What came behind that."""
        return _Words(*map(sub, self, before))


class _Box(NamedTuple):
    """An open element, and what there was on the page before it."""

    element: etree._Element
    kept: int
    pictures: int
    words: _Words


class Boxes:
    """Takes events in document order; tells the pictures that stand in a foreign box so.

    Foreign is a box without kept words that has the name of an advertisement's, or of one about an author, in which something is to be written, or whose
    heading leads to another page. Pictures that lead to one themselves are foreign in a box that has a heading, too, or little
    but words of links, unless it tells a price: a story about things shows them so. They are teasers, and a caption counts more.
    """

    def __init__(self) -> None:
        self._open: list[_Box] = []
        self._linked: list[tuple[int, Picture]] = []
        """Pictures in links to other pages of whose boxes nothing is known yet, each with its number."""
        self._unlinked: list[tuple[int, Picture]] = []
        """The others of which nothing is."""
        self._pictures = 0
        self._words = _Words()
        self._marks: list[etree._Element] = []
        """The open ones of `MARKED_BOXES`."""
        self._leading: list[bool] = []
        """Of the first of these whether they are links to other pages; of the others nobody has asked, as of links in kept words nobody does."""
        self._links_elsewhere = self._heading_depth = 0
        self._last = ""
        """The text that was left out last."""
        self._attached: dict[etree._Element, bool] = {}
        """What links stand in, and whether its class calls that an attachment: thousands may stand in one with a long class."""

    def begin(self, element: etree._Element, kept: int) -> None:
        """An element opens behind so many kept characters."""
        self._open.append(_Box(element, kept, self._pictures, self._words))

    def end(self, kept: int) -> None:
        """The innermost element closes behind so many."""
        box = self._open.pop()
        if self._pictures == box.pictures:
            return
        words = self._words.since(box.words)
        if kept > box.kept:
            self._take(box, self._linked, self._unlinked)
        elif _is_foreign(box.element, words) or (words.all == len(self._last) and is_label(self._last)):
            for picture in self._take(box, self._linked, self._unlinked):
                picture.is_foreign = True
            self._words = box.words  # they say nothing of the boxes around it
        elif _is_teaser(words) and self._linked and self._linked[-1][0] >= box.pictures:
            for picture in self._take(box, self._linked):
                picture.is_teaser = True
            self._words = box.words

    def begin_mark(self, element: etree._Element, kept: int) -> None:
        """One of `MARKED_BOXES` opens behind so many kept characters."""
        self.begin(element, kept)
        self._marks.append(element)

    def end_mark(self, kept: int) -> None:
        """The innermost of these closes."""
        self.end(kept)
        self._marks.pop()
        if len(self._leading) > len(self._marks):
            self._links_elsewhere -= self._leading.pop()

    def begin_heading(self) -> None:
        """A heading opens."""
        self._heading_depth += 1

    def end_heading(self) -> None:
        """The innermost heading closes."""
        self._heading_depth -= 1

    def field(self, element: etree._Element) -> None:
        """An `input`."""
        if is_written_in(element):
            self._words = self._words._replace(fields=self._words.fields + 1)

    def leave_out(self, string: str) -> None:
        """A left-out text node that is part of no caption."""
        self._last = string
        words, length = self._words, len(string)
        heading = length if self._heading_depth else 0
        is_link = self._is_in_link() and not begins_as_credit(string)
        self._words = _Words(
            words.all + length,
            words.linked + (length if is_link else 0),
            words.headings + heading,
            words.linked_headings + (heading if is_link else 0),
            words.prices + _tells_price(string),
            words.fields,
        )

    def picture(self, picture: Picture) -> None:
        """A picture."""
        picture.is_linked = self._is_in_link()
        link = next(picture.element.iterancestors("a"), None) if picture.is_linked else None
        if link is not None:
            picture.is_portrait = "author" in (link.get("rel") or "")[:MAX_LOOKED_AT_CHARS].split()
            picture.is_foreign = _is_banner(picture.element, link)
        (self._linked if picture.is_linked else self._unlinked).append((self._pictures, picture))
        self._pictures += 1

    def _is_in_link(self) -> bool:
        """Whether what comes stands in a link to another page."""
        for mark in self._marks[len(self._leading) :]:
            self._leading.append(mark.tag == "a" and self._is_elsewhere(mark))
            self._links_elsewhere += self._leading[-1]
        return self._links_elsewhere > 0

    def _is_elsewhere(self, link: etree._Element) -> bool:
        """Whether a link leads to another page, not to what its picture shows, or whence it is."""
        address = (link.get("href") or "")[:MAX_LOOKED_AT_CHARS]
        if _HERE.match(address) or _SOURCE.match(address) or _is_attached(link.get("rel")):
            return False
        around = link.getparent()
        if around is None:
            return True
        if around not in self._attached:
            self._attached[around] = _is_attached(around.get("class"))
        return not self._attached[around]

    def _take(self, box: _Box, *waiting: list[tuple[int, Picture]]) -> list[Picture]:
        """The pictures of a box that wait; they do no more."""
        found = list[Picture]()
        for pictures in waiting:
            while pictures and pictures[-1][0] >= box.pictures:
                found.append(pictures.pop()[1])
        return found


def _is_banner(element: etree._Element, link: etree._Element) -> bool:
    """Whether a picture in a link to another page has the size of an advertisement, or is counted when it is clicked."""
    sides = element.get("width"), element.get("height")
    return sides in _BANNERS or _COUNTED.search((link.get("href") or "")[:MAX_LOOKED_AT_CHARS]) is not None


def is_headline(caption: etree._Element, picture: Picture, links: Links) -> bool:
    """Whether all words of a caption are a link to the page of this site that its picture leads to, as those of a teaser are."""
    link = next(picture.element.iterancestors("a"), None) if picture.is_linked else None
    inside = next(caption.iter("a"), None) if link is not None else None
    if (
        link is None
        or inside is None
        or inside.get("href") != link.get("href")
        or not links.stays(inside.get("href", ""))
    ):
        return False
    text, linked = ("".join(islice(one.itertext(), MAX_TEASER_TEXTS)) for one in (caption, inside))
    words = "".join(text.split())
    is_all = words == "".join(linked.split()) and len(words) >= MIN_TEASER_CHARS
    return is_all and not begins_as_credit(words) and not _tells_price(text.strip())


def _tells_price(text: str) -> bool:
    """Whether a text tells a price and hardly more."""
    return len(text) <= MAX_PRICE_CHARS and names_price(text) and count_words(text) <= MAX_PRICE_WORDS


def _is_attached(names: str | None) -> bool:
    """Whether a link, or what it stands in, is called an attachment's."""
    return names is not None and _ATTACHED.search(names[:MAX_LOOKED_AT_CHARS]) is not None


def _is_foreign(element: etree._Element, words: _Words) -> bool:
    """Whether a box without kept words is no part of the story, whatever its pictures lead to."""
    if words.linked_headings or (words.fields and words.all):
        return True
    names = ((element.get(name) or "")[:MAX_LOOKED_AT_CHARS] for name in ("class", "id"))
    return any(
        (_ADVERTISEMENT.search(name) and _ADVERTISEMENT.search(_OF_OTHERS.sub("", name)))
        or (words.all and _AUTHORS.search(name))  # one without words may show anything
        for name in names
    )


def _is_teaser(words: _Words) -> bool:
    """Whether these words beside a picture that leads to another page are those of a teaser."""
    is_link = words.linked >= max(MIN_TEASER_CHARS, MOST_LINKED * words.all)
    return not words.prices and (words.headings > 0 or is_link)
