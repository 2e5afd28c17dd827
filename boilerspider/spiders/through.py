"""Feeds of a sites file whose entries lie on other hosts and lead on to the stories of their site (feedburner and its like)."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

from scrapy import Request
from scrapy.http import Response

from boilerspider.crawl import keys
from boilerspider.discovery import Link
from boilerspider.spiders.callbacks import Callbacks
from boilerspider.spiders.following import Following
from boilerspider.spiders.lending import lender_of
from boilerspider.spiders.memory import Memory
from boilerspider.spiders.named import Named
from boilerspider.spiders.outcomes import Outcomes
from boilerspider.spiders.wanted import refuser_of_url
from boilerspider.urls import clean_url, site_of


class Through:
    """Asks the entries of such a feed, at the cost of its site, and takes what leads there."""

    def __init__(
        self, spider: Callbacks, following: Following, memory: Memory, outcomes: Outcomes, named: Named
    ) -> None:
        self._spider = spider
        self._arguments = spider.arguments
        self._following = following
        self._memory = memory
        self._outcomes = outcomes
        self._named = named

    async def requests(self, response: Response, links: Sequence[Link]) -> AsyncIterator[Request]:
        """The requests for the entries of a feed, none of which lies on a site of the crawl; where the user has not said whose they are, none."""
        name, lender = response.meta.get(keys.NAMED), lender_of(response)
        if name is None:  # A blog of links has such a feed, too, and none of those leads home.
            self._named.strays(response, links[0].url)
            return
        rules = self._arguments.of(lender)
        if not (rules.start or rules.sitemaps) or name not in map(clean_url, rules.feeds):
            # It is not read: with the site named, the next crawl needs all of it.
            self._named.leads_away(name, lender, site_of(links[0].url))
            return
        self._following.lend(lender, (link.url for link in links))
        known = await self._memory.recall(links, lender)
        if any(visit.had_story for visit in known.values()):
            self._named.had(response)
        for request in await self._following.of_source(links, response, lender):
            yield request.replace(meta={**request.meta, keys.THROUGH: name})

    def is_home(self, response: Response) -> bool:
        """Whether such an entry has led to a page of the crawl's sites that its arguments want."""
        return site_of(response.url) in self._spider.sites and not refuser_of_url(self._arguments, response.url)

    async def note(self, response: Response) -> None:
        """Note where such an entry has led.

        As long as no entry of a feed has led home, nothing is remembered of those that led elsewhere: with the right site named, the next crawl needs them.
        """
        name = response.meta[keys.THROUGH]
        if site_of(response.url) in self._spider.sites:
            self._named.leads_home(name)
            if not self.is_home(response):
                why = refuser_of_url(self._arguments, response.url)
                self._following.passed.page(response.url, why)
                await self._outcomes.unwanted(response)
        elif self._named.has_had(name):
            await self._outcomes.nothing(response)
        else:
            self._named.leads_away(name, lender_of(response), site_of(response.url))
