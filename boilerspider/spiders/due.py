"""Stories whose time to be asked again has come, and to which nothing may lead any more.

What is left of them is asked when a crawl has nothing else to do. Many crawls are ended before, by a limit of time or
number: so one is asked after every few answers of its site, too. Of those that failed a site is asked for some, and for the
others once one of them has answered.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from dataclasses import replace

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.http import Request, Response

from boilerspider.crawl import keys
from boilerspider.crawl.redirected import way_of
from boilerspider.crawl.responses import FIRST_ERROR
from boilerspider.discovery import Link
from boilerspider.spiders.following import Following
from boilerspider.spiders.frontier import form_of
from boilerspider.spiders.judging import gave_no_page
from boilerspider.spiders.memory import Memory
from boilerspider.stores import Visit
from boilerspider.urls import site_of

EVERY = 4
"""Answers of a site after which one such story of it is asked: news first. Ours."""

BEFORE_OTHERS = 6
"""Priority of such a request: before the stories that wait, behind what leads to stories."""

TRIED = 50
"""Stories of a site that failed when they were asked last, of which that many are asked before the others, each in its turn. Ours: they may be a thousand."""

_Story = tuple[Link, Visit | None]


class Due:
    """Asks for each of them once."""

    def __init__(self, crawler: Crawler, following: Following, memory: Memory) -> None:
        self._crawler = crawler
        self._following = following
        self._memory = memory
        self._left: defaultdict[str, list[_Story]] = defaultdict(list)
        self._held: dict[str, list[_Story]] = {}
        """Those that failed, for which their site is not asked until one like them answers."""
        self._answers: Counter[str] = Counter()
        crawler.signals.connect(self._answered, signals.response_received)
        crawler.signals.connect(self._close, signals.spider_closed)

    async def learn(self, *, is_for_news: bool, reads_feeds: bool) -> None:
        """Find out which these are, at the start of a crawl; one that is for named pages alone asks for none that was not had.

        Feeds lead to a story for hours alone, so that a crawl that reads some asks for it, whatever else it follows.
        """
        failed = defaultdict[str, list[_Story]](list)
        for link, visit in (await self._memory.due(with_missed=is_for_news)).items():
            found = replace(link, source="feed") if reads_feeds else link
            if self._following.wants(found):  # what is not asked would keep others from their turn
                alike = failed if self._memory.has_failed(link.url) else self._left
                alike[site_of(link.url)].append((found, visit))
        for site, stories in failed.items():
            stories.sort(key=lambda story: self._memory.failed_at(story[0].url))
            self._left[site] += stories[:TRIED]
            self._held[site] = stories[TRIED:]
        for stories in (*self._left.values(), *self._held.values()):
            # One that never answers must not keep others from their turn, crawl after crawl.
            random.shuffle(stories)
            stories.sort(key=_is_new)  # the last ones are asked first

    def rest(self) -> list[Request]:
        """The requests for all that are left, and to which nothing has led."""
        left, self._left = self._left, defaultdict(list)
        return self._following.again({link: visit for stories in left.values() for link, visit in stories})

    def _answered(self, response: Response, request: Request) -> None:
        if response.status < FIRST_ERROR and not gave_no_page(response):
            for url in filter(self._memory.has_failed, map(form_of, way_of(request))):
                self._left[site_of(url)] += self._held.pop(site_of(url), [])
        if keys.SOURCE not in request.meta:
            return
        for site in self._left.keys() & set(map(site_of, way_of(request))):
            self._answers[site] += 1
            if self._answers[site] % EVERY == 0 and (story := self._next(site)) is not None:
                assert self._crawler.engine is not None
                self._crawler.engine.crawl(story.replace(priority=BEFORE_OTHERS))

    def _close(self) -> None:
        left = sum(self._following.is_left(link) for stories in self._held.values() for link, _ in stories)
        if left:
            assert self._crawler.stats is not None
            self._crawler.stats.inc_value(keys.left("failing"), left)

    def _next(self, site: str) -> Request | None:
        # What no crawl has had comes in every other turn: where crawls never come to their end, there is always more of it.
        at = -1 if self._answers[site] // EVERY % 2 else 0
        stories = self._left[site]
        while stories:
            for request in self._following.again(dict([stories.pop(at)])):
                return request
        return None


def _is_new(story: _Story) -> bool:
    """Whether no crawl has had a story."""
    visit = story[1]
    return visit is None or not visit.had_story
