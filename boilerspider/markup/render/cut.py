"""The cut that renders: elements of the page -> events of the writer and the gallery.

What an element does is a row in a table; one that has no row (span, custom elements) does nothing.
Inside `pre` and inside what nobody sees other tables are in force.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from lxml import etree

from boilerspider.markup.render.attributes import ATTRIBUTES
from boilerspider.markup.render.gallery import Gallery
from boilerspider.markup.render.links import Links
from boilerspider.markup.render.pictures import Picture
from boilerspider.markup.render.regions import MAX_GAP_CHARS, Span, holds_most
from boilerspider.markup.render.sanitise import HEADINGS, MARKS
from boilerspider.markup.render.tables import is_data_table
from boilerspider.markup.render.writer import Writer
from boilerspider.markup.transcript import Transcript

_HOMES = frozenset(["html", "body", "main", "article", "section", "div", "td", "form", "center"])
"""Elements that can be the home of an article."""
_BLOCKS = """html head title body main article section div form center p address aside button dd details dialog dir dl
    dt fieldset footer header hgroup hr label legend menu nav optgroup option search select summary textarea""".split()  # noqa: SIM905 - a list of words
_FRAMES = ["ul", "blockquote", "thead", "tbody", "tfoot", "tr", "caption"]
_HIDDEN = ["script", "style", "template", "svg", "iframe", "noembed", "noframes"]
"""Elements whose text is code, or is shown by nobody."""


class RenderCut:
    """Renders the kept nodes of one page; what it holds is whole after `finish`."""

    def __init__(self, nodes: Collection[int], links: Links) -> None:
        self.writer = Writer(links)
        self.spans: list[Span] = []
        self._gallery = Gallery()
        self._nodes = nodes
        self._last = max(nodes)
        self._closed = 0
        self._blocks: list[tuple[int, bool]] = []
        self._hidden_depth = 0
        self._pre: list[str] = []
        self._pre_depth = 0
        self._modes: list[_Mode] = []
        self._starts: list[_Start | None] = []
        self._ends: list[_End | None] = []

    @property
    def pictures(self) -> list[Picture]:
        """Every picture before the last kept node, and right behind it."""
        return self._gallery.pictures

    @property
    def kept(self) -> int:
        """Characters of kept text."""
        return self._gallery.kept

    def read(self, transcript: Transcript) -> None:
        """The events up to the last kept node, and on while its pictures may follow."""
        tags, elements = transcript.tags, transcript.elements
        self._modes = [([starts.get(tag) for tag in tags], [ends.get(tag) for tag in tags]) for starts, ends in _MODES]
        self._set_mode()
        number = opened = 0
        for event in transcript.events:
            if isinstance(event, str):
                self._text(event, number)
                if number >= self._last and self._is_over():
                    break
                number += 1
            elif event > 0:
                start = self._starts[event]
                if start is not None:
                    start(self, tags[event], elements[opened])
                opened += 1
            else:
                end = self._ends[-event]
                if end is not None:
                    end(self, tags[-event])
                    if number > self._last and self._is_over():
                        break

    def _is_over(self) -> bool:
        """Whether no picture of the text can follow."""
        closed, self._closed = self.spans[self._closed :], len(self.spans)
        return self._gallery.left_out_since > MAX_GAP_CHARS or holds_most(closed, self.kept)

    def _text(self, string: str, number: int) -> None:
        if number in self._nodes:
            if not self._hidden_depth:
                self._keep(string)
        elif string.isspace():
            if self._pre_depth and not self._hidden_depth:
                self._pre.append(string)
            self.writer.has_space = True
        elif not self._hidden_depth:
            self._gallery.leave_out(len(string))
            self.writer.gap(string)

    def finish(self) -> None:
        """Close whatever is open."""
        if self._pre_depth:
            self.writer.preformatted("".join(self._pre))
        self.writer.finish()
        self.spans += [Span(start, self.kept) for start, _ in self._blocks if self.kept > start]

    def _keep(self, string: str) -> None:
        if self._pre_depth:
            self._pre.append(string)
        elif string.isspace():
            self.writer.has_space = True
            return
        else:
            self.writer.words(string)
        self._gallery.keep(len(string))

    def start_block(self, tag: str, element: etree._Element) -> None:
        del tag, element
        self.writer.paragraph_break()
        self._blocks.append((self._gallery.kept, False))

    def start_frame(self, tag: str, element: etree._Element) -> None:
        del element
        self.writer.paragraph_break()
        self._begin_block(is_framed=self.writer.begin_frame(tag))

    def start_table(self, tag: str, element: etree._Element) -> None:
        self.writer.paragraph_break()
        self._begin_block(is_framed=is_data_table(element) and self.writer.begin_frame(tag))

    def start_attributed(self, tag: str, element: etree._Element) -> None:
        self.writer.paragraph_break()
        self._begin_block(is_framed=self.writer.begin_frame(tag, ATTRIBUTES[tag](element)))

    def end_block(self, tag: str) -> None:
        start, is_framed = self._blocks.pop()
        if is_framed:
            self.writer.end_frame()
        else:
            self.writer.paragraph_break()
        kept = self._gallery.kept
        if kept > start and tag in _HOMES:
            self.spans.append(Span(start, kept))

    def _begin_block(self, *, is_framed: bool) -> None:
        self._blocks.append((self._gallery.kept, is_framed))

    def start_heading(self, tag: str, element: etree._Element) -> None:
        self.start_block(tag, element)
        self.writer.begin_heading(tag)

    def end_heading(self, tag: str) -> None:
        self.end_block(tag)
        self.writer.end_heading()

    def start_mark(self, tag: str, element: etree._Element) -> None:
        self.writer.begin_mark(tag, element)

    def end_mark(self, tag: str) -> None:
        del tag
        self.writer.end_mark()

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
        mode = _HIDDEN_MODE if self._hidden_depth else _PRE_MODE if self._pre_depth else _PLAIN_MODE
        self._starts, self._ends = self._modes[mode]

    def start_pre(self, tag: str, element: etree._Element) -> None:
        if not self._pre_depth:
            self.start_block(tag, element)
        self._pre_depth += 1
        self._set_mode()

    def end_pre(self, tag: str) -> None:
        self._pre_depth -= 1
        if self._pre_depth:
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
        self._gallery.begin_figure()

    def end_figure(self, tag: str) -> None:
        self.end_block(tag)
        self._gallery.end_figure()

    def start_caption(self, tag: str, element: etree._Element) -> None:
        del tag
        self.writer.paragraph_break()
        picture = self._gallery.begin_caption(element)
        self._begin_block(is_framed=picture is not None and self.writer.begin_caption(picture))

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


_Start = Callable[[RenderCut, str, etree._Element], None]  # noqa: SLF001 - lxml has no other name for it
_End = Callable[[RenderCut, str], None]
_Mode = tuple[list[_Start | None], list[_End | None]]

_HIDDEN_STARTS: Mapping[str, _Start] = dict.fromkeys(_HIDDEN, RenderCut.start_hidden)
_HIDDEN_ENDS: Mapping[str, _End] = dict.fromkeys(_HIDDEN, RenderCut.end_hidden)
_STARTS: Mapping[str, _Start] = {
    **dict.fromkeys(_BLOCKS, RenderCut.start_block),
    **dict.fromkeys(_FRAMES, RenderCut.start_frame),
    **dict.fromkeys(ATTRIBUTES, RenderCut.start_attributed),
    **dict.fromkeys(HEADINGS, RenderCut.start_heading),
    **dict.fromkeys(MARKS, RenderCut.start_mark),
    **_HIDDEN_STARTS,
    **dict.fromkeys(("img", "amp-img"), RenderCut.image),
    "br": RenderCut.line_break,
    "table": RenderCut.start_table,
    "pre": RenderCut.start_pre,
    "figure": RenderCut.start_figure,
    "figcaption": RenderCut.start_caption,
    "picture": RenderCut.sources,
    "source": RenderCut.source,
    **dict.fromkeys(("video", "audio"), RenderCut.start_player),
    "noscript": RenderCut.start_noscript,
}
_ENDS: Mapping[str, _End] = {
    **dict.fromkeys((*_BLOCKS, *_FRAMES, *ATTRIBUTES, "table"), RenderCut.end_block),
    **dict.fromkeys(HEADINGS, RenderCut.end_heading),
    **dict.fromkeys(MARKS, RenderCut.end_mark),
    **_HIDDEN_ENDS,
    "pre": RenderCut.end_pre,
    "figure": RenderCut.end_figure,
    "figcaption": RenderCut.end_caption,
    "picture": RenderCut.sources,
    **dict.fromkeys(("video", "audio"), RenderCut.end_player),
    "noscript": RenderCut.end_noscript,
}
_PRE_BLOCKS = (*_BLOCKS, *_FRAMES, *ATTRIBUTES, *HEADINGS, "table", "figure", "figcaption")
_PRE_STARTS: Mapping[str, _Start] = {
    **dict.fromkeys(_PRE_BLOCKS, RenderCut.pre_edge),
    **_HIDDEN_STARTS,
    "br": RenderCut.pre_line_break,
    "pre": RenderCut.start_pre,
}
_PRE_ENDS: Mapping[str, _End] = {
    **dict.fromkeys(_PRE_BLOCKS, RenderCut.pre_edge),
    **_HIDDEN_ENDS,
    "pre": RenderCut.end_pre,
}

_MODES = ((_STARTS, _ENDS), (_PRE_STARTS, _PRE_ENDS), (_HIDDEN_STARTS, _HIDDEN_ENDS))
"""The tables in force in ordinary markup, inside `pre`, and inside what nobody sees."""
_PLAIN_MODE, _PRE_MODE, _HIDDEN_MODE = range(3)
