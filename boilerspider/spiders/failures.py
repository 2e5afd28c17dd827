"""What the news spider does about requests that came to nothing: a line each, and what later crawls need know of them."""

from __future__ import annotations

import logging
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest
from scrapy.spidermiddlewares.httperror import HttpError
from twisted.python.failure import Failure

from boilerspider.crawl import keys
from boilerspider.crawl.known import Known
from boilerspider.crawl.reasons import reason
from boilerspider.crawl.redirected import asked_first, redirected_from
from boilerspider.crawl.responses import is_robots_txt
from boilerspider.crawl.retry import Enough, NotNow, OverBudget, RobotsUnknown, is_ending
from boilerspider.spiders.callbacks import Callback
from boilerspider.spiders.failing import Failing
from boilerspider.spiders.frontier import leads_to_itself
from boilerspider.spiders.jobdir import put_back
from boilerspider.spiders.left import Left
from boilerspider.spiders.memory import Memory
from boilerspider.spiders.named import Named
from boilerspider.spiders.outcomes import Outcomes
from boilerspider.spiders.paging import GONE
from boilerspider.spiders.walls import Walls
from boilerspider.urls import site_of

FORBIDDEN = "Forbidden by robots.txt"
"""What Scrapy's RobotsTxtMiddleware says of what it refuses."""


ENDLESS = "max redirections reached"
"""What Scrapy's redirect middlewares say of what they follow no further."""


class Failures:
    """Hears of requests that came to nothing."""

    def __init__(self, crawler: Crawler, memory: Memory, outcomes: Outcomes, named: Named) -> None:
        assert crawler.stats is not None
        assert crawler.spider is not None
        self._crawler = crawler
        self._stats = crawler.stats
        self._logger = crawler.spider.logger
        self._outcomes = outcomes
        self._named = named
        self._told: set[str] = set()
        self._reads_stories: Callback = crawler.spider.parse_article  # type: ignore[attr-defined]
        self._walls = Walls(crawler, self._reads_stories)
        self._failing = Failing(crawler, memory, outcomes, self._reads_stories)
        self._left = Left(crawler)
        self._circling: set[str] = set()
        """Sites of which it was told that an address redirects to itself, or without end."""

    async def heard(self, failure: Failure) -> None:
        """One line for a request, or for the first of its site that may not be made."""
        request: Request = failure.request  # type: ignore[attr-defined]
        error = failure.value
        assert error is not None
        if isinstance(error, HttpError):
            await self._answered(request, error)
        elif isinstance(error, IgnoreRequest):
            await self._refused(request, error)
        else:
            self._failed(request, error)

    async def circles(self, request: Request) -> None:
        """Redirects lead a request to itself, or on without end: it came to nothing, and is asked again at its ages. One WARNING line a site."""
        site = site_of(asked_first(request))
        why = "it redirects to itself" if leads_to_itself(request) else "it redirects without end"
        level = logging.INFO if site in self._circling else logging.WARNING
        self._circling.add(site)
        self._logger.log(level, "%s cannot be fetched: %s", asked_first(request), why)
        self._stats.inc_value(keys.not_fetched("redirects"))
        await self._outcomes.circled(request)

    def _failed(self, request: Request, error: BaseException) -> None:
        why = reason(error)
        self._named.nothing(request, why)
        if is_robots_txt(request.url):
            # That it cannot be fetched says `RobotsFailure`, who hears it of Scrapy's own request.
            self._logger.info(
                "%s: its robots.txt, which may name sitemaps, is not to be had: %s", site_of(request.url), why
            )
        else:
            self._logger.warning("%s cannot be fetched: %s", request.url, why)
        self._stats.inc_value(keys.not_fetched(type(error).__name__))
        self._failing.heard(request)

    async def _answered(self, request: Request, error: HttpError) -> None:
        status = error.response.status
        self._named.nothing(request, f"status {status}")
        self._logger.info("%s answers with status %d", request.url, status)
        if status not in GONE:
            self._stats.inc_value(keys.not_fetched(str(status)))
            self._failing.heard(request, status)
        elif keys.VISIT in request.meta:
            is_story = request.callback == self._reads_stories
            await (self._outcomes.nothing if is_story else self._outcomes.no_list)(error.response)

    async def _refused(self, request: Request, error: IgnoreRequest) -> None:
        self._logger.debug("%s is not fetched: %s", request.url, error)
        if isinstance(error, (Known, NotNow)):
            self._walls.let_go(request)
        if isinstance(error, NotNow):
            is_ended = isinstance(error, Enough) or is_ending(self._crawler)
            self._left.refused(error, is_ended=is_ended)
            if is_ended and put_back(self._crawler, request):
                return
            self._failing.not_asked(request, is_left=is_ended or isinstance(error, OverBudget))
            if isinstance(error, RobotsUnknown) and not is_ended:
                self._named.nothing(request, str(error))
                self._logger.info("%s cannot be fetched: %s", request.url, error)
                self._stats.inc_value(keys.not_fetched("robots.txt"))
            return  # Whoever refuses so says it.
        if str(error) == ENDLESS and redirected_from(request):
            self._named.endless(request)
            await self.circles(request)
            return
        why = "robots.txt forbids it" if str(error) == FORBIDDEN else str(error)
        self._named.nothing(request, why)
        if str(error) == FORBIDDEN:
            self._forbidden(request)
        await self._outcomes.refused(request)

    def _forbidden(self, request: Request) -> None:
        """One line a site."""
        if (site := site_of(request.url)) not in self._told:
            self._told.add(site)
            path = urlsplit(request.url).path
            self._logger.info(
                "%s: %s is not fetched, robots.txt forbids it; what else it forbids is told at DEBUG", site, path
            )
