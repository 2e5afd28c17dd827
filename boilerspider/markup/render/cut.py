"""The cut that renders: what elements and text nodes of the page do to the writer and the gallery."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import islice

from lxml import etree

from boilerspider.markup.render.attributes import ATTRIBUTES
from boilerspider.markup.render.boxes import MARKED_BOXES
from boilerspider.markup.render.gallery import Gallery
from boilerspider.markup.render.links import Links
from boilerspider.markup.render.pictures import Picture
from boilerspider.markup.render.regions import MAX_GAP_CHARS, Span, holds_most
from boilerspider.markup.render.tables import Table, is_data_table
from boilerspider.markup.render.writer import SPACE, Writer
from boilerspider.markup.words import without_breaks

_HOMES = frozenset(["html", "body", "main", "article", "section", "div", "td", "form", "center"])
"""Elements that can be the home of an article."""

MAX_AROUND_INSET = 4
"""Elements around a button or a label of which one is its paragraph. Ours."""

MAX_INSET_TEXTS = 20
MAX_INSET_CHARS = 200
"""Text nodes of a button or a label, and the beginning of each, that are looked through for a word. Ours."""

PLAIN, PRE, HIDDEN = range(3)
"""Where an element stands: in ordinary markup, inside `pre`, inside what nobody sees."""

Start = Callable[["RenderCut", str, etree._Element], None]  # noqa: SLF001 - lxml has no other name for it
End = Callable[["RenderCut", str], None]
Mode = tuple[Sequence[Start | None], Sequence[End | None]]
"""What the opening and the closing of an element do, by the places of the page's tags."""


class RenderCut:
    """Renders the kept nodes of one page; what it holds is whole after `finish`.

    `customs` are the custom elements that are paragraphs, `missed` the tags of elements before the first event that it is told of.
    """

    def __init__(
        self,
        links: Links,
        modes: Mapping[int, Mode],
        customs: Collection[etree._Element] = (),
        missed: Collection[str] = (),
    ) -> None:
        self.writer = Writer(links)
        self.tables: list[Table] = []
        """Every table of data so far."""
        self.spans: list[Span] = []
        self.starts, self.ends = modes[PLAIN]
        self._modes = modes
        self._customs = customs
        self._gallery = Gallery(links, missed)
        self._closed = 0
        self._blocks: list[tuple[int, bool]] = []
        self._are_lines: list[bool] = []
        self._hidden_depth = 0
        self._pre: list[str] = []
        self.pre_depth = 0

    @property
    def pictures(self) -> list[Picture]:
        """Every picture before the last kept node, and right behind it."""
        return self._gallery.pictures

    @property
    def kept(self) -> int:
        """Characters of kept text."""
        return self._gallery.kept

    @property
    def is_unsure(self) -> bool:
        """Whether a picture depends on elements that were missed."""
        return self._gallery.is_unsure

    def is_over(self) -> bool:
        """Whether no picture of the text can follow, and no caption of a table."""
        if self._gallery.is_around_table:
            return False
        closed, self._closed = self.spans[self._closed :], len(self.spans)
        return self._gallery.left_out_since > MAX_GAP_CHARS or holds_most(closed, self.kept)

    def keep(self, string: str) -> None:
        """A kept text node."""
        if self._hidden_depth:
            return
        if self.pre_depth:
            self._pre.append(string)
        else:
            string = without_breaks(string)
            if not string or string.isspace():
                self.writer.space = SPACE if string else self.writer.space
                return
            self.writer.words(string)
        self._gallery.keep(len(string))

    def leave_out(self, string: str, element: etree._Element) -> None:
        """A text node that is not kept, and the last element that opened before it; outside `pre`, one of white space is no more than the writer's `space`."""
        if string.isspace():
            if self.pre_depth and not self._hidden_depth:
                self._pre.append(string)
            self.writer.space = SPACE
        elif not self._hidden_depth:
            self._gallery.leave_out(string.strip())
            self.writer.leave_out(string, element)

    def finish(self) -> None:
        """Close whatever is open."""
        if self.pre_depth:
            self.writer.preformatted("".join(self._pre))
        self.writer.finish()
        self.spans += [Span(start, self.kept) for start, _ in self._blocks if self.kept > start]

    def start_block(self, tag: str, element: etree._Element) -> None:
        del tag
        self.writer.paragraph_break()
        self._begin_block(element, is_framed=False)

    def start_inset(self, tag: str, element: etree._Element) -> None:
        """A button or a label: in a paragraph it is a word that a click explains, elsewhere a line of its own; one without words is none."""
        del tag
        around = islice(element.iterancestors(), MAX_AROUND_INSET)
        has_words = any(
            char.isalnum() for text in islice(element.itertext(), MAX_INSET_TEXTS) for char in text[:MAX_INSET_CHARS]
        )
        self._are_lines.append(has_words and all(one.tag != "p" for one in around))
        if self._are_lines[-1]:
            self.writer.paragraph_break()

    def start_custom(self, tag: str, element: etree._Element) -> None:
        """One whose like is a paragraph somewhere on the page."""
        del tag
        self._are_lines.append(element in self._customs)
        if self._are_lines[-1]:
            self.writer.paragraph_break()

    def end_inset(self, tag: str) -> None:
        """The end of a button, a label or a custom element."""
        del tag
        if self._are_lines.pop():
            self.writer.paragraph_break()

    def control(self, tag: str, element: etree._Element) -> None:
        """A field or a box to tick parts words."""
        del tag
        self.writer.space = SPACE
        self._gallery.boxes.field(element)

    def start_frame(self, tag: str, element: etree._Element) -> None:
        self.writer.paragraph_break()
        self._begin_block(element, is_framed=self.writer.begin_frame(tag))

    def start_table(self, tag: str, element: etree._Element) -> None:
        self.writer.paragraph_break()
        table = Table(element) if is_data_table(element) else None
        is_framed = table is not None and self.writer.begin_frame(tag, table=table)
        if table is not None and is_framed:
            self.tables.append(table)
            self._gallery.table(table)
        self._begin_block(element, is_framed=is_framed)

    def start_attributed(self, tag: str, element: etree._Element) -> None:
        self.writer.paragraph_break()
        self._begin_block(element, is_framed=self.writer.begin_frame(tag, ATTRIBUTES[tag](element)))

    def end_block(self, tag: str) -> None:
        start, is_framed = self._blocks.pop()
        if is_framed:
            self.writer.end_frame()
        else:
            self.writer.paragraph_break()
        kept = self._gallery.kept
        self._gallery.boxes.end(kept)
        if kept > start and tag in _HOMES:
            self.spans.append(Span(start, kept))

    def _begin_block(self, element: etree._Element, *, is_framed: bool) -> None:
        self._blocks.append((self._gallery.kept, is_framed))
        self._gallery.boxes.begin(element, self._gallery.kept)

    def start_heading(self, tag: str, element: etree._Element) -> None:
        self.start_block(tag, element)
        self.writer.begin_heading(tag)
        self._gallery.boxes.begin_heading()

    def end_heading(self, tag: str) -> None:
        self.end_block(tag)
        self.writer.end_heading()
        self._gallery.boxes.end_heading()

    def start_mark(self, tag: str, element: etree._Element) -> None:
        self.writer.begin_mark(tag, element)
        if tag in MARKED_BOXES:
            self._gallery.boxes.begin_mark(element, self.kept)

    def end_mark(self, tag: str) -> None:
        self.writer.end_mark()
        if tag in MARKED_BOXES:
            self._gallery.boxes.end_mark(self.kept)

    def line_break(self, tag: str, element: etree._Element) -> None:
        del tag, element
        self.writer.line_break()

    def start_hidden(self, tag: str, element: etree._Element) -> None:
        del tag, element
        self._hidden_depth += 1
        self._set_mode()

    def end_hidden(self, tag: str) -> None:
        del tag
        self._hidden_depth -= 1
        self._set_mode()

    def _set_mode(self) -> None:
        mode = HIDDEN if self._hidden_depth else PRE if self.pre_depth else PLAIN
        self.starts, self.ends = self._modes[mode]

    def start_pre(self, tag: str, element: etree._Element) -> None:
        if not self.pre_depth:
            self.start_block(tag, element)
        self.pre_depth += 1
        self._set_mode()

    def end_pre(self, tag: str) -> None:
        self.pre_depth -= 1
        if self.pre_depth:
            return
        self._set_mode()
        self.writer.preformatted("".join(self._pre))
        self._pre.clear()
        self.end_block(tag)

    def pre_edge(self, tag: str, element: etree._Element | None = None) -> None:
        del tag, element
        if self._pre and not self._pre[-1].endswith("\n"):
            self._pre.append("\n")

    def pre_line_break(self, tag: str, element: etree._Element) -> None:
        del tag, element
        self._pre.append("\n")

    def start_figure(self, tag: str, element: etree._Element) -> None:
        self.start_block(tag, element)
        self._gallery.begin_figure(element)

    def end_figure(self, tag: str) -> None:
        self.end_block(tag)
        self._gallery.end_figure()

    def start_caption(self, tag: str, element: etree._Element) -> None:
        del tag
        self.writer.paragraph_break()
        picture = self._gallery.begin_caption(element)
        self._begin_block(element, is_framed=picture is not None and self.writer.begin_caption(picture))

    def end_caption(self, tag: str) -> None:
        self.end_block(tag)
        self._gallery.end_caption()

    def image(self, tag: str, element: etree._Element) -> None:
        del tag
        picture = self._gallery.picture(element)
        if picture is not None:
            self.writer.picture(picture)

    def source(self, tag: str, element: etree._Element) -> None:
        del tag
        self._gallery.source(element)

    def sources(self, tag: str, element: etree._Element | None = None) -> None:
        del tag, element
        self._gallery.begin_sources()

    def start_player(self, tag: str, element: etree._Element) -> None:
        del tag, element
        self._gallery.begin_player()

    def end_player(self, tag: str) -> None:
        del tag
        self._gallery.end_player()

    def start_noscript(self, tag: str, element: etree._Element) -> None:
        del tag, element
        self._gallery.begin_noscript()

    def end_noscript(self, tag: str) -> None:
        del tag
        self._gallery.end_noscript()
