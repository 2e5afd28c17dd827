"""The item pipelines: what is an article at all, and has it been seen before."""

from __future__ import annotations

import dataclasses
from datetime import datetime, timezone
from typing import Any

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.exceptions import DropItem, NotConfigured

from boilerspider.crawl import keys
from boilerspider.crawl.desk import Desk
from boilerspider.crawl.items import FieldMap, ItemMiddleware, html_of, joined, one_of_many
from boilerspider.crawl.middleware import ExtractionMiddleware
from boilerspider.crawl.options import Dedup, OnDuplicate, OnRevision, Options
from boilerspider.crawl.origins import ArrivalPipeline, Origin, Origins
from boilerspider.crawl.pages import PageReader
from boilerspider.crawl.stop import configured, is_shell
from boilerspider.crawl.unremembered import Unremembered
from boilerspider.crawl.worker import Page
from boilerspider.fingerprints import exact, near, sketch
from boilerspider.model import WALLS, Article, Candidate, Outcome, Verdict
from boilerspider.urls import same_site, site_of


class ArticlePipeline:
    """Drops articles that are none, and reads items that bring their own HTML; order 300."""

    def __init__(self, crawler: Crawler, options: Options) -> None:
        self._crawler = crawler
        self._options = options
        self._fields = FieldMap(options.fields)
        self._pages: PageReader | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> ArticlePipeline:
        return cls(crawler, configured(crawler.settings))

    async def open_spider(self) -> None:
        """Share the reader of the fetched pages, and its workers, and see to the feeds where nobody else does: before the engine stands nobody knows who is there."""
        has_memory = self._crawler.get_item_pipeline(DeduplicationPipeline) is not None
        if not has_memory and self._options.dedup is not Dedup.OFF:
            _remember_nothing(self._crawler, self._options)
        if self._options.html_field is not None:
            middleware = self._crawler.get_downloader_middleware(ExtractionMiddleware)
            self._pages = middleware.pages if middleware is not None else PageReader.from_crawler(self._crawler)

    async def process_item(self, item: Any) -> Any:
        if isinstance(item, Article):
            if item.page_type in WALLS:
                self._refuse(item, item.page_type or "", f"is a page of type {item.page_type}")
            if item.word_count < self._options.min_words:
                least = self._options.min_words
                self._refuse(item, "short", f"is short (words: {item.word_count}, BOILERSPIDER_MIN_WORDS: {least})")
        elif self._pages is not None:
            await self._fill_from_html(item, self._pages)
        return item

    def _refuse(self, article: Article, what: str, why: str) -> None:
        assert self._crawler.stats is not None
        self._crawler.stats.inc_value(keys.no_article(what))
        raise DropItem(f"no article: {article.url} {why}", log_level="INFO")

    async def _fill_from_html(self, item: Any, pages: PageReader) -> None:
        html = html_of(item, self._options.html_field)
        if html is None:
            return
        article = await pages.article(Page(html, self._fields.address(item, "url") or None))
        if article is not None:
            self._fields.fill(item, article)


class DeduplicationPipeline:
    """Lets every story through once; order 900, after all other judges, so that only what they passed is claimed.

    An item is judged by its own text. One that has none passes unjudged, and so does one that was
    filled from a page that is no article.
    """

    def __init__(self, crawler: Crawler, options: Options) -> None:
        assert crawler.stats is not None
        self._crawler = crawler
        self._stats = crawler.stats
        self._options = options
        self._fields = FieldMap(options.fields)
        self._origins = Origins()
        self._began = datetime.now(timezone.utc)
        self.desk = Desk(crawler, options)
        """The crawl's business with its store."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> DeduplicationPipeline:
        options = configured(crawler.settings)
        if options.dedup is Dedup.OFF:
            _remember_nothing(crawler, options)
            raise NotConfigured("BOILERSPIDER_DEDUP is off: no article is compared with another")
        pipeline = cls(crawler, options)
        pipeline.desk.connect(crawler.signals)
        # What other judges refuse never comes here.
        crawler.signals.connect(pipeline._forget, signals.item_dropped)
        crawler.signals.connect(pipeline._forget, signals.item_error)
        return pipeline

    async def open_spider(self) -> None:
        await self.desk.open()
        for noting in (
            self._crawler.get_spider_middleware(ItemMiddleware),
            self._crawler.get_item_pipeline(ArrivalPipeline),
        ):
            if noting is not None:
                noting.origins = self._origins
        middleware = self._crawler.get_downloader_middleware(ExtractionMiddleware)
        if middleware is not None and middleware.pages.sites is not None:
            middleware.pages.sites.keep_in(self.desk)

    async def process_item(self, item: Any) -> Any:
        candidate = self._candidate(item, self._origins.take(item, self._fields.address(item, "url")))
        if candidate is None:
            return item
        verdict = await self.desk.admit(candidate)
        self.desk.expect(verdict, candidate.url)
        if verdict.outcome is Outcome.DUPLICATE:
            return self._duplicate(item, candidate, verdict)
        if verdict.outcome is Outcome.REVISED and self._options.on_revision is OnRevision.DROP:
            self._stats.inc_value(keys.REVISIONS_DROPPED)
            raise DropItem(f"revision {verdict.revision} of {candidate.url}", log_level="INFO")
        return self._mark(item, candidate, verdict)

    def _duplicate(self, item: Any, candidate: Candidate, verdict: Verdict) -> Any:
        self._stats.inc_value(keys.duplicates("exact" if verdict.similarity == 1.0 else "near"))
        is_unchanged = verdict.original_url == candidate.url and verdict.first_seen < self._began
        if is_unchanged:
            self._stats.inc_value(keys.known("same"))
        if self._options.on_duplicate is OnDuplicate.TAG:
            return self._mark(item, candidate, verdict)
        if is_unchanged:
            raise DropItem(f"unchanged: {candidate.url} has no new text", log_level="INFO")
        what = {1.0: "has", None: "is another page with"}.get(verdict.similarity) or f"is {verdict.similarity:.2f} of"
        raise DropItem(f"duplicate: {candidate.url} {what} the text of {verdict.original_url}", log_level="INFO")

    def _mark(self, item: Any, candidate: Candidate, verdict: Verdict) -> Any:
        """The item with what its verdict says; an Article is replaced, an own item gets the fields that it has."""
        marks: dict[str, Any] = {
            "content_hash": candidate.fingerprint.hex,
            "revision": verdict.revision,
            "duplicate_of": verdict.original_url if verdict.outcome is Outcome.DUPLICATE else None,
            "first_seen": verdict.first_seen,
        }
        if isinstance(item, Article):
            return dataclasses.replace(item, **marks)
        self._fields.mark(item, **marks)
        return item

    def _forget(self, item: Any) -> None:
        self._origins.take(item)

    def _candidate(self, item: Any, origin: Origin | None) -> Candidate | None:
        """What the item says of itself to the store; None when it has no text to be judged by."""
        text = self._fields.text(item)
        if origin is not None and origin.filled_with == text and not origin.is_article:
            return None  # What stands on a page that is no article, a notice about cookies say, is no story.
        url = self._fields.address(item, "url") or (origin.url if origin is not None else "")
        if not text or not url:
            return None
        canonical = self._fields.address(item, "canonical_url") or None
        led_by = origin.led_by if origin is not None else ()
        if origin is not None:
            # Two sites may each have a "/news/1", and many stories a "http://[", which is no address.
            url = joined(origin.url, url) or origin.url
            canonical = (joined(origin.url, canonical) if canonical else "") or None
        if origin is not None and not origin.sole and not origin.elsewhere:
            url, canonical, led_by = one_of_many(url, text), None, ()
        is_ours = canonical is not None and same_site(url, canonical)
        return Candidate(
            url=url,
            site=site_of(url),
            **_fingerprints(text, self._options, _article_of(item, origin)),
            canonical_url=canonical if is_ours else None,
            copy_of=None if is_ours else canonical,
            title=self._fields.headline(item),
            published=self._fields.moment(item, "published"),
            led_by=led_by,
            similarity=origin.similarity if origin is not None else None,
        )


def _remember_nothing(crawler: Crawler, options: Options) -> None:
    """See to the feeds of a crawl without a memory; a shell opens none."""
    if not is_shell():
        Unremembered(crawler, options)


def _article_of(item: Any, origin: Origin | None) -> Article | None:
    """The article that an item is, or was filled from."""
    return item if isinstance(item, Article) else origin.article if origin is not None else None


def candidate_of(text: str, url: str, options: Options) -> Candidate | None:
    """A text alone, under an address that need not be one of the web; None when it is empty."""
    return Candidate(url=url, site=site_of(url), **_fingerprints(text, options)) if text.strip() else None


def _fingerprints(text: str, options: Options, article: Article | None = None) -> dict[str, Any]:
    """What tells equal texts and similar ones, and of a text that is its page's as it was read, which blocks it was made of."""
    fingerprint = exact(text)
    if options.dedup is not Dedup.NEAR:
        return {"fingerprint": fingerprint, "sketch": None}
    if article is None or article.content_hash != fingerprint.hex:
        return {"fingerprint": fingerprint, "sketch": near(text)}
    return {"fingerprint": fingerprint, "sketch": sketch(text, article.blocks, article.extractor or "")}
