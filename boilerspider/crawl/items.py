"""A project's own items: filled from the article of the page they came from.

Items of every kind that itemadapter knows go through one door. A field is filled only where the
item has it and left it empty, and only when the item speaks of the page it came from and brings
no HTML of its own.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, fields
from itertools import takewhile
from typing import Any

from itemadapter import ItemAdapter
from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response

from boilerspider.crawl import keys
from boilerspider.crawl.options import Options
from boilerspider.crawl.redirected import redirected_from
from boilerspider.crawl.stop import configured
from boilerspider.fingerprints import exact
from boilerspider.model import Article
from boilerspider.urls import clean_url, same_site, story_url

logger = logging.getLogger(__name__)

ARTICLE_FIELDS = tuple(f.name for f in fields(Article))

_ORIGINS_KEPT = 10_000
"""Items whose origin is remembered at most: far above what Scrapy processes at once. Ours."""


_MARK_CHARACTERS = 16
"""Characters of the hash that tells the items of a page apart. Ours."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where an item came from."""

    url: str
    sole: bool
    """Whether it is the only item of its page, so that the page's URL says which story it is."""
    elsewhere: bool = False
    """Whether the item names another page's URL."""
    filled_with: str | None = None
    """The text of its page, where the item was filled from it."""
    is_article: bool = True
    """Whether that text has words enough for an article."""
    article: Article | None = None
    """What it was filled from."""
    led_by: tuple[str, ...] = ()
    """The page's former addresses."""


class Origins:
    """Item -> origin, by identity, for the items that are on their way through the pipelines.

    Dictionaries cannot be weakly referenced, so whoever asks for an origin takes it, whoever refuses an item forgets it,
    and of items that a pipeline put others in the place of the oldest are forgotten.
    """

    def __init__(self) -> None:
        self._entries: OrderedDict[int, tuple[Any, Origin]] = OrderedDict()

    def remember(self, item: Any, origin: Origin) -> None:
        """Note where an item came from."""
        self._entries[id(item)] = (item, origin)
        while len(self._entries) > _ORIGINS_KEPT:
            self._entries.popitem(last=False)

    def __len__(self) -> int:
        return len(self._entries)

    def take(self, item: Any) -> Origin | None:
        """The item's origin, forgotten with this call."""
        entry = self._entries.pop(id(item), None)
        return entry[1] if entry else None


class FieldMap:
    """Which field of an item stands for which field of an article."""

    def __init__(self, named: Mapping[str, str]) -> None:
        self._named = named
        self._inverse = {theirs: mine for mine, theirs in named.items()}
        self._complained: set[tuple[type, str]] = set()

    def own(self, item: Any, field: str) -> Any:
        """What the item itself says for an article's field; None where it says nothing."""
        name = field if isinstance(item, Article) else self._inverse.get(field, field)
        return ItemAdapter(item).get(name)

    def text(self, item: Any) -> str:
        """The text by which an item is judged; empty where it has none."""
        text = self.own(item, "text")
        return text if isinstance(text, str) and text.strip() else ""

    def fill(self, item: Any, article: Article) -> None:
        """Fill what the item has and left empty; what the page does not say stays as empty as it was."""
        adapter = ItemAdapter(item)
        for mine, theirs in self._fillable(adapter).items():
            value = getattr(article, theirs)
            if not _empty(value) or adapter.get(mine) is None:
                self.put(item, mine, value)

    def mark(self, item: Any, **values: Any) -> None:
        """Set fields of an article that the item has, whatever stands there; others are passed over."""
        names = self._names(ItemAdapter(item))
        for theirs, value in values.items():
            mine = self._inverse.get(theirs, theirs)
            if mine in names:
                self.put(item, mine, value)

    def put(self, item: Any, name: str, value: Any) -> None:
        """Set one field; a field that refuses the value is left as it is, with one warning."""
        try:
            ItemAdapter(item)[name] = value
        except (TypeError, ValueError, AttributeError) as error:
            seen = (type(item), name)
            if seen not in self._complained:
                self._complained.add(seen)
                logger.warning("%s.%s does not take the article's value: %s", type(item).__name__, name, error)

    def _fillable(self, adapter: ItemAdapter) -> dict[str, str]:
        pairs = {name: self._named.get(name, name) for name in self._names(adapter)}
        return {m: t for m, t in pairs.items() if t in ARTICLE_FIELDS and _empty(adapter.get(m))}

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
        sole = True
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
        """The same item, filled unless it brings its own HTML, its origin noted; an Article brings all along but its page's former addresses."""
        led_by = former_addresses(response)
        if not ItemAdapter.is_item(item) or (isinstance(item, Article) and not led_by):
            return item
        found = response.meta.get(keys.ARTICLE) if response.request is not None else None
        article = found if isinstance(found, Article) else Article()
        if self._names_another_page(item, response, article):
            origin = Origin(response.url, sole, elsewhere=True)
        elif isinstance(item, Article):
            origin = Origin(response.url, sole=True, led_by=led_by)
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
            self.origins.remember(item, origin)
        return item

    def _names_another_page(self, item: Any, response: Response, article: Article) -> bool:
        """Whether the item's own URL is neither the page's nor one that led to it."""
        url = self._fields.own(item, "url")
        if not isinstance(url, str) or not url:
            return False
        here = {response.url, article.canonical_url, *redirected_from(response)}
        if response.request is not None:
            here.add(response.request.url)
        try:
            named = story_url(response.urljoin(url))
        except ValueError:  # "http://[" is no address of any page
            return False
        return named not in {story_url(u) for u in here if u}


def former_addresses(response: Response) -> tuple[str, ...]:
    """What redirected to a page on its own site, as it was asked and in its clean form.

    What the page's own address led to, a notice about cookies say that leads back, is no former address.
    """
    here = clean_url(response.url)
    led = (*response.meta.get(keys.LED_BY, ()), *redirected_from(response)) if response.request is not None else ()
    before = takewhile(lambda url: clean_url(url) != here, led)
    return tuple(dict.fromkeys(form for url in before if same_site(url, here) for form in (url, clean_url(url))))


def one_of_many(url: str, text: str) -> str:
    """What stands for the address of one of several items of a page: the page's does not say which story it is."""
    return f"{url}#{exact(text).hex[:_MARK_CHARACTERS]}"


def html_of(item: Any, field: str | None) -> str | bytes | None:
    """The HTML that an item brings in a field, to be read instead of its page; None where it has none."""
    html = ItemAdapter(item).get(field) if field is not None else None
    return html if html and isinstance(html, (str, bytes)) else None


def _empty(value: Any) -> bool:
    return value is None or (isinstance(value, (str, bytes, list, tuple, dict, set)) and not value)
