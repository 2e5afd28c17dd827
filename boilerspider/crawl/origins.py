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
    similarity: float | None = None
    """From where on two texts are one story, for what comes from this page; None: as the setting says."""


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
        self._pages: OrderedDict[str, None] = OrderedDict()
        """The addresses of pages that items came from, as `story_url` writes them; the last of them, as many as items."""

    def remember(self, item: Any, origin: Origin) -> None:
        """Note where an item came from."""
        self._entries[id(item)] = _Entry(item, origin)
        for page in () if origin.elsewhere else _pages_of(origin):
            self._pages[page] = None
            self._pages.move_to_end(page)
        for kept in (self._entries, self._pages):
            while len(kept) > _ORIGINS_KEPT:
                kept.popitem(last=False)

    def __len__(self) -> int:
        return len(self._entries)

    def arrive(self, item: Any) -> None:
        """The item is at hand from now on, whatever pipelines make of it."""
        _AT_HAND.set(_AtHand(self._entries.get(id(item))))

    def take(self, item: Any, url: str = "") -> Origin | None:
        """The item's origin, or else that of the one at hand, which it was made of unless its own address is that of another item's page; forgotten with this call."""
        entry = self._entries.pop(id(item), None)
        hand = _AT_HAND.get()
        if hand is not None:
            if entry is None and hand.entry is not None and not self._is_anothers(hand.entry.origin, url):
                entry = hand.entry
                self._entries.pop(id(entry.item), None)
            hand.entry = None
        return entry.origin if entry is not None else None

    def _is_anothers(self, origin: Origin, url: str) -> bool:
        """Whether an item's own address, if it has one, is that of a page that other items came from; any other, pipelines gave it."""
        if not url or origin.elsewhere:
            return False
        try:
            page = story_url(urljoin(origin.url, url))
        except ValueError:  # "http://[" is no address of any page
            return False
        return page in self._pages and page not in _pages_of(origin)


def _pages_of(origin: Origin) -> set[str]:
    canonical = origin.article.canonical_url if origin.article is not None else None
    return {story_url(page) for page in (origin.url, canonical, *origin.led_by) if page}


class ArrivalPipeline:
    """Notes which item is at hand if somebody asks, before a pipeline puts another object in its place; order -1."""

    def __init__(self) -> None:
        self.origins: Origins | None = None
        """Where the items came from, put here by whoever takes them out."""

    def process_item(self, item: Any) -> Any:
        if self.origins is not None:
            self.origins.arrive(item)
        return item
