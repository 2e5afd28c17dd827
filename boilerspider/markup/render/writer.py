"""Paragraphs, and what stands around and inside them, written as text and HTML at once.

Everything opens late: a list, a row or an emphasis is written when the first kept word inside it
is, and closed with its element. So nothing empty is written and nothing is ever left open. How
deep lists and emphases nest in the output is capped, whatever the page does.
"""

from __future__ import annotations

from html import escape

from lxml import etree

from boilerspider.markup.characters import is_seen
from boilerspider.markup.render.filling import fill_picture, fill_table
from boilerspider.markup.render.frames import (
    CELLS,
    NESTED,
    NO_PICTURE_IN,
    REOPENED,
    ROW_CELLS,
    Frame,
    Mark,
    leaf,
    may_stand_in,
)
from boilerspider.markup.render.gap import Gap
from boilerspider.markup.render.links import Links
from boilerspider.markup.render.pictures import Picture
from boilerspider.markup.render.preformatted import kept_lines
from boilerspider.markup.render.sanitise import HEADINGS
from boilerspider.markup.render.signs import Signs
from boilerspider.markup.render.tables import Table
from boilerspider.markup.wraps import is_wrap, unwrapped

MAX_NESTING = 8
"""Lists and quotations inside one another; deeper ones become paragraphs. 300 news pages had 6 at most."""
MAX_MARKS = 5
"""Emphases and links around one word; those further in are left out. 300 news pages had 3 at most."""
MAX_LINK_PARAGRAPHS = 8
"""A link that spans more paragraphs is left out of the rest: its address is written anew for each."""

SPACE = " "
"""What parts words in every script, as what stands between two elements does: they may be names, links, or parts of a byline."""


class Writer:
    """Takes events in document order; `text` and `html` are whole after `finish`."""

    def __init__(self, links: Links) -> None:
        self._links = links
        self._html: list[str] = []
        self._text: list[str] = []
        self._signs = Signs(self._text)
        self._frames: list[Frame] = []
        self._written = 0
        self._marks: list[Mark] = []
        self._marked: list[bool] = []
        self._closings: list[str] = []
        self._headings: list[str] = []
        self._pictures: list[Picture] = []
        self._leaf: str | None = None
        self._is_one_line = False
        self.space = ""
        """White space, kept or not, since the last word: what ends its text node, or `SPACE`."""
        self._gap = Gap()
        self._breaks = 0
        self._last = ""

    @property
    def text(self) -> str:
        """The paragraphs so far, separated by blank lines."""
        return "".join(self._text)

    @property
    def html(self) -> str:
        """The fragment so far."""
        return "".join(self._html).strip()

    def words(self, string: str) -> None:
        """A kept text node that is not all white space."""
        words = " ".join(unwrapped(string).split())
        if self._breaks > 1:
            self._end_leaf()
        if self._leaf is None:
            if not is_seen(words):  # what only joins letters makes no paragraph
                return
            self._begin_leaf(self._headings[-1] if self._headings else "")
        else:
            self._separate(words, self.space or string[: -len(string.lstrip())])
        if len(self._closings) < len(self._marks):
            self._open_marks()
        self._html.append(escape(words, quote=False))
        self._text.append(words)
        self._last = words[-1]
        self.space = string[len(string.rstrip()) :]
        self._gap.close()

    def _separate(self, words: str, white: str) -> None:
        if self._breaks:
            self._html.append("<br>")
            self._text.append("\n")
            self._breaks = 0
        elif is_wrap(self._last, white, words[0]):
            return
        elif white or (self._gap and self._gap.parts(self._last, words[0])):
            self._html.append(" ")
            self._text.append(" ")

    def leave_out(self, string: str, element: etree._Element) -> None:
        """A text node left out, and the last element that opened before it: it may part the words around it, never glue them."""
        self._gap.add(string, element)

    def line_break(self) -> None:
        """A `br`: one is a new line, two are a new paragraph, in headings and cells it is a space."""
        if self._is_one_line:
            self.space = SPACE
        elif self._leaf is not None:
            self._breaks += 1

    def paragraph_break(self) -> None:
        """The edge of a block-level element; inside a cell of a data table it is a space."""
        if self._leaf is None:
            return
        if self._frames and self._frames[-1].tag in CELLS:
            self.space = SPACE
        else:
            self._end_leaf()

    def preformatted(self, string: str) -> None:
        """A paragraph that keeps its lines; blank lines at its edges go, several in a row become one."""
        if not is_seen(block := kept_lines(string)):
            return
        self._begin_leaf("pre")
        self._html.append(escape(block, quote=False))
        self._text.append(block)
        self._end_leaf()

    def begin_heading(self, tag: str) -> None:
        """Paragraphs from here on are headings of this level."""
        self._headings.append(tag)

    def end_heading(self) -> None:
        """The innermost heading closes."""
        self._headings.pop()

    def begin_frame(self, tag: str, attributes: str = "", table: Table | None = None) -> bool:
        """Open an element around paragraphs, unless it cannot stand here; only then the answer is False."""
        inside = self._frames[-1].tag if self._frames else ""
        is_too_deep = tag in NESTED and sum(frame.tag in NESTED for frame in self._frames) >= MAX_NESTING
        if is_too_deep or not may_stand_in(inside, tag):
            return False
        self._frames.append(Frame(tag, f"<{tag}{attributes}>", table=table))
        return True

    def end_frame(self) -> None:
        """The innermost element around paragraphs closes."""
        self._end_leaf()
        frame = self._frames.pop()
        if self._written > len(self._frames):
            self._close(frame)
        elif frame.tag in ROW_CELLS:
            self._frames[-1].empty_cells.append(f"{frame.opening}</{frame.tag}>")
        self._place_pictures()

    def _close(self, frame: Frame) -> None:
        self._written -= 1
        if frame.captioned is not None:
            frame.captioned.caption_end = len(self._html)
            self._html.append("\n")
            return
        self._html += frame.empty_cells
        self._html += (f"</{frame.tag}>", "" if self._written else "\n")
        if frame.table is not None:
            frame.table.behind = len(self._html) - 1

    def begin_mark(self, tag: str, element: etree._Element) -> None:
        """An element inside a paragraph opens, unless it is too deep or its like is open already."""
        is_like = tag != "q" and any(mark.tag == tag for mark in self._marks)
        is_new = not self._marks or (len(self._marks) < MAX_MARKS and not is_like)
        self._marked.append(is_new)
        if is_new:
            self._marks.append(Mark(tag, element))

    def end_mark(self) -> None:
        """The innermost element inside a paragraph closes."""
        if self._marked.pop():
            self._marks.pop()
            if len(self._closings) > len(self._marks):
                self._close_mark()

    def _close_mark(self) -> None:
        self._signs.closes(self._closings)
        self._html.append(self._closings.pop())

    def _open_marks(self) -> None:
        for mark in self._marks[len(self._closings) :]:
            opening = self._opening(mark)
            if mark.tag in REOPENED and self._html[-1] == f"</{mark.tag}>":
                self._html.pop()
            else:
                self._html.append(opening)
            self._closings.append(f"</{mark.tag}>" if opening else "")
            self._signs.opened(self._closings, leads_within=self._links.leads_within(mark.element.get("href", "")))

    def _opening(self, mark: Mark) -> str:
        if mark.tag != "a":
            return f"<{mark.tag}>"
        mark.paragraphs += 1
        if mark.opening is None:
            href = mark.element.get("href")
            url = self._links.absolute(href) if href else ""
            mark.opening = f'<a href="{escape(url)}">' if url else ""
        return mark.opening if mark.paragraphs <= MAX_LINK_PARAGRAPHS else ""

    def picture(self, picture: Picture) -> None:
        """Reserve a place for a picture: here, or where the paragraph, list or table ends that cannot hold it."""
        self._pictures.append(picture)
        if self._leaf is None:
            self._place_pictures()

    def _place_pictures(self) -> None:
        if self._pictures and not (self._written and self._frames[self._written - 1].tag in NO_PICTURE_IN):
            for picture in self._pictures:
                picture.place = len(self._html)
                self._html.append("")
            self._pictures.clear()

    def begin_caption(self, picture: Picture) -> bool:
        """Open the caption of a picture that was written just now; False where something lies between."""
        self.paragraph_break()
        is_adjacent = self._written == len(self._frames) and picture.place == len(self._html) - 1
        if not is_adjacent or any(frame.captioned for frame in self._frames):
            return False
        self._frames.append(Frame("figcaption", "", captioned=picture))
        return True

    def show(self, picture: Picture, url: str, caption: str = "") -> None:
        """Fill the place of a picture, its kept caption inside the figure, else this one."""
        fill_picture(self._html, picture, url, caption)

    def name(self, table: Table, caption: str, figcaption: str) -> None:
        """Fill the places of what a table's own caption says, and that of its figure."""
        fill_table(self._html, table, caption, figcaption)

    def finish(self) -> None:
        """Close whatever is open."""
        self._end_leaf()
        while self._frames:
            self.end_frame()

    def _begin_leaf(self, tag: str) -> None:
        frame = self._frames[-1] if self._frames else None
        self._text.append(self._separator(frame))
        if self._written < len(self._frames):
            self._write_frames()
        inside = frame.tag if frame is not None else ""
        opening, self._leaf = leaf(inside, tag, is_first=frame is not None and not frame.holds_words)
        self._html.append(opening)
        self._is_one_line = inside in CELLS or tag in HEADINGS
        if frame is not None:
            frame.holds_words = True
        self.space = ""
        self._gap.close()
        self._breaks = 0

    def _separator(self, frame: Frame | None) -> str:
        """Tabs between the cells of a row, else a blank line."""
        if frame is not None and frame.tag in ROW_CELLS:
            return self._frames[-2].begin_cell(self._text)
        return "\n\n" if self._text else ""

    def _write_frames(self) -> None:
        for index in range(self._written, len(self._frames)):
            frame = self._frames[index]
            if frame.tag in ROW_CELLS:
                row = self._frames[index - 1]
                self._html += row.empty_cells
                row.empty_cells.clear()
            if frame.captioned is not None:
                frame.captioned.caption_start = len(self._html)
            if frame.table is not None:
                frame.table.before, frame.table.inside = len(self._html), len(self._html) + 2
            elif frame.tag == "caption" and (table := self._frames[index - 1].table) is not None:
                table.is_named = True
            self._html += (frame.opening,) if frame.table is None else ("", frame.opening, "")
        self._written = len(self._frames)

    def _end_leaf(self) -> None:
        if self._leaf is None:
            return
        while self._closings:
            self._close_mark()
        self._html.append(self._leaf if self._written else self._leaf + "\n")
        self._leaf = None
        self._is_one_line = False
        self._breaks = 0
        if self._pictures:
            self._place_pictures()
