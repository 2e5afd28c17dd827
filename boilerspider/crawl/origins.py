"""Where the items came from, known until they are judged, although pipelines put other objects in their place."""

from __future__ import annotations

from collections import OrderedDict
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin

from boilerspider.model import Article
from boilerspider.urls import story_url

_ORIGINS_KEPT = 10_000
"""Items whose origin is remembered at most: far above what Scrapy processes at once. Ours."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where an item came from."""

    url: str
    sole: bool
    """Whether the page's URL says which story it is: it is the only item of its page, which was asked for by its URL alone."""
    elsewhere: bool = False
    """Whether the item names another page's URL."""
    filled_with: str | None = None
    """The text of its page, where the item was filled from it."""
    is_article: bool = True
    """Whether that text has words enough for an article."""
    article: Article | None = None
    """What it was filled from, or what it was."""
    led_by: tuple[str, ...] = ()
    """The page's former addresses."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """An item, held so that no other gets its identity, and its origin."""

    item: Any
    origin: Origin


@dataclass(slots=True)
class _AtHand:
    """The item that Scrapy takes through the pipelines, as it came; emptied once it is taken, for contexts live longer."""

    entry: _Entry | None


_AT_HAND: ContextVar[_AtHand | None] = ContextVar("boilerspider_at_hand", default=None)
"""Scrapy takes an item through all pipelines, and signals its end, in one context; items may be replaced on the way."""


class Origins:
    """Item -> origin, for the items that are on their way through the pipelines.

    An item is known by its identity, for dictionaries cannot be weakly referenced; one that a pipeline made of it is known as
    the item at hand. Whoever asks for an origin takes it, whoever refuses an item forgets it, and where a pipeline hands on
    one item in the place of another, which may come later, the oldest are forgotten.
    """

    def __init__(self) -> None:
        self._entries: OrderedDict[int, _Entry] = OrderedDict()

    def remember(self, item: Any, origin: Origin) -> None:
        """Note where an item came from."""
        self._entries[id(item)] = _Entry(item, origin)
        while len(self._entries) > _ORIGINS_KEPT:
            self._entries.popitem(last=False)

    def __len__(self) -> int:
        return len(self._entries)

    def arrive(self, item: Any) -> None:
        """The item is at hand from now on, whatever pipelines make of it."""
        _AT_HAND.set(_AtHand(self._entries.get(id(item))))

    def take(self, item: Any, url: str = "") -> Origin | None:
        """The item's origin, or else that of the one at hand, which it was made of unless its own address says otherwise; forgotten with this call."""
        entry = self._entries.pop(id(item), None)
        hand = _AT_HAND.get()
        if hand is not None:
            if entry is None and hand.entry is not None and _is_of(hand.entry.origin, url):
                entry = hand.entry
                self._entries.pop(id(entry.item), None)
            hand.entry = None
        return entry.origin if entry is not None else None


def _is_of(origin: Origin, url: str) -> bool:
    """Whether an item with an address of its own, if it has one, may have come from there."""
    if not url or origin.elsewhere:
        return True
    canonical = origin.article.canonical_url if origin.article is not None else None
    pages = {story_url(page) for page in (origin.url, canonical, *origin.led_by) if page}
    try:
        return story_url(urljoin(origin.url, url)) in pages
    except ValueError:  # "http://[" is no address of any page
        return True


class ArrivalPipeline:
    """Notes which item is at hand if somebody asks, before a pipeline puts another object in its place; order -1."""

    def __init__(self) -> None:
        self.origins: Origins | None = None
        """Where the items came from, put here by whoever takes them out."""

    def process_item(self, item: Any) -> Any:
        if self.origins is not None:
            self.origins.arrive(item)
        return item
