"""Document -> text blocks with their counts, and the page's title: the original's reading of a page, event by event.

A block ends where a tag that is not inline starts or ends, and is made when the next text comes.
Links end no block; they are marks in it that tell which of its words are linked.
"""

from __future__ import annotations

from dataclasses import dataclass

from lxml import etree

from boilerspider.extractors.boilerpipe.blocks import TextBlock
from boilerspider.extractors.boilerpipe.tokens import words, wrap
from boilerspider.extractors.boilerpipe.variants import VARIANTS, Variant
from boilerspider.markup.blocks import walk

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


def segment(root: etree._Element, variant: Variant = VARIANTS["1.2"], max_line: int = MAX_LINE_CHARS) -> Page:
    """The text blocks of a tree, in document order, none of them content yet."""
    segmenter = Segmenter(variant, max_line)
    walk(root, segmenter)
    return segmenter.page()


class Segmenter:
    """The cut of Boilerpipe: a state machine over the events of a walk."""

    def __init__(self, variant: Variant, max_line: int) -> None:
        self._variant, self._max_line = variant, max_line
        self._blocks: list[TextBlock] = []
        self._title = ""
        self._last_start = ""
        self._flush_due = False
        self._in_body = self._in_ignored = self._in_anchor = 0
        self._level = 0
        self._row_levels: list[int] = []
        self._block_level = -1
        self._clear(linked=False)

    def start(self, tag: str, element: etree._Element) -> None:
        """An element opens: a cut, a mark, or nothing."""
        self._last_start = tag
        if tag in INLINE:
            if tag in SPACED:
                self._space()
            return
        self._level += 1
        if tag == "a":
            self._open_anchor()
        elif tag == "body":
            self._flush()
            self._in_body += 1
        else:
            self._flush_due = True
            if tag in self._variant.ignored:
                self._in_ignored += 1
            elif tag == "tr":
                self._open_row(element)

    def text(self, string: str, number: int) -> None:
        """Text is added to the block, or begins the next one."""
        if self._flush_due:
            self._flush()
            self._flush_due = False
        if self._in_ignored:
            return
        core = string.strip(self._variant.spaces)
        if not core:
            self._space()
            return
        if string[0] != core[0]:
            self._space()
        if self._block_level < 0:
            self._block_level = self._level
        self._pieces.append(core)
        self._nodes.append(number)
        self._after_space = False
        if string[-1] != core[-1]:
            self._space()

    def end(self, tag: str) -> None:
        """The element closes; what ends a block makes it."""
        if tag in INLINE:
            if tag in SPACED:
                self._space()
        else:
            self._level -= 1
            if tag == "a":
                self._close_anchor()
            elif tag == "body":
                self._flush()
                self._in_body -= 1
            else:
                self._flush_due = True
                if tag in self._variant.ignored:
                    self._in_ignored -= 1
                elif tag == "tr":
                    self._level -= self._row_levels.pop()
        if self._flush_due:
            self._flush()

    def page(self) -> Page:
        """What the walk found."""
        self._flush()
        return Page(tuple(self._blocks), self._title)

    def _open_row(self, element: etree._Element) -> None:
        parent = element.getparent()
        # The original's parser puts a `tbody` between them.
        self._row_levels.append(1 if parent is not None and parent.tag == "table" else 0)
        self._level += self._row_levels[-1]

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
        self._pieces = list[str]()
        self._runs.append((linked, self._pieces))

    def _space(self) -> None:
        if not self._after_space:
            self._pieces.append(" ")
            self._after_space = True

    def _clear(self, *, linked: bool) -> None:
        self._nodes = list[int]()
        self._pieces = list[str]()
        # The text since the last cut, divided where a link opens or closes.
        self._runs = [(linked, self._pieces)]
        self._after_space = False

    def _flush(self) -> None:
        if not self._nodes:
            return
        if self._in_body:
            self._add_block()
        elif self._last_start == "title":
            text = "".join(piece for _, pieces in self._runs for piece in pieces)
            self._title = self._variant.plain(text).strip(_BELOW_SPACE) or self._title
        self._clear(linked=self._runs[-1][0])

    def _add_block(self) -> None:
        texts = list[str]()
        all_words = list[str]()
        tokens = linked = 0
        for is_link, pieces in self._runs:
            text = self._variant.plain("".join(pieces))
            found = self._variant.tokens(text)
            new_words = words(found)
            texts.append(text)
            all_words += new_words
            tokens += len(found)
            linked += len(new_words) if is_link else 0
        if not tokens:
            return
        wrapped_words, lines = wrap(all_words, self._max_line)
        place = len(self._blocks)
        self._blocks.append(
            TextBlock(
                text="".join(texts).strip(_BELOW_SPACE),
                nodes=tuple(self._nodes),
                words=len(all_words),
                linked=linked,
                wrapped_words=wrapped_words,
                lines=lines,
                first=place,
                last=place,
                level=self._block_level,
            )
        )
        self._block_level = -1
