"""Requests on a way that redirects led, in a crawl with cookies that goes on later (JOBDIR): they begin their way anew.

Scrapy keeps no cookies from one part of such a crawl to the next. So what a gate gave is gone, and where a request was
led by it says nothing any more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from secrets import token_hex

from scrapy import Request
from scrapy.core.scheduler import BaseScheduler
from scrapy.crawler import Crawler

from boilerspider.crawl import keys
from boilerspider.crawl.redirected import KEYS_OF_REDIRECTS, asked_first, redirected_from
from boilerspider.spiders.jobdir import put_back

_OF_REDIRECTS = (*KEYS_OF_REDIRECTS, keys.ARTICLE, keys.COOKIE_CAME, keys.LED_BY)
"""What of a request's meta is of the way that it was led."""


def at_first(request: Request) -> Request:
    """The request as it was before redirects led it, to be asked once more."""
    meta = {name: value for name, value in request.meta.items() if name not in _OF_REDIRECTS}
    return request.replace(url=asked_first(request), dont_filter=True, meta=meta)


class Afresh:
    """Stands before the scheduler, which tells nobody what it gives and that it closes."""

    def __init__(self, crawler: Crawler, left: Callable[[], Iterable[Request]], noted: Callable[[str], None]) -> None:
        self._crawler = crawler
        self._left = left
        """Requests that wait elsewhere, for the part that goes on."""
        self._noted = noted
        """Told of each address that an earlier part left to be asked."""
        self._part = token_hex(8)
        self.goes_on = False
        """Whether an earlier part of the crawl left requests."""
        scheduler = crawler.engine.scheduler if crawler.engine is not None else None
        if scheduler is not None and crawler.settings["JOBDIR"]:
            self.goes_on = scheduler.has_pending_requests()
            self._stand_before(scheduler)

    def mark(self, request: Request) -> None:
        """The request is on a way that it was led by cookies of this part of the crawl."""
        request.meta[keys.LED_IN] = self._part

    def _stand_before(self, scheduler: BaseScheduler) -> None:
        give, close = scheduler.next_request, getattr(scheduler, "close", None)  # a project's own may have none

        def next_request() -> Request | None:
            request = give()
            return self._given(request) if request is not None and self.goes_on else request

        def closing(reason: str) -> object:
            for request in self._left():
                put_back(self._crawler, request)
            return close(reason) if close is not None else None

        scheduler.next_request, scheduler.close = next_request, closing  # type: ignore[method-assign, assignment]

    def _given(self, request: Request) -> Request:
        if request.meta.get(keys.LED_IN, self._part) != self._part:
            request = at_first(request)
            for name in (keys.LED_IN, keys.PAST_GATE):
                request.meta.pop(name, None)
        if not redirected_from(request):
            self._noted(request.url)
        return request
