"""One crawl's business with its store: open, admit, confirm what was delivered, give the rest back."""

from __future__ import annotations

import logging
from collections.abc import Coroutine, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.exceptions import DropItem
from scrapy.http import Response
from scrapy.signalmanager import SignalManager
from scrapy.utils.asyncio import create_looping_call, sleep

from boilerspider.crawl import keys, offers
from boilerspider.crawl.asked import as_asked
from boilerspider.crawl.background import Background
from boilerspider.crawl.delivery import Delivery
from boilerspider.crawl.ending import Ending
from boilerspider.crawl.notices import Notices
from boilerspider.crawl.options import Options
from boilerspider.crawl.outages import Nothing, Outages, Tried
from boilerspider.crawl.outdated import forget_old
from boilerspider.crawl.parts import is_whole
from boilerspider.crawl.stop import is_shell, stop
from boilerspider.crawl.visits import Visits
from boilerspider.errors import BoilerspiderError, StoreError
from boilerspider.model import Candidate, Outcome, Outline, Scope, Verdict
from boilerspider.redaction import redacted
from boilerspider.stores import LEASE_SECONDS, Change, Story, UrlOutcome, Visit, open_store

logger = logging.getLogger(__name__)

_Answer = TypeVar("_Answer")

_RENEWALS = 3
"""Renewals within one lease: two may fail before the lease runs out. Ours."""

_TURNS_S = 0.05
"""Seconds in which the connections of the downloader close before the store does. A store may stand still for longer than
the second that Scrapy gives them, where the disk is busy; then Scrapy logs an AlreadyCalledError that means nothing. Ours."""


@dataclass(slots=True)
class _Ticket:
    """What was judged of the item at hand, until it is known what became of the item."""

    verdict: Verdict
    url: str
    is_taken: bool = False


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
        self.ending = Ending(crawler)
        """What broke, and the end of the crawl over it."""
        self.background = Background()
        """What is begun without waiting; the desk closes after it."""
        self._delivery = Delivery(
            crawler,
            lambda claims: self.background.start(self._confirm(claims)),
            self.ending.over_feed,
            self.ending.note_feed,
            durable=options.store_durable,
        )
        self.visits = Visits(self, options.recheck)
        """What became of the addresses that the spider asked."""
        self.outages = Outages(self.visits, options.recheck)
        """What of that may be their site's trouble."""
        self._notices = Notices(self.visits, self.outages.owners, options.recheck)
        self._has_feeds = not is_shell()
        """Nothing is scraped in a shell, so that no feed of it is ever opened."""
        self._renewal = create_looping_call(lambda: self.background.start(self._renew()))

    def connect(self, manager: SignalManager) -> None:
        """Listen to what becomes of the items."""
        if self._has_feeds:
            manager.connect(self._delivery.begin, signals.engine_started)
        manager.connect(self._scraped, signals.item_scraped)
        manager.connect(self._dropped, signals.item_dropped)
        manager.connect(self._lost, signals.item_error)
        manager.connect(self._delivery.slot_closed, signals.feed_slot_closed)
        manager.connect(self._delivery.all_closed, signals.feed_exporter_closed)
        manager.connect(self._end_outages, signals.spider_closed)
        manager.connect(self._close, signals.engine_stopped)

    async def open(self) -> None:
        """Open the store and say what it remembers; a store that refuses stops the crawl."""
        if self._has_feeds:
            self._delivery.take_over()
        try:
            await self._store.open()
            self._renewal.start(LEASE_SECONDS / _RENEWALS, now=False)
            if self._options.ttl_days:
                await forget_old(self._store, self._options.ttl_days, lambda: self._crawler.crawling)
            remembered = await self._store.remembered()
        except StoreError as error:
            if self._renewal.running:
                self._renewal.stop()
            stop(error)
        logger.info(
            "%d articles are remembered in %s%s; %s ignores them, `scrapy articles forget --all` forgets them",
            *(remembered, redacted(self._options.store), self._asked_again(remembered), self._afresh),
        )
        if remembered and self._options.dedup_scope is not Scope.RUN:
            self._warn_of_overwriting(remembered)

    @property
    def _afresh(self) -> str:
        """What compares a crawl with itself alone: spiders of a project's own have no such argument."""
        return "-a fresh=1" if offers.knows_fresh(self._crawler.spider) else "-s BOILERSPIDER_DEDUP_SCOPE=run"

    def _asked_again(self, remembered: int) -> str:
        """What the news spider does with known addresses."""
        ages = self._options.recheck
        if not remembered or 0 in ages or self._options.dedup_scope is Scope.RUN:
            return ""
        again = f"again {', '.join(f'{age:g}' for age in ages)} s after they were first met" if ages else "never again"
        return f" (the news spider asks known addresses {again})"

    async def remember_site(self, site: str, memory: bytes) -> None:
        """Keep what was learnt of a site; when the store fails the crawl ends."""
        await self._ask(self._store.remember_site(site, memory), None)

    async def recall_site(self, site: str) -> bytes | None:
        """What was kept of a site; when the store fails the crawl ends."""
        return await self._ask(self._store.recall_site(site), None)

    async def note_visits(self, visits: Sequence[Visit]) -> None:
        """Remember what fetching URLs came to; when the store fails the crawl ends."""
        await self._ask(self._store.note(*visits), None)

    async def recall_visits(self, urls: Sequence[str]) -> dict[str, Visit]:
        """What is remembered of URLs; when the store fails the crawl ends."""
        return await self._ask(self._store.recall(urls), {}) if urls else {}

    async def amend_visit(self, url: str, change: Change) -> None:
        """Remember what is made of what is remembered of a URL; when the store fails the crawl ends."""
        await self._ask(self._store.amend(url, change), None)

    async def stories(self, since: datetime) -> list[Story]:
        """The stories first seen since then; when the store fails the crawl ends."""
        return await self._ask(self._store.stories(since), [])

    async def story_of(self, url: str) -> Story | None:
        """The confirmed story that a URL names; when the store fails the crawl ends."""
        return await self._ask(self._store.story_of(url), None)

    async def outline_of(self, url: str) -> Outline:
        """That of what the store has of a page; when the store fails the crawl ends."""
        return await self._ask(self._store.outline_of(url), Outline())

    async def _ask(self, asked: Coroutine[Any, Any, _Answer], otherwise: _Answer) -> _Answer:
        """The store's answer; when the store fails, the other one, and the crawl ends; a store that has failed is not asked."""
        if self.ending.store_has_failed:
            asked.close()
            return otherwise
        try:
            return await asked
        except StoreError as error:
            self.ending.over_store(error)
            return otherwise

    async def admit(self, candidate: Candidate) -> Verdict:
        """The store's verdict; when the store fails the crawl ends, and the item comes again with the next one."""
        options = self._options
        verdict = await self._ask(self._store.admit(candidate, options.dedup_scope, options.similarity), None)
        if verdict is None:
            raise DropItem(f"not judged, the store failed: {candidate.url}", log_level="ERROR")
        if verdict.claim is not None:
            self._stats.inc_value(keys.store("claimed"))
        return verdict

    def expect(self, verdict: Verdict, url: str) -> None:
        """The item at hand was judged under this URL: what becomes of it decides over the claim."""
        _TICKET.set(_Ticket(verdict, url))

    async def _scraped(self, item: Any, response: Response | None) -> None:
        ticket, asked = _take_ticket(), as_asked(response)
        claim = ticket.verdict.claim if ticket is not None else None
        if claim is not None and ticket is not None and asked is not None:
            self.visits.claim(claim, ticket.url, asked)
            self._notices.article(ticket.url)
        if ticket is not None:
            self._tell(item, ticket)
        self._delivery.scraped(item, claim)
        if claim is None and ticket is not None and asked is not None and response is not None:
            await self._notices.copy(asked, ticket.verdict, response)

    async def _dropped(self, item: Any, response: Response | None) -> None:
        ticket, asked = _take_ticket(), as_asked(response)
        if ticket is not None and ticket.verdict.outcome is Outcome.DUPLICATE:
            self._tell(item, ticket)
        await self._release(ticket)
        if asked is None or response is None or self.ending.store_has_failed:
            return
        if ticket is not None and ticket.verdict.outcome is Outcome.DUPLICATE:
            await self._notices.copy(asked, ticket.verdict, response)
        elif asked.is_record:
            await self.visits.note(asked, UrlOutcome.NOTHING)
        else:
            # It is too short, or whoever refused it did so on purpose: a judge of the project's, or ON_REVISION.
            await self.outages.nothing(Tried.of(response), [Nothing(asked)])

    def _tell(self, item: Any, ticket: _Ticket) -> None:
        """What an item was, now that it is known what became of it: a later pipeline may have refused what was new."""
        outcome = ticket.verdict.outcome
        if outcome is not Outcome.DUPLICATE:
            self._stats.inc_value(keys.articles(outcome.value))
        self._crawler.signals.send_catch_log(keys.JUDGED, item=item, url=ticket.url, verdict=ticket.verdict)

    async def _end_outages(self) -> None:
        await self.background.done()  # what came to nothing is noted there, too
        is_all = is_whole(self._crawler)
        notices = self._notices.close() if is_all else {}
        for name, told in {**notices, **await self.outages.close(is_whole=is_all)}.items():
            self._stats.set_value(keys.silent(name), told)

    async def _lost(self) -> None:
        await self._release(_take_ticket())

    async def _release(self, ticket: _Ticket | None) -> None:
        """Give back what the item claimed, if it did."""
        claim = None if ticket is None else ticket.verdict.claim
        if claim is None:
            return
        self.visits.release(claim)
        try:
            await self._store.release([claim])
        except StoreError as error:
            self.ending.over_store(error)
        else:
            self._stats.inc_value(keys.store("released"))

    async def _confirm(self, claims: list[str]) -> None:
        try:
            await self._store.confirm(claims)
        except StoreError as error:
            self.ending.over_store(error)
        else:
            self._stats.inc_value(keys.store("confirmed"), len(claims))
            await self.visits.confirm(claims)

    async def _renew(self) -> None:
        await self._ask(self._store.renew(), None)

    async def _close(self) -> None:
        """After the last feed was delivered: give back what was not, and end the run."""
        await self.ending.spider_closed()
        if self._renewal.running:
            self._renewal.stop()
        await self.background.done()
        await sleep(_TURNS_S)
        try:
            await self._store.close()
        except StoreError as error:
            self.ending.note_store(error)
        finally:  # others wait for it
            self.ending.leave()

    def _warn_of_overwriting(self, remembered: int) -> None:
        for uri, options in self._crawler.settings.getdict("FEEDS").items():
            if options.get("overwrite"):
                logger.warning(
                    "%s is overwritten: what it held is lost, for the %d articles that are remembered do not come again. "
                    "Append to a .jsonl with -o, or have all again with %s",
                    *(redacted(str(uri)), remembered, self._afresh),
                )
                return


def _take_ticket() -> _Ticket | None:
    """What was judged of the item at hand; the second to ask gets nothing."""
    ticket = _TICKET.get()
    if ticket is None or ticket.is_taken:
        return None
    ticket.is_taken = True
    return ticket
