"""Gates: one address to which a site leads all who come without its cookie, and which gives them that (a wall of consent).

The first story on its way there gets the cookie for all. Those that come while it is under way are dropped there, as the
address is asked already; and the gate does not know any more where each of them wanted to go. So each is asked once more.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.http import Response

from boilerspider.crawl import keys
from boilerspider.discovery import looks_like_listing
from boilerspider.kinds import is_article, why_not
from boilerspider.model import Article
from boilerspider.spiders.afresh import Afresh, at_first
from boilerspider.spiders.frontier import Frontier
from boilerspider.urls import clean_url


class Gates:
    """Asks what was led to a gate once more, in a crawl with cookies."""

    def __init__(self, crawler: Crawler, frontier: Frontier, led_to: Callable[[Request], object]) -> None:
        self._crawler = crawler
        self._frontier = frontier
        self._led_to = led_to
        """Told of requests whose address, which another asks, is no gate."""
        self._gates: set[str] = set()
        self._others: set[str] = set()
        """Addresses on the way of redirects that are none, or lead those there, too, that bring their cookie."""
        self._waiting: defaultdict[str, list[Request]] = defaultdict(list)
        """Address that is being asked -> requests that were led there too."""
        self._asked: set[str] = set()
        """Addresses that are asked although an earlier part of the crawl has asked them."""
        self._is_on = crawler.settings.getbool("COOKIES_ENABLED")
        if self._is_on:
            self._afresh = Afresh(crawler, self._left, frontier.note)
            crawler.signals.connect(self._downloaded, signals.response_downloaded)
            crawler.signals.connect(self._received, signals.response_received)
            crawler.signals.connect(self._idle, signals.spider_idle)

    def keep(self, request: Request) -> bool:
        """Ask a request that was led to an address that is asked already once more, or let it wait for what that is; whether that is so."""
        if not self._may_be_led(request):
            return False
        if self._passed(request):
            self._ask(request)
            return True
        there = clean_url(request.url)
        if not self._frontier.is_new(there) or there in self._others:
            return False
        if self._afresh.goes_on and there not in self._asked:
            # Who asked it may have done so in an earlier part of the crawl, whose cookies are gone.
            self._asked.add(there)
            self._crawl(request.replace(dont_filter=True))
        else:
            self._waiting[there].append(request)
        return True

    def send_back(self, response: Response, *, is_taken: bool) -> bool:
        """Ask once more what a gate led to no story, or to one that another request asks; whether that is so."""
        assert response.request is not None
        article = response.meta.get(keys.ARTICLE)
        is_one = isinstance(article, Article) and is_article(article) and not looks_like_listing(response.url)
        if (is_one and not is_taken) or not self._may_be_led(response.request) or not self._passed(response.request):
            return False
        self._ask(response.request)
        return True

    def _may_be_led(self, request: Request) -> bool:
        return bool(
            self._is_on
            and request.meta.get("redirect_urls")
            and keys.VISIT in request.meta
            and keys.PAST_GATE not in request.meta
        )

    def _passed(self, request: Request) -> set[str]:
        """The gates on the way of a request."""
        return self._gates.intersection(map(clean_url, (*request.meta["redirect_urls"][1:], request.url)))

    def _downloaded(self, request: Request, response: Response) -> None:
        """Of an answer that leads on, behind a redirect, it is known at once whether it is a gate's."""
        there = clean_url(request.url)
        if b"Location" in response.headers:
            self._afresh.mark(request)
        if not request.meta.get("redirect_urls"):
            return
        if keys.PAST_GATE in request.meta and there in self._gates:
            self._is_none(there)
        elif b"Location" in response.headers:
            self._is_answered(there, response)

    def _received(self, request: Request, response: Response) -> None:
        """A way has come to its end; by now the cookie is kept."""
        if not request.meta.get("redirect_urls"):
            return
        article, there = request.meta.get(keys.ARTICLE), clean_url(request.url)
        if isinstance(article, Article) and why_not(article) == "consent":
            self._is_answered(there, response)
        elif there not in self._gates:
            self._is_none(there)
        self._open(request)

    def _is_answered(self, there: str, response: Response) -> None:
        if b"Set-Cookie" in response.headers and there not in self._others:
            self._gates.add(there)
        elif there not in self._gates:
            self._is_none(there)

    def _is_none(self, there: str) -> None:
        self._gates.discard(there)
        self._others.add(there)
        for request in self._waiting.pop(there, ()):
            self._led_to(request)

    def _idle(self) -> None:
        """What still waits does so for what has never answered."""
        for there in [*self._waiting]:
            self._is_none(there)

    def _open(self, request: Request) -> None:
        """Ask again what waits for the gates on the way of a request."""
        for there in self._passed(request):
            for waiting in self._waiting.pop(there, ()):
                self._ask(waiting)

    def _ask(self, request: Request) -> None:
        self._open(request)
        again = at_first(request)
        again.meta[keys.PAST_GATE] = True
        self._afresh.mark(again)
        self._crawl(again)

    def _crawl(self, request: Request) -> None:
        assert self._crawler.engine is not None
        self._crawler.engine.crawl(request)

    def _left(self) -> list[Request]:
        """What still waits when the crawl ends."""
        return [request for waiting in self._waiting.values() for request in waiting]
