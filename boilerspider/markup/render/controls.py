"""What stands in a caption and says nothing of the picture: code, buttons, the number of a picture among others."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice

from lxml import etree

from boilerspider.markup.lines import SILENT
from boilerspider.markup.render.around import is_on_own_line, text_before, text_behind
from boilerspider.markup.render.called import MAX_CLASS_CHARS
from boilerspider.markup.words import count_words

MIN_BUTTON_WORDS = 6
"""Words of a button that is a caption itself, which opens when pressed; what has fewer tells what it does. Ours."""
SIGNS_A_WORD = 2
"""Letters of a word in a script without spaces, as buttons are counted. Ours."""
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
_WORDS = re.compile(r"[^\W\d_]+")
_COUNTS = re.compile(r"(?<![a-z])(?:count(?:er)?|index|pagination|(?<=[a-z][_-])number)(?![a-z])", re.IGNORECASE)
"""What elements are called that count."""
_COUNT = re.compile(r"\s*(\d{1,3})\s*(?:[/／|]|([^\W\d_]{1,4}))\s*(\d{1,3})\s*")
_SIGNS = "/|·•–—-:.()[]"
"""Stand between a caption and what counts it."""
_LAST_NUMBER = re.compile(r"\d+")
_COUNT_FIRST = re.compile(r"(?:\w{1,12}\s)?(\d{1,3})(\s?(?:[/／]|\s[^\W\d_]{1,4}\s)\s?\d{1,3})(\s?[|:.)–—-]\s|\s+|$)")
"""The same at the beginning of a caption's words, and what parts it from these."""


def without_counts(captions: Sequence[str], lines: Sequence[str]) -> Sequence[str]:
    """Captions of a story, with these first lines, without the numbers at their beginning where one after another is counted among as many."""
    found = [_parted_count(caption, line) for caption, line in zip(captions, lines, strict=True)]
    runs = defaultdict[str, list[int]](list)
    for count in filter(None, found):
        runs[count[2]].append(int(count[1]))
    counted = {total for total, numbers in runs.items() if _is_run(numbers, int(_LAST_NUMBER.findall(total)[-1]))}
    return [
        caption[count.end() :] if count is not None and count[2] in counted else caption
        for caption, count in zip(captions, found, strict=True)
    ]


def _parted_count(caption: str, line: str) -> re.Match[str] | None:
    """The count at a caption's beginning that a sign or the end of its first line parts from what is shown, where a slash counts, capitals, too: else it may be a share of that."""
    count = _COUNT_FIRST.match(caption)
    if count is None:
        return None
    is_parted = bool(count[3].strip()) or line == count[0].strip()
    behind = caption[count.end() : count.end() + 1]
    is_sign = _WORDS.search(count[2]) is None
    return count if is_parted or (is_sign and not behind.islower()) else None


def _is_run(numbers: Sequence[int], total: int) -> bool:
    """Whether pictures with these numbers follow each other, several of so many, or all."""
    first, count = numbers[0], len(numbers)
    is_many = count >= MIN_COUNTED or 1 < count == total
    return is_many and 1 <= first <= total - count + 1 and list(numbers) == list(range(first, first + count))


def is_control(tag: str, element: etree._Element, root: etree._Element, *, is_first: bool) -> bool:
    """Whether an element inside of this caption is code, a button of few words, one that says what it is called to do, or counts the picture."""
    if tag in SILENT:
        return True
    names = (element.get("class") or "")[:MAX_CLASS_CHARS]
    if tag == "button" or element.get("role") == "button":
        return _count_words(element) < MIN_BUTTON_WORDS
    return (_is_action(names) and _echoes(element, names)) or _is_counter(element, root, names, is_first=is_first)


def _count_words(element: etree._Element) -> int:
    """The words of an element, of which it looks at the first few texts."""
    texts = [text[:MAX_CLASS_CHARS] for text in islice(element.itertext(), MIN_BUTTON_WORDS * 2)]
    return sum(max(len(text.split()), count_words(text) // SIGNS_A_WORD) for text in texts)


def _echoes(element: etree._Element, names: str) -> bool:
    """Whether all words of an element are words of its class: other classes say what becomes of the caption in it."""
    text = " ".join(text[:MAX_CLASS_CHARS] for text in islice(element.itertext(), MIN_BUTTON_WORDS * 2))
    said = _WORDS.findall(text.casefold())
    return len(said) < MIN_BUTTON_WORDS and set(said) <= set(_WORDS.findall(names.casefold().replace("_", "-")))


def _is_counter(element: etree._Element, root: etree._Element, names: str, *, is_first: bool) -> bool:
    """Whether an element counts the picture: at an end of the caption, and so called or the first and apart; a number before small letters, or amid words, is a part of a sentence."""
    is_called = _is_counts(names)
    if not (is_called or is_first):
        return False
    count = _count(element)
    if count is None or text_behind(element, root)[:1].islower():
        return False
    is_apart = is_on_own_line(element) or not (element.tail or "").strip()
    if count[2]:
        return is_called and (is_apart or is_first)
    return is_apart if is_first and not is_called else not text_before(element).strip(_SIGNS)


@lru_cache(maxsize=4_096)
def _is_action(names: str) -> bool:
    return _ACTION.search(names) is not None


@lru_cache(maxsize=4_096)
def _is_counts(names: str) -> bool:
    return _COUNTS.search(names) is not None


def _count(element: etree._Element) -> re.Match[str] | None:
    """The number of a picture and that of all, and a word between them, if an element says no more."""
    if next(islice(element.iter(), MAX_COUNT_ELEMENTS, None), None) is not None:
        return None
    said = ""
    for text in element.itertext():
        said += text[: MAX_COUNT_CHARS + 1]
        if len(said) > MAX_COUNT_CHARS:
            return None
    found = _COUNT.fullmatch(said)
    return found if found is not None and 1 <= int(found[1]) <= int(found[3]) else None
