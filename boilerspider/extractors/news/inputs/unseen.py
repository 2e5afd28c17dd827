"""Words amid a line that its readers do not see: what a link says to screen readers alone, a note that opens where one points, what a style hides;
and those that are struck out where others are put in for them, which readers see and do not read.

Only a `span` beside other text is asked for the former, or one for ears in a table's cell that holds nothing else: what hides a whole block may be a script's that shows it later.
"""

from __future__ import annotations

from itertools import chain, islice

from lxml import etree

from boilerspider.markup.ears import is_called_note, is_for_ears, is_hidden
from boilerspider.markup.transcript import Transcript
from boilerspider.markup.units import INLINE

SPAN, CELLS = "span", frozenset(("td", "th"))
STRUCK = ("del", "s", "strike")
"""What corrections strike out. By themselves these words are read: a joke, a price that was."""
_WORDS = INLINE | {"div"}
"""Elements that may have the words that a note explains: in a paragraph of such a name they are what it says."""
MAX_TEXTS = 20
"""Text nodes of what is put in, or said twice, that are looked at. Ours."""


def unseen(transcript: Transcript) -> frozenset[int]:
    """The numbers of such elements."""
    elements, classes = transcript.elements, transcript.classes
    hidden = []
    for number in transcript.numbers(SPAN):
        element, names = elements[number], classes[number] or ""
        if is_for_ears(names):
            is_unseen = _is_amid_text(element) or _fills_cell(element) or _is_shown_behind(element)
        elif is_hidden(element):
            is_unseen = _is_amid_text(element)
        else:
            is_unseen = _explains(element, names)
        if is_unseen:
            hidden.append(number)
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
            texts = islice(behind.itertext(), MAX_TEXTS)
            return behind.tag == "ins" and any(text.strip() for text in texts)
    return False


def _is_amid_text(element: etree._Element) -> bool:
    """Whether its parent says something right before it or behind it."""
    return bool((element.tail or "").strip()) or _is_behind_text(element)


def _is_behind_text(element: etree._Element) -> bool:
    """Whether its parent says something right before it; that may be an element or stand before remarks."""
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


def _is_shown_behind(element: etree._Element) -> bool:
    """Whether an element right behind it, beside text, says the same to eyes alone, as dressed initials do."""
    behind = element.getnext()
    if behind is None or behind.get(b"aria-hidden") != "true" or not (behind.tail or "").strip():
        return False
    return _said(element) == _said(behind)


def _said(element: etree._Element) -> str:
    return "".join("".join(islice(element.itertext(), MAX_TEXTS)).split())


def _explains(element: etree._Element, names: str) -> bool:
    """Whether it is the note of a tooltip by its classes and those around it, and stands behind the words that it explains."""
    above = element.getparent()
    if above is None or above.tag not in _WORDS or not is_called_note(names, above.get("class", "")):
        return False
    return _is_behind_text(element)


__all__ = ["unseen"]
