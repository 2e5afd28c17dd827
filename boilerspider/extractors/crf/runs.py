"""Text runs (Victor's blocks): every text between two tags, with the elements it lies in and the tags since the one before."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from types import MappingProxyType

from lxml import etree

from boilerspider.markup.transcript import Transcript

OMITTED = "applet del embed frame frameset iframe object option param s script strike style textarea"
DELETED = frozenset(OMITTED.split())
"""Elements that are gone, with what is in them; the text around them is still parted."""

BOLD_TAGS = frozenset({"b", "strong"})
ITALIC_TAGS = frozenset({"i", "em"})
OTHER_INLINE = "a abbr acronym bdo big br cite code font img ins kbd noscript samp small span sub sup tt u var"
INLINE_TAGS = BOLD_TAGS | ITALIC_TAGS | frozenset(OTHER_INLINE.split())
HEADER_TAGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
LISTS = "dd dir dl dt menu li ol ul"
LIST_TAGS = frozenset(LISTS.split())
FORM_TAGS = frozenset({"button", "input", "isindex", "label"})
OTHER_BLOCK = "address blockquote caption center dfn div layer hr legend noframes p pre q td th title marquee"
BLOCK_TAGS = HEADER_TAGS | LIST_TAGS | FORM_TAGS | frozenset(OTHER_BLOCK.split())

CONTAINERS = MappingProxyType(
    {
        "class-bold": BOLD_TAGS,
        "class-italic": ITALIC_TAGS,
        "class-headers": HEADER_TAGS,
        "class-lists": LIST_TAGS,
        "class-forms": FORM_TAGS,
        "p": frozenset({"p"}),
        "a": frozenset({"a"}),
        "img": frozenset({"img"}),
    }
)
"""Kinds of open elements that are features."""

SPLITS = MappingProxyType(
    {
        "class-inline": INLINE_TAGS,
        "class-block": BLOCK_TAGS,
        "p": frozenset({"p"}),
        "br": frozenset({"br"}),
        "hr": frozenset({"hr"}),
    }
)
"""Kinds of tags since the run before that are features."""

COUNTED = frozenset().union(*CONTAINERS.values(), *SPLITS.values(), {"td", "div", "pre"})

BLANK = re.compile(r"[ \t\n\r\f\v]*")
"""Unicode's spaces are text: a lone no-break space is a run."""


@dataclass(frozen=True, slots=True)
class Run:
    """A text between two tags, or an image's `alt`."""

    text: str
    nodes: tuple[int, ...]
    """Its text nodes; none for an `alt`. The lines of preformatted text are runs that share one."""
    containers: frozenset[str]
    splits: tuple[int, ...]
    """How many tags of each kind of `SPLITS`, opening and closing, stand between it and the run before."""
    td: int
    """Number of the nearest `td`, 0 for none."""
    div: int


def runs(transcript: Transcript) -> list[Run]:
    """The runs of a page's body in document order."""
    cut = _RunCut()
    tags, elements, number = transcript.tags, iter(transcript.elements), -1
    for event in transcript.events:
        if isinstance(event, str):
            number += 1
            cut.text(event, number)
        elif event > 0:
            cut.start(tags[event], next(elements))
        else:
            cut.end(tags[-event])
    return cut.runs


@dataclass(slots=True)
class _Open:
    """What is open: how many elements of each tag, and which are the nearest `td` and `div`."""

    tags: Counter[str] = field(default_factory=Counter)
    groups: dict[str, list[int]] = field(default_factory=lambda: {"td": [0], "div": [0]})

    def containers(self) -> frozenset[str]:
        """The kinds of `CONTAINERS` that an open element is of."""
        found = self.tags
        return frozenset(name for name, tags in CONTAINERS.items() if not tags.isdisjoint(found))


class _RunCut:
    """Makes a run of the text nodes since the last tag when the next one comes."""

    def __init__(self) -> None:
        self.runs: list[Run] = []
        self._open = _Open()
        self._places: frozenset[str] | None = frozenset()
        """The kinds of open elements, None after they have changed."""
        self._since: Counter[str] = Counter()
        self._pieces: list[str] = []
        self._nodes: list[int] = []
        self._deleted = 0
        self._bodies = 0
        self._elements = 0

    def start(self, tag: str, element: etree._Element) -> None:
        self._finish()
        if self._deleted or tag in DELETED:
            self._deleted += 1
            return
        self._elements += 1
        self._bodies += tag == "body"
        if tag in COUNTED:
            self._since[tag] += 1
            self._open.tags[tag] += 1
            self._places = None
            if tag in self._open.groups:
                self._open.groups[tag].append(self._elements)
            alt = element.get("alt") if tag == "img" else None
            if alt and self._bodies:
                self._pieces = [alt]
                self._finish()

    def text(self, string: str, number: int) -> None:
        if self._bodies and not self._deleted:
            self._pieces.append(string)
            self._nodes.append(number)

    def end(self, tag: str) -> None:
        self._finish()
        if self._deleted:
            self._deleted -= 1
            return
        self._bodies -= tag == "body"
        if tag in COUNTED:
            self._since[tag] += 1
            self._open.tags[tag] -= 1
            if not self._open.tags[tag]:
                del self._open.tags[tag]
            self._places = None
            if tag in self._open.groups:
                self._open.groups[tag].pop()

    def _finish(self) -> None:
        """Ends the run: in preformatted text each line is one, with a `br` after it."""
        if not self._pieces:
            return
        text, nodes = "".join(self._pieces), tuple(self._nodes)
        self._pieces, self._nodes = [], []
        if "pre" not in self._open.tags or "\n" not in text:
            self._add(text, nodes)
            return
        for line in text.split("\n"):
            self._add(line, nodes)
            self._since["br"] += 2

    def _add(self, text: str, nodes: tuple[int, ...]) -> None:
        if BLANK.fullmatch(text):
            return
        if self._places is None:
            self._places = self._open.containers()
        since = self._since
        splits = tuple(sum(number for tag, number in since.items() if tag in tags) for tags in SPLITS.values())
        groups = self._open.groups
        self.runs.append(Run(text, nodes, self._places, splits, groups["td"][-1], groups["div"][-1]))
        since.clear()
