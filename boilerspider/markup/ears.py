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


def is_called_tooltip(names: str) -> bool:
    """Whether an element with these classes is a tooltip, or has the words that one explains."""
    return _is_called_tooltip(names[:MAX_CLASS_CHARS])


@lru_cache(maxsize=4_096)
def _is_called_tooltip(names: str) -> bool:
    return _TOOLTIP.search(names) is not None


def is_hiding(style: str) -> bool:
    """Whether an element's own style hides it."""
    return "none" in style and "display" in style


def is_hidden(element: etree._Element) -> bool:
    """Whether an element says that it is not shown, or not until one points at it."""
    if element.get(b"role") == "tooltip" or element.get(b"hidden") is not None:
        return True
    style = element.get(b"style")
    return style is not None and is_hiding(style)


def lies_unseen(element: etree._Element) -> bool:
    """Whether a `span` that is heard alone or hidden is this element or lies close around it."""
    around = (element, *islice(element.iterancestors(), MAX_INLINE_AROUND - 1))
    return any(one.tag == "span" and (is_for_ears(one.get("class", "")) or is_hidden(one)) for one in around)
