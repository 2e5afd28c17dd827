"""What is begun without waiting for it: a crawl ends only after that, and its failures are told."""

from __future__ import annotations

import logging
from collections.abc import Coroutine
from typing import Any

from scrapy.utils.defer import deferred_from_coro, maybe_deferred_to_future
from scrapy.utils.log import failure_to_exc_info
from twisted.internet.defer import Deferred, DeferredList
from twisted.python.failure import Failure

logger = logging.getLogger(__name__)


class Background:
    """The work of one crawl."""

    def __init__(self) -> None:
        self._running: set[Deferred[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Begin it. Nobody else hears of an error in it."""
        running = deferred_from_coro(work)
        self._running.add(running)
        running.addErrback(_tell)
        running.addBoth(lambda _: self._running.discard(running))

    async def done(self) -> None:
        """When all of it is done, with what it has begun itself."""
        while self._running:
            await maybe_deferred_to_future(DeferredList(list(self._running)))


def _tell(failure: Failure) -> None:
    logger.error("What ran in the background failed as none may", exc_info=failure_to_exc_info(failure))
