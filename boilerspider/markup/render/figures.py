"""Which pictures of a figure its captions are said of, where it has several."""

from __future__ import annotations

from collections.abc import Collection

from lxml import etree

from boilerspider.markup.render.captions import NO_CAPTION, Caption, Said
from boilerspider.markup.render.pictures import Picture
from boilerspider.markup.render.tables import Table


class Figure:
    """An open figure; takes its captions and pictures in document order.

    A caption is said of the pictures above it. Of a figure that begins with a caption and ends with a picture each is said of
    those below it; one with captions at both ends has a heading. Who took a picture may stand in a caption of its own.
    """

    def __init__(self, element: etree._Element, first: int) -> None:
        self.element = element
        self.first = first
        """Pictures on the page before it."""
        self.is_captioned = False
        """Whether it has a `figcaption`."""
        self._is_headed = False
        """Whether it begins with a caption."""
        self._latest: Said | None = None
        self._is_given = False
        """Whether the latest caption is said of pictures above it."""
        self._since: list[Picture] = []
        """Its pictures below the latest caption, if it begins with one."""
        self._above: list[tuple[Picture, Said]] = []
        """All of those, each with the last caption above it."""
        self.tables: list[Table] = []
        """Its tables of data."""
        self._all_said: list[Said] = []
        self._is_above_tables = False
        """Whether its first caption is."""

    def picture(self, picture: Picture) -> bool:
        """A picture of its own; whether a caption stands above that."""
        if not self._is_headed or self._latest is None:
            return False
        picture.said = self._latest
        self._above.append((picture, self._latest))
        self._since.append(picture)
        return True

    def caption(self, said: Said, uncaptioned: Collection[Picture], *, is_first: bool) -> Said:
        """A caption with words, below these pictures that have none, or above all; answers with what it becomes with a credit of theirs or another caption, else itself."""
        self._is_headed = self._is_headed or is_first
        below = [*uncaptioned, *self._since]
        self._since.clear()
        said = self._completed(_credited(said, uncaptioned), is_below=bool(below))
        for picture in below:
            picture.said = _with_own(said, picture.said.caption, is_last=picture is below[0])
        if below or self._is_headed:
            self._latest, self._is_given = said, bool(below)
        return said

    def _completed(self, said: Said, *, is_below: bool) -> Said:
        """The latest caption with this one, if it is the other half of that and of the same pictures."""
        latest = self._latest
        is_same = self._is_headed and not self._is_given if is_below else True
        if latest is None or not is_same or not latest.caption.completes(said.caption):
            return said
        latest.caption = latest.caption.joined(said.caption)
        return latest

    def says(self, said: Said) -> None:
        """It has a `figcaption`, with or without words."""
        self._is_above_tables = self._is_above_tables or not (self.tables or self._all_said)
        self._all_said.append(said)

    def end(self, *, has_pictures: bool) -> None:
        """It closes: whether captions stand above their pictures is known now, and whether one is of a table."""
        if not has_pictures and len(self.tables) == len(self._all_said) == 1:
            self.tables[0].said, self.tables[0].is_below_caption = self._all_said[0], self._is_above_tables
        if not self._since:
            return
        for picture, said in self._above:
            picture.said = said
            picture.is_captioned_below = False


def _credited(said: Said, pictures: Collection[Picture]) -> Said:
    """A caption that tells nobody, with the credit that a figure within this one has for all of these pictures."""
    own = {picture.said for picture in pictures}
    credit = next(iter(own)).caption if len(own) == 1 else NO_CAPTION
    if not said.caption.completes(credit):
        return said
    return Said(said.caption._replace(credit=credit.credit, beside=credit.whole))


def _with_own(said: Said, own: Caption, *, is_last: bool) -> Said:
    """What is said of several pictures that have a credit each, with that of one; it is shown below the last."""
    caption = said.caption
    if not caption.completes(own) or caption.credit:
        return said
    if not is_last:
        return Said(own._replace(text=caption.text))
    return Said(caption._replace(credit=own.credit, beside=own.whole))
