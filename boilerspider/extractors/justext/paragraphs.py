"""Document -> paragraphs. What the package deletes from its tree beforehand is stepped over here, and the tree left alone.

A piece of text ends where a tag is seen: the texts around a comment, a deleted element or an
unwrapped tag are one piece, as they are in a tree from which these are gone.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from boilerspider.markup.transcript import Transcript

PARAGRAPH_TAGS = frozenset(
    {"body", "blockquote", "caption", "center", "col", "colgroup", "dd", "div", "dl", "dt", "fieldset", "form"}
    | {"legend", "optgroup", "option", "p", "pre", "table", "td", "textarea", "tfoot", "th", "thead", "tr", "ul", "li"}
    | {"h1", "h2", "h3", "h4", "h5", "h6"}
)
"""Tags that end a paragraph, at their start and at their end."""

DELETED = frozenset({"script", "style", "head", "base", "applet", "button", "input", "select", "textarea"})
"""Elements that are as if they and their inside were not there."""

UNWRAPPED = frozenset({"form", "iframe", "embed", "layer", "object", "param"})
"""Tags that are as if they were not there; their inside is."""

WHITE_SPACE = re.compile(r"\s{2,}|[^\S ]")
"""Runs of white space but a lone space, which stays as it is."""

HEADING = re.compile(r"\bh\d\b")


class Class(enum.Enum):
    """What a paragraph is taken for; the first two are final."""

    GOOD = "good"
    BAD = "bad"
    NEAR_GOOD = "near good"
    SHORT = "short"


class Paragraph(NamedTuple):
    """A run of text between two paragraph tags or double line breaks, with what is known of it."""

    text: str
    link_characters: int = 0
    is_heading: bool = False
    """Whether it lies in a heading."""
    in_select: bool = False
    """Whether it lies in an element with `select` in its name."""
    nodes: tuple[int, ...] = ()
    stop_words: int = 0
    words: int = 0
    context_free: Class = Class.BAD
    """What it is by itself."""
    revised: Class = Class.BAD
    """What it is among its neighbours."""

    @property
    def length(self) -> int:
        """In characters."""
        return len(self.text)

    @property
    def link_density(self) -> float:
        """Share of the characters in links; may pass 1 by a little, as links keep the space at their ends."""
        return self.link_characters / len(self.text) if self.text else 0.0

    @property
    def stop_word_density(self) -> float:
        """Share of the words, as white space parts them, that are stop words."""
        return self.stop_words / self.words if self.words else 0.0


Paragraphs: TypeAlias = tuple[Paragraph, ...]


def segment(transcript: Transcript) -> Paragraphs:
    """The paragraphs of a page in document order, with the facts that need no stop list."""
    segmenter = _Segmenter(transcript)
    segmenter.read(transcript.events)
    return tuple(segmenter.paragraphs)


def normalise_space(text: str) -> str:
    """The text with each run of white space made one space, or one line feed where the run breaks the line."""
    # Of the white space only the space is printable.
    return text if text.isprintable() and "  " not in text else WHITE_SPACE.sub(_one_space, text)


def _one_space(run: re.Match[str]) -> str:
    space = run.group()
    return "\n" if "\n" in space or "\r" in space else " "


# What a tag does where it starts and where it ends; of the last three nothing may be seen.
_NOTHING, _PARAGRAPH, _ANCHOR, _BREAK, _PLACE, _UNWRAPPED, _DELETED, _LINK = range(8)

_KINDS: Mapping[str, int] = MappingProxyType(
    {
        **dict.fromkeys(PARAGRAPH_TAGS, _PARAGRAPH),
        "a": _ANCHOR,
        "br": _BREAK,
        **dict.fromkeys(DELETED, _DELETED),
        **dict.fromkeys(UNWRAPPED, _UNWRAPPED),
        "link": _LINK,
    }
)
"""Tags that do more than end a piece of text."""


@lru_cache(maxsize=1024)
def _kind(tag: str) -> int:
    kind = _KINDS.get(tag, _NOTHING)
    return _PLACE if kind < _UNWRAPPED and (HEADING.search(tag) or "select" in tag) else kind


class _Segmenter:
    """The package's paragraph maker, over the events of a page."""

    def __init__(self, transcript: Transcript) -> None:
        self._tags = transcript.tags
        self._kinds = list(map(_kind, transcript.tags))
        self._links = iter(transcript.of("link"))
        self.paragraphs: list[Paragraph] = []
        self._headings = self._selects = 0
        """How many of the open elements are headings, and how many have `select` in their names."""
        self._deleted = 0
        """How many of the open elements lie in a deleted one, itself included."""
        self._run: list[str] = []
        """The text nodes since the last tag that counts, and the numbers of those that are not blank."""
        self._run_nodes: list[int] = []
        self._in_link = self._after_break = False
        self._place = (False, False)
        """Where the paragraph began: in a heading, in a selection."""
        self._pieces: list[str] = []
        self._nodes: list[int] = []
        self._link_characters = 0

    def read(self, events: list[int | str]) -> None:
        """Each tag that counts ends a piece of text; the last paragraph ends with the page."""
        kinds = self._kinds
        number = 0
        for event in events:
            if isinstance(event, str):
                self._text(event, number)
                number += 1
            elif event > 0:
                kind = kinds[event]
                if (self._deleted or kind >= _UNWRAPPED) and self._is_unseen(kind):
                    continue
                if self._run:
                    self._end_run()
                self._start(kind, event)
            elif self._deleted:
                self._deleted -= 1
            elif (kind := kinds[-event]) != _UNWRAPPED:
                if self._run:
                    self._end_run()
                self._end(kind, -event)
        self._new_paragraph()

    def _text(self, string: str, number: int) -> None:
        if not self._deleted:
            self._run.append(string)
            if not string.isspace():
                self._run_nodes.append(number)

    def _is_unseen(self, kind: int) -> bool:
        """Whether a tag that may be unseen is: all in deleted elements are, and style sheets are deleted."""
        is_sheet = kind == _LINK and "stylesheet" in next(self._links).get("rel", "").lower()
        if self._deleted or kind == _DELETED or is_sheet:
            self._deleted += 1
        return self._deleted > 0 or kind == _UNWRAPPED

    def _start(self, kind: int, tag: int) -> None:
        if kind in (_NOTHING, _LINK):
            self._after_break = False
            return
        if kind == _PLACE:
            self._enter(tag, 1)
        if kind == _PARAGRAPH or (kind == _BREAK and self._after_break) or self._tags[tag] in PARAGRAPH_TAGS:
            self._new_paragraph()
            return
        self._after_break = kind == _BREAK
        if kind == _BREAK:
            self._pieces.append(" ")
        elif kind == _ANCHOR:
            self._in_link = True

    def _end(self, kind: int, tag: int) -> None:
        if kind == _NOTHING:
            return
        if kind == _PLACE:
            self._enter(tag, -1)
        if kind == _ANCHOR:
            self._in_link = False
        elif kind == _PARAGRAPH or self._tags[tag] in PARAGRAPH_TAGS:
            self._new_paragraph()

    def _enter(self, tag: int, step: int) -> None:
        self._headings += step if HEADING.search(self._tags[tag]) else 0
        self._selects += step if "select" in self._tags[tag] else 0

    def _new_paragraph(self) -> None:
        """Ends the paragraph, which counts where it has text, and begins one here."""
        if self._run:
            self._end_run()
        if self._nodes:
            text = normalise_space("".join(self._pieces).strip())
            self.paragraphs.append(Paragraph(text, self._link_characters, *self._place, tuple(self._nodes)))
            self._nodes = []
            self._link_characters = 0
        self._pieces = []
        self._place = (self._headings > 0, self._selects > 0)

    def _end_run(self) -> None:
        if self._run_nodes:
            piece = normalise_space("".join(self._run))
            self._pieces.append(piece)
            self._nodes += self._run_nodes
            self._link_characters += len(piece) if self._in_link else 0
            self._after_break = False
            self._run_nodes = []
        self._run = []
