"""Custom elements that are paragraphs.

A tag with a hyphen is what the page's scripts and style sheets make of it, and neither is read here: a
browser without them shows it amid the line. Where several of one name stand side by side, have the
length of paragraphs and no line around them, they are no words of one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from lxml import etree

from boilerspider.markup.transcript import Transcript
from boilerspider.markup.units import INLINE

MIN_CHARS = 60
"""Characters of text that such siblings have on average: a line or more. Ours."""

MIN_SIBLINGS = 2
"""One alone is parted from the rest by what is around it."""

_LINES = frozenset(("p", "h1", "h2", "h3", "h4", "h5", "h6"))
"""Elements that hold no paragraphs."""


def is_custom(tag: str) -> bool:
    """Whether a tag is one that no standard has (HTML, section 4.13.3)."""
    return "-" in tag


def custom_paragraphs(transcript: Transcript, unread: Collection[str]) -> frozenset[etree._Element]:
    """The custom elements of a page that are paragraphs; text in elements with the tags of `unread` counts for nothing.

    Linear in the size of the page, and for a page without custom elements side by side in the number of its tags.
    """
    customs = [tag for tag in transcript.tags if is_custom(tag)]
    if not any(_has_siblings(transcript, tag) for tag in customs):
        return frozenset()
    reading = _Reading(transcript.tags, unread)
    return frozenset(transcript.elements[number] for number in reading.paragraphs(transcript.events))


def _has_siblings(transcript: Transcript, tag: str) -> bool:
    """Whether two elements of a tag have one parent."""
    numbers = transcript.numbers(tag)
    return len({transcript.elements[number].getparent() for number in numbers}) < len(numbers)


@dataclass(slots=True)
class _Open:
    """An element that is open, the number of it, and the characters of the page before it."""

    number: int
    before: int
    has_line: bool = False
    """Whether text, or an inline element with text, stands right in it."""
    customs: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    """By their tags the custom elements right in it: their numbers and characters, if any."""

    def paragraphs(self) -> Iterator[int]:
        """Those that are paragraphs."""
        for found in self.customs.values():
            if len(found) >= MIN_SIBLINGS and sum(chars for _, chars in found) >= MIN_CHARS * len(found):
                yield from (number for number, _ in found)


class _Reading:
    """One pass over the events of a page."""

    def __init__(self, tags: list[str], unread: Collection[str]) -> None:
        self._customs = [is_custom(tag) for tag in tags]
        self._inline = [tag in INLINE for tag in tags]
        self._lines = [tag in _LINES for tag in tags]
        self._unread = [tag in unread for tag in tags]
        self._open = [_Open(0, 0)]
        self._chars = 0

    def paragraphs(self, events: list[int | str]) -> Iterator[int]:
        """The numbers of the custom elements that are paragraphs."""
        opened = lines = unread = 0
        for event in events:
            if isinstance(event, str):
                if not unread and not event.isspace():
                    self._chars += len(event)
                    self._open[-1].has_line = True
            elif event > 0:
                self._open.append(_Open(opened, self._chars))
                opened += 1
                lines += self._lines[event]
                unread += self._unread[event]
            else:
                one = self._close(-event)
                if one.customs and not lines and not one.has_line:
                    yield from one.paragraphs()
                lines -= self._lines[-event]
                unread -= self._unread[-event]

    def _close(self, tag: int) -> _Open:
        """The innermost element, which closes: what its parent is to know of it."""
        one, parent = self._open.pop(), self._open[-1]
        chars = self._chars - one.before
        if self._customs[tag] and chars:
            parent.customs.setdefault(tag, []).append((one.number, chars))
        elif self._inline[tag] and one.has_line:
            parent.has_line = True
        return one
