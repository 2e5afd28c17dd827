"""The pictures met on a walk, each with its figure, its caption and the text around it."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator

from lxml import etree

from boilerspider.markup.furniture import is_furniture
from boilerspider.markup.render.apart import caption_within, with_credit_of_figure
from boilerspider.markup.render.boxes import Boxes, is_headline
from boilerspider.markup.render.captions import Said, read_caption, stands_in
from boilerspider.markup.render.figures import Figure
from boilerspider.markup.render.links import Links
from boilerspider.markup.render.pictures import Picture, picture_reference
from boilerspider.markup.render.tables import Table


class Gallery:
    """Takes events in document order; counts kept and left-out text, as that is where pictures stand.

    `missed` are the tags of elements before the first event: what pictures and sources among them left behind is unknown.
    """

    def __init__(self, links: Links, missed: Collection[str] = ()) -> None:
        self._links = links
        self.pictures: list[Picture] = []
        self.kept = 0
        """Characters of kept text so far."""
        self.boxes = Boxes()
        self._left_out = 0
        self._left_out_at_last_kept = 0
        self._followed = 0
        self._figures: list[Figure] = []
        self._uncaptioned: list[int] = []
        self._caption_depth = 0
        self._caption_start = 0
        self._said = Said()
        """The caption that is open."""
        self._noscript_depth = 0
        self._player_depth = 0
        self._is_shown = None if "img" in missed or "amp-img" in missed else False
        self._source = None if "source" in missed else ""
        self._sources: deque[etree._Element] = deque()
        self.is_unsure = False
        """Whether a picture depends on what was missed."""

    def keep(self, length: int) -> None:
        """Kept text of so many characters."""
        while self._followed < len(self.pictures):
            picture = self.pictures[self._followed]
            picture.left_out_after = self._left_out - picture.left_out_after
            self._followed += 1
        self.kept += length
        self._left_out_at_last_kept = self._left_out

    def leave_out(self, string: str) -> None:
        """A left-out text node; that of a figure is its caption and parts nothing."""
        if not self._figures:
            self._left_out += len(string)
        if not self._caption_depth:
            self.boxes.leave_out(string)

    @property
    def left_out_since(self) -> int:
        """Characters of text left out since the last kept one."""
        return self._left_out - self._left_out_at_last_kept

    @property
    def is_around_table(self) -> bool:
        """Whether a figure with a table of data is open."""
        return bool(self._figures and self._figures[-1].tables)

    def begin_figure(self, element: etree._Element) -> None:
        """A `figure` opens."""
        self._figures.append(Figure(element, len(self.pictures)))

    def end_figure(self) -> None:
        """The innermost `figure` closes; one without a `figcaption` may have another element for a caption."""
        figure = self._figures.pop()
        figure.end(has_pictures=len(self.pictures) > figure.first)
        is_uncaptioned = bool(self._uncaptioned) and self._uncaptioned[-1] >= figure.first
        if is_uncaptioned and not figure.is_captioned and (caption := caption_within(figure.element)) is not None:
            said, own = Said(caption), list(self._uncaptioned_since(figure.first))
            for at in own:
                self.pictures[at].said = said
            if self._figures and not caption.text:  # what they show may be said by the figure around this one
                self._uncaptioned.extend(reversed(own))
        if not self._figures:
            self._uncaptioned.clear()

    def table(self, table: Table) -> None:
        """A table of data that the output keeps."""
        if self._figures:
            self._figures[-1].tables.append(table)

    def begin_caption(self, element: etree._Element) -> Picture | None:
        """A `figcaption` opens; answers with the last picture of its figure.

        One without words captions nothing, nor does one for screen readers alone beside another.
        """
        self._caption_depth += 1
        if self._figures:
            self._figures[-1].is_captioned = True
        if not self._figures or self._caption_depth > 1 or stands_in(element):
            return None
        self._caption_start = self.kept
        self._said, figure = Said(with_credit_of_figure(read_caption(element), element)), self._figures[-1]
        is_first = len(self.pictures) == figure.first
        figure.says(self._said)
        if self._said.caption.text or self._said.caption.credit:
            uncaptioned = [self.pictures[at] for at in self._uncaptioned_since(figure.first)]
            if len(uncaptioned) == 1 and is_headline(element, uncaptioned[0], self._links):
                uncaptioned[0].is_foreign = True
            self._said = figure.caption(self._said, uncaptioned, is_first=is_first)
        return None if is_first else self.pictures[-1]

    def _uncaptioned_since(self, first: int) -> Iterator[int]:
        """The places of the pictures from this one on that have no caption yet, the last first; they have one now."""
        while self._uncaptioned and self._uncaptioned[-1] >= first:
            yield self._uncaptioned.pop()

    def end_caption(self) -> None:
        """The innermost `figcaption` closes."""
        self._caption_depth -= 1
        if not self._caption_depth:
            self._said.is_kept = self._said.is_kept or self.kept > self._caption_start
            self._said = Said()  # words of a later one, in no figure, are none of this one's

    def begin_noscript(self) -> None:
        """A `noscript` opens: what it shows stands in for the picture before it, where that shows nothing."""
        self._noscript_depth += 1

    def end_noscript(self) -> None:
        """The innermost `noscript` closes."""
        self._noscript_depth -= 1
        self._is_shown = False

    def begin_player(self) -> None:
        """A `video` or `audio` opens: its sources are no pictures."""
        self._player_depth += 1

    def end_player(self) -> None:
        """The innermost `video` or `audio` closes."""
        self._player_depth -= 1

    def begin_sources(self) -> None:
        """A `picture` opens or closes: its sources serve no other."""
        self._source = ""
        self._sources.clear()

    def source(self, element: etree._Element) -> None:
        """A `source`: the first that shows something serves an `img` that does not."""
        if not self._player_depth:
            self._sources.append(element)

    def picture(self, element: etree._Element) -> Picture | None:
        """An `img`; None where it shows nothing that belongs to an article."""
        if (self._noscript_depth and self._is_shown) or self._stands_in(element):
            return None
        reference = picture_reference(element)
        if not reference and not is_furniture(element):
            reference = self._source_before()
        if not self._noscript_depth:
            self._is_shown = bool(reference)
        elif reference and self._is_shown is None:
            self.is_unsure = True
        if not reference:
            return None
        picture = Picture(
            reference=reference,
            element=element,
            in_figure=bool(self._figures),
            position=self.kept,
            left_out_before=self.left_out_since,
            left_out_after=self._left_out,
        )
        if self._figures and not self._figures[-1].picture(picture):
            self._uncaptioned.append(len(self.pictures))
        self.pictures.append(picture)
        self.boxes.picture(picture)
        return picture

    def _source_before(self) -> str:
        """What the first `source` since the last `picture` shows."""
        if self._source is None:
            self.is_unsure = True
            return ""
        while self._sources and not self._source:
            self._source = picture_reference(self._sources.popleft())
        return self._source

    def _stands_in(self, element: etree._Element) -> bool:
        """Whether an `amp-img` is shown only where the one around it is not."""
        before = self.pictures[-1].element if self.pictures else None
        return (
            before is not None
            and before.tag == "amp-img"
            and element.getparent() is before
            and not {"fallback", "placeholder"}.isdisjoint(element.keys())
        )
