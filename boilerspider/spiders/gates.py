"""Gates: places to which a site leads all who come without its cookie (a wall of consent).

What a gate is, no word of its page tells, but what happens: a cookie came on the way there, and who brings it is not led
there any more. So of all that are led to a place one is asked once more with the cookie, as soon as the place has
answered, while the others wait there; when that one passes, they are asked once more, too. It may be gone itself, and be led
elsewhere, or there again: then the next one tries. Behind a gate may stand another.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.http import Response

from boilerspider.crawl import keys
from boilerspider.crawl.redirected import asked_first, redirected_from, way_of
from boilerspider.spiders.afresh import Afresh, at_first
from boilerspider.spiders.frontier import Frontier, place_of
from boilerspider.urls import site_of

MOST_IN_VAIN = 3
"""Tries on a site in a row that came to nothing, from which on only what others have passed is tried there: a site may set a cookie with each answer. Ours."""

MOST_GATES = 3
"""Gates one after the other that a request is asked once more for: a region, an age and a consent. Ours."""

NOT_MODIFIED = 304
NO_ANSWER = 500
"""Status from which on an answer says nothing of its place: the server's errors (RFC 9110, section 15.6), which are asked again."""


class Gates:
    """Asks what was led to a gate once more, in a crawl with cookies."""

    def __init__(self, crawler: Crawler, frontier: Frontier, led_to: Callable[[Request], object]) -> None:
        self._crawler = crawler
        self._led_to = led_to
        """Told of requests whose address, which another asks, is no gate."""
        self._heard: dict[str, bool] = {}
        """Place on the way of what has answered -> whether a cookie came."""
        self._tried: defaultdict[str, set[str]] = defaultdict(set)
        """Site -> places of which one with a cookie is to show whether it is led there again."""
        self._gates: set[str] = set()
        """Places that those with a cookie are not led to any more."""
        self._others: set[str] = set()
        """Places to which those are led, too, that bring a cookie."""
        self._passed: set[str] = set()
        """Places where a cookie came to one that was led on to what it asked for."""
        self._in_vain: Counter[str] = Counter()
        """Site -> tries that came to nothing since one did not."""
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
        here = place_of(request.url)
        if here in self._heard or here in self._gates:
            if self._heard.get(here):
                request.meta[keys.COOKIE_CAME] = True
            return self._try(request) or self._ends(request)
        if self._try(request, but=here):
            return True
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
        if request is None or not self._is_on:
            return False
        return (self._may_be_led(request) and self._try(request, may_wait=False)) or self._ends(request)

    def let_pass(self, response: Response) -> None:
        """An answer is what was asked for."""
        request = response.request
        if request is None or not self._is_on:
            return
        if keys.COOKIE_CAME in request.meta:
            self._passed |= _way(request) - self._gates - self._others
        if place_of(request.url) not in _tried(request):
            self._open(_tried(request), request)
        self._settle(request)

    def story_at(self, url: str) -> list[Request]:
        """A story stands at an address, which is no gate; what waits there."""
        if not self._is_on:
            return []
        self._others.add(place := place_of(url))
        return self._waiting.pop(place, [])

    def _may_be_led(self, request: Request) -> bool:
        return bool(
            self._is_on
            and redirected_from(request)
            and keys.VISIT in request.meta
            and len(request.meta.get(keys.PAST_GATE, ())) < MOST_GATES
        )

    def _try(self, request: Request, *, but: str = "", may_wait: bool = True) -> bool:
        """Ask a request once more if a cookie has come where it was led, but for one place, or let it wait for another that is; whether that is so."""
        way = _way(request) - self._others - _tried(request) - {but}
        if way.isdisjoint(self._gates):
            in_vain, tried = self._in_vain[_site(request)], self._tried[_site(request)]
            is_bounded = way.isdisjoint(self._passed)
            if not way or keys.COOKIE_CAME not in request.meta or (is_bounded and in_vain >= MOST_IN_VAIN):
                return False
            busy = way & tried or (tried if is_bounded and in_vain + len(tried) >= MOST_IN_VAIN else ())
            if busy and may_wait:
                self._waiting[min(busy)].append(request)
                return True
            tried |= way
        again = at_first(request)
        again.meta[keys.PAST_GATE] = [*request.meta.get(keys.PAST_GATE, ()), sorted(way)]
        self._afresh.mark(again)
        self._crawl(again)
        return True

    def _ends(self, request: Request) -> bool:
        """A request has come to nothing where it was led, and is not asked once more; always false."""
        tried = _tried(request)
        if tried and tried.isdisjoint(_way(request)):
            # A story that is gone may lead anywhere, and so may a gate of many addresses, where a cookie comes each time.
            if keys.COOKIE_CAME in request.meta:
                self._led_again(request)
            else:
                self._open(tried, request)
        self._settle(request)
        return False

    def _settle(self, request: Request) -> None:
        """What became of a request is known: what waits on its way tries, or need not wait any longer."""
        self._go_on(_way(request, whole=True), has_come=keys.COOKIE_CAME in request.meta)

    def _downloaded(self, request: Request, response: Response) -> None:
        if b"Set-Cookie" in response.headers:
            request.meta[keys.COOKIE_CAME] = True
        is_led = bool(redirected_from(request))
        if is_led and place_of(request.url) in _tried(request):
            self._led_again(request)
        if b"Location" in response.headers:
            self._afresh.mark(request)
            return
        if response.status < NO_ANSWER:
            for place in _way(request, whole=True):
                self._heard[place] = self._heard.get(place, False) or keys.COOKIE_CAME in request.meta
            if not is_led:
                self._open(_tried(request), request)
        if response.status == NOT_MODIFIED:
            self._settle(request)

    def _open(self, places: set[str], request: Request) -> None:
        """A request has passed these places, which are gates."""
        if gates := places - self._others:
            self._in_vain[_site(request)] = 0
            self._gates |= gates
            self._tried[_site(request)] -= gates
            self._go_on(gates)

    def _led_again(self, request: Request) -> None:
        """A request was led astray although it brought the cookie: it may be gone, so that its places are tried by others, and stay gates, for a while."""
        self._in_vain[site := _site(request)] += 1
        places = _tried(request)
        if self._in_vain[site] >= MOST_IN_VAIN:
            self._are_none(places)
        else:
            self._tried[site] -= places
            self._go_on(places, has_come=True)

    def _are_none(self, places: set[str]) -> None:
        self._gates -= places
        for tried in self._tried.values():
            tried.difference_update(places)
        self._others |= places
        self._go_on(places)

    def _go_on(self, places: Iterable[str], *, has_come: bool = False) -> None:
        """What waits at these places tries, with a cookie if one has come there, or need not wait any longer."""
        for request in [each for place in places for each in self._waiting.pop(place, ())]:
            if has_come:
                request.meta[keys.COOKIE_CAME] = True
            if not self._try(request):
                self._led_to(request)

    def _idle(self) -> None:
        """What still waits does so for what has never answered."""
        self._are_none({place for place, waiting in self._waiting.items() if waiting})

    def _crawl(self, request: Request) -> None:
        assert self._crawler.engine is not None
        self._crawler.engine.crawl(request)

    def _left(self) -> list[Request]:
        """What still waits when the crawl ends."""
        return [request for waiting in self._waiting.values() for request in waiting]


def _site(request: Request) -> str:
    return site_of(asked_first(request))


def _way(request: Request, *, whole: bool = False) -> set[str]:
    """The places that a request was led to; with the whole way that of its first address, too."""
    return {place_of(url) for url in way_of(request)[not whole :]}


def _tried(request: Request) -> set[str]:
    """The places that a request should pass, with a cookie that came there."""
    return {place for way in request.meta.get(keys.PAST_GATE, ()) for place in way}
