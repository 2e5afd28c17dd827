"""A project's own items: filled from the article of the page they came from.

Items of every kind that itemadapter knows go through one door. A field is filled only where the
item has it and left it empty, and only when the item speaks of the page it came from and brings
no HTML of its own.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Mapping
from dataclasses import fields, replace
from datetime import datetime
from itertools import takewhile
from typing import Any
from urllib.parse import urljoin

from itemadapter import ItemAdapter
from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response

from boilerspider.crawl import keys
from boilerspider.crawl.options import Options
from boilerspider.crawl.origins import Origin, Origins
from boilerspider.crawl.redirected import redirected_from
from boilerspider.crawl.stop import configured
from boilerspider.fingerprints import exact
from boilerspider.model import Article
from boilerspider.urls import clean_url, same_site, story_url

logger = logging.getLogger(__name__)

ARTICLE_FIELDS = tuple(f.name for f in fields(Article))

_METHODS_OF_PAGES = ("GET", "HEAD")
"""Methods of HTTP whose requests say all in the URL (RFC 9110, 9.3)."""

_MARK_CHARACTERS = 16
"""Characters of the hash that tells the items of a page apart. Ours."""

_WEB = ("http://", "https://")
"""How what is written for an object begins, where the object is a page's address."""


class FieldMap:
    """Which field of an item stands for which field of an article."""

    def __init__(self, named: Mapping[str, str]) -> None:
        self._named = named
        self._complained: set[tuple[type, str]] = set()

    def own(self, item: Any, field: str) -> Any:
        """What the item itself says for an article's field; None where it says nothing."""
        if isinstance(item, Article):
            return getattr(item, field)
        if not ItemAdapter.is_item(item):  # a pipeline that returns nothing
            return None
        said = (value_of(item, name) for name in self._standing_for(item, field))
        return next((value for value in said if not _empty(value)), None)

    def text(self, item: Any) -> str:
        """The text by which an item is judged; empty where it has none."""
        text = self.own(item, "text")
        if isinstance(text, (list, tuple)):
            paragraphs = [paragraph for paragraph in text if paragraph is not None]
            text = "\n".join(paragraphs) if all(isinstance(one, str) for one in paragraphs) else ""
        return text if isinstance(text, str) and text.strip() else ""

    def headline(self, item: Any) -> str | None:
        """What the item itself calls its story; None where it says nothing that is a string."""
        title = _sole(self.own(item, "title"))
        return title if isinstance(title, str) else None

    def moment(self, item: Any, field: str) -> datetime | None:
        """What the item itself says for one of an article's times; None where it says nothing that is one."""
        moment = _sole(self.own(item, field))
        return moment if isinstance(moment, datetime) else None

    def address(self, item: Any, field: str) -> str:
        """What the item itself says for one of an article's addresses, as text; empty where it says none."""
        found = _sole(self.own(item, field))
        if isinstance(found, str):
            return found
        written = str(found)  # Pydantic, yarl and others have a class of their own for URLs.
        return written if written.startswith(_WEB) else ""

    def fill(self, item: Any, article: Article) -> None:
        """Fill what the item has and left empty; what the page does not say stays as empty as it was."""
        for mine, theirs in self._fillable(item).items():
            value = getattr(article, theirs)
            if not _empty(value) or value_of(item, mine) is None:
                self.put(item, mine, value)

    def mark(self, item: Any, **values: Any) -> None:
        """Set fields of an article that the item has, whatever stands there; others are passed over."""
        for theirs, value in values.items():
            for mine in self._standing_for(item, theirs):
                self.put(item, mine, value)

    def put(self, item: Any, name: str, value: Any) -> None:
        """Set one field; a field that refuses the value is left as it is, with one warning."""
        try:
            ItemAdapter(item)[name] = value
        except (TypeError, ValueError, AttributeError) as error:
            seen = (type(item), name)
            if seen not in self._complained:
                self._complained.add(seen)
                why = " ".join(str(error).split())  # pydantic's has several lines
                logger.warning("%s.%s does not take the article's value: %s", type(item).__name__, name, why)

    def _standing_for(self, item: Any, theirs: str) -> list[str]:
        """The item's fields that stand for an article's: those that are named for it or, where it has none of them, the one of that name."""
        has = self._names(ItemAdapter(item))
        named = [mine for mine, field in self._named.items() if field == theirs and mine in has]
        return named or [theirs] * (theirs in has and theirs not in self._named)

    def _fillable(self, item: Any) -> dict[str, str]:
        pairs = {name: self._named.get(name, name) for name in self._names(ItemAdapter(item))}
        return {m: t for m, t in pairs.items() if t in ARTICLE_FIELDS and _empty(value_of(item, m))}

    def _names(self, adapter: ItemAdapter) -> dict[str, None]:
        """The item's fields, in order; a dict has those that FIELDS names too."""
        extra = self._named if isinstance(adapter.item, dict) else ()
        return dict.fromkeys([*adapter.field_names(), *extra])


class ItemMiddleware:
    """Fills the items that a spider yields, and notes where they came from if somebody asks; spider middleware, order 550."""

    def __init__(self, options: Options) -> None:
        self.origins: Origins | None = None
        """Where the items came from, noted for whoever puts it here, and takes them out."""
        self._fields = FieldMap(options.fields)
        self._html_field = options.html_field
        self._min_words = options.min_words

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> ItemMiddleware:
        return cls(configured(crawler.settings))

    async def process_spider_output(self, response: Response, result: AsyncIterator[Any]) -> AsyncIterator[Any]:
        """Hand on what the spider yields, each item one step late: only then it is known to be the only one."""
        held: list[Any] = []
        sole = _is_asked_by_address(response)
        try:
            async for output in result:
                if output is None or isinstance(output, Request):
                    yield output
                    continue
                if held:
                    sole = False
                    yield self._receive(held.pop(), response, sole=sole)
                held.append(output)
        except Exception:
            # The callback broke after it had yielded an item: the item is as good as before.
            for item in held:
                yield self._receive(item, response, sole=sole)
            raise
        for item in held:
            yield self._receive(item, response, sole=sole)

    def _receive(self, item: Any, response: Response, *, sole: bool) -> Any:
        """The same item, filled unless it is an Article or brings its own HTML, its origin noted."""
        if not ItemAdapter.is_item(item):
            return item
        led_by = former_addresses(response)
        meta = response.meta if response.request is not None else {}
        found = meta.get(keys.ARTICLE)
        article = found if isinstance(found, Article) else Article()
        if self._names_another_page(item, response, article):
            origin = Origin(response.url, sole, elsewhere=True, article=item if isinstance(item, Article) else None)
        elif isinstance(item, Article):
            origin = Origin(response.url, _is_asked_by_address(response), article=item, led_by=led_by)
        elif html_of(item, self._html_field):
            # The pipeline fills it, and only what is empty then; its HTML is read under the page's address.
            if not self._fields.own(item, "url"):
                self._fields.mark(item, url=article.url or response.url)
            origin = Origin(response.url, sole, led_by=led_by)
        else:
            self._fields.fill(item, article)
            enough = article.word_count >= self._min_words
            origin = Origin(response.url, sole, False, article.text, enough, article, led_by)
        if self.origins is not None:
            self.origins.remember(item, replace(origin, similarity=meta.get(keys.SIMILARITY)))
        return item

    def _names_another_page(self, item: Any, response: Response, article: Article) -> bool:
        """Whether the item's own URL is neither the page's nor one that led to it."""
        url = self._fields.address(item, "url")
        if not url:
            return False
        here = {response.url, article.canonical_url, *redirected_from(response)}
        if response.request is not None:
            here.add(response.request.url)
        try:
            named = story_url(response.urljoin(url))
        except ValueError:  # "http://[" is no address of any page
            return False
        return named not in {story_url(u) for u in here if u}


def _is_asked_by_address(response: Response) -> bool:
    """Whether the URL alone asks for the page; what a form or a query in a body asks for has many answers under one URL."""
    return response.request is None or response.request.method in _METHODS_OF_PAGES


def former_addresses(response: Response) -> tuple[str, ...]:
    """What redirected to a page on its own site, as it was asked and in its clean form.

    What the page's own address led to, a notice about cookies say that leads back, is no former address.
    """
    here = clean_url(response.url)
    led = (*response.meta.get(keys.LED_BY, ()), *redirected_from(response)) if response.request is not None else ()
    before = takewhile(lambda url: clean_url(url) != here, led)
    return tuple(dict.fromkeys(form for url in before if same_site(url, here) for form in (url, clean_url(url))))


def one_of_many(url: str, text: str) -> str:
    """What stands for the address of one of several items of a page, or of one that a body was sent for: the page's does not say which story it is."""
    return f"{url}#{exact(text).hex[:_MARK_CHARACTERS]}"


def joined(base: str, url: str) -> str:
    """An item's URL made whole; empty where that cannot be."""
    try:
        return urljoin(base, url)
    except ValueError:
        return ""


def value_of(item: Any, name: str) -> Any:
    """What an item holds in a field; None where it has no such field, or nobody has given it a value yet."""
    try:
        return ItemAdapter(item).get(name)
    except AttributeError:  # of a dataclass or attrs, `field(init=False)`
        return None


def html_of(item: Any, field: str | None) -> str | bytes | None:
    """The HTML that an item brings in a field, to be read instead of its page; None where it has none."""
    html = _sole(value_of(item, field)) if field is not None else None
    return html if html and isinstance(html, (str, bytes)) else None


def _sole(value: Any) -> Any:
    """What stands alone in a list, as an ItemLoader without processors leaves it; any other value as it is."""
    return value[0] if isinstance(value, (list, tuple)) and len(value) == 1 else value


def _empty(value: Any) -> bool:
    return value is None or (isinstance(value, (str, bytes, list, tuple, dict, set)) and not value)
