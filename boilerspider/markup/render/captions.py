"""The caption beside a picture, and the credit in it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from lxml import etree

from boilerspider.markup.blocks import walk
from boilerspider.markup.ears import is_for_ears
from boilerspider.markup.lines import LINES
from boilerspider.markup.prose import STOPS
from boilerspider.markup.render.called import MAX_CLASS_CHARS, is_credit, is_credit_within, says_who
from boilerspider.markup.render.controls import is_control
from boilerspider.markup.render.credits import is_credit_line, split_credit, without_label
from boilerspider.markup.words import without_breaks

MAX_CAPTION_ELEMENTS = 50
"""Elements of a caption outside a figure; what has more is no caption. Ours."""
MAX_CAPTION_CHARS = 2_000
"""Characters of one, its credit among them; each of the pictures before it is given all of them. Ours: what has more is a part of the page whose tags are torn."""

MAX_BESIDE = 3
"""Elements on each side of a caption that are looked at for what goes with it. Ours."""

_SHOWN = ("img", "amp-img", "picture", "source", "video")
_CAPTION = re.compile(
    r"caption|(?<![a-z])(?:legende?|didascalia|pie-?(?:de-?)?foto|leyenda)(?![a-z])|bildunterschrift|bildtext|image-?description",
    re.IGNORECASE,
)
"""What captions call themselves, in some languages."""
_SENTENCE_ENDS = frozenset(f"{STOPS})")
_WIDE_STOPS = "。！？．｡"
"""Behind which no space is written."""
_ENDS = _SENTENCE_ENDS | frozenset(",;\"'”’»]")
_JOINING = frozenset("/|&,+·-")
"""Stand between two credits alone."""
_BEGINNINGS = frozenset('©(["“„«@')
_LINE_END = "\0"
"""No text of a parsed page has such."""
_SEPARATOR_FIRST = re.compile(r"^[\s|/·•]+(?:\s|$)")
_SEPARATOR_LAST = re.compile(r"(?:(?<=\s)|^)[|/·•–—-]+$")
"""What parts a caption from a button before it, and from the credit behind it."""


class Caption(NamedTuple):
    """What is said of a picture, and who took it."""

    text: str = ""
    credit: str = ""
    whole: str = ""
    """Both, as the page says them."""
    lines: tuple[str, ...] = ()
    """The same, line by line."""
    beside: str = ""
    """Who took it, as an element outside of the caption says it."""

    def completes(self, other: Caption) -> bool:
        """Whether one of the two says what is shown, the other no more than who took it."""
        halves = {(bool(caption.text), bool(caption.credit)) for caption in (self, other)}
        return halves == {(True, False), (False, True)}

    def joined(self, other: Caption) -> Caption:
        """One caption of two that complete each other."""
        whole, lines = f"{self.whole} {other.whole}", self.lines + other.lines
        return Caption(self.text or other.text, self.credit or other.credit, whole, lines)

    def is_among(self, said: Collection[str]) -> bool:
        """Whether it, or a line of it, is one of these paragraphs of the text."""
        return any(part in said for part in (self.text, self.whole, *self.lines))

    def shown(self, said: Collection[str]) -> str:
        """All that is to stand below its picture, where the text has these paragraphs."""
        is_said = self.beside in said or self.beside in self.whole
        return self.whole if is_said else f"{self.whole} {self.beside}"


NO_CAPTION = Caption()


@dataclass(slots=True, eq=False)
class Said:
    """A caption on the page."""

    caption: Caption = NO_CAPTION
    is_kept: bool = False
    """Whether words of it are kept text."""


def caption_told(element: etree._Element) -> Caption | None:
    """What an element that calls itself a caption says, nothing if it is too large for one; None for any other."""
    if element.tag != "figcaption" and not _is_called_caption(element):
        return None
    return read_caption(element) if _is_small(element) else NO_CAPTION


def shows(element: etree._Element) -> bool:
    """Whether an element is a picture, or has one."""
    return next(element.iter(*_SHOWN), None) is not None


def _is_small(element: etree._Element) -> bool:
    """Whether an element has few enough elements for a caption; it counts no further."""
    return next(islice(element.iter(), MAX_CAPTION_ELEMENTS, None), None) is None


def read_caption(element: etree._Element) -> Caption:
    """The text of a caption element, and the credit in it, which the caption does not repeat; nothing if it is too long for one."""
    reader = _CaptionReader(element)
    walk(element, reader)
    caption = _SEPARATOR_FIRST.sub("", _flat("".join(reader.caption)))
    credit = " ".join(dict.fromkeys(map(_flat, "".join(reader.credit).split(_LINE_END)))).strip().lstrip("/|–—- ")
    said = (_SEPARATOR_FIRST.sub("", _flat(line)) for line in "".join(reader.whole).split(_LINE_END))
    lines = tuple(_once(filter(None, said), credit))
    whole = " ".join(lines)
    if len(whole) > MAX_CAPTION_CHARS:
        return NO_CAPTION
    if not any(map(str.isalnum, credit)):
        return Caption(*split_credit(caption, lines[-1] if lines else ""), whole, lines)
    return Caption(_SEPARATOR_LAST.sub("", caption).rstrip(), without_label(credit), whole, lines)


def _once(lines: Iterable[str], credit: str) -> Iterator[str]:
    """Lines without a credit that is the end of the line before."""
    last = ""
    for line in lines:
        if line != credit or not last.endswith(line):
            yield line
        last = line


def _is_of_both(element: etree._Element) -> bool:
    """Whether an element that calls itself a credit holds a caption by itself, or calls itself both and holds either."""
    if not is_credit(element):
        return False
    held = list(islice(element.iterdescendants("*"), MAX_CAPTION_ELEMENTS))
    return any(map(_is_called_caption, held)) or (
        _is_called_caption(element) and any(is_credit_within(one, element) for one in held)
    )


def _is_called_caption(element: etree._Element) -> bool:
    return _is_a_captions((element.get("class") or "")[:MAX_CLASS_CHARS])


@lru_cache(maxsize=4_096)
def _is_a_captions(names: str) -> bool:
    return _CAPTION.search(names) is not None


def stands_in(element: etree._Element) -> bool:
    """Whether a `figcaption` for screen readers alone stands beside one that is seen."""
    if not is_for_ears(element.get("class", "")):
        return False
    before, behind = element.itersiblings(preceding=True), element.itersiblings()
    near = (*islice(before, MAX_BESIDE), *islice(behind, MAX_BESIDE))
    return any(one.tag == element.tag and not is_for_ears(one.get("class", "")) for one in near)


def _flat(text: str) -> str:
    return " ".join(text.split())


class _CaptionReader:
    """A cut that parts a caption from the credit inside it, and leaves out what nobody sees there, or a click does."""

    def __init__(self, root: etree._Element) -> None:
        self._root = root
        self._is_both = _is_of_both(root)
        """Whether the element around all of it has the names of both."""
        self.caption: list[str] = []
        self.credit: list[str] = []
        self.whole: list[str] = []
        self._is_begun = False
        """Whether something is said already."""
        self._depth = 0
        self._credit_at = 0
        """The depth of the outermost open credit, 0 outside."""
        self._hidden_at = 0
        """The same of what is not seen."""
        self._is_heard = False
        """Whether that is for screen readers alone."""
        self._label: list[str] = []
        self._is_told = False
        """Whether such a label began the credit."""
        self._edges: set[str] = set()
        """Kinds of tags since the last text."""

    def start(self, tag: str, element: etree._Element) -> None:
        self._depth += 1
        self._edges.add("start")
        if not self._hidden_at:
            self._is_heard = self._depth > 1 and is_for_ears(element.get("class", ""))
            is_first = not self._is_begun
            if self._is_heard or (self._depth > 1 and is_control(tag, element, self._root, is_first=is_first)):
                self._hidden_at = self._depth
            elif not self._credit_at and self._is_credit(element):
                self._begin_credit(self._depth)
        self._part(tag)

    def _is_credit(self, element: etree._Element) -> bool:
        if self._depth > 1:
            return is_credit_within(element, self._root)
        return not self._is_both and is_credit(element)

    def text(self, string: str, number: int) -> None:
        del number
        string = without_breaks(string)
        if not string:
            return
        if self._hidden_at:
            self._label += [string] * self._is_heard
            return
        if "start" in self._edges and self.whole and not self._credit_at and is_credit_line(string):
            self._part("br")  # by its words as by itself
        # Styles keep a caption and the credit beside it apart where no white space does.
        gap = " " if self._edges and self.whole and _are_two(self.whole[-1], string, self._edges) else ""
        edges, self._edges = self._edges, set()
        self._is_begun = self._is_begun or not string.isspace()
        is_credits = self._credit_at or ("credit" in edges and string.strip() in _JOINING)
        (self.credit if is_credits else self.caption).append(gap + string)
        self.whole.append(gap + string)

    def end(self, tag: str) -> None:
        self._edges.add("end")
        self._part(tag)
        if self._credit_at == self._depth:
            self._end_credit()
        self._depth -= 1
        if self._hidden_at > self._depth:
            self._hidden_at = 0
            self._hear("".join(self._label))
            self._label.clear()

    def _hear(self, label: str) -> None:
        """What is heard alone may tell what stands behind it, to the end of the element around it."""
        if says_who(label):
            if not self._credit_at:
                self._begin_credit(self._depth)
                self._is_told = True
        elif label and self._is_told:
            self._end_credit()

    def _begin_credit(self, depth: int) -> None:
        self._credit_at = depth
        self._edges.add("credit")
        self.credit.append(_LINE_END)

    def _end_credit(self) -> None:
        self._credit_at, self._is_told = 0, False
        self._edges.add("credit")

    def _part(self, tag: str) -> None:
        if tag in LINES:
            (self.credit if self._credit_at else self.caption).append(" ")
            self.whole.append(_LINE_END)


def _are_two(before: str, behind: str, edges: Collection[str]) -> bool:
    """Whether two texts with tags of these kinds between them are no words of one line: where a credit begins or ends, and where an element that begins with a name or a sign of its own follows the end of a sentence, or another element."""
    last, first = before[-1:], behind[:1]
    if "credit" in edges:
        return (last.isalnum() or last in _ENDS) and (first.isalnum() or first in _BEGINNINGS)
    is_behind = last in _SENTENCE_ENDS
    is_other = is_behind or ({"start", "end"} <= set(edges) and (last.islower() or last.isdigit()))
    has_no_case = first.isalpha() and first.lower() == first.upper()
    return (is_other and (first.isupper() or first == "©")) or (is_behind and has_no_case and last not in _WIDE_STOPS)
