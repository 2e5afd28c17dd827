"""What was left out between two words of a paragraph, and whether it parts them."""

from __future__ import annotations

from lxml import etree

from boilerspider.markup.ears import unseen_span
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
        """Whether a space belongs between these signs before and behind it: what nobody sees amid the letters of a word is as though it were not there."""
        if not are_parted(last, first, is_wide=self._width > 1):
            return False
        is_amid = last.isalpha() and first.isalpha() and self._only is not None and _is_amid_letters(*self._only)
        return self._width > 1 or not is_amid


def _is_amid_letters(string: str, element: etree._Element) -> bool:
    """Whether nobody sees a text node, and letters stand right before and behind what hides it, or the same before it as of a dressed initial."""
    span = unseen_span(element) if element.text == string else None
    if span is None or not (span.tail or "")[:1].isalpha():
        return False
    above, previous = span.getparent(), span.getprevious()
    before = (previous.tail if previous is not None else above.text if above is not None else None) or ""
    is_initial = previous is not None and not before and "".join(previous.itertext(with_tail=False)) == string
    return before[-1:].isalpha() or is_initial
