"""A small tree that may be edited, and the parser that the original rewrites its pages with.

Texts carry the numbers of the text nodes that they come from through every step, so that what is left at the end names them.
`Builder` closes tags as htmlparser2 3.10 does. It is fed with nodes instead of markup, which gives what writing a tree down and parsing it
again would give, without either.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from boilerspider.markup.entities import unescape

VOID = frozenset(
    "area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr".split()  # noqa: SIM905 - a list of words
)
"""Elements that hold nothing, whatever follows."""

_FORM = frozenset({"input", "option", "optgroup", "select", "button", "datalist", "textarea"})
_PARAGRAPH = frozenset({"p"})
CLOSES = {
    "tr": frozenset({"tr", "th", "td"}),
    "th": frozenset({"th"}),
    "td": frozenset({"thead", "th", "td"}),
    "body": frozenset({"head", "link", "script"}),
    "li": frozenset({"li"}),
    "p": _PARAGRAPH,
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), _PARAGRAPH),
    "option": frozenset({"option"}),
    "optgroup": frozenset({"optgroup"}),
    **dict.fromkeys(("select", "input", "output", "button", "datalist", "textarea"), _FORM),
}
"""A tag -> the innermost elements that it closes."""

RAW = frozenset({"style", "script", "xmp", "iframe", "noembed", "noframes", "plaintext", "noscript"})
"""Elements whose text is written down as it is, so that markup in it comes to life when it is parsed again."""

MARKUP = re.compile(r"<(?:[!?][^>]*|/\s*([^\s/>]+)[^>]*|([^\s!?/<>][^\s/>]*)[^>]*)>", re.ASCII)
"""A comment or an instruction, an end tag, or a start tag."""
HALF_TAG = re.compile(r"<[^\s<>]", re.ASCII)
"""The start of a tag; where none ends after it the original drops the rest."""


class Text:
    """A text with the numbers of the text nodes that it comes from; never edited."""

    __slots__ = ("data", "facts", "nodes")

    def __init__(self, data: str, nodes: tuple[int, ...] = ()) -> None:
        self.data = data
        self.nodes = nodes
        self.facts: Facts | None = None


class Element:
    """An element without its attributes."""

    __slots__ = ("children", "facts", "is_gone", "parent", "score", "tag")

    def __init__(self, tag: str, parent: Element | None = None) -> None:
        self.tag = tag
        self.parent = parent
        self.children: list[Node] = []
        self.score = 0.0
        self.is_gone = False
        """Deleted, with all that is in it."""
        self.facts: Facts | None = None

    @property
    def elements(self) -> Iterator[Element]:
        """The child elements that are not gone."""
        return (child for child in self.children if isinstance(child, Element) and not child.is_gone)

    def adopt(self, nodes: Iterable[Node]) -> None:
        """Appends the nodes to the children."""
        for node in nodes:
            self.children.append(node)
            if isinstance(node, Element) and node is not SEAM:
                node.parent = self


Node: TypeAlias = "Text | Element"

SEAM = Element("#seam")
"""Stands after nodes that have taken another's place. The original's tree (cheerio 0.22) leaves the next node's link to the one before it
at what was replaced, so that a look at the nodes before ends here."""
SEAM.is_gone = True


class Facts(NamedTuple):
    """What can be counted in a text or an element, its deleted parts left out."""

    spaces: int = 0
    """How many spaces; one more is the number of words, as the original parts them."""
    links: int = 0
    """How many `a` lie in it."""
    link_words: int = 0
    """Words in these; those in two of them count twice."""
    head: str = ""
    """What stands before the first space, without punctuation and in lower case."""
    tail: str | None = None
    """What stands after the last space; None where there is none."""
    inner: int = 0
    """Stop words between the two."""
    length: int = 0
    """Characters."""
    ends: tuple[str, str] = ("", "")
    """The first and the last character that is no white space."""
    embeds: bool = False
    """Whether an `object` or `embed` lies in it."""


class Builder:
    """Makes a tree of start tags, texts and end tags, as htmlparser2 does."""

    def __init__(self) -> None:
        self.root = Element("")
        self._path = [self.root]
        self._open: dict[str, int] = {}
        """How many elements with a tag are open."""
        self._texts: list[Text] = []
        """Since the last tag."""

    def start(self, tag: str) -> Element:
        """An element opens; it may close others before."""
        if self._texts:
            self.flush()
        if tag in CLOSES:
            while self._path[-1].tag in CLOSES[tag]:
                self._pop()
        parent = self._path[-1]
        element = Element(tag, parent)
        parent.children.append(element)
        if tag not in VOID:
            self._path.append(element)
            self._open[tag] = self._open.get(tag, 0) + 1
        return element

    def text(self, text: Text) -> None:
        """It becomes one with the text before it."""
        self._texts.append(text)

    def end(self, tag: str) -> None:
        """Closes the nearest element with that tag and all in it; a `p` that is not open becomes an empty one."""
        if tag in VOID:
            return
        if self._texts:
            self.flush()
        if self._path[-1].tag == tag:
            self._pop()
        elif self._open.get(tag):
            while self._pop() != tag:
                pass
        elif tag == "p":
            self._path[-1].children.append(Element("p", self._path[-1]))

    def feed(self, nodes: Iterable[Node]) -> None:
        """The nodes, written down and parsed again."""
        path: list[tuple[str, Iterator[Node]]] = [("", iter(nodes))]
        while path:
            tag, rest = path[-1]
            for node in rest:
                if isinstance(node, Text):
                    if tag in RAW and is_markup(node.data):
                        self.parse(node.data, node.nodes)
                    else:
                        self._texts.append(node)
                elif not node.is_gone:
                    self.start(node.tag)
                    if node.children and node.tag not in VOID:
                        path.append((node.tag, iter(node.children)))
                        break
                    self.end(node.tag)
            else:
                path.pop()
                if path:
                    self.end(tag)

    def parse(self, markup: str, nodes: tuple[int, ...]) -> None:
        """A text that is taken for markup, as the original does with texts that it puts back into its tree."""
        at = 0
        end = markup.rfind(">") + 1  # no tag ends beyond it, and to search for one would take quadratic time
        for found in MARKUP.finditer(markup, 0, end):
            self._parse_text(markup[at : found.start()], nodes)
            at = found.end()
            if found[1]:
                self.end(found[1].lower())
            elif found[2]:
                self.start(found[2].lower())
        half = HALF_TAG.search(markup, at)
        self._parse_text(markup[at : half.start() if half else None], nodes)

    def finish(self) -> list[Node]:
        """The nodes at the top."""
        self.flush()
        return self.root.children

    def flush(self) -> None:
        """Puts the text since the last tag into the tree."""
        texts = self._texts
        if texts:
            self._path[-1].children.append(texts[0] if len(texts) == 1 else joined(texts))
            self._texts = []

    def _parse_text(self, text: str, nodes: tuple[int, ...]) -> None:
        if text:
            self.text(Text(unescape(text), nodes))

    def _pop(self) -> str:
        tag = self._path.pop().tag
        self._open[tag] -= 1
        return tag


def is_markup(text: str) -> bool:
    """Whether parsing may make anything else of a text than itself."""
    return "<" in text or "&" in text


def reparsed(text: Text) -> list[Node]:
    """What becomes of a text that is put back as markup."""
    if not is_markup(text.data):
        return [text]
    builder = Builder()
    builder.parse(text.data, text.nodes)
    return builder.finish()


def elements_below(root: Element) -> Iterator[Element]:
    """The elements in an element in document order, but for deleted ones and what is in them."""
    left = list(root.elements)[::-1]
    while left:
        element = left.pop()
        yield element
        left += [child for child in reversed(element.children) if child.__class__ is Element and not child.is_gone]


def texts_below(root: Element) -> Iterator[Text]:
    """The texts in an element in document order, but for deleted ones."""
    path = [iter(root.children)]
    while path:
        for node in path[-1]:
            if isinstance(node, Text):
                yield node
            elif not node.is_gone:
                path.append(iter(node.children))
                break
        else:
            path.pop()


def text_of(root: Element) -> Text:
    """All text in an element as one."""
    return joined(list(texts_below(root)))


def joined(texts: list[Text]) -> Text:
    """The texts as one."""
    return Text("".join(text.data for text in texts), tuple(node for text in texts for node in text.nodes))
