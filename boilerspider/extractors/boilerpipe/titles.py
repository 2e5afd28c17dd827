"""The page's title -> what its headline may read: the title, and the longest part of it by four ways to split.

Splitting is at one character, with the spaces stripped afterwards: linear, where the original's
patterns (spaces, separator, spaces) are not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_words = re.compile(r"\w+").findall


def java_candidates(title: str) -> frozenset[str]:
    """What Boilerpipe 1.2 looks for; the first of the longest parts counts."""
    divisions = [_split(title, separators) for separators in ("|»:", "|»:()", "|»:()-", "|»,:()-")]
    # Java drops the empty parts at the end, so that "News |" has one part and is not split.
    divisions = [parts for parts in divisions if any(parts[1:])]
    return _candidates(title, (max(_without_hosts(parts), key=len, default="") for parts in divisions))


def boilerpy3_candidates(title: str) -> frozenset[str]:
    """What boilerpy3 looks for: no `»` separates, and a part wins by more words or by more characters."""
    divisions = [_split(title, separators) for separators in ("|:", "|:()", "|:()-", "|,:()-")]
    return _candidates(title, (_longest(_without_hosts(parts)).strip() for parts in divisions if len(parts) > 1))


def _split(title: str, separators: str) -> list[str]:
    return [part.strip(" ") for part in re.split(f"[{re.escape(separators)}]", title)]


def _without_hosts(parts: list[str]) -> list[str]:
    return [part for part in parts if ".com" not in part]


def _longest(parts: Iterable[str]) -> str:
    longest, most_words = "", 0
    for part in parts:
        count = len(_words(part))
        if count > most_words or len(part) > len(longest):
            longest, most_words = part, count
    return longest


def _candidates(title: str, parts: Iterable[str]) -> frozenset[str]:
    return frozenset(candidate for candidate in (title, *parts) if candidate)
