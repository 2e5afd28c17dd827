"""`scrapy crawl archive`: the articles of pages that were fetched long ago, out of WARC files.

Pages go the way of fetched ones: the same extraction, deduplication and feeds. A record whose article
a feed has, or that has none, is known by its identifier and not read again; a file all of whose
records are is known by its name and size.
"""

from __future__ import annotations

import glob
from collections.abc import AsyncIterator, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import scrapy
from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.http import Response
from scrapy.utils.asyncio import sleep
from scrapy.utils.defer import maybe_deferred_to_future
from twisted.internet.threads import deferToThread
from twisted.python.failure import Failure

from boilerspider.crawl import keys
from boilerspider.crawl.archives import ArchivedPage, DamagedArchive, is_archive, read_pages, require_fastwarc
from boilerspider.crawl.asked import Asked
from boilerspider.crawl.nodesk import desk_of
from boilerspider.crawl.responses import article_of
from boilerspider.crawl.stop import configured, stop
from boilerspider.crawl.visits import Visits
from boilerspider.errors import BadConfiguration
from boilerspider.kinds import why_not
from boilerspider.model import Article, Scope
from boilerspider.spiders.arguments import Arguments
from boilerspider.spiders.feeds import set_up_feeds
from boilerspider.spiders.passedover import PassedOver
from boilerspider.spiders.quota import Quota
from boilerspider.spiders.wanted import refuser_of_article, refuser_of_url
from boilerspider.stores import UrlOutcome, Visit

ARGUMENTS = ("include", "exclude", "lang", "since", "until", "max_articles", "shard", "fresh")
"""Of the news spider's arguments those that an archive has use for."""

BATCH = 20
"""Pages that are unpacked at a time, and of which is asked at once whether they are known. Ours."""

MOST_IN_HAND = 32
"""Pages that are asked for and of which nothing is heard yet; the others stay in their archive. Ours: enough for as many workers."""

_STEP = 0.02
"""Seconds between two looks at whether there is room. Ours."""


class ArchiveSpider(scrapy.Spider):
    """Emits the articles of web archives: `-a warc=FILES`, paths with wildcards, or a .txt that lists them."""

    name = "archive"
    custom_settings = {"URLLENGTH_LIMIT": 0}  # noqa: RUF012 - as Scrapy declares it; no address is asked

    def __init__(self, files: tuple[Path, ...], arguments: Arguments) -> None:
        super().__init__()
        self.files = files
        self.arguments = arguments
        self._visits: Visits
        self._is_asked: bool
        self._passed: PassedOver
        self._quota = Quota(arguments)
        self._in_hand = 0

    @classmethod
    def from_crawler(cls, crawler: Crawler, **kwargs: str) -> ArchiveSpider:
        try:
            require_fastwarc("scrapy crawl archive")
            files, arguments = read_arguments(kwargs)
        except BadConfiguration as error:
            stop(error)
        set_up_feeds(crawler, (), fresh=arguments.fresh)
        spider = cls(files, arguments)
        spider._set_crawler(crawler)
        spider._quota.connect(crawler.signals)
        crawler.signals.connect(spider._open, signals.spider_opened)
        return spider

    def _open(self) -> None:
        self._visits = desk_of(self.crawler).visits
        self._passed = PassedOver(self.crawler, self.arguments)
        self._is_asked = configured(self.crawler.settings).dedup_scope is not Scope.RUN

    async def start(self) -> AsyncIterator[Any]:
        """A request for each page of the files that is not known, no faster than pages are read."""
        options = configured(self.crawler.settings)
        for path in self.files:
            try:
                file = f"warc:{path.name}:{path.stat().st_size}{self._filters}"
            except OSError as error:  # it was there when the crawl began
                self._damaged(f"{path} cannot be read: {error.strerror}")
                continue
            if before := (await self._known([file])).get(file):
                self._was_read(path, before)
                continue
            asked, known = list[str](), list[str]()
            try:
                async for page in self._pages(path, options.max_bytes, known):
                    asked.append(self._name(page))
                    await self._wait_for_room()
                    self._in_hand += 1
                    yield self._request(page)
            except DamagedArchive as error:
                self._damaged(f"{error}; the pages before that are read")
            else:
                # Its version is how many pages are known by then.
                await self._visits.lead(Asked((file,), str(len(asked) + len(known))), asked)

    def _was_read(self, path: Path, before: Visit) -> None:
        """All records of a file are known, or not wanted: one line, and how many, which earlier versions of boilerspider did not note."""
        number = int(before.etag or 0)
        self._count(keys.ARCHIVES_KNOWN)
        self._count(keys.known("skipped"), number)
        told = {None: "its pages are known", "0": "no page of it is wanted"}
        pages = told.get(before.etag, f"its pages ({number}) are known")
        self.logger.info("%s was read before, and %s; -a fresh=1 reads it again", path, pages)

    async def parse(self, response: Response) -> AsyncIterator[Article]:
        """The page's article, if it is one and is wanted."""
        self._in_hand -= 1
        article = article_of(response)
        if article is None:
            await self._nothing(response)
        elif why := why_not(article):
            self.logger.info("No article: %s (%s, words: %d)", article.url, why, article.word_count)
            self._count(keys.no_article(why))
            await self._nothing(response)
        elif self._quota.takes(article):
            self._passed.had(response.url)
            yield article
        else:
            self._passed.page(response.url, refuser_of_article(self.arguments, article), article)
            if not self.arguments.is_too_new(article.published):
                await self._nothing(response)

    def failed(self, failure: Failure) -> None:
        """One line for a page that came to nothing."""
        self._in_hand -= 1
        url = failure.request.url  # type: ignore[attr-defined]
        why = type(failure.value).__name__
        self.logger.warning("%s cannot be read: %s", url, failure.getErrorMessage() or why)
        self._count(keys.not_fetched(why))

    async def _nothing(self, response: Response) -> None:
        await self._visits.note(Asked.of(response, response.meta[keys.VISIT_NAME]), UrlOutcome.NOTHING)

    async def _pages(self, path: Path, max_bytes: int, told: list[str]) -> AsyncIterator[ArchivedPage]:
        """The pages of a file that are wanted and not known, and the names of those that are; unpacked in a thread, for a file may hold gigabytes that are no pages."""
        pages = read_pages(path, max_bytes)
        error: DamagedArchive | None = None
        is_done = False
        while not is_done:
            batch, error = await maybe_deferred_to_future(deferToThread(_take, pages))
            is_done = error is not None or len(batch) < BATCH
            known = await self._known([self._name(page) for page in batch])
            for page in batch:
                if self._name(page) in known:
                    told.append(self._name(page))
                    self._passed.known(self._name(page), "skipped", is_wanted=True)
                elif why := self._refuser(page):
                    self._passed.address(page.url, why)
                else:
                    yield page
        if error is not None:
            raise error

    def _request(self, page: ArchivedPage) -> Request:
        meta = {
            keys.ARCHIVED: page,
            keys.SOURCE: "link",
            keys.FETCHED_AT: page.fetched_at,
            keys.VISIT: None,
            keys.VISIT_NAME: self._name(page),
            "dont_redirect": True,  # a page that reloads itself is the page
        }
        return Request(page.url, self.parse, errback=self.failed, meta=meta, dont_filter=True)

    async def _wait_for_room(self) -> None:
        """Leave pages in their archive until the crawl has read those that it has in hand."""
        while self._in_hand >= MOST_IN_HAND:
            await sleep(_STEP)

    async def _known(self, names: list[str]) -> dict[str, Visit]:
        if not self._is_asked:
            return {}
        return await self._visits.recall(names)

    def _name(self, page: ArchivedPage) -> str:
        """Under which the page is known to crawls that want what this one wants."""
        return page.name + self._filters

    @property
    def _filters(self) -> str:
        return f"#{self.arguments.filters}" if self.arguments.filters else ""

    def _refuser(self, page: ArchivedPage) -> str:
        """Which argument refuses a page by its address; empty where none does."""
        return refuser_of_url(self.arguments, page.url) or ("" if self.arguments.shard.mine([page.url]) else "shard")

    def _damaged(self, why: str) -> None:
        self.logger.warning("%s", why)
        self._count(keys.ARCHIVES_DAMAGED)

    def _count(self, stat: str, number: int = 1) -> None:
        assert self.crawler.stats is not None
        self.crawler.stats.inc_value(stat, number)


def _take(pages: Iterator[ArchivedPage]) -> tuple[list[ArchivedPage], DamagedArchive | None]:
    """The next pages, and why there are no more where the file is damaged."""
    batch: list[ArchivedPage] = []
    try:
        for page in islice(pages, BATCH):
            batch.append(page)  # noqa: PERF402 - what was read before an error stays
    except DamagedArchive as error:
        return batch, error
    return batch, None


def read_arguments(given: Mapping[str, str]) -> tuple[tuple[Path, ...], Arguments]:
    """The files and what is wanted of them; BadConfiguration names the argument, the value and the fix."""
    known = ("warc", *ARGUMENTS)
    for name in given:
        if name not in known:
            raise BadConfiguration(
                f"-a {name}= is no argument of the archive spider; known: {', '.join(f'{one}=' for one in known)}"
            )
    if not given.get("warc", "").strip():
        raise BadConfiguration("the archive spider needs -a warc=FILES: paths of WARC files, or a .txt that lists them")
    arguments = Arguments.read({name: value for name, value in given.items() if name != "warc"})
    return tuple(dict.fromkeys(_files(given["warc"].strip()))), arguments


def _files(value: str) -> Iterator[Path]:
    """The files that an argument names, by commas or by lines of a .txt, wildcards included."""
    listed = Path(value)
    named, where = value.split(","), f"-a warc={value}"
    if listed.suffix.lower() == ".txt":
        try:
            named, where = listed.read_text(encoding="utf-8-sig").splitlines(), str(listed)
        except (OSError, UnicodeDecodeError) as error:
            raise BadConfiguration(f"-a warc={value}: the file cannot be read: {error}") from error
    for pattern in (line.strip() for line in named):
        if not pattern or pattern.startswith("#"):
            continue
        found = [Path(path) for path in sorted(glob.glob(pattern, recursive=True)) if Path(path).is_file()]  # noqa: PTH207 - absolute patterns too
        if not found:
            if Path(pattern).is_dir():
                raise BadConfiguration(f"{where}: {pattern} is a folder; give {Path(pattern, '*.warc.gz')}")
            raise BadConfiguration(f"{where}: there is no file {pattern}")
        yield from (_archive(path, where) for path in found)


def _archive(path: Path, where: str) -> Path:
    """The path, if an archive is there."""
    try:
        if is_archive(path):
            return path
    except OSError as error:
        raise BadConfiguration(f"{where}: the file cannot be read: {error}") from error
    raise BadConfiguration(
        f"{where}: {path} is no WARC file; give archives (.warc, .warc.gz), or a .txt that lists them"
    )
