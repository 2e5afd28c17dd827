"""Which articles a crawl wants, and how many."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from scrapy import signals
from scrapy.exceptions import CloseSpider
from scrapy.signalmanager import SignalManager

from boilerspider.model import Article
from boilerspider.spiders.arguments import Arguments
from boilerspider.spiders.wanted import refuser_of_article


class Quota:
    """Counts what is emitted; what a pipeline drops, or breaks at, does not count."""

    def __init__(self, arguments: Arguments) -> None:
        self._arguments = arguments
        self._emitted = 0

    def connect(self, manager: SignalManager) -> None:
        """Hear what becomes of the articles: of each that is lost Scrapy says either the one or the other."""
        manager.connect(self.give_back, signals.item_dropped)
        manager.connect(self.give_back, signals.item_error)

    def wants(self, article: Article, way: Collection[str] = ()) -> bool:
        """Whether an article to which addresses have led is wanted, by its address, date and language."""
        return not refuser_of_article(self._arguments, article, way)

    def takes(self, article: Article, way: Collection[str] = ()) -> bool:
        """Whether an article is wanted; it counts then. CloseSpider where the crawl has enough."""
        if not self.wants(article, way):
            return False
        wanted = self._arguments
        if wanted.max_articles and self._emitted >= wanted.max_articles:
            raise CloseSpider(f"max_articles={wanted.max_articles} reached")
        self._emitted += 1
        return True

    def give_back(self, item: Any) -> None:
        """An item was dropped, or lost to a pipeline that broke."""
        self._emitted -= isinstance(item, Article)
