"""What the news spider does where a redirect has led to an address that is asked already: by another request, or by the same."""

from __future__ import annotations

from collections import Counter, defaultdict

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response
from scrapy.spidermiddlewares.httperror import HttpError
from twisted.python.failure import Failure

from boilerspider.crawl import keys
from boilerspider.crawl.asked import Asked
from boilerspider.crawl.nodesk import desk_of
from boilerspider.crawl.outages import Tried
from boilerspider.crawl.redirected import asked_first, redirected_from
from boilerspider.crawl.responses import article_of
from boilerspider.discovery import looks_like_listing
from boilerspider.kinds import is_article
from boilerspider.spiders.failures import ENDLESS, FORBIDDEN, Failures
from boilerspider.spiders.frontier import Frontier, form_of, leads_to_itself
from boilerspider.spiders.gates import MOST_IN_VAIN, Gates
from boilerspider.spiders.judging import leads_to_front, may_be_story
from boilerspider.spiders.named import Named
from boilerspider.spiders.nowhere import Nowhere
from boilerspider.spiders.outcomes import Outcomes
from boilerspider.urls import site_of

FURTHER_REDIRECTS = 2
"""Redirects that are followed, at most, from an address that is asked once more; in a circle each would be asked. Ours."""

REDIRECTS_OF_GATES = 4
"""As many where a cookie came in the circle: two more gates may stand behind the first, each of which leads back. Ours."""


class Redirects:
    """Hears of answers behind redirects, and of requests that were dropped."""

    def __init__(
        self, crawler: Crawler, frontier: Frontier, outcomes: Outcomes, named: Named, failures: Failures
    ) -> None:
        self._crawler = crawler
        self._frontier = frontier
        self._outcomes = outcomes
        self._named = named
        self._failures = failures
        self._nowhere = Nowhere(frontier, outcomes)
        self._dropped: set[str] = set()
        """Addresses whose own request was dropped, because a redirect had led there before; what leads there is read."""
        self._answered: set[str] = set()
        self._again: set[str] = set()
        """Addresses that were asked once more for a known story that leads there."""
        self._endless: Counter[str] = Counter()
        """Site -> requests that came to nothing because redirects led them in a circle without end."""
        self._led_by: defaultdict[str, list[str]] = defaultdict(list)
        """Address that is being asked -> those of known stories that lead there."""
        self._background = desk_of(crawler).background
        self._gates = Gates(crawler, frontier, lambda request: self._background.start(self._led_to(request)))

    async def hand_over(self, response: Response, *, has_stories: bool = False) -> bool:
        """Leave an answer to another request, where a redirect has led to what that asks, or to a gate; whether it is left."""
        is_led = bool(redirected_from(response)) and not leads_to_itself(response)
        here = form_of(response.url)
        is_taken = not self._frontier.is_new(response.url) and here not in self._dropped
        is_astray = is_led and (is_taken or not (has_stories or _is_story(response)))
        if is_astray and self._gates.send_back(response):
            return True
        if is_led and is_taken:
            await self._led_to(response)
            return True
        if _is_story(response):
            for request in self._gates.story_at(response.url):
                await self._led_to(request)
        if not is_astray:
            self._gates.let_pass(response)
        self._frontier.note(response.url)
        self._answered.add(here)
        response.meta[keys.LED_BY] = self._led_by.pop(here, [])
        self._nowhere.read(response)
        return await self._is_at_front(response)

    async def _is_at_front(self, response: Response) -> bool:
        """Whether a front page, which would be read as a story, answered what was asked for as one; then that comes to nothing."""
        article = article_of(response)
        is_asked_as_story = not self._frontier.is_listing(asked_first(response))
        if article is None or not is_article(article):
            return False
        if is_asked_as_story and leads_to_front(response):
            self._named.led_to_front(response)
            await self._outcomes.led_nowhere(Asked.led(response), Tried.of(response))
            await self._nowhere.answered(response)
            return True
        if is_asked_as_story or may_be_story(response):
            self._named.stands(response.url)
        return False

    def send_back(self, response: Response, *, is_one: bool) -> bool:
        """Ask for a front page, a feed or a sitemap once more that was led to what is none; whether that is so."""
        if is_one:
            self._gates.let_pass(response)
        return not is_one and self._gates.send_back(response)

    async def unanswered(self, response: Response) -> None:
        """An answer whose status says that there is no page in it (202, 204): its request came to nothing, as by any other such status."""
        failure = Failure(HttpError(response, "no page"))  # type: ignore[no-untyped-call]
        failure.request = response.request  # type: ignore[attr-defined]
        await self.failed(failure)

    async def failed(self, failure: Failure) -> None:
        """A request came to nothing, and is asked once more if it was led there by what a cookie may open."""
        error, url = failure.value, failure.request.url  # type: ignore[attr-defined]
        if isinstance(error, HttpError) and self._gates.send_back(error.response):
            return
        self._endless[site_of(url)] += str(error) == ENDLESS
        if str(error) == FORBIDDEN:  # to all that are led there
            await self._nowhere.is_at([url])
        else:
            self._nowhere.tells_nothing(url)
        await self._failures.heard(failure)

    async def no_story(self, response: Response) -> None:
        """A page is no story, so that what leads there comes to nothing."""
        await self._nowhere.answered(response)

    def dropped(self, request: Request, *, is_ours: bool) -> None:
        """Nobody else hears of a request for an address that is asked already, or that may not be; of our sites or not."""
        if again := self._once_more(request):
            assert self._crawler.engine is not None
            self._crawler.engine.crawl(again)
            return
        is_story = is_ours and keys.NAMED not in request.meta  # another redirect may be on its way there
        self._named.dropped(request, is_asked=is_story or not self._frontier.is_new(request.url))
        if not redirected_from(request):
            self._dropped.add(form_of(request.url))
        elif keys.VISIT in request.meta:
            if leads_to_itself(request):
                self._background.start(self._failures.circles(request))
            elif not is_ours:
                self._background.start(self._outcomes.led_nowhere(Asked.led(request), Tried.of(request)))
            elif not self._gates.keep(request):
                self._background.start(self._led_to(request))

    def _once_more(self, request: Request) -> Request | None:
        """The request that is not dropped, where redirects have led back to what was asked on the way: a cookie, or another spelling, may be all that was missing."""
        if request.dont_filter or not leads_to_itself(request):
            return None
        # What was asked by the very same address has had a try.
        further = FURTHER_REDIRECTS - (request.url in redirected_from(request))
        if keys.COOKIE_CAME in request.meta and self._endless[site_of(request.url)] < MOST_IN_VAIN:
            further = REDIRECTS_OF_GATES
        ttl = min(request.meta.get("redirect_ttl", further), further)
        return request.replace(dont_filter=True, meta={**request.meta, "redirect_ttl": ttl})

    async def _led_to(self, asked: Request | Response) -> None:
        """Another request asks for the address: what becomes of it becomes of those that led there, once it has answered.

        What answers is judged as a story that has moved there. Where it was judged before, it is asked once more, for all of them.
        """
        if await self._nowhere.has_led(asked):
            return
        before, there = redirected_from(asked), form_of(asked.url)
        had_story = await self._outcomes.was_had(asked, Asked.led(asked).urls)
        may_have_moved = had_story and await self._outcomes.may_have_moved(before, asked.url)
        await self._outcomes.led_to(before, asked.url, Tried.of(asked))
        if not had_story:
            return
        if there not in self._answered:
            self._led_by[there] += before
        elif may_have_moved and isinstance(asked, Request) and there not in self._again:
            self._again.add(there)
            self._answered.discard(there)
            self._dropped.add(there)
            assert self._crawler.engine is not None
            self._crawler.engine.crawl(asked.replace(dont_filter=True))


def _is_story(response: Response) -> bool:
    article = article_of(response)
    return article is not None and is_article(article) and not looks_like_listing(response.url)
