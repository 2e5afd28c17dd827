"""What the user named (front pages, feeds, sitemaps, those of robots.txt too, stories) and that gave nothing: told once, at the end."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from urllib.parse import urlsplit

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.http import Response

from boilerspider.crawl import keys
from boilerspider.crawl.redirected import redirected_from
from boilerspider.crawl.responses import FIRST_ERROR, is_robots_txt
from boilerspider.crawl.stop import configured
from boilerspider.discovery import Link, LinkKind
from boilerspider.model import Article
from boilerspider.redaction import redacted
from boilerspider.spiders.arguments import Arguments
from boilerspider.spiders.frontier import form_of, leads_to_itself
from boilerspider.spiders.judging import leads_to_front
from boilerspider.spiders.lending import lender_of
from boilerspider.spiders.reading import Reading
from boilerspider.spiders.walls import wall_of
from boilerspider.spiders.wanted import KINDS, is_looked_for
from boilerspider.urls import clean_url, site_of

MOST_STORIES = 5
"""Stories that gave nothing and are told of one by one; the others are counted: a file may list thousands. Ours."""

MOST_WHYS = 5
"""Reasons of these that are told. Ours."""

_CIRCLE = "it redirects to itself"
_FRONT = "that is a front page"


class Named:
    """Hears what became of the requests that it marked, redirects and retries included."""

    def __init__(self, crawler: Crawler, arguments: Arguments) -> None:
        assert crawler.stats is not None
        self._arguments = arguments
        self._stats = crawler.stats
        self._has_cookies = crawler.settings.getbool("COOKIES_ENABLED")
        self._min_words = configured(crawler.settings).min_words
        self._fronts: defaultdict[str, list[str]] = defaultdict(list)
        """Site -> its front pages."""
        self._nothing: dict[str, str] = {}
        """Address -> why it gave nothing."""
        self._stories: set[str] = set()
        """Those of them that were named as stories."""
        self._led: dict[str, str] = {}
        """Story that redirects to a front page which another request asks -> that page."""
        self._stand: set[str] = set()
        """Addresses at which stories stand, whatever they look like."""
        self._had: set[str] = set()
        self._walled: set[str] = set()
        """Front pages that say they are walls."""
        self._strangers: dict[str, str] = {}
        """Address of an index -> why a sitemap that it names leads nowhere."""
        self._home: set[str] = set()
        """Indices that name one which leads to the crawl's sites."""
        self._answered: set[str] = set()
        """Sites that gave a page, whichever."""
        self._storied: set[str] = set()
        """Sites to whose stories something leads."""
        self._strays: dict[str, tuple[str, str]] = {}
        """Site -> a feed of its own whose entries all lie on other hosts, and one of these."""
        crawler.signals.connect(self._received, signals.response_received)
        crawler.signals.connect(self._refused, signals.item_dropped)
        crawler.signals.connect(self._close, signals.spider_closed)

    def front(self, request: Request) -> Request:
        """The request for a front page, marked."""
        self._fronts[site_of(request.url)].append(request.url)
        return self.source(request)

    def source(self, request: Request) -> Request:
        """The request for a feed or a sitemap, marked."""
        return request.replace(meta={**request.meta, keys.NAMED: request.url})

    def had(self, response: Response, links: Iterable[Link] | None = None) -> None:
        """What was named is there, and something in it; without links, what was when it was read."""
        kinds = KINDS[self._arguments.discover]
        followed = [link.url for link in links or () if link.kind is LinkKind.ARTICLE and is_looked_for(link, kinds)]
        stories = followed if links else [lender_of(response)]
        self._storied.update(map(site_of, stories))
        if name := response.meta.get(keys.NAMED):
            self.leads_home(name)
        elif name := response.meta.get(keys.NAMED_BY):
            self._home.add(name)
        elif stories and (name := response.meta.get(keys.SHOWN_BY)):
            self._had.add(name)

    def child(self, request: Request, response: Response) -> Request:
        """The request for what a sitemap leads to, marked where that is a sitemap, too."""
        name = response.meta.get(keys.NAMED) or response.meta.get(keys.NAMED_BY)
        if not name or keys.LEADS_ON not in request.meta:
            return request
        return request.replace(meta={**request.meta, keys.NAMED_BY: name})

    def leads_home(self, name: str) -> None:
        """A feed was named whose entries lie elsewhere, and one of them leads to a site of the crawl."""
        self._had.add(name)

    def leads_away(self, name: str, lender: str, site: str) -> None:
        """The same, where one of them leads to another site; the feed is the lender's, as far as the user has said whose it is."""
        self._nothing.setdefault(name, self._away(name, lender, site))

    def strays(self, response: Response, url: str) -> None:
        """All entries of a feed that a site has, and nobody named, lie where this address does."""
        self._strays.setdefault(site_of(lender_of(response)), (response.url, url))

    def has_had(self, name: str) -> bool:
        """Whether something was in what was named."""
        return name in self._had

    def nothing(self, asked: Request | Response, why: str) -> None:
        """What was named gave nothing."""
        if name := _name_of(asked):
            self._note(
                asked, f"it redirects to {asked.url}: {why}" if redirected_from(asked) and asked.url != name else why
            )

    def led_to_front(self, asked: Request | Response) -> None:
        """What was named as a story was led to a front page."""
        self.nothing(asked, _FRONT)

    def stands(self, url: str) -> None:
        """There is a story at an address, so that what leads there gave something."""
        self._stand.add(form_of(url))

    def _note(self, asked: Request | Response, why: str) -> None:
        name = _name_of(asked)
        self._nothing.setdefault(name, why)
        if keys.NAMED not in asked.meta:
            self._stories.add(name)

    def walled(self, front: Response) -> bool:
        """Whether what came in the place of a front page is a wall, so that it gave nothing unless its links lead to stories."""
        if why := wall_of(front, has_cookies=self._has_cookies):
            self.nothing(front, why)
            self._walled.add(front.meta.get(keys.NAMED, ""))
        return why is not None

    def shown(self, requests: Iterable[Request], page: Response) -> Iterator[Request]:
        """The requests for the links of a page, marked where that, or what led to it, is a front page that says it is a wall."""
        name = page.meta.get(keys.NAMED)
        name = name if name in self._walled else page.meta.get(keys.SHOWN_BY)
        for request in requests:
            yield request.replace(meta={**request.meta, keys.SHOWN_BY: name}) if name else request

    def mapped(self, response: Response, source: Reading, *, is_sitemap: bool) -> None:
        """A sitemap was read."""
        name, lender = response.meta.get(keys.NAMED, ""), lender_of(response)
        if index := response.meta.get(keys.NAMED_BY):
            if source.is_home:
                self._home.add(index)
            elif source.stranger and site_of(lender) == site_of(index):
                self._strangers.setdefault(index, self._away(index, lender, source.stranger))
        elif source.stranger and site_of(lender) == site_of(response.url):
            self.nothing(response, self._away(name, lender, source.stranger))
        elif is_sitemap:
            self.had(response)
        else:
            self.nothing(response, "it is no sitemap")

    def _away(self, name: str, lender: str, site: str) -> str:
        """That all leads to a site that the crawl does not visit, and how it would: where the user names sites, and said whose this is."""
        rules, start = self._arguments.of(lender), f'start = "https://{site}/"'
        if name in map(clean_url, (*rules.feeds, *rules.sitemaps)):
            fix = f"say below its [[site]] whose it is: {start}"
        elif self._arguments.rules:
            fix = f"name {site} too, in the sites file: {start} below a [[site]] of its own"
        else:
            fix = f"name {site} too, in sites="
        return f"it leads to no site of this crawl; {fix}"

    def endless(self, request: Request) -> None:
        """Redirects lead to what was asked before, or on without end."""
        if _is_circle(request):
            self._note(request, _CIRCLE)
        else:
            self.nothing(request, "it redirects without end")

    def dropped(self, request: Request, *, is_asked: bool) -> None:
        """Where a request, or a redirect, led to is not asked, or is by another request."""
        if _is_circle(request):
            self._note(request, _CIRCLE)
        elif redirected_from(request) and not is_asked:
            self.nothing(request, "it is not followed there")
        elif keys.ALWAYS in request.meta and leads_to_front(request):
            self.led_to_front(request)
            self._led[_name_of(request)] = form_of(request.url)
        elif name := _name_of(request):
            self._had.add(name)

    def _received(self, response: Response, request: Request) -> None:
        if response.status < FIRST_ERROR and not is_robots_txt(request.url):
            self._answered.add(site_of(response.url))

    def _refused(self, item: object, response: Response) -> None:
        """An item was dropped; if it is too short, what was named gave nothing (copies of what is known are no news)."""
        if isinstance(item, Article) and item.word_count < self._min_words:
            self.nothing(
                response, f"its text is short (words: {item.word_count}, BOILERSPIDER_MIN_WORDS: {self._min_words})"
            )

    def _close(self, reason: str) -> None:
        """Leave what gave nothing in the stats: one name a site that gave no page at all, whatever was named of it."""
        had = self._had | {name for name, url in self._led.items() if url in self._stand}
        nothing = {url: why for url, why in self._nothing.items() if url not in had}
        if reason == "finished":  # what was not read may have led home
            nothing |= {url: why for url, why in self._strangers.items() if url not in self._home}
        for site, fronts in self._fronts.items():
            if site not in self._answered and nothing.keys() >= set(fronts):
                why = nothing[fronts[0]]
                nothing = {url: other for url, other in nothing.items() if site_of(url) != site}
                self._tell(site, fronts[0], why)
        stories = {url: nothing.pop(url) for url in self._stories & nothing.keys() if not self._is_given_up(url)}
        for url, why in (*nothing.items(), *sorted(stories.items())[:MOST_STORIES]):
            self._tell(url, url, why)
        if others := sorted(stories.items())[MOST_STORIES:]:
            whys = Counter(why for _, why in others).most_common(MOST_WHYS)
            told = ", ".join(f"{why}: {number}" for why, number in whys)
            self._stats.set_value(keys.gave_nothing(keys.OTHER_STORIES), redacted(f"{len(others)} ({told})"))
        for site in self._strays.keys() - self._storied:
            feed, entry = self._strays[site]
            fix = f'if they lead back, name it below the [[site]] of a sites file: feeds = "{feed}"'
            self._tell(feed, feed, f"its entries lie on {site_of(entry)}; {fix}")

    def _tell(self, name: str, url: str, why: str) -> None:
        if not self._is_given_up(url):
            self._stats.set_value(keys.gave_nothing(redacted(name)), redacted(why))

    def _is_given_up(self, url: str) -> bool:
        """Whether the host of an address was given up: that is told."""
        return self._stats.get_value(keys.failing(urlsplit(url).hostname or "")) is not None


def _name_of(asked: Request | Response) -> str:
    """The address that the user named; empty for what is asked for another reason."""
    return str(asked.meta.get(keys.NAMED) or asked.meta.get(keys.ALWAYS) or "")


def _is_circle(request: Request) -> bool:
    """Whether redirects have led what was named back to an address that was asked on the way."""
    return bool(_name_of(request)) and leads_to_itself(request)
