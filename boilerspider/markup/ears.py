"""Words that a page says to screen readers alone: what style sheets call them, the same few names everywhere."""

from __future__ import annotations

import re
from functools import lru_cache

_FOR_EARS = re.compile(
    r"(?<![a-z])sr-?only(?![a-z-])|visually-?hidden|hide-?visually|screen-?reader|(?<![a-z-])off-?screen(?![a-z-])",
    re.IGNORECASE,
)


MAX_CLASS_CHARS = 1_000
"""Of a class that are looked at, and remembered. Ours."""


def is_for_ears(names: str) -> bool:
    """Whether an element with these classes is heard and not seen."""
    return _is_for_ears(names[:MAX_CLASS_CHARS])


@lru_cache(maxsize=16_384)
def _is_for_ears(names: str) -> bool:
    return _FOR_EARS.search(names) is not None and "not-sr-only" not in names
