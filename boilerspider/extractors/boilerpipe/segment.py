"""Document -> text blocks with their counts, and the page's title: the original's reading of a page, event by event.

A block ends where a tag that is not inline starts or ends, and is made when the next text comes.
Links end no block; they are marks in it that tell which of its words are linked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from boilerspider.extractors.boilerpipe.blocks import TextBlock
from boilerspider.extractors.boilerpipe.tokens import words, wrap
from boilerspider.extractors.boilerpipe.variants import VARIANTS, Variant
from boilerspider.markup.transcript import Transcript

MAX_LINE_CHARS = 80
"""Width at which text is wrapped to measure its density; from the original."""

INLINE = frozenset(
    ("strike", "u", "b", "i", "em", "strong", "span", "sup", "code", "tt", "sub", "var", "font", "abbr", "acronym")
)
"""Tags that neither end a block nor count as depth."""
SPACED = frozenset(("abbr", "acronym"))
"""Inline tags with white space before and after."""

_BELOW_SPACE = "".join(map(chr, range(0x21)))
"""What Java trims from the ends of a text."""


@dataclass(frozen=True, slots=True)
class Page:
    """What segmentation finds."""

    blocks: tuple[TextBlock, ...]
    title: str
    """The text of `title` outside the body; empty where there is none."""


def segment(transcript: Transcript, variant: Variant = VARIANTS["1.2"], max_line: int = MAX_LINE_CHARS) -> Page:
    """The text blocks of a page, in document order, none of them content yet."""
    segmenter = _Segmenter(transcript, variant, max_line)
    segmenter.read(transcript.events)
    return segmenter.page()


# What a tag does where it starts and where it ends.
_NOTHING, _BLOCK, _ANCHOR, _SPACE, _BODY, _IGNORED, _ROW = range(7)

_KINDS: Mapping[str, int] = MappingProxyType(
    {
        **dict.fromkeys(INLINE, _NOTHING),
        **dict.fromkeys(SPACED, _SPACE),
        "a": _ANCHOR,
        "body": _BODY,
        "tr": _ROW,
    }
)
"""Tags that do more, or less, than end a block and count as depth."""


class _Segmenter:
    """A state machine over the events of a page."""

    def __init__(self, transcript: Transcript, variant: Variant, max_line: int) -> None:
        self._tags, self._variant, self._max_line = transcript.tags, variant, max_line
        kinds = {**_KINDS, **dict.fromkeys(variant.ignored, _IGNORED)}
        self._kinds = [kinds.get(tag, _BLOCK) for tag in transcript.tags]
        self._rows = _row_levels(transcript)
        self._blocks: list[TextBlock] = []
        self._title = ""
        self._last_start = 0
        self._flush_due = self._is_linked = False
        self._in_body = self._in_ignored = self._in_anchor = 0
        self._level = 0
        self._open_rows: list[int] = []
        self._block_level = -1
        self._spaces, self._plain, self._tokens_of = variant.spaces, variant.plain, variant.tokens
        self._nodes: list[int] = []
        self._pieces: list[str] = []
        self._runs: list[tuple[int, bool]] = []
        """Where the text since the last cut begins and where a link opens or closes in it."""
        self._clear()

    def read(self, events: list[int | str]) -> None:
        """Text is added to the block, or begins the next one; a tag is a cut, a mark, or nothing."""
        kinds = self._kinds
        number = 0
        for event in events:
            if isinstance(event, str):
                self._text(event, number)
                number += 1
            elif event > 0:
                self._last_start = event
                kind = kinds[event]
                if kind == _BLOCK:
                    self._level += 1
                    self._flush_due = True
                elif kind:
                    self._start(kind)
            else:
                kind = kinds[-event]
                if kind == _BLOCK:
                    self._level -= 1
                    self._flush_due = True
                elif kind:
                    self._end(kind)
                if self._flush_due and self._nodes:
                    self._flush()

    def page(self) -> Page:
        """What was read."""
        if self._nodes:
            self._flush()
        return Page(tuple(self._blocks), self._title)

    def _text(self, string: str, number: int) -> None:
        if self._flush_due:
            self._flush_due = False
            if self._nodes:
                self._flush()
        if self._in_ignored:
            return
        core = string.strip(self._spaces)
        if not core:
            self._space()
            return
        if string[0] != core[0]:
            self._space()
        if self._block_level < 0:
            self._block_level = self._level
        self._pieces.append(core)
        self._nodes.append(number)
        self._linked_nodes += self._is_linked
        self._after_space = False
        if string[-1] != core[-1]:
            self._space()

    def _start(self, kind: int) -> None:
        if kind == _SPACE:
            self._space()
            return
        self._level += 1
        if kind == _ANCHOR:
            self._open_anchor()
        elif kind == _BODY:
            self._flush()
            self._in_body += 1
        else:
            self._flush_due = True
            if kind == _IGNORED:
                self._in_ignored += 1
            else:
                self._open_rows.append(next(self._rows))
                self._level += self._open_rows[-1]

    def _end(self, kind: int) -> None:
        if kind == _SPACE:
            self._space()
            return
        self._level -= 1
        if kind == _ANCHOR:
            self._close_anchor()
        elif kind == _BODY:
            self._flush()
            self._in_body -= 1
        else:
            self._flush_due = True
            if kind == _IGNORED:
                self._in_ignored -= 1
            else:
                self._level -= self._open_rows.pop()

    def _open_anchor(self) -> None:
        if self._in_anchor > 0:
            self._close_anchor()
        self._in_anchor += 1
        if not self._in_ignored:
            self._mark(linked=True)

    def _close_anchor(self) -> None:
        if self._in_anchor == 0 and not self._variant.loses_count_of_anchors:
            # The end of a link that the link inside it has closed already, as the original's parser does.
            return
        self._in_anchor -= 1
        if self._in_anchor == 0 and not self._in_ignored:
            self._mark(linked=False)

    def _mark(self, *, linked: bool) -> None:
        self._space()
        self._is_linked = linked
        self._runs.append((len(self._pieces), linked))

    def _space(self) -> None:
        if not self._after_space:
            self._pieces.append(" ")
            self._after_space = True

    def _clear(self) -> None:
        self._nodes = []
        self._linked_nodes = 0
        """How many of them are linked."""
        self._pieces = []
        self._runs = [(0, self._is_linked)]
        self._after_space = False

    def _flush(self) -> None:
        if not self._nodes:
            return
        if self._in_body:
            self._add_block()
        elif self._tags[self._last_start] == "title":
            self._title = self._plain("".join(self._pieces)).strip(_BELOW_SPACE) or self._title
        self._clear()

    def _add_block(self) -> None:
        text = self._plain("".join(self._pieces))
        tokens = self._tokens_of(text)
        if not tokens:
            return
        found = words(tokens)
        # A text no longer than a line need not be wrapped: its words are parted by a character at least.
        wrapped_words, lines = (len(found), 1) if len(text) <= self._max_line else wrap(found, self._max_line)
        place = len(self._blocks)
        linked = self._linked_words(len(found))
        nodes = tuple(self._nodes)
        text = text.strip(_BELOW_SPACE)
        self._blocks.append(
            TextBlock(text, nodes, len(found), linked, wrapped_words, lines, place, place, self._block_level)
        )
        self._block_level = -1

    def _linked_words(self, count: int) -> int:
        """How many of the block's words are linked."""
        if self._linked_nodes in (0, len(self._nodes)):
            return count if self._linked_nodes else 0
        ends = (start for start, _ in (*self._runs[1:], (len(self._pieces), False)))
        texts = (
            "".join(self._pieces[start:end]) for (start, linked), end in zip(self._runs, ends, strict=True) if linked
        )
        return sum(len(words(self._tokens_of(self._plain(text)))) for text in texts)


def _row_levels(transcript: Transcript) -> Iterator[int]:
    """What each `tr` counts as depth besides its own: the `tbody` that the original's parser puts between it and its table."""
    parents = (row.getparent() for row in transcript.of("tr"))
    return (int(parent is not None and parent.tag == "table") for parent in parents)
