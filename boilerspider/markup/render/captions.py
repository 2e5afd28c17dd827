"""The caption beside a picture, and the credit in it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from lxml import etree

from boilerspider.markup.blocks import walk
from boilerspider.markup.lines import LINES, SILENT
from boilerspider.markup.words import without_breaks

MAX_CAPTION_ELEMENTS = 50
"""Elements of a caption outside a figure; what has more is no caption. Ours."""
MAX_CAPTION_CHARS = 2_000
"""Characters of one, its credit among them; each of the pictures before it is given all of them. Ours: what has more is a part of the page whose tags are torn."""
MAX_CLASS_CHARS = 1_000
"""Of a class that are looked at for the word caption. Ours."""

_CREDIT = re.compile(
    r"credit|copyright|photographer|(?:image|photo|picture|media)[_-]?(?:source|by|author)", re.IGNORECASE
)
_CREDIT_LABEL = re.compile(
    r"(?:^|(?<=[.!?)|/–-])\s{0,3}|[(\[])(?:(?:photo|image|picture|foto|bild)\s?)?(?:credits?|photo(?:graph(?:er|ie|s)?)?|image|picture|fotogra[fv]\w{0,3}|foto|bild)"
    r"(?:\s?:|\sby\s)\s?|©\s?",
    re.IGNORECASE,
)
_AGENCY = re.compile(r"\(([^()]{0,60}\b(?:AFP|AP|EPA|Getty|Reuters|dpa)\b[^()]{0,80})\)[\s.]{0,3}$")
"""How agencies sign: in brackets, at the end."""
MAX_CREDIT_CHARS = 120
_CAPTION = re.compile(r"caption", re.IGNORECASE)
_SENTENCE_ENDS = frozenset(".!?…)")
_LINE_END = "\0"
"""No text of a parsed page has such."""


class Caption(NamedTuple):
    """What is said of a picture, and who took it."""

    text: str = ""
    credit: str = ""
    whole: str = ""
    """Both, as the page says them."""
    lines: tuple[str, ...] = ()
    """The same, line by line."""

    def completes(self, other: Caption) -> bool:
        """Whether one of the two says what is shown, the other no more than who took it."""
        halves = {(bool(caption.text), bool(caption.credit)) for caption in (self, other)}
        return halves == {(True, False), (False, True)}

    def joined(self, other: Caption) -> Caption:
        """One caption of two that complete each other."""
        whole, lines = f"{self.whole} {other.whole}", self.lines + other.lines
        return Caption(self.text or other.text, self.credit or other.credit, whole, lines)


NO_CAPTION = Caption()


@dataclass(slots=True, eq=False)
class Said:
    """A caption on the page."""

    caption: Caption = NO_CAPTION
    is_kept: bool = False
    """Whether words of it are kept text."""


def caption_told(element: etree._Element) -> Caption | None:
    """What an element that calls itself a caption says, nothing if it is too large for one; None for any other."""
    if not _CAPTION.search((element.get("class") or "")[:MAX_CLASS_CHARS]):
        return None
    return read_caption(element) if _is_small(element) else NO_CAPTION


def _is_small(element: etree._Element) -> bool:
    """Whether an element has few enough elements for a caption; it counts no further."""
    return next(islice(element.iter(), MAX_CAPTION_ELEMENTS, None), None) is None


def read_caption(element: etree._Element) -> Caption:
    """The text of a caption element, and the credit in it, which the caption does not repeat; nothing if it is too long for one."""
    reader = _CaptionReader()
    walk(element, reader)
    caption, credit = (_flat("".join(part)) for part in (reader.caption, reader.credit))
    lines = tuple(filter(None, map(_flat, "".join(reader.whole).split(_LINE_END))))
    whole = " ".join(lines)
    if len(whole) > MAX_CAPTION_CHARS:
        return NO_CAPTION
    label = _CREDIT_LABEL.match(credit)
    if not credit:
        return Caption(*_split_credit(caption), whole, lines)
    return Caption(caption, credit[label.end() :] if label else credit, whole, lines)


def is_credit(text: str) -> bool:
    """Whether words begin by saying that they tell who took a picture."""
    return _CREDIT_LABEL.match(text.lstrip()) is not None


def _flat(text: str) -> str:
    return " ".join(text.split())


def _split_credit(caption: str) -> tuple[str, str]:
    signed = _CREDIT_LABEL.search(caption) or _AGENCY.search(caption[-MAX_CREDIT_CHARS:])
    if signed is None:
        return caption, ""
    is_agency = signed.re is _AGENCY
    start = signed.start() + (max(0, len(caption) - MAX_CREDIT_CHARS) if is_agency else 0)
    credit = signed[1] if is_agency else caption[signed.end() :].strip(" ()[]")
    if len(credit) > MAX_CREDIT_CHARS:
        return caption, ""
    return caption[:start].rstrip(" |–-/"), credit


class _CaptionReader:
    """A cut that parts a caption from the credit inside it."""

    def __init__(self) -> None:
        self.caption: list[str] = []
        self.credit: list[str] = []
        self.whole: list[str] = []
        self._credit_depth = 0
        self._hidden_depth = 0
        self._is_parted = False

    def start(self, tag: str, element: etree._Element) -> None:
        self._is_parted = True
        if tag in SILENT or self._hidden_depth:
            self._hidden_depth += 1
        if self._credit_depth or _is_credit(element):
            self._credit_depth += 1
        self._part(tag)

    def text(self, string: str, number: int) -> None:
        del number
        string = without_breaks(string)
        if self._hidden_depth or not string:
            return
        # Styles keep a caption and the credit beside it apart where no white space does.
        gap = " " if self._is_parted and self.whole and _are_two(self.whole[-1], string) else ""
        self._is_parted = False
        (self.credit if self._credit_depth else self.caption).append(gap + string)
        self.whole.append(gap + string)

    def end(self, tag: str) -> None:
        self._is_parted = True
        self._part(tag)
        self._hidden_depth -= self._hidden_depth > 0
        self._credit_depth -= self._credit_depth > 0

    def _part(self, tag: str) -> None:
        if tag in LINES:
            (self.credit if self._credit_depth else self.caption).append(" ")
            self.whole.append(_LINE_END)


def _are_two(before: str, behind: str) -> bool:
    """Whether a sentence ends where another element begins with a name or a sign of its own."""
    return before[-1:] in _SENTENCE_ENDS and (behind[:1].isupper() or behind[:1] == "©")


def _is_credit(element: etree._Element) -> bool:
    return bool(_CREDIT.search(element.get("class", "")) or _CREDIT.search(element.get("itemprop", "")))
