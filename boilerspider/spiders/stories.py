"""What the news spider emits: of the page that answered, the whole story, if it is one and is wanted."""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncIterator, Collection, Sequence
from typing import Any

from scrapy.exceptions import CloseSpider
from scrapy.http import Response
from twisted.python.failure import Failure

from boilerspider.crawl import keys
from boilerspider.crawl.asked import Asked
from boilerspider.crawl.redirected import asked_first, redirected_from
from boilerspider.crawl.responses import article_of, no_page
from boilerspider.crawl.retry import Enough, NotNow
from boilerspider.crawl.stop import configured
from boilerspider.discovery import Link
from boilerspider.kinds import why_not
from boilerspider.model import STORIES, Article
from boilerspider.spiders.afresh import at_first
from boilerspider.spiders.callbacks import Callbacks
from boilerspider.spiders.following import Following
from boilerspider.spiders.frontier import form_of
from boilerspider.spiders.judging import as_announced, as_found, holds_headline, leads_to_list
from boilerspider.spiders.outcomes import Outcomes
from boilerspider.spiders.paging import Paging
from boilerspider.spiders.quota import Quota
from boilerspider.spiders.redirects import Redirects
from boilerspider.spiders.wanted import refuser_of_article
from boilerspider.urls import site_of


class Stories:
    """Judges the pages that answered, and notes what those that give no article came to."""

    def __init__(
        self, spider: Callbacks, outcomes: Outcomes, following: Following, paging: Paging, redirects: Redirects
    ) -> None:
        assert spider.crawler.stats is not None
        self._spider = spider
        self._stats = spider.crawler.stats
        self._logger = spider.logger
        self._outcomes = outcomes
        self._following = following
        self._paging = paging
        self._redirects = redirects
        self._min_words = configured(spider.crawler.settings).min_words
        self._quota = Quota(spider.arguments)
        self._quota.connect(spider.crawler.signals)

    async def articles(self, response: Response, found: Link | None = None) -> AsyncIterator[Any]:
        """The page's article, if it is one and is wanted, with the text of later pages; of such a page the request for the first one."""
        article = article_of(response)
        url = found.url if found is not None else response.url
        if article is not None:
            # A redirect may add what campaigns and sessions do: that is no other address, and visits are kept without it.
            article = dataclasses.replace(article, url=form_of(response.url))
        if article is not None and article.source == "link" and (voucher := self._following.voucher(url)):
            article, found = dataclasses.replace(article, source=voucher.source), voucher
        elif found is None:  # a source may have named what was asked because it was due
            found = self._following.voucher(url)
        is_ours = site_of(response.url) in self._spider.sites
        if not is_ours or no_page(response) or article is None:
            await self._nothing(response, is_ours=is_ours)
        elif self._paging.is_part(response.url):
            self._logger.debug("%s was read with the first page of its story", response.url)
        elif first := self._paging.first_page(response, article):
            for request in await self._paging.requests(response, first, found):
                yield request
        elif why := await self._why_not(article, response):
            await self._no_article(response, article, url, why)
        else:
            async for whole in self._wanted(response, article, found):
                yield whole

    async def _why_not(self, article: Article, response: Response) -> str | None:
        """Why a page is no article; one that an earlier crawl had is vouched for, by whatever led to it then."""
        urls = Asked.of(response).urls
        if leads_to_list(response) and await self._is_taken_out(response, urls):
            why = why_not(dataclasses.replace(article, source="link"))
            return "listing" if why == "unlikely" else why
        why = why_not(article)
        is_known = why == "unlikely" and await self._outcomes.was_had(response, urls)
        return None if is_known else why

    async def _is_taken_out(self, response: Response, urls: Sequence[str]) -> bool:
        """Whether redirects lead from a story to a section: from one that was had, and not there, or from a headline, which says more than the address of a section does. From a number (`/?p=1`) or a short link they may lead to a story (`/ferries`)."""
        if keys.ALWAYS in response.meta or await self._outcomes.was_had_at(urls[-1]):
            return False
        return holds_headline(asked_first(response)) or await self._outcomes.was_had(response, urls)

    async def _nothing(self, response: Response, *, is_ours: bool) -> None:
        """No page was read: none came, or none can be read, or it is another site's."""
        if is_ours and (what := no_page(response)):
            self._logger.info("No article: %s (%s)", response.url, what)
            await self._outcomes.pageless(response)
        else:
            await self._outcomes.nothing(response)

    async def _no_article(self, response: Response, article: Article, url: str, why: str) -> None:
        self._stats.inc_value(keys.no_article(why))
        self._following.passed.no_story(response.url, why)
        self._logger.info("No article: %s (%s, words: %d)", article.url, why, article.word_count)
        if why == "blocked":
            return  # Nothing is known of what stands there for others.
        if why == "consent" or (why == "empty" and (article.page_type in STORIES or not article.blocks)):
            await self._outcomes.unread(response, is_wall=why == "consent")
        elif why == "unlikely":
            self._following.doubt(url)
            await self._outcomes.doubted(response)
            await self._redirects.no_story(response)
        else:
            await self._outcomes.nothing(response)

    async def _wanted(self, response: Response, article: Article, found: Link | None) -> AsyncIterator[Article]:
        """The article of all pages of its story, if it is wanted."""
        if article.word_count >= self._min_words:
            await self._outcomes.story(response)
        if found is not None:
            article = as_announced(article, found)
        way = redirected_from(response)
        whole = await self._paging.whole(response, article) if self._quota.wants(article, way) else article
        if whole is None:
            self._logger.info("%s is left to another crawl: not all of its pages are to be had", article.url)
            await self._leave(response, NotNow("not all of its pages are to be had"))
        elif await self._takes(response, whole, way):
            self._following.passed.had(response.url)
            yield as_found(whole, response)
        else:
            why = refuser_of_article(self._spider.arguments, whole, way)
            self._following.passed.page(response.url, why, whole)
            if why != "until":  # a later crawl may take it
                await self._outcomes.unwanted(response)

    async def _takes(self, response: Response, whole: Article, way: Collection[str]) -> bool:
        try:
            return self._quota.takes(whole, way)
        except CloseSpider as enough:
            await self._leave(response, Enough(str(enough)))
            raise

    async def _leave(self, response: Response, error: NotNow) -> None:
        """A story that has answered comes to nothing for now, as if it had not been asked."""
        assert response.request is not None
        failure = Failure(error)  # type: ignore[no-untyped-call]
        failure.request = at_first(response.request)  # type: ignore[attr-defined]
        await self._spider.failed(failure)
