"""Foreign boxes: boilerplate cut out of some pages and put between the paragraphs of others.

A page cannot be told from its own boilerplate alone that the next box is none of its story. So that
what was learned holds for boxes of any making, those of other sites are put in while it is learned.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from copy import deepcopy

from lxml import etree

from boilerspider.markup.tree import Document, parse

BOX_TAGS = ("div", "aside", "section", "p", "ul", "form", "figure", "ins", "table")
MIN_BOX_WORDS, MAX_BOX_WORDS = 3, 120
MAX_BOXES_A_PAGE = 12
REWRAPPED = 0.3
"""Of the boxes put in only the text is kept, in plain elements: class names must not give all boxes away."""
_HOSTS = frozenset(("p", "h2", "h3", "h4", "ul", "ol", "blockquote", "figure", "div"))
_PLAIN = (
    "<div><p>{text}</p></div>",
    "<div class='{name}'>{text}</div>",
    "<p class='{name}'>{text}</p>",
    "<div class='{name}'><h3>{head}</h3><p>{text}</p><a href='/x'>{head}</a></div>",
    "<aside><p>{text}</p></aside>",
    "<p>{text} <a href='/x'>{head}</a></p>",
    "<div><a href='/x'>{text}</a></div>",
    "<div><span>{head}</span><div>{text}</div></div>",
)


def harvest(root: etree._Element, is_content: Sequence[bool], texts: Sequence[str], rng: random.Random) -> list[bytes]:
    """Some of a page's boxes: elements with no content in them, as markup."""
    content = {text for text, kept in zip(texts, is_content, strict=True) if kept}
    found = []
    for element in root.iter(*BOX_TAGS):
        text = " ".join("".join(element.itertext()).split())
        if MIN_BOX_WORDS <= len(text.split()) <= MAX_BOX_WORDS and not _holds(element, content):
            found.append(element)
    chosen = rng.sample(found, min(len(found), MAX_BOXES_A_PAGE))
    return [etree.tostring(element, encoding="utf-8", with_tail=False, method="html") for element in chosen]


def _holds(element: etree._Element, content: set[str]) -> bool:
    return any(" ".join(text.split()) in content for text in element.itertext() if text.strip())


def plant(document: Document, boxes: Sequence[bytes], story: Sequence[str], rng: random.Random) -> Document:
    """The page with some of the boxes between elements of its story; the page itself where it has no place for them."""
    root = deepcopy(document.root)
    wanted = {text for text in story if len(text.split()) >= 5}
    places = [
        element
        for element in root.iter(*_HOSTS)
        if element.getparent() is not None and " ".join("".join(element.itertext()).split()) in wanted
    ]
    for _ in range(rng.randint(1, 3)):
        if places:
            _put(rng.choice(places), _box(rng.choice(boxes), rng))
    return Document(root, document.source, document.url)


def _put(place: etree._Element, box: etree._Element) -> None:
    box.tail, place.tail = place.tail, None
    place.addnext(box)


def _box(markup: bytes, rng: random.Random) -> etree._Element:
    box = _first(markup)
    if rng.random() >= REWRAPPED:
        return box
    words = " ".join("".join(box.itertext()).split()).split()
    name = rng.choice((box.get("class") or "", f"css-{rng.randrange(10**6)}", f"m{rng.randrange(1000)} box", ""))
    text, head = " ".join(words), " ".join(words[: rng.randint(2, 5)])
    fields = {
        key: value.replace("<", "").replace("'", "")
        for key, value in {"text": text, "head": head, "name": name}.items()
    }
    return _first(rng.choice(_PLAIN).format(**fields))


def _first(markup: bytes | str) -> etree._Element:
    """The first element of a page's body."""
    return next(parse(markup).root.iter("body"))[0]


def origins(texts: Sequence[str], original: Sequence[str]) -> list[int] | None:
    """For each block of a page with boxes in it, which block of the original it is, -1 for none; None where an own block changed."""
    found = []
    own = 0
    for text in texts:
        if own < len(original) and text == original[own]:
            found.append(own)
            own += 1
        else:
            found.append(-1)
    return found if own == len(original) else None
