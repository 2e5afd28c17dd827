"""Which parts of a state stand near the page's title, and which belong to somebody else: stories, products, comments.

A part is near if the object that says the title, or one in it that speaks for it (`seo`, `meta`), holds the part, and nothing between the
two is called otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum, auto
from itertools import chain, islice
from typing import Any, NamedTuple

from boilerspider.markup.hidden.kinds import OTHER_KEYS, is_named_other, is_other, is_text
from boilerspider.markup.hidden.objects import (
    ANY,
    MAX_NEIGHBOURS,
    called,
    called_below,
    has_address,
    has_body,
    is_chapter,
    is_other_story,
)
from boilerspider.markup.prose import BLOCK_TAG

MIN_PARAGRAPHS = 3
"""Tags of a text that is marked up as a story is."""
NEAR = 8
"""Objects around a story of which one says its headline, if none calls itself otherwise. Ours: frames and modules of an article stand between."""


_OF_SITES = ("config", "globals", "settings", "site", "siteConfig", "siteSettings")
"""Keys of what is told of a site, on all of its pages."""


class Around(NamedTuple):
    """An object, the key under which it stands, what is around it."""

    node: Mapping[str, Any]
    key: str
    above: Around | None
    is_item: bool
    """Whether it is one of several in a list."""


class _Titled(Enum):
    """Who says an object's title."""

    ITSELF = auto()
    BELOW = auto()
    """An object in it (`seo`, `meta`, `headlines`), which may speak of all of the page."""


class Titles:
    """Where a value says the page's title, as long as the value is there."""

    def __init__(self, is_title: Callable[[str], bool]) -> None:
        """`is_title` tells whether a string is the page's title."""
        self._is_title = is_title
        self._titled: dict[int, _Titled | None] = {}
        self._called: dict[int, bool] = {}
        self._others: dict[int, bool] = {}
        self._lists: dict[int, bool] = {}

    def near(
        self, key: str, around: Around | None, *, tells_itself: bool, is_lines: bool
    ) -> tuple[Mapping[str, Any] | None, list[str]]:
        """The object near a part that says the page's title, and the keys on the way to it; None where another title, or a name of what is no story, comes first.

        The part stands under `key`; whether it is a text by itself, or its own key calls it one; whether it is lines without markup.
        """
        keys = [key]
        for _ in range(NEAR):
            if around is None or is_other(keys[-1], OTHER_KEYS):
                break
            titled = self._of(around.node)
            if titled:
                bodies = [name for name in keys if has_body(name)]
                is_its = (
                    (tells_itself or bool(bodies))
                    if titled is _Titled.ITSELF
                    else any(name not in ANY for name in bodies)
                )
                return (around.node if is_its else None), keys
            is_one_of_many = around.is_item and (is_lines or has_address(around.node))
            if is_one_of_many or self._has_name(around.node) or self.is_other(around.node) or around.key in _OF_SITES:
                break
            keys.append(around.key)
            around = around.above
        return None, keys

    def is_among_others(self, key: str, around: Around | None) -> bool:
        """Whether a part that stands under `key`, or what holds it, is called something else than a story."""
        for _ in range(NEAR):
            if is_other(key, OTHER_KEYS) or (around is not None and self.is_other(around.node)):
                return True
            if around is None:
                return False
            key, around = around.key, around.above
        return False

    def are_stories(self, items: Sequence[Any], key: str) -> bool:
        """Whether items, under a key, are several stories, or what many have said: of some one is called as the page is, of others most have an address or an author, or hold what has."""
        objects = [item for item in items if isinstance(item, dict)]
        if 2 * sum(has_address(item, key) and not is_text(item) for item in objects) > max(1, len(items)):
            return True
        if len(objects) > 1 and 2 * sum(_holds_story(item, key) for item in objects) > len(items):
            return True
        return len(objects) > 1 and any(map(self._is_title, (name for item in objects for name in called(item))))

    def is_list_of_stories(self, part: list[Any], key: str) -> bool:
        """The same of a list that stands in the value, and is asked for by each list around it."""
        if id(part) not in self._lists:
            self._lists[id(part)] = self.are_stories(part, key)
        return self._lists[id(part)]

    def is_other(self, node: Mapping[str, Any]) -> bool:
        """Whether an object says that it is none of a story's text, or is plainly another story: it has a name and an address."""
        if id(node) not in self._others:
            self._others[id(node)] = is_named_other(node) or is_other_story(node)
        return self._others[id(node)]

    def _of(self, node: Mapping[str, Any]) -> _Titled | None:
        """Who says that an object is called as the page is."""
        if id(node) not in self._titled:
            said = (said for said in islice(node.values(), MAX_NEIGHBOURS) if isinstance(said, str))
            own = any(map(self._is_title, chain(said, called(node))))
            below = not own and any(map(self._is_title, called_below(node)))
            self._titled[id(node)] = _Titled.ITSELF if own else _Titled.BELOW if below else None
        return self._titled[id(node)]

    def _has_name(self, node: Mapping[str, Any]) -> bool:
        """Whether an object has a name."""
        if id(node) not in self._called:
            self._called[id(node)] = any(called(node))
        return self._called[id(node)]


def _holds_story(item: Mapping[str, Any], key: str) -> bool:
    """Whether an item, or an object in it, has a name and a text with tags, or an address; chapters have names."""
    if not is_chapter(key) and any(called(item)) and _has_markup(item):
        return True
    held = (part for part in islice(item.values(), MAX_NEIGHBOURS) if isinstance(part, dict))
    return any(any(called(part)) and (has_address(part) or _has_markup(part)) for part in held)


def _has_markup(item: Mapping[str, Any]) -> bool:
    """Whether an item holds a text of its own with tags."""
    return any(
        isinstance(part, str) and len(BLOCK_TAG.findall(part)) >= MIN_PARAGRAPHS
        for part in islice(item.values(), MAX_NEIGHBOURS)
    )
