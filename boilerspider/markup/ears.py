"""Words that a page says to screen readers alone: what style sheets call them, the same few names everywhere; and others that stand amid a line and are not seen there."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice

from lxml import etree

_FOR_EARS = re.compile(
    r"(?<![a-z])sr-?only(?![a-z-])|visually-?hidden|hide-?visually|screen-?reader|(?<![a-z-])off-?screen(?![a-z-])",
    re.IGNORECASE,
)
_TOOLTIP = re.compile(r"(?<!has)(?<!has[-_])tool-?tip", re.IGNORECASE)
"""What notes that open where one points are called, and the words that they explain, often both; what merely has one explains nothing."""
_NOTE = re.compile(
    r"(?<!(?<![a-z])no[-_])(?<!has)(?<!has[-_])tool-?tip[-_]*"
    r"(?:text|content|body|inner|bubble|box|message|popup|note|tip|definition|desc|explanation)"
    r"(?![\w-]{0,30}(?:trigger|link|word|term))",
    re.IGNORECASE,
)
"""What such notes are called and never the words: what a word is called behind it may be theirs."""
_BARE = re.compile(r"(?<![\w-])tool-?tip(?![\w-])", re.IGNORECASE)
"""What one in the other may be called: the words, and the note within them."""

_HIDES = re.compile(r"(?<![\w-])display\s*:\s*none", re.IGNORECASE)

MAX_CLASS_CHARS = 1_000
"""Of a class that are looked at, and remembered. Ours."""
MAX_INLINE_AROUND = 3
"""Elements from a text node up of which one is the span that hides it. Ours."""


def is_for_ears(names: str) -> bool:
    """Whether an element with these classes is heard and not seen."""
    return _is_for_ears(names[:MAX_CLASS_CHARS])


@lru_cache(maxsize=16_384)
def _is_for_ears(names: str) -> bool:
    return _FOR_EARS.search(names) is not None and "not-sr-only" not in names


def is_called_note(names: str, around: str) -> bool:
    """Whether an element with these classes is the note of a tooltip, and the one around it, with those, has the words that it explains."""
    if not (_is_called_tooltip(names[:MAX_CLASS_CHARS]) and _is_called_tooltip(around[:MAX_CLASS_CHARS])):
        return False
    return _is_called_note(names[:MAX_CLASS_CHARS]) or (_is_bare(names) and _is_bare(around))


@lru_cache(maxsize=4_096)
def _is_called_tooltip(names: str) -> bool:
    return _TOOLTIP.search(names) is not None


@lru_cache(maxsize=4_096)
def _is_called_note(names: str) -> bool:
    return _NOTE.search(names) is not None


def _is_bare(names: str) -> bool:
    return _BARE.search(names[:MAX_CLASS_CHARS]) is not None


def is_hidden(element: etree._Element) -> bool:
    """Whether an element says that it is not shown, or not until one points at it."""
    if element.get(b"role") == "tooltip" or element.get(b"hidden") is not None:
        return True
    style = element.get(b"style")
    return style is not None and _HIDES.search(style) is not None


def unseen_span(element: etree._Element) -> etree._Element | None:
    """The `span` that is heard alone or hidden and is this element or lies close around it."""
    around = (element, *islice(element.iterancestors(), MAX_INLINE_AROUND - 1))
    return next(
        (one for one in around if one.tag == "span" and (is_for_ears(one.get("class", "")) or is_hidden(one))), None
    )
