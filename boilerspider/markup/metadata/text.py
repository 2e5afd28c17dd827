"""Strings as people would have written them: entities undone, mojibake mended, white space folded.

Whatever a page hands over is cut before it is cleaned, so that no field can cost more than its cap.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from lxml import etree

from boilerspider.markup.characters import on_one_line
from boilerspider.markup.entities import unescape
from boilerspider.markup.lines import LINES, SILENT
from boilerspider.markup.words import without_breaks

MAX_FIELD_CHARS = 5_000
"""No field of a page's metadata is longer; ours: the longest honest description seen is under 3,000."""
_MAX_PIECES = 64

_UNSEEN = SILENT | {"noscript"}
_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,200}>")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,10});")
# UTF-8 read as Windows-1252: a lead byte, then one that only a continuation byte turns into.
_MOJIBAKE = re.compile("[ÂÃÄÅâ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹Œ‘’“”•–—˜™š›œŸ]")


def clean(value: str) -> str:
    """The string with entities undone (also when escaped twice), mojibake mended, tags and odd white space gone."""
    text = value[:MAX_FIELD_CHARS]
    for _ in range(2):
        if "&" in text and _ENTITY.search(text):
            text = unescape(text)
    if "<" in text:
        text = _TAG.sub(" ", text)
    if not text.isascii() and _MOJIBAKE.search(text):
        text = mended(text)
    if text.isprintable():  # of all that is folded and dropped below it has but spaces
        return " ".join(text.split())
    return on_one_line(without_breaks(text))


def mended(text: str) -> str:
    """The text with UTF-8 that was read as Windows-1252 undone, or itself where that is not what happened."""
    try:
        return text.encode("cp1252").decode("utf-8")
    except UnicodeError:
        return text


def text_of(element: etree._Element) -> str:
    """The clean text of a small element; of a large one only its beginning."""
    if not len(element):
        return clean(element.text or "")
    return clean("".join(islice(filter(None, _pieces(element)), _MAX_PIECES)))


def _pieces(element: etree._Element) -> Iterator[str]:
    """The text that an element shows, piece by piece; a space where a line begins."""
    walk = etree.iterwalk(element, events=("start", "end", "comment", "pi"))
    for event, node in walk:
        line = " " if node.tag in LINES else ""
        if event != "start":
            yield line + ((node.tail or "") if node is not element else "")
        elif node.tag in _UNSEEN:
            walk.skip_subtree()
        else:
            yield line + (node.text or "")


def unique(values: Iterable[str]) -> Iterator[str]:
    """The values that are not empty, each once, whatever their case."""
    seen = {""}
    for value in values:
        key = value.casefold()
        if key not in seen:
            seen.add(key)
            yield value
