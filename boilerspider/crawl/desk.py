"""One crawl's business with its store: open, admit, confirm what was delivered, give the rest back."""

from __future__ import annotations

import logging
from collections.abc import Coroutine
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Any

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.exceptions import DropItem
from scrapy.signalmanager import SignalManager
from scrapy.utils.asyncio import create_looping_call
from scrapy.utils.defer import deferred_from_coro, maybe_deferred_to_future
from twisted.internet.defer import Deferred, DeferredList

from boilerspider.crawl import keys
from boilerspider.crawl.delivery import Delivery
from boilerspider.crawl.options import Options
from boilerspider.crawl.stop import stop
from boilerspider.errors import BoilerspiderError, StoreError
from boilerspider.model import Candidate, Scope, Verdict
from boilerspider.stores import LEASE_SECONDS, open_store

logger = logging.getLogger(__name__)

_RENEWALS = 3
"""Renewals within one lease: two may fail before the lease runs out. Ours."""


@dataclass(slots=True)
class _Ticket:
    """The claim of the item at hand, until it is known what became of the item."""

    claim: str | None


_TICKET: ContextVar[_Ticket | None] = ContextVar("boilerspider_ticket", default=None)
"""Scrapy takes an item through all pipelines, and signals its end, in one context; items may be replaced on the way."""


class Desk:
    """Keeps the claims of a crawl's items until their feeds have them."""

    def __init__(self, crawler: Crawler, options: Options) -> None:
        assert crawler.stats is not None
        self._crawler = crawler
        self._stats = crawler.stats
        self._options = options
        try:
            self._store = open_store(options.store, durable=options.store_durable)
        except BoilerspiderError as error:
            stop(error)
        self._delivery = Delivery(
            crawler, lambda claims: self._in_background(self._confirm(claims)), durable=options.store_durable
        )
        self._running: set[Deferred[None]] = set()
        self._renewal = create_looping_call(lambda: self._in_background(self._renew()))
        self._failure: StoreError | None = None

    def connect(self, manager: SignalManager) -> None:
        """Listen to what becomes of the items."""
        manager.connect(self._delivery.begin, signals.engine_started)
        manager.connect(self._scraped, signals.item_scraped)
        manager.connect(self._lost, signals.item_dropped)
        manager.connect(self._lost, signals.item_error)
        manager.connect(self._delivery.slot_closed, signals.feed_slot_closed)
        manager.connect(self._close, signals.engine_stopped)

    async def open(self) -> None:
        """Open the store and say what it remembers; a store that refuses stops the crawl."""
        self._delivery.take_over()
        try:
            await self._store.open()
            await self._forget()
            remembered = await self._store.remembered()
        except StoreError as error:
            stop(error)
        self._renewal.start(LEASE_SECONDS / _RENEWALS, now=False)
        logger.info(
            "%d articles are remembered in %s; -a fresh=1 ignores them, another BOILERSPIDER_STORE starts anew",
            *(remembered, self._options.store),
        )
        if remembered and self._options.dedup_scope is not Scope.RUN:
            self._warn_of_overwriting(remembered)

    async def _forget(self) -> None:
        """Forget what is older than the settings want it remembered."""
        if self._options.ttl_days:
            before = datetime.now(timezone.utc) - timedelta(days=self._options.ttl_days)
            forgotten = await self._store.prune(before)
            if forgotten:
                logger.info(
                    "%d articles without a new text in %g days are forgotten", forgotten, self._options.ttl_days
                )

    async def remember_site(self, site: str, memory: bytes) -> None:
        """Keep what was learnt of a site; when the store fails the crawl ends."""
        try:
            await self._store.remember_site(site, memory)
        except StoreError as error:
            await self._give_up(error)

    async def recall_site(self, site: str) -> bytes | None:
        """What was kept of a site; when the store fails the crawl ends."""
        try:
            return await self._store.recall_site(site)
        except StoreError as error:
            await self._give_up(error)
            return None

    async def admit(self, candidate: Candidate) -> Verdict:
        """The store's verdict; when the store fails the crawl ends, and the item comes again with the next one."""
        try:
            verdict = await self._store.admit(candidate, self._options.dedup_scope, self._options.similarity)
        except StoreError as error:
            await self._give_up(error)
            raise DropItem(f"not judged, the store failed: {candidate.url}", log_level="ERROR") from error
        if verdict.claim is not None:
            self._stats.inc_value(keys.store("claimed"))
        return verdict

    def expect(self, verdict: Verdict) -> None:
        """The item at hand leaves the pipeline with this verdict: what becomes of it decides over the claim."""
        _TICKET.set(_Ticket(verdict.claim))

    async def release(self, verdict: Verdict) -> None:
        """Give the claim of an item back that will not be emitted."""
        if verdict.claim is not None:
            await self._release(verdict.claim)

    def _scraped(self, item: Any) -> None:
        self._delivery.scraped(item, _take_claim())

    async def _lost(self) -> None:
        claim = _take_claim()
        if claim is not None:
            await self._release(claim)

    async def _release(self, claim: str) -> None:
        try:
            await self._store.release([claim])
        except StoreError as error:
            await self._give_up(error)
        else:
            self._stats.inc_value(keys.store("released"))

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        """Start it without waiting; the desk closes only when all such work is done."""
        running = deferred_from_coro(work)
        self._running.add(running)
        running.addBoth(lambda _: self._running.discard(running))

    async def _confirm(self, claims: list[str]) -> None:
        try:
            await self._store.confirm(claims)
        except StoreError as error:
            await self._give_up(error)
        else:
            self._stats.inc_value(keys.store("confirmed"), len(claims))

    async def _renew(self) -> None:
        try:
            await self._store.renew()
        except StoreError as error:
            await self._give_up(error)

    async def _give_up(self, error: StoreError) -> None:
        """End the crawl over a broken store: what it cannot remember would be emitted again and again."""
        if self._failure is not None:
            return
        self._failure = error
        logger.critical("%s; the crawl ends, what it has not emitted comes again with the next one", error)
        engine = self._crawler.engine
        if engine is not None and engine.spider is not None:
            deferred_from_coro(engine.close_spider_async(reason="store_failed"))

    async def _close(self) -> None:
        """After the last feed was delivered: give back what was not, and end the run."""
        if self._renewal.running:
            self._renewal.stop()
        await maybe_deferred_to_future(DeferredList(list(self._running)))
        try:
            await self._store.close()
        except StoreError as error:
            self._failure = self._failure or error
        if self._failure is not None:
            stop(self._failure)

    def _warn_of_overwriting(self, remembered: int) -> None:
        for uri, options in self._crawler.settings.getdict("FEEDS").items():
            if options.get("overwrite"):
                logger.warning(
                    "%s is overwritten although %d articles are remembered: it will hold only what is new. "
                    "Append with -o, or see all again with -a fresh=1",
                    *(uri, remembered),
                )
                return


def _take_claim() -> str | None:
    """The claim of the item at hand; the second to ask gets none."""
    ticket = _TICKET.get()
    if ticket is None:
        return None
    claim, ticket.claim = ticket.claim, None
    return claim
