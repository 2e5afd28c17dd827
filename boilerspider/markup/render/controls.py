"""What stands in a caption and says nothing of the picture: code, buttons, the number of a picture among others."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice

from lxml import etree

from boilerspider.markup.lines import LINES, SILENT
from boilerspider.markup.render.called import MAX_CLASS_CHARS

MIN_BUTTON_WORDS = 6
"""Words of a button that is a caption itself, which opens when pressed; what has fewer tells what it does. Ours."""
MIN_COUNTED = 3
"""Captions that are counted one after another: fewer may begin with a share of something. Ours."""
MAX_COUNT_ELEMENTS = 8
MAX_COUNT_CHARS = 15
"""Elements and characters of one that tells which of several pictures this is. Ours."""

_ACTION = re.compile(
    r"(?<![a-z])(?:hide|toggle|show|view|open|close|expand|enlarge|zoom)[_-]{1,2}(?:caption|image|photo|picture|gallery|link|button|btn|html|icon|text)(?![a-z])"
    r"|(?<![a-z])(?:caption|image|photo|picture|gallery)[_-]{1,2}(?:toggle|expand)(?![a-z])",
    re.IGNORECASE,
)
"""What elements are called that do something with a caption or its picture when pressed."""
_COUNTS = re.compile(r"(?<![a-z])(?:count(?:er)?|index|number|pagination)(?![a-z])", re.IGNORECASE)
"""What elements are called that count."""
_COUNT = re.compile(r"\s*(\d{1,3})\s*(?:/|／|\||[^\W\d_]{1,4})\s*(\d{1,3})\s*")
_LAST_NUMBER = re.compile(r"\d+")
_COUNT_FIRST = re.compile(r"(?:\w{1,12}\s)?(\d{1,3})(\s?(?:/|／|\s[^\W\d_]{1,4}\s)\s?\d{1,3})(?:\s?[|:.)–—-]\s|\s+|$)")
"""The same at the beginning of a caption's words."""


def without_counts(captions: Sequence[str]) -> Sequence[str]:
    """Captions of a story without the numbers at their beginning, where one after another is counted among as many."""
    found = [_COUNT_FIRST.match(caption) for caption in captions]
    runs = defaultdict[str, list[int]](list)
    for count in filter(None, found):
        runs[count[2]].append(int(count[1]))
    counted = {total for total, numbers in runs.items() if _is_run(numbers, int(_LAST_NUMBER.findall(total)[-1]))}
    return [
        caption[count.end() :] if count is not None and count[2] in counted else caption
        for caption, count in zip(captions, found, strict=True)
    ]


def _is_run(numbers: Sequence[int], total: int) -> bool:
    """Whether pictures with these numbers follow each other, several of so many, or all."""
    first, count = numbers[0], len(numbers)
    is_many = count >= MIN_COUNTED or 1 < count == total
    return is_many and 1 <= first <= total - count + 1 and list(numbers) == list(range(first, first + count))


def is_control(tag: str, element: etree._Element, *, is_first: bool) -> bool:
    """Whether an element inside of a caption is code, does something and has few words, or counts the picture; of a sentence's first words a number is a part."""
    if tag in SILENT:
        return True
    names = (element.get("class") or "")[:MAX_CLASS_CHARS]
    if tag == "button" or element.get("role") == "button" or _is_action(names):
        texts = islice(element.itertext(), MIN_BUTTON_WORDS * 2)
        return sum(len(text[:MAX_CLASS_CHARS].split()) for text in texts) < MIN_BUTTON_WORDS
    is_apart = is_first and (tag in LINES or not element.tail or element.tail.isspace())
    return (is_apart or _is_counts(names)) and _is_count(element)


@lru_cache(maxsize=4_096)
def _is_action(names: str) -> bool:
    return _ACTION.search(names) is not None


@lru_cache(maxsize=4_096)
def _is_counts(names: str) -> bool:
    return _COUNTS.search(names) is not None


def _is_count(element: etree._Element) -> bool:
    """Whether all that an element says is the number of a picture, and that of all."""
    if next(islice(element.iter(), MAX_COUNT_ELEMENTS, None), None) is not None:
        return False
    said = ""
    for text in element.itertext():
        said += text[: MAX_COUNT_CHARS + 1]
        if len(said) > MAX_COUNT_CHARS:
            return False
    found = _COUNT.fullmatch(said)
    return found is not None and 1 <= int(found[1]) <= int(found[2])
