"""Words amid a line that its readers do not see: what a link says to screen readers alone, a note that opens where one points, what a style hides;
and those that are struck out where others are put in for them, which readers see and do not read.

Only a `span` beside other text is asked for the former: what hides a whole block may be a script's that shows it later.
"""

from __future__ import annotations

from itertools import chain, islice

from lxml import etree

from boilerspider.extractors.news.inputs.vocabulary import hidden_bits
from boilerspider.markup.ears import is_for_ears
from boilerspider.markup.transcript import Transcript

SPAN = "span"
STRUCK = ("del", "s", "strike")
"""What corrections strike out. By themselves these words are read: a joke, a price that was."""
MAX_INSERTED_TEXTS = 20
"""Text nodes of what is put in that are looked through for a word: advertisements have none. Ours."""


def unseen(transcript: Transcript) -> frozenset[int]:
    """The numbers of such elements."""
    numbers = transcript.numbers(SPAN)
    elements, classes = transcript.elements, transcript.classes
    hidden = (
        number
        for number in numbers
        if (is_for_ears(classes[number] or "") or _is_hidden(elements[number])) and _is_amid_text(elements[number])
    )
    struck = (number for tag in STRUCK for number in transcript.numbers(tag) if _is_replaced(elements[number]))
    return frozenset(chain(hidden, struck))


def _is_replaced(element: etree._Element) -> bool:
    """Whether an `ins` with a word in it follows right behind. A part of a word is not taken out: what is left out parts the letters around it."""
    above, previous = element.getparent(), element.getprevious()
    before = previous.tail if previous is not None else above.text if above is not None else None
    if (before or "")[-1:].isalnum() and (element.text or "")[:1].isalnum():
        return False
    behind: etree._Element | None = element
    while behind is not None and not (behind.tail or "").strip():
        behind = behind.getnext()
        if behind is not None and isinstance(behind.tag, str):
            texts = islice(behind.itertext(), MAX_INSERTED_TEXTS)
            return behind.tag == "ins" and any(text.strip() for text in texts)
    return False


def _is_hidden(element: etree._Element) -> bool:
    if element.get(b"role") == "tooltip" or element.get(b"hidden") is not None:
        return True
    style = element.get(b"style")
    return style is not None and hidden_bits(style) != 0


def _is_amid_text(element: etree._Element) -> bool:
    """Whether its parent says something right before it or behind it; what stands before may be an element or remarks."""
    if (element.tail or "").strip():
        return True
    above, before = element.getparent(), element.getprevious()
    while before is not None and not isinstance(before.tag, str):
        if (before.tail or "").strip():
            return True
        before = before.getprevious()
    if before is None:
        return above is not None and bool((above.text or "").strip())
    return any(text.strip() for text in (before.tail or "", *before.itertext()))


__all__ = ["unseen"]
