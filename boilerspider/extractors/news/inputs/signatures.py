"""Which elements are of one kind: by the tags and class names of their paths, but for what numbers them.

Builders of pages give each paragraph a name of its own (`element-3f2a1b`, `block-17`): by these no two would be alike.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import lru_cache

from boilerspider.extractors.news.inputs.vocabulary import MAX_NAME
from boilerspider.extractors.news.inputs.walk import Page, Paths
from boilerspider.markup.guests import VARYING

NUMBERED = 5
"""Elements in like places from which on names that differ in digits are numbers; columns of a grid are fewer. Ours."""
MOSTLY = 0.8
"""Of these that have names no other has, at least: names that return are a style's. Ours."""
MOST_BLOCKS = 2.0
"""In such an element on the mean: what holds more is a part of the page, and parts have styles of their own. Ours."""

_HEX = re.compile(r"[0-9a-f]{5,}")
"""A number though it begins with letters."""


def signatures(page: Page) -> list[int]:
    """A number for each path of a page, equal for those with the same tags and classes, whatever the order of these and their ids.

    What numbers elements is no part of a class.
    """
    paths = page.paths
    named = [_named(names) if names else ("", "") for _, _, names, _ in paths.numbers]
    plain = [names for names, _ in named]
    if max(Counter(shape for _, shape in set(named)).values(), default=0) < NUMBERED:  # most pages number nothing
        return _trie(paths, plain)
    shapes = _trie(paths, [shape for _, shape in named])
    numbering = _numbering(page, shapes, plain)
    chosen = [shape if of in numbering else names for (names, shape), of in zip(named, shapes, strict=True)]
    return _trie(paths, chosen) if numbering else _trie(paths, plain)


@lru_cache(maxsize=16_384)
def _named(names: str) -> tuple[str, str]:
    """The names of a class attribute in one order, however a build of the site writes it, and without what may be numbers."""
    plain = " ".join(sorted(names.split()))
    shape = " ".join(sorted(VARYING.sub(_shape, name[:MAX_NAME]) for name in names.split()))
    return plain, plain if shape == plain else shape


def _shape(piece: re.Match[str]) -> str:
    """Of a piece of a name with a digit in it: `text1` is a text, `3f2a1b` and `abc123` are numbers."""
    word = piece[0].rstrip("0123456789")
    return f"{word}#" if word.isalpha() and not _HEX.fullmatch(piece[0]) else "#"


def _trie(paths: Paths, names: Sequence[str]) -> list[int]:
    """Paths -> numbers, equal where tags and these names are equal all the way up."""
    found: list[int] = []
    known: dict[tuple[int, str, str], int] = {}
    for (parent, tag, _, _), own in zip(paths.numbers, names, strict=True):
        key = (found[parent] if parent >= 0 else -1, tag, own)
        found.append(known.setdefault(key, len(known)))
    return found


def _numbering(page: Page, shapes: Sequence[int], names: Sequence[str]) -> set[int]:
    """The shapes whose names number elements."""
    different: dict[int, set[str]] = defaultdict(set)
    for shape, own in zip(shapes, names, strict=True):
        different[shape].add(own)
    many = {shape: len(found) for shape, found in different.items() if len(found) >= NUMBERED}
    if not many:
        return set()
    held, blocks = Counter[int](), Counter[int]()
    for path, first, last in zip(page.path, page.first, page.last, strict=True):
        if shapes[path] in many:
            held[shapes[path]] += 1
            blocks[shapes[path]] += last - first
    return {
        shape
        for shape, count in many.items()
        if count >= MOSTLY * held[shape] and blocks[shape] <= MOST_BLOCKS * held[shape]
    }
