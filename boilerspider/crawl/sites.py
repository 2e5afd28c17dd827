"""What a crawl knows of the sites that it reads: at hand for the few at work, in the store for all."""

from __future__ import annotations

from collections import OrderedDict
from typing import Protocol

from boilerspider.memory import Sighting, SiteMemory
from boilerspider.model import Outline
from boilerspider.urls import clean_url, origin_of

MOST_AT_HAND = 64
"""Sites whose memory is held at once, 150 kB each; the others wait in the store. Ours."""

KEPT_EVERY = 16
"""Pages of a site after which what was learnt is kept in the store, should the crawl be killed. Ours."""

STALE_SHARE = 1 / 16
"""Of the pages that a site has taught: as many may be missing in what a worker process is told. Ours."""


class SiteStore(Protocol):
    """Where memories are kept across crawls."""

    async def remember_site(self, site: str, memory: bytes) -> None:
        """Keep what was learnt of a site."""

    async def recall_site(self, site: str) -> bytes | None:
        """What was kept of a site."""

    async def outline_of(self, url: str) -> Outline:
        """That of the current text of the story that the URL names; an empty one where none is known."""


class Site:
    """One site at hand."""

    def __init__(self, memory: SiteMemory) -> None:
        self.memory = memory
        self.unkept = 0
        """Pages that have taught since the memory was kept."""
        self._snapshot = b""
        self._snapshot_pages = -1

    def snapshot(self) -> bytes:
        """The memory for a worker process, not always the latest: making it takes about a millisecond."""
        stale = self.memory.pages - self._snapshot_pages
        if not self._snapshot or not 0 <= stale <= STALE_SHARE * self.memory.pages:
            self._snapshot, self._snapshot_pages = self.memory.to_bytes(), self.memory.pages
        return self._snapshot


class Sites:
    """The memories of a crawl's sites, by scheme, host and port."""

    def __init__(self) -> None:
        self._at_hand: OrderedDict[str, Site] = OrderedDict()
        self._store: SiteStore | None = None

    def keep_in(self, store: SiteStore) -> None:
        """Remember across crawls; without a store what is learnt lasts as long as the crawl."""
        self._store = store

    async def of(self, url: str | None) -> Site | None:
        """The site of a page; None where its URL names none."""
        name = origin_of(url or "")
        if not name:
            return None
        if name not in self._at_hand:
            kept = await self._store.recall_site(name) if self._store is not None else None
            self._at_hand.setdefault(name, Site(SiteMemory.from_bytes(kept) if kept else SiteMemory()))
        self._at_hand.move_to_end(name)
        site = self._at_hand[name]
        if len(self._at_hand) > MOST_AT_HAND:
            await self._keep(*self._at_hand.popitem(last=False))
        return site

    async def before(self, url: str | None) -> Outline | None:
        """Which blocks the text of an earlier download of a page was made of, where that is remembered."""
        if not url or self._store is None:
            return None
        # Whoever asked may have named the story by its clean address, and been redirected to another spelling.
        for spelling in dict.fromkeys((url, clean_url(url))):
            if outline := await self._store.outline_of(spelling):
                return outline
        return None

    async def learn(self, url: str | None, sighting: Sighting | None) -> None:
        """Remember what a page taught of its site."""
        site = self._at_hand.get(origin_of(url or ""))
        if site is None or sighting is None:
            return
        site.memory.learn(sighting)
        site.unkept += 1
        if site.unkept >= KEPT_EVERY:
            await self._keep(origin_of(url or ""), site)

    async def close(self) -> None:
        """Keep all that was learnt."""
        for name, site in self._at_hand.items():
            await self._keep(name, site)

    async def _keep(self, name: str, site: Site) -> None:
        if self._store is not None and site.unkept:
            site.unkept = 0
            await self._store.remember_site(name, site.memory.to_bytes())
