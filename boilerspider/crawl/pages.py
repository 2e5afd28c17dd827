"""Where a crawl reads its pages, fetched ones and those that items bring along: in its own process or in its workers.

One bad page never stops a crawl: it is counted, logged in one line, and there is no article of it.
"""

from __future__ import annotations

import dataclasses
import logging
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from scrapy import signals
from scrapy.crawler import Crawler

from boilerspider.crawl import keys, workers
from boilerspider.crawl.options import Options
from boilerspider.crawl.sites import Site, Sites
from boilerspider.crawl.stop import configured, stop
from boilerspider.crawl.worker import Page, Readers, Reading, Recipe
from boilerspider.errors import BadConfiguration, UnreadablePage
from boilerspider.model import Article
from boilerspider.reading import Parsed
from boilerspider.urls import same_site

logger = logging.getLogger(__name__)

_KINDS: Mapping[str, type] = MappingProxyType({"extractor": str, "params": dict})
"""What a request can choose for its page."""

_EXAMPLE = '{"extractor": "justext", "params": {"length_low": 40}}'


class PageReader:
    """Page in, article out, and a stat for each outcome."""

    def __init__(self, crawler: Crawler, options: Options) -> None:
        assert crawler.stats is not None
        self._stats = crawler.stats
        self._recipe = Recipe(
            options.extractor,
            options.extractor_params,
            options.max_bytes,
            timeout=None if options.workers else options.page_timeout,
        )
        self.sites = Sites() if options.site_memory else None
        """What is known of the sites, and learnt from each page."""
        self._readers = Readers()
        self._workers = workers.Workers(options.workers, options.page_timeout) if options.workers else None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> PageReader:
        options = configured(crawler.settings)
        if options.workers and not workers.can_run():
            stop(BadConfiguration("BOILERSPIDER_WORKERS needs Scrapy's asyncio reactor on a POSIX system; set it to 0"))
        reader = cls(crawler, options)
        crawler.signals.connect(reader.close, signals.spider_closed)
        return reader

    async def close(self) -> None:
        """End the worker processes, and keep what was learnt of the sites."""
        if self.sites is not None:
            await self.sites.close()
        if self._workers is not None:
            await self._workers.close()

    async def article(self, page: Page, control: Any = None, parsed: Parsed | None = None) -> Article | None:
        """The article of a page, None where it cannot be read; `control` is what its request's meta asks for."""
        name = page.url or "a page without URL"
        try:
            reading = await self._read(self._recipe_for(control), page, parsed)
        except UnreadablePage as error:
            level = logging.WARNING if error.reason == "timeout" else logging.INFO
            logger.log(level, "No article: %s", error)
            self._stats.inc_value(keys.pages(error.reason))
        except BadConfiguration as error:
            where = f'request meta "{keys.CONTROL}": ' if control is not None else ""
            self._fail("No article from %s: %s%s", name, where, error)
        except workers.ExtractionFailed as error:
            self._fail("Extraction failed on %s; the crawl goes on: %s", name, error)
        except Exception:  # the seam with the crawler: one bad page must not stop it
            logger.exception("Extraction failed on %s; the crawl goes on", name)
            self._stats.inc_value(keys.pages("error"))
        else:
            self._count(reading)
            if self.sites is not None:
                await self.sites.learn(page.url, reading.sighting)
            return reading.article
        return None

    async def _read(self, recipe: Recipe, page: Page, parsed: Parsed | None) -> Reading:
        """What becomes of a page: read with what is known of its URL, or once more with what is of the URL that it names."""
        site = None if self.sites is None else await self.sites.of(page.url)
        if self.sites is None or site is None:
            return await self._read_once(recipe, page, parsed, site)
        before = await self.sites.before(page.url)
        reading = await self._read_once(recipe, dataclasses.replace(page, before=before), parsed, site)
        named = reading.article.canonical_url
        if before or not named or named == page.url or not same_site(named, page.url or ""):
            return reading
        before = await self.sites.before(named)
        if not before:
            return reading
        again = await self._read_once(recipe, dataclasses.replace(page, before=before), parsed, site)
        return dataclasses.replace(again, ms=reading.ms + again.ms)

    async def _read_once(self, recipe: Recipe, page: Page, parsed: Parsed | None, site: Site | None) -> Reading:
        if self._workers is not None:
            return await self._workers.read(recipe, page, None if site is None else site.snapshot())
        return self._readers.read(recipe, page, parsed, None if site is None else site.memory)

    def _recipe_for(self, control: Any) -> Recipe:
        """The project's recipe, or the one that a request asks for."""
        if control is None or control is True:
            return self._recipe
        if not isinstance(control, dict):
            raise BadConfiguration(f"{control!r} is no bool and no dict; write False, or {_EXAMPLE}")
        for key, value in control.items():
            if key not in _KINDS:
                raise BadConfiguration(f"unknown key {key!r}; known: {', '.join(_KINDS)}")
            if not isinstance(value, _KINDS[key]):
                raise BadConfiguration(f"{key} = {value!r} is no {_KINDS[key].__name__}; write {_EXAMPLE}")
        name = control.get("extractor", self._recipe.extractor)
        params = control.get("params", self._recipe.params if name == self._recipe.extractor else {})
        return dataclasses.replace(self._recipe, extractor=name, params=params)

    def _fail(self, message: str, *details: object) -> None:
        logger.error(message, *details)
        self._stats.inc_value(keys.pages("error"))

    def _count(self, reading: Reading) -> None:
        article, ms = reading.article, reading.ms
        self._stats.inc_value(keys.pages("extracted" if article.text else "no_content"))
        self._stats.inc_value(keys.extractor(article.extractor or ""))
        if reading.sighting is not None:
            self._stats.inc_value(keys.SITE_TAUGHT)
        if reading.removed:
            self._stats.inc_value(keys.SITE_REMOVED, reading.removed)
        if article.flattened:
            self._stats.inc_value(keys.FLATTENED)
        self._stats.set_value(keys.EXTRACT_MS_TOTAL, self._stats.get_value(keys.EXTRACT_MS_TOTAL, 0.0) + ms)
        self._stats.max_value(keys.EXTRACT_MS_MAX, ms)
