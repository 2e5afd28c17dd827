"""What was left out between two words of a paragraph, and whether it parts them."""

from __future__ import annotations

from lxml import etree

from boilerspider.markup.ears import lies_unseen
from boilerspider.markup.words import are_parted


class Gap:
    """The text nodes left out since the last word; false where there are none."""

    __slots__ = ("_only", "_width")

    def __init__(self) -> None:
        self._width = 0
        self._only: tuple[str, etree._Element] | None = None
        """The only one, and the last element that opened before it."""

    def __bool__(self) -> bool:
        return self._width > 0

    def add(self, string: str, element: etree._Element) -> None:
        """A text node left out, and the last element that opened before it."""
        self._only = None if self._width else (string, element)
        self._width = max(self._width, 1 + (string[0].isspace() or string[-1].isspace()))

    def close(self) -> None:
        """A word is kept."""
        self._width = 0

    def parts(self, last: str, first: str) -> bool:
        """Whether a space belongs between these signs before and behind it: what nobody sees amid letters is as though it were not there."""
        if not are_parted(last, first, is_wide=self._width > 1):
            return False
        return self._width > 1 or self._only is None or not _is_unseen(*self._only)


def _is_unseen(string: str, element: etree._Element) -> bool:
    return element.text == string and lies_unseen(element)
