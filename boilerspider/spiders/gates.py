"""Gates: one address to which a site leads all who come without its cookie (a wall of consent).

The first on its way there gets the cookie for all. Those that come while it is under way are dropped there, as the
address is asked already. What a gate is, no word of its page tells, but what happens: a cookie came on the way, and who
brings it is not led there any more. One that was led to nothing tries that; when it passes, the others are asked once more.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.http import Response

from boilerspider.crawl import keys
from boilerspider.spiders.afresh import Afresh, at_first
from boilerspider.spiders.frontier import Frontier
from boilerspider.urls import clean_url, site_of

MOST_IN_VAIN = 3
"""Tries on a site that came to nothing, from which on only what others have passed is tried there: a site may set a cookie with each answer. Ours."""


class Gates:
    """Asks what was led to a gate once more, in a crawl with cookies."""

    def __init__(self, crawler: Crawler, frontier: Frontier, led_to: Callable[[Request], object]) -> None:
        self._crawler = crawler
        self._frontier = frontier
        self._led_to = led_to
        """Told of requests whose address, which another asks, is no gate."""
        self._gates: set[str] = set()
        """Places that those with a cookie are not led to any more."""
        self._others: set[str] = set()
        """Places on the way of redirects where no cookie came, or to which those are led, too, that bring it."""
        self._passed: set[str] = set()
        """Places where a cookie came to one that was led on to what it asked for."""
        self._in_vain: Counter[str] = Counter()
        """Site -> tries that came to nothing."""
        self._waiting: defaultdict[str, list[Request]] = defaultdict(list)
        """Place that is being asked, or tried -> requests that were led there too."""
        self._asked: set[str] = set()
        """Addresses that are asked although an earlier part of the crawl has asked them."""
        self._is_on = crawler.settings.getbool("COOKIES_ENABLED")
        if self._is_on:
            self._afresh = Afresh(crawler, self._left, frontier.note)
            crawler.signals.connect(self._downloaded, signals.response_downloaded)
            crawler.signals.connect(self._idle, signals.spider_idle)

    def keep(self, request: Request) -> bool:
        """Ask a request that was led to an address that is asked already once more, or let it wait for what that is; whether that is so."""
        if not self._may_be_led(request):
            return False
        here = _place(request.url)
        if not self._frontier.is_new(request.url) or self._is_known(here):
            return self._try(request)
        if self._afresh.goes_on and request.url not in self._asked:
            # Who asked it may have done so in an earlier part of the crawl, whose cookies are gone.
            self._asked.add(request.url)
            self._crawl(request.replace(dont_filter=True))
        else:
            self._waiting[here].append(request)
        return True

    def send_back(self, response: Response) -> bool:
        """Ask once more what was led to something else than it had asked for; whether that is so."""
        request = response.request
        return request is not None and self._may_be_led(request) and self._try(request)

    def let_pass(self, response: Response) -> None:
        """A request was led to an answer that is not sent back; one of those that wait on its way tries whether it is, too."""
        if response.request is None or not self._may_be_led(response.request):
            return
        for place in self._way(response.request) - self._gates:
            if keys.COOKIE_CAME not in response.request.meta:
                self._is_none([place])
                continue
            self._passed.add(place)
            waiting = self._waiting.get(place)
            if waiting and not self._try(first := waiting.pop(0)):
                self._led_to(first)

    def _is_known(self, place: str) -> bool:
        return place in self._others or place in self._passed or place in self._gates

    def _may_be_led(self, request: Request) -> bool:
        return bool(
            self._is_on
            and request.meta.get("redirect_urls")
            and keys.VISIT in request.meta
            and keys.PAST_GATE not in request.meta
        )

    def _way(self, request: Request) -> set[str]:
        """The places that a request was led to and that may be gates: not where others want to go."""
        last = [request.url] if self._frontier.is_new(request.url) else []
        return {_place(url) for url in (*request.meta["redirect_urls"][1:], *last)} - self._others

    def _try(self, request: Request) -> bool:
        """Ask a request once more if a cookie has come where it was led; whether that is so."""
        way = self._way(request)
        may_be_one = keys.COOKIE_CAME in request.meta and self._in_vain[site_of(request.url)] < MOST_IN_VAIN
        if not may_be_one and way.isdisjoint(self._passed) and way.isdisjoint(self._gates):
            self._is_none(way)
        elif way:
            self._passed -= way
            self._ask(request, way)
            return True
        return False

    def _downloaded(self, request: Request, response: Response) -> None:
        if b"Set-Cookie" in response.headers:
            request.meta[keys.COOKIE_CAME] = True
        if b"Location" in response.headers:
            self._afresh.mark(request)
        tried = request.meta.get(keys.PAST_GATE, ())
        is_led = bool(request.meta.get("redirect_urls"))
        if is_led and _place(request.url) in tried:
            self._in_vain[site_of(request.url)] += 1
            self._is_none(tried)
        elif tried and (is_led or b"Location" not in response.headers):
            self._open(set(tried) - self._others)

    def _open(self, gates: set[str]) -> None:
        """Ask again what waits at these places, for they are gates."""
        self._gates |= gates
        for place in gates:
            for request in self._waiting.pop(place, ()):
                self._ask(request, {place})

    def _is_none(self, places: Iterable[str]) -> None:
        self._gates -= set(places)
        self._others |= set(places)
        for place in places:
            for request in self._waiting.pop(place, ()):
                self._led_to(request)

    def _idle(self) -> None:
        """What still waits does so for what has never answered."""
        self._is_none([place for place, waiting in self._waiting.items() if waiting])

    def _ask(self, request: Request, way: set[str]) -> None:
        again = at_first(request)
        again.meta[keys.PAST_GATE] = sorted(way)
        self._afresh.mark(again)
        self._crawl(again)

    def _crawl(self, request: Request) -> None:
        assert self._crawler.engine is not None
        self._crawler.engine.crawl(request)

    def _left(self) -> list[Request]:
        """What still waits when the crawl ends."""
        return [request for waiting in self._waiting.values() for request in waiting]


def _place(url: str) -> str:
    """An address without its arguments, which may say where each wanted to go."""
    return (clean_url(url) or url).partition("?")[0]
