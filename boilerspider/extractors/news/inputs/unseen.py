"""Words amid a line that its readers do not see: what a link says to screen readers alone, a note that opens where one points, what a style hides.

Only a `span` beside other text is asked, or one for ears in a table's cell that holds nothing else: what hides a whole block may be a script's that shows it later.
"""

from __future__ import annotations

from lxml import etree

from boilerspider.extractors.news.inputs.vocabulary import hidden_bits
from boilerspider.markup.ears import is_for_ears
from boilerspider.markup.transcript import Transcript

SPAN, CELLS = "span", frozenset(("td", "th"))


def unseen(transcript: Transcript) -> frozenset[int]:
    """The numbers of such elements."""
    elements, classes = transcript.elements, transcript.classes
    found = []
    for number in transcript.numbers(SPAN):
        element, is_heard = elements[number], is_for_ears(classes[number] or "")
        if (is_heard or _is_hidden(element)) and (_is_amid_text(element) or (is_heard and _fills_cell(element))):
            found.append(number)
    return frozenset(found)


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


def _fills_cell(element: etree._Element) -> bool:
    """Whether it is all that a cell holds: a sign beside it shows to eyes what it says to ears."""
    cell = element.getparent()
    return cell is not None and cell.tag in CELLS and len(cell) == 1 and not (cell.text or "").strip()


__all__ = ["unseen"]
