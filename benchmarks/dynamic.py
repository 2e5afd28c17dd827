"""What else changes between two downloads of an unchanged story than the boxes in it: made by us, kind by kind.

Each kind is a function that changes the tree of a page; most leave that of the first download as it is.
"""

from __future__ import annotations

import random
import re
import string
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property

from lxml import etree

from boilerspider.markup.spots import Standing
from boilerspider.markup.tree import Document, parse
from boilerspider.model import Block

UNSHOWN = frozenset(
    ("head", "script", "style", "noscript", "textarea", "select", "template", "iframe", "svg", "object")
)
SOME, HALF = 0.2, 0.5
"""Of the elements that a kind of change meets."""
SLOTS = (
    '<div class="ad" id="ad-7"></div>',
    '<div class="ad-slot"><span>Advertisement</span></div>',
    '<ins class="adsbygoogle" style="display: block"></ins>',
    '<div class="css-x7"><iframe src="/frame" width="300"></iframe></div>',
    '<aside class="ad"><p>Advertisement</p><div id="slot-7"></div></aside>',
    '<div style="min-height: 250px"></div>',
)
"""Places of advertisements that hold none."""
HEADLINE_LETTERS = 25
"""From so many on a link's text is taken for a headline."""


@dataclass
class Tree:
    """A page's tree that may be changed, and where its story stands."""

    root: etree._Element
    home: etree._Element
    """The innermost element with half of the story's letters."""
    parts: list[etree._Element]
    """Its children that hold some of the story."""
    lines: list[etree._Element]
    """The innermost elements around the story's blocks."""
    headlines: Sequence[str]
    """Of other pages."""
    turn: int
    """The number of the download, 0 or 1."""
    rng: random.Random
    """It draws the same for both."""

    @classmethod
    def of(
        cls, document: Document, blocks: Sequence[Block], headlines: Sequence[str], turn: int, seed: str
    ) -> Tree | None:
        """A copy of a page's tree; None where it has no story."""
        standing = Standing.of(document.transcript, blocks)
        if not standing.home:
            return None
        root = deepcopy(document.root)
        elements = [element for element in root.iter() if isinstance(element.tag, str)]
        home = max(standing.home)
        below = (spot.above[spot.above.index(home) + 1 :] for spot in standing.spots if home in spot.above)
        parts = dict.fromkeys(above[0] for above in below if above)
        lines = dict.fromkeys(spot.above[-1] for spot in standing.spots)
        of_parts, of_lines = ([elements[at] for at in numbers] for numbers in (parts, lines))
        return cls(root, elements[home], of_parts, of_lines, headlines, turn, random.Random(seed))

    def anew(self) -> random.Random:
        """What draws otherwise for the second download."""
        return random.Random(self.rng.random() + self.turn)

    @property
    def elements(self) -> list[etree._Element]:
        """All that a reader may see, in the order in which they open."""
        return [element for element in self.body.iter() if element.tag not in UNSHOWN and isinstance(element.tag, str)]

    @cached_property
    def body(self) -> etree._Element:
        return next(self.root.iter("body"))

    @cached_property
    def around(self) -> set[etree._Element]:
        """The elements that hold some of the story, or lie in a line of it."""
        inside = {below for line in self.lines for below in line.iter()}
        return inside.union(*({line, *line.iterancestors()} for line in self.lines))

    def outside(self) -> Iterator[etree._Element]:
        """The elements that are none of these."""
        return (element for element in self.elements if element not in self.around)

    def put(self, where: str, markup: str) -> None:
        """A box below the headline, at the story's top, amid it, at its end, below it, or at the page's start or end."""
        made = next(parse(f"<body>{markup}</body>").root.iter("body"))[0]
        made.tail = None
        headline = next(self.body.iter("h1"), None)
        if where == "headline" and headline is not None:
            _behind(headline, made)
        elif where in {"headline", "top"} and self.parts:
            self.parts[0].addprevious(made)
        elif where in {"amid", "end"} and self.parts:
            _behind(self.parts[-1 if where == "end" else len(self.parts) // 2], made)
        elif where == "below" and self.home is not self.body:
            _behind(self.home, made)
        else:
            self.body.insert(0 if where == "start" else len(self.body), made)


Kind = Callable[[Tree], None]


def _behind(element: etree._Element, made: etree._Element) -> None:
    made.tail, element.tail = element.tail, None
    element.addnext(made)


def _wrap(element: etree._Element, tag: str) -> None:
    made = element.makeelement(tag)
    _behind(element, made)
    made.append(element)


def word(rng: random.Random, letters: str = string.ascii_letters + string.digits) -> str:
    return rng.choice(string.ascii_letters) + "".join(rng.choice(letters) for _ in range(5))


def line(where: str, rows: Sequence[tuple[str, tuple[str, str]]], tree: Tree) -> None:
    """One of these boxes, which says something else the second time."""
    markup, values = tree.rng.choice(rows)
    if values[tree.turn]:
        tree.put(where, markup.format(values[tree.turn]))


def texts(tree: Tree, *, of_story: bool) -> Iterator[tuple[etree._Element, str]]:
    """Text nodes: an element, and whether its `text` or its `tail`."""
    inside = {below for of_line in tree.lines for below in of_line.iter()}
    for element in tree.elements:
        if (element.text or "").strip() and (element in inside) is of_story:
            yield element, "text"
        if (element.tail or "").strip() and (element.getparent() in inside) is of_story:
            yield element, "tail"


def rewrite(change: Callable[[str], str], where: Sequence[bool], tree: Tree) -> None:
    """Each text changed the second time, in the story or outside of it."""
    for element, kind in [found for of_story in where for found in texts(tree, of_story=of_story)] if tree.turn else ():
        setattr(element, kind, change(getattr(element, kind)))


def numbers(tree: Tree) -> None:
    draw = tree.anew()
    rewrite(lambda text: re.sub(r"\d", lambda _: draw.choice("123456789"), text), (False,), tree)


def teasers(tree: Tree) -> None:
    draw = tree.anew()
    for element, kind in list(texts(tree, of_story=False)):
        is_linked = element.tag == "a" or any(above.tag == "a" for above in element.iterancestors())
        if kind == "text" and is_linked and len((element.text or "").strip()) >= HEADLINE_LETTERS:
            element.text = draw.choice(tree.headlines)


def without(tags: Sequence[str], tree: Tree) -> None:
    for element in list(tree.outside()) if tree.turn else ():
        above = element.getparent()
        if element.tag in tags and above is not None and not (element.tail or "").strip():
            above.remove(element)


def names(make: Callable[[str, random.Random], str], tree: Tree) -> None:
    """Each class name as a build writes it."""
    draw = tree.anew()
    known: dict[str, str] = {}
    for element in tree.elements[1:]:
        written = (element.get("class") or "").split()
        if written:
            element.set("class", " ".join(known.setdefault(name, make(name, draw)) for name in written))


def order(tree: Tree) -> None:
    for element in tree.elements if tree.turn else ():
        written = (element.get("class") or "").split()
        tree.rng.shuffle(written)
        if written:
            element.set("class", tree.rng.choice((" ", "\n  ")).join(written) + tree.rng.choice(("", " ")))


def attributes(tree: Tree) -> None:
    for element in tree.root.iter("*") if tree.turn else ():
        given = list(element.attrib.items())
        tree.rng.shuffle(given)
        element.attrib.clear()
        element.attrib.update(given)
        element.set(f"data-{word(tree.rng).lower()}", word(tree.rng))
        if tree.rng.random() < SOME and element.tag in {"a", "div", "p", "img"}:
            element.set("onclick", f"track('{word(tree.rng)}')")
            element.set("style", "opacity: 1")


def ids(tree: Tree) -> None:
    for number, element in enumerate(tree.lines if tree.turn else ()):
        element.set("id", f"p-{number}")


def numbers_of(tree: Tree) -> None:
    """A class name of its own for each of the story's blocks."""
    for number, element in enumerate(tree.lines if tree.turn else ()):
        element.set("class", f"{element.get('class') or ''} x-{number}".strip())


def within(tree: Tree) -> None:
    """All of the page in one more element."""
    if tree.turn:
        made = tree.body.makeelement("div", {"id": "root"})
        made.text, tree.body.text = tree.body.text, None
        made.extend(list(tree.body))
        tree.body.append(made)


def wrapped(what: Callable[[Tree], Sequence[etree._Element]], tree: Tree) -> None:
    for element in what(tree) if tree.turn and tree.home is not tree.body else ():
        _wrap(element, "div")


def other_tag(tree: Tree) -> None:
    if tree.turn and tree.home.tag in {"div", "section", "article"}:
        tree.home.tag = tree.rng.choice(sorted({"div", "section", "article"} - {tree.home.tag}))


def tight(tree: Tree) -> None:
    for element in tree.elements if tree.turn else ():
        for kind in ("text", "tail"):
            setattr(element, kind, re.sub(r"\s+", " ", getattr(element, kind) or ""))


def remarks(tree: Tree) -> None:
    for element in tree.elements[1:] if tree.turn else ():
        if tree.rng.random() < SOME:
            element.addprevious(etree.Comment(word(tree.rng)))
        if tree.rng.random() < SOME and element.tag in {"p", "div"}:
            element.addprevious(in_element("script", {}, element, f"track({tree.rng.random()})"))


def marked(make: Callable[[etree._Element, str], etree._Element], tree: Tree) -> None:
    """A word with a capital in half of the story's texts in an element more."""
    for element, kind in list(texts(tree, of_story=True)) if tree.turn else ():
        text = getattr(element, kind)
        words = list(re.finditer(r"(?<=\w )[^\W\d_a-z]\w{4,}(?= [a-z])", text))
        if words and tree.rng.random() < HALF and element.tag not in {"a", "button"}:
            word = tree.rng.choice(words)
            made = make(element, word[0])
            made.tail = text[word.end() :]
            setattr(element, kind, text[: word.start()])
            element.insert(0, made) if kind == "text" else element.addnext(made)


def in_element(tag: str, given: dict[str, str], element: etree._Element, word: str) -> etree._Element:
    made = element.makeelement(tag, given)
    made.text = word
    return made


def in_tooltip(element: etree._Element, word: str) -> etree._Element:
    made = in_element("span", {}, element, word)
    made.append(in_element("span", {"role": "tooltip"}, element, "What is meant by this word here."))
    return made


def heard(tree: Tree) -> None:
    for link in tree.body.iter("a") if tree.turn else ():
        if (link.text or "").strip():
            link.append(in_element("span", {"class": "visually-hidden"}, link, " (opens in a new window)"))


def pictures(tree: Tree) -> None:
    for picture in list(tree.body.iter("img")) if tree.turn else ():
        picture.attrib.update({"data-src": f"/cdn/{word(tree.rng)}.jpg", "src": "data:,", "loading": "lazy"})
        hidden = picture.makeelement("noscript")
        hidden.append(picture.makeelement("img", {"src": "/x.jpg"}))
        _behind(picture, hidden)


def addresses(tree: Tree) -> None:
    for link in tree.body.iter("a") if tree.turn else ():
        link.set("href", f"{link.get('href') or ''}?utm_source={word(tree.rng)}")


def slots(tree: Tree) -> None:
    for part in tree.parts[1:] if tree.turn else ():
        slot = next(parse(f"<body>{tree.rng.choice(SLOTS)}</body>").root.iter("body"))[0]
        slot.tail = None
        part.addprevious(slot)
