"""`scrapy extract`: the article of one page, from the web, a file or standard input."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from types import MappingProxyType
from typing import Any, ClassVar

from scrapy import Request, Spider
from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError
from scrapy.http import Response
from scrapy.settings import BaseSettings
from scrapy.spidermiddlewares.httperror import HttpError

from boilerspider import reading
from boilerspider.commands import NoPage, iso, page_in, reader_of, say
from boilerspider.crawl.credentials import authorizations
from boilerspider.crawl.options import PREFIX, Options
from boilerspider.crawl.reasons import reason
from boilerspider.crawl.responses import declared_encoding
from boilerspider.discovery import kind_of_response
from boilerspider.errors import BoilerspiderError
from boilerspider.evaluation import parse_params
from boilerspider.model import Article
from boilerspider.urls import without_credentials

STANDARD_INPUT = "-"
EXTRACTOR, EXTRACTOR_PARAMS = f"{PREFIX}EXTRACTOR", f"{PREFIX}EXTRACTOR_PARAMS"

NOTHING_IS_KEPT: Mapping[str, Any] = MappingProxyType(
    {
        "EXTENSIONS": {},
        "FEEDS": {},
        "ITEM_PIPELINES": {},
        "JOBDIR": None,
        f"{PREFIX}STORE": "memory:",
        # The add-on puts what writes these back.
        f"{PREFIX}REPORT": None,
        f"{PREFIX}WARC_DIR": None,
    }
)


@dataclass(frozen=True, slots=True)
class Fetched:
    """A page as it came: its bytes, its address where it has one, the encoding that HTTP declared."""

    html: bytes
    url: str | None = None
    encoding: str | None = None


class Command(ScrapyCommand):
    """Prints the article of one page."""

    default_settings: ClassVar[dict[str, Any]] = {"LOG_ENABLED": False, "REMOTE_CONTROL_ENABLED": False}

    def syntax(self) -> str:
        return "[options] URL|FILE|-"

    def short_desc(self) -> str:
        return "Extract the article of one page"

    def long_desc(self) -> str:
        return (
            "Extract the article of one page: a URL (fetched by Scrapy with the project's settings), "
            "a file, or - for standard input. Nothing is stored. Exit code 0: the article was printed, empty where the page "
            "has none; 1: the page cannot be had or read, as one line on standard error says; 2: wrong usage."
        )

    def add_options(self, parser: ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument("--extractor", metavar="NAME", help="default: the setting BOILERSPIDER_EXTRACTOR")
        parser.add_argument(
            "-p", dest="params", metavar="NAME=VALUE", action="append", default=[], help="a parameter of the extractor"
        )
        parser.add_argument("--format", choices=list(FORMATS), default="text", help="default: %(default)s")
        parser.add_argument("--url", metavar="URL", help="the address of a page read from a file or standard input")

    def run(self, args: list[str], opts: Namespace) -> None:
        """Prints the article; exit code 1 and one line on standard error where the page cannot be read."""
        if len(args) != 1 or (args[0].startswith("-") and args[0] != STANDARD_INPUT):
            raise UsageError("one page is wanted: a URL, a file, or - for standard input")
        try:
            options = self._options(opts)
            page = self._page(args[0], opts.url)
            _refuse_list(page, "this" if args[0] == STANDARD_INPUT else without_credentials(args[0]))
            article = reader_of(options).read(page.html, page.url, encoding=page.encoding)
            if not article.text:
                print(f"scrapy extract: no content in {without_credentials(args[0])}", file=sys.stderr)
            say(FORMATS[opts.format](article))
        except BoilerspiderError as error:
            print(f"scrapy extract: {error}", file=sys.stderr)
            self.exitcode = 1

    def _options(self, opts: Namespace) -> Options:
        """The project's options with those of the command line in their place, checked before anything is fetched."""
        assert self.settings is not None
        # Parameters in the settings are meant for the extractor in the settings.
        params = {} if opts.extractor else Options.read(self.settings).extractor_params
        if opts.extractor:
            self.settings.set(EXTRACTOR, opts.extractor, priority="cmdline")
        self.settings.set(EXTRACTOR_PARAMS, {**params, **parse_params(opts.params)}, priority="cmdline")
        return Options.read(self.settings)

    def _page(self, source: str, url: str | None) -> Fetched:
        if source == STANDARD_INPUT:
            return Fetched(sys.stdin.buffer.read(), url)
        if "://" in source:
            return self._fetch(source)
        return Fetched(page_in(source), url)

    def _fetch(self, url: str) -> Fetched:
        assert self.crawler_process is not None
        answers: list[Response | BaseException] = []
        headers = [("Authorization", header) for header in authorizations([url]).values()]
        url = without_credentials(url)
        self.crawler_process.crawl(PageSpider, url=url, headers=headers, deliver=answers.append)
        self.crawler_process.start()
        if not answers:
            raise NoPage(f"cannot fetch {url}: the crawl gave no answer; -L ERROR shows why")
        if isinstance(answers[0], Response):
            return fetched(answers[0])
        raise NoPage(f"cannot fetch {url}: {_why(answers[0])}")


class PageSpider(Spider):
    """Fetches one page and delivers the response, or what was raised instead."""

    name = "extract"
    url: str
    headers: Sequence[tuple[str, str]]
    deliver: Callable[[Response | BaseException], None]

    @classmethod
    def update_settings(cls, settings: BaseSettings) -> None:
        """Whatever the project does with a crawl's items: no feed or report is overwritten, no database opened, no memory used."""
        super().update_settings(settings)
        # As high as what -s says, which a spider's own settings are below.
        settings.setdict(NOTHING_IS_KEPT, priority="cmdline")

    async def start(self) -> AsyncIterator[Any]:
        """The one request; our own middleware leaves it alone."""
        meta = {"boilerspider": False}
        yield Request(self.url, self.parse, errback=self.refuse, headers=self.headers, meta=meta, dont_filter=True)

    def parse(self, response: Response) -> None:
        """Delivers the page."""
        self.deliver(response)

    def refuse(self, failure: Any) -> None:
        """Delivers the reason why there is none."""
        self.deliver(failure.value)


def fetched(response: Response) -> Fetched:
    """The page of a response."""
    return Fetched(response.body, response.url, declared_encoding(response))


def _refuse_list(page: Fetched, name: str) -> None:
    """NoPage where a page lists others for programs."""
    kind = kind_of_response(page.html, None, "")
    if kind in ("feed", "sitemap"):
        raise NoPage(f"{name} is a {kind}, and no page; scrapy crawl news -a {kind}s=URL reads what it names")


def _why(error: BaseException) -> str:
    if isinstance(error, HttpError):
        return f"HTTP {error.response.status}"
    return " ".join(f"{type(error).__name__}: {reason(error)}".split())


def to_json(article: Article) -> str:
    """The article's fields in order, datetimes as ISO 8601."""
    return json.dumps(asdict(article), ensure_ascii=False, indent=2, default=iso)


FORMATS: Mapping[str, Callable[[Article], str]] = MappingProxyType(
    {
        "text": lambda article: article.text,
        "json": to_json,
        "html": lambda article: article.html,
        "markdown": reading.to_markdown,
    }
)
"""Every format by the name that `--format` knows."""
