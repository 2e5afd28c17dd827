"""What a crawl knows of the sites that it reads: at hand for the few at work, packed for many more, in the store for all."""

from __future__ import annotations

from collections import OrderedDict
from functools import cache
from typing import Protocol

from boilerspider.crawl.background import Background
from boilerspider.memory import Sighting, SiteMemory
from boilerspider.model import Outline
from boilerspider.urls import clean_url, origin_of

MOST_AT_HAND = 64
"""Sites whose memory is held unpacked, up to 400 kB each. Ours."""

MOST_PACKED_BYTES = 64_000_000
"""Of the memories that are held packed, 5 to 75 kB each; the others wait in the store. Ours: 2,500 sites of twenty pages."""

KEPT_EVERY = 16
"""Pages of a site after which what was learnt is kept in the store, should the crawl be killed. Ours."""

KEPT_AT_ONCE = 16
"""Sites that are kept at once when a crawl ends: a store on a server takes them in one act, of 2.4 MB at most. Ours."""

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
    """One site, its memory unpacked or not."""

    def __init__(self, name: str, packed: bytes) -> None:
        self.name = name
        self.unkept = 0
        """Pages that have taught since the memory was kept."""
        self.is_being_kept = False
        self._memory: SiteMemory | None = None
        self._packed = packed
        self._unpacked_pages = 0
        """Pages that have taught since the memory was packed."""

    @property
    def memory(self) -> SiteMemory:
        """To read a page with."""
        return SiteMemory.from_bytes(self._packed) if self._memory is None else self._memory

    def unpack(self) -> None:
        """Make ready to read and to learn."""
        self._memory = self.memory

    def learn(self, sighting: Sighting) -> None:
        """Remember what a page taught, of a site that is unpacked."""
        assert self._memory is not None
        before = self._memory.pages
        self._memory.learn(sighting)
        if self._memory.pages != before:  # else its story was known
            self.unkept += 1
            self._unpacked_pages += 1

    def packed(self) -> bytes:
        """The memory as it is kept; making that takes about a millisecond."""
        if self._unpacked_pages:
            self._packed, self._unpacked_pages = self.memory.to_bytes(), 0
        return self._packed

    def pack(self) -> None:
        """Hold nothing else."""
        self.packed()
        self._memory = None

    def snapshot(self) -> bytes:
        """The memory for a worker process, not always the latest."""
        is_stale = self._unpacked_pages and self._unpacked_pages > STALE_SHARE * self.memory.pages
        return self.packed() if is_stale else self._packed


class Sites:
    """The memories of a crawl's sites, by scheme, host and port."""

    def __init__(self) -> None:
        # Those that were asked for last stand last.
        self._at_hand: OrderedDict[str, Site] = OrderedDict()
        self._packed: OrderedDict[str, Site] = OrderedDict()
        self._packed_bytes = 0
        self._store: SiteStore | None = None

    def keep_in(self, store: SiteStore) -> None:
        """Remember across crawls; without a store what is learnt lasts as long as the crawl."""
        self._store = store

    async def of(self, url: str | None) -> Site | None:
        """The site of a page; None where its URL names none."""
        name = origin_of(url or "")
        if not name:
            return None
        await self._make_room()
        is_held = name in self._at_hand or name in self._packed
        kept = None if is_held or self._store is None else await self._store.recall_site(name)
        return self._bring(name, kept or _nothing_packed())

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
        """Remember what a page taught of its site, wherever that is by now."""
        if sighting is not None and (site := await self.of(url)):
            site.learn(sighting)
            if site.unkept >= KEPT_EVERY:
                await self._keep(site)

    async def close(self) -> None:
        """Keep all that was learnt."""
        sites = [*self._at_hand.values(), *self._packed.values()]
        keeping = Background()
        while sites:
            for site in sites[:KEPT_AT_ONCE]:
                keeping.start(self._keep(site))
            del sites[:KEPT_AT_ONCE]
            await keeping.done()

    def _bring(self, name: str, kept: bytes) -> Site:
        """A site to hand; the one that was there longest is packed for it."""
        if name not in self._at_hand:
            known = self._packed.pop(name, None)
            self._packed_bytes -= len(known.packed()) if known else 0
            site = self._at_hand[name] = known or Site(name, kept)
            site.unpack()
        self._at_hand.move_to_end(name)
        if len(self._at_hand) > MOST_AT_HAND:
            _, oldest = self._at_hand.popitem(last=False)
            oldest.pack()
            self._packed[oldest.name] = oldest
            self._packed_bytes += len(oldest.packed())
        return self._at_hand[name]

    async def _make_room(self) -> None:
        """Hold no more packed memories than may be; what a site has learnt is in the store before it is let go."""
        while self._packed_bytes > MOST_PACKED_BYTES:
            oldest = next(iter(self._packed.values()))
            await self._keep(oldest)
            if self._store is not None and oldest.unkept:
                break  # it is being kept for somebody else
            if self._packed.pop(oldest.name, None):
                self._packed_bytes -= len(oldest.packed())

    async def _keep(self, site: Site) -> None:
        if self._store is None or not site.unkept or site.is_being_kept:
            return
        site.is_being_kept, unkept = True, site.unkept
        try:
            await self._store.remember_site(site.name, site.packed())
            site.unkept -= unkept
        finally:
            site.is_being_kept = False


@cache
def _nothing_packed() -> bytes:
    return SiteMemory().to_bytes()
