"""Document -> its anchors, with where each one stands: one walk, no judgement."""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass
from itertools import islice

from lxml import etree

from boilerspider.markup.transcript import Transcript
from boilerspider.markup.tree import Document

MAX_ANCHORS = 10_000
"""Anchors read of one page; front pages of the corpora hold at most 1,500. Ours."""

MAX_TEXT = 1_000
"""Characters kept of an anchor's text. Ours."""

MAX_MARK = 40
"""Characters of a class name that tell structures apart. Ours."""

_SIGNATURE_DEPTH = 4
"""Ancestors that make two anchors siblings of one structure. Ours."""

MAX_LABEL = 40
"""Characters of an anchor's text up to which it may be "read more" below a headline that is no link. Ours."""

MAX_CARD, MAX_CARD_DEPTH = 60, 4
"""Elements of the card of one story, and elements between it and its anchor, itself included. Ours."""

_NO_CARDS = frozenset({"body", "main", "html"})
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_SILENT = frozenset({"script", "style", "template", "svg", "noscript"})
_CONTAINERS = frozenset({"div", "ul", "ol", "section", "table", "td", "menu"})
_FRAME_CLASS = re.compile(
    r"(?:^|[\s_-])(?:nav|navi|navbar|navigation|menu|submenu|breadcrumbs?|footer|topbar|toolbar|masthead|siteheader)(?:$|[\s_-])",
    re.IGNORECASE,
)
"""Class names and ids by which designs without HTML5 elements mark what frames every page."""

_APART = re.compile(
    r"(?:^|\s|(?<!has)(?<!no)(?<!with)[_-])(?:comments?|commentlist|kommentare?|commentaires?|comentarios|respond|replies|disqus|discussion"
    r"|gallery|galerie|galeria|slideshow|carousel|lightbox)(?:$|[\s_-])",
    re.IGNORECASE,
)
"""Class names and ids of what has pages of its own beside the story: readers' comments, pictures."""


class Place(enum.Enum):
    """Where on its page an anchor stands."""

    BODY = "body"
    CARD = "card"
    """Within an `article` or a list item, outside the frame."""
    FRAME = "frame"
    """Within navigation, the page's header or its footer."""


@dataclass(slots=True)
class _Context:
    """What an open element means for the anchors within."""

    tag: str
    mark: str
    place: Place
    heading: bool
    silent: bool
    apart: bool


@dataclass(frozen=True, slots=True)
class Anchor:
    """An `a` or `link` element with a reference."""

    href: str
    tag: str = "a"
    rel: frozenset[str] = frozenset()
    type: str = ""
    marks: str = ""
    """Its class names."""
    label: str = ""
    """What it says to those who cannot see it: `aria-label` or `title`."""
    text: str = ""
    headline: str = ""
    """The text within a heading: the anchor's own, that of the heading around it, or that of the card where all leads to one address."""
    place: Place = Place.BODY
    signature: str = ""
    """Equal for anchors that repeat one structure."""
    is_apart: bool = False
    """Whether it stands among readers' comments or in a gallery."""
    is_lent: bool = False
    """Whether its headline is that of its card."""


@dataclass(frozen=True, slots=True)
class Anchors:
    """The anchors of a page in document order, and the `base` that their references resolve against."""

    anchors: tuple[Anchor, ...]
    base: str | None


def anchors(document: Document) -> Anchors:
    """All anchors of a page that have a reference, up to 10,000."""
    collector = _Collector()
    collector.read(document.transcript)
    return Anchors(tuple(collector.found), collector.base)


class _Collector:
    """Collects anchors; what the open elements mean is asked only where an anchor stands in them."""

    def __init__(self) -> None:
        self.found: list[Anchor] = []
        self.base: str | None = None
        self._path: list[etree._Element] = []
        self._contexts: list[_Context] = []
        """Of the outermost open elements, as many as were asked for."""
        self._open: etree._Element | None = None
        self._open_depth = 0
        self._cards: dict[etree._Element, str | None] = {}
        self._text: list[str] = []
        self._headline: list[str] = []

    def read(self, transcript: Transcript) -> None:
        """The events of the page."""
        is_wanted = [tag in {"a", "link", "base"} for tag in transcript.tags]
        elements = iter(transcript.elements)
        for event in transcript.events:
            if isinstance(event, str):
                if self._open is not None:
                    self._add(event)
            elif event > 0:
                element = next(elements)
                self._path.append(element)
                if is_wanted[event]:
                    self._start(element)
            else:
                self._end()

    def _start(self, element: etree._Element) -> None:
        if element.tag == "base":
            self.base = element.get("href") if self.base is None else self.base
        elif element.get("href") and len(self.found) < MAX_ANCHORS:
            self._close()
            self._open, self._open_depth = element, len(self._path)

    def _add(self, string: str) -> None:
        context = self._context()
        if not context.silent:
            self._text.append(string)
            if context.heading:
                self._headline.append(string)

    def _end(self) -> None:
        if self._open is not None and len(self._path) == self._open_depth:
            self._close()
        self._path.pop()
        if len(self._contexts) > len(self._path):
            self._contexts.pop()

    def _context(self) -> _Context:
        """That of the innermost open element."""
        outer = self._contexts[-1] if self._contexts else _OUTERMOST
        for element in self._path[len(self._contexts) :]:
            outer = _within(outer, element)
            self._contexts.append(outer)
        return outer

    def _close(self) -> None:
        element, self._open = self._open, None
        if element is None:
            return
        self._context()
        context = self._contexts[self._open_depth - 1]
        text, headline, lent = _line(self._text), _line(self._headline), ""
        if not headline and len(text) <= MAX_LABEL and context.tag == "a" and context.place is not Place.FRAME:
            headline = lent = self._of_card(element)
        self.found.append(
            Anchor(
                element.get("href", ""),
                context.tag,
                frozenset((element.get("rel") or "").lower().split()),
                (element.get("type") or "").lower(),
                element.get("class") or "",
                element.get("aria-label") or element.get("title") or "",
                text,
                headline,
                context.place,
                ">".join([outer.mark for outer in self._contexts[-_SIGNATURE_DEPTH - 1 :]]),
                context.apart,
                bool(lent),
            )
        )
        self._text, self._headline = [], []

    def _of_card(self, element: etree._Element) -> str:
        """The headline of the card that an anchor stands in, if it is the only one there and no other address is; "" otherwise."""
        for outer in islice(element.iterancestors(), MAX_CARD_DEPTH):
            if outer.tag in _NO_CARDS:
                break
            if outer not in self._cards:
                self._cards[outer] = _card(outer)
            headline = self._cards[outer]
            if headline is None:
                break
            if headline:
                return headline
        return ""


def _card(outer: etree._Element) -> str | None:
    """The only headline in an element with one address; "" where it has none, None where it is no card."""
    headlines: list[etree._Element] = []
    addresses: set[str] = set()
    for size, element in enumerate(outer.iter(), 1):
        if element.tag in _HEADINGS:
            headlines.append(element)
        elif element.tag == "a" and (address := element.get("href", "").partition("#")[0]):
            addresses.add(address)
        if size > MAX_CARD or len(headlines) > 1 or len(addresses) > 1:
            return None
    return _line(list(islice(headlines[0].itertext(), MAX_CARD))) if headlines else ""


_OUTERMOST = _Context("", "", Place.BODY, heading=False, silent=False, apart=False)


def _within(outer: _Context, element: etree._Element) -> _Context:
    """The context of an element in that of its parent."""
    tag, marks = str(element.tag), element.get("class") or ""
    return _Context(
        tag,
        f"{tag}.{marks[:MAX_MARK].partition(' ')[0]}",
        _place(tag, element, outer.place, marks),
        heading=outer.heading or tag in _HEADINGS,
        silent=outer.silent or tag in _SILENT,
        apart=outer.apart or _is_apart(tag, element, marks),
    )


def _place(tag: str, element: etree._Element, outer: Place, marks: str) -> Place:
    if outer is Place.FRAME:
        return outer
    if tag in {"nav", "footer"} or (tag == "header" and outer is Place.BODY):
        return Place.FRAME
    if tag in _CONTAINERS and (_FRAME_CLASS.search(marks) or _FRAME_CLASS.search(element.get("id") or "")):
        return Place.FRAME
    return Place.CARD if tag in {"article", "li"} else outer


def _is_apart(tag: str, element: etree._Element, marks: str) -> bool:
    name = element.get("id") or ""
    return tag in _CONTAINERS and bool((marks and _APART.search(marks)) or (name and _APART.search(name)))


def _line(pieces: list[str]) -> str:
    return " ".join("".join(pieces).split())[:MAX_TEXT]
