"""Foreign boxes: boilerplate cut out of some pages and put between the paragraphs of others.

A page cannot be told from its own boilerplate alone that the next box is none of its story. So that
what was learned holds for boxes of any making, those of other sites are put in while it is learned:
as they are, without their names, and with their text in markup of another making.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from copy import deepcopy
from html import escape
from typing import NamedTuple

from lxml import etree

from boilerspider.markup.characters import NO_XML
from boilerspider.markup.tree import Document, parse
from boilerspider.markup.words import count_words
from boilerspider.training.news.rivers import home_of, place, river

BOX_TAGS = ("div", "aside", "section", "p", "ul", "form", "figure", "ins", "table")
MIN_BOX_WORDS, MAX_BOX_WORDS = 3, 120
MAX_BOXES_A_PAGE = 12
MAX_BOXES_PUT = 5
REWRAPPED = 0.4
"""Of the boxes put in only the text is kept, in markup of no site: class names must not give all boxes away."""
STRIPPED = 0.15
"""Of the rest all names are taken away."""
MIXED = 0.25
"""Of the texts put into new markup the words are mixed with those of another box."""
ANYWHERE = 0.25
"""Of the boxes stand somewhere on the page and not beside a block of its story."""
MAX_PARAGRAPHS_A_PAGE, MIN_PARAGRAPH_WORDS = 6, 8
"""Of a page's story that are put into those of others, and words that one has at least."""
MAX_PARAGRAPHS_PUT = 2
MIN_HOST_WORDS = 5
"""Of a block of the story beside which something is put."""
FOREIGN, ADDED, RIVER = -1, -2, -3
"""What stands for the block of the original where there is none: of a box, of a paragraph that was added to the story, and of a river below it."""
_HOSTS = frozenset(("p", "h2", "h3", "h4", "ul", "ol", "blockquote", "figure", "div"))
_OUTER = ("div", "div", "div", "aside", "section", "p", "figure", "table", "ins", "span", "center", "x-box")
_INNER = ("p", "p", "div", "span", "h3", "h4", "strong", "b", "li", "a", "a", "a", "button", "small", "em", "")
_ROOTS = tuple(
    "box banner teaser widget slot unit module block c m css item promo sponsor ad ads native offer card inline wrap embed newsletter "  # noqa: SIM905 - names read best as words
    "signup subscribe related more also popular note callout donate cta partner shop deal recirc".split()
)
_NO_NAMES = ("class", "id", "role", "itemprop", "style")


class Offer(NamedTuple):
    """What a page's boxes are chosen from: markup of other sites."""

    boxes: Sequence[bytes]

    def draw(self, rng: random.Random) -> etree._Element:
        """A box as it was, without its names, or its text in new markup; one that would pass for a paragraph of the story gets a wrapper."""
        box = self._drawn(rng)
        if not _is_bare(box):
            return box
        wrapper = etree.Element("div")
        wrapper.append(box)
        return wrapper

    def _drawn(self, rng: random.Random) -> etree._Element:
        box = _first(rng.choice(self.boxes))
        if rng.random() < REWRAPPED:
            words = "".join(box.itertext()).split()
            if rng.random() < MIXED:
                words += "".join(_first(rng.choice(self.boxes)).itertext()).split()
                words = rng.sample(words, rng.randint(min(3, len(words)), min(len(words), 60)))
            return _first(_wrapped(words, rng))
        if rng.random() < STRIPPED:
            for element in box.iter():
                for name in _NO_NAMES:
                    element.attrib.pop(name, None)
        return box


def harvest(root: etree._Element, is_content: Sequence[bool], texts: Sequence[str], rng: random.Random) -> list[bytes]:
    """Some of a page's boxes: elements with no content in them, as markup."""
    content = {text for text, kept in zip(texts, is_content, strict=True) if kept}
    found = []
    for element in root.iter(*BOX_TAGS):
        text = " ".join("".join(element.itertext()).split())
        if MIN_BOX_WORDS <= count_words(text) <= MAX_BOX_WORDS and not _holds(element, content):
            found.append(element)
    chosen = rng.sample(found, min(len(found), MAX_BOXES_A_PAGE))
    return [etree.tostring(element, encoding="utf-8", with_tail=False, method="html") for element in chosen]


def paragraphs(is_content: Sequence[bool], texts: Sequence[str], rng: random.Random) -> list[str]:
    """Some of a page's story, for those of other pages: what is put into a story in its own markup is text, whatever it speaks of."""
    story = [text for text, kept in zip(texts, is_content, strict=True) if kept]
    found = [
        text for text in story if MIN_PARAGRAPH_WORDS <= count_words(text) <= MAX_BOX_WORDS and not NO_XML.search(text)
    ]
    return rng.sample(found, min(len(found), MAX_PARAGRAPHS_A_PAGE))


def is_plain_paragraph(box: bytes) -> bool:
    """Whether a box is a paragraph like any other: nothing tells it from one that an editor has added."""
    element = _first(box)
    return _is_bare(element) and count_words(element.text or "") >= MIN_PARAGRAPH_WORDS


def _is_bare(box: etree._Element) -> bool:
    return box.tag == "p" and not box.attrib and not len(box)


def _holds(element: etree._Element, content: set[str]) -> bool:
    return any(" ".join(text.split()) in content for text in element.itertext() if text.strip())


class Plants(NamedTuple):
    """What is put into a page."""

    boxes: Sequence[bytes]
    """Some of these."""
    added: Sequence[str] = ()
    """Paragraphs for its story."""
    others: Sequence[str] = ()
    """Of what a river below its story is made; empty, there is none."""


def plant(document: Document, plants: Plants, story: Sequence[str], rng: random.Random) -> Document:
    """The page with these in it, most boxes beside elements of its story; the page itself where it has no place for them."""
    boxes = plants.boxes
    root = deepcopy(document.root)
    wanted = {text for text in story if count_words(text) >= MIN_HOST_WORDS}
    hosts = [element for element in root.iter(*_HOSTS) if element.getparent() is not None]
    places = [element for element in hosts if " ".join("".join(element.itertext()).split()) in wanted]
    like = [place for place in places if place.tag == "p"]
    for text in plants.added if like else ():
        _add(rng.choice(like), text)
    offer = Offer(boxes)
    for _ in range(rng.randint(1, MAX_BOXES_PUT)):
        if places and boxes:
            _put(rng.choice(hosts if rng.random() < ANYWHERE else places), offer.draw(rng), rng)
    home = home_of(places) if plants.others else None
    if home is not None:
        place(root, home, river(plants.others, rng), rng)
    return Document(root, document.source, document.url)


def _add(place: etree._Element, text: str) -> None:
    """A paragraph behind another, and like it."""
    paragraph = deepcopy(place)
    del paragraph[:]
    paragraph.attrib.pop("id", None)
    paragraph.text, paragraph.tail = text, None
    place.addnext(paragraph)


def _put(place: etree._Element, box: etree._Element, rng: random.Random) -> None:
    box.tail = None
    if rng.random() < 0.3:
        place.addprevious(box)
    else:
        place.addnext(box)


def _wrapped(words: list[str], rng: random.Random) -> str:
    """Words in an element of two levels of random tags and names, some of them linked."""
    names = _name(rng), _name(rng)
    pieces: list[str] = []
    rest = words
    while rest and len(pieces) < 6:
        size = rng.randint(1, len(rest)) if rng.random() < 0.5 else len(rest)
        piece, rest = escape(" ".join(rest[:size]), quote=False), rest[size:]
        tag = rng.choice(_INNER)
        link = f'<a href="https://b{rng.randrange(99)}.example/{rng.randrange(10**6)}">'
        if tag == "a":
            piece = f"{link}{piece}</a>"
        elif rng.random() < 0.2:
            piece = f"{link}{piece}</a>"
            piece = f"<{tag}>{piece}</{tag}>" if tag else piece
        elif tag:
            piece = f"<{tag}{rng.choice(('', names[1]))}>{piece}</{tag}>"
        pieces.append(piece)
    if rng.random() < 0.25:
        pieces.insert(rng.randint(0, len(pieces)), '<img src="/b.jpg">')
    if rng.random() < 0.3:
        pieces.append(
            f'{rng.choice((" ", ""))}<a href="https://b.example/{rng.randrange(10**6)}">{escape(" ".join(words[:3]), quote=False)}</a>'
        )
    outer = rng.choice(_OUTER)
    inside = " ".join(pieces)
    inside = f"<tr><td>{inside}</td></tr>" if outer == "table" else inside
    made = f"<{outer}{names[0]}>{inside}</{outer}>"
    return f"<div{_name(rng)}>{made}</div>" if rng.random() < 0.3 else made


def _name(rng: random.Random) -> str:
    """A class or id, or none."""
    if rng.random() < 0.25:
        return ""
    root, number = rng.choice(_ROOTS), rng.randrange(10**6)
    name = rng.choice(
        (
            root,
            f"{root}-{number}",
            f"{root}-{rng.choice(_ROOTS)}",
            f"{root}{number} {rng.choice(_ROOTS)}",
            f"_{number:x}",
        )
    )
    return f' {rng.choice(("class", "class", "class", "id"))}="{name}"'


def _first(markup: bytes | str) -> etree._Element:
    """The first element of a page's body."""
    return next(parse(markup).root.iter("body"))[0]


def origins(texts: Sequence[str], original: Sequence[str], added: Collection[str] = ()) -> list[int] | None:
    """For each block of a page with boxes in it, which block of the original it is, -1 for none, -2 for what was added to its story; None where an own block changed."""
    found = []
    own = 0
    for text in texts:
        if own < len(original) and text == original[own]:
            found.append(own)
            own += 1
        else:
            found.append(ADDED if text in added else FOREIGN)
    return found if own == len(original) else None
