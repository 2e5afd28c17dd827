"""The crawl without arguments: the embedded newspaper, served for as long as it runs."""

from __future__ import annotations

from scrapy import signals
from scrapy.crawler import Crawler

from boilerspider.demo import Newspaper


def configure(crawler: Crawler) -> None:
    """The demonstration gives the same articles each time: no memory, no waiting for a server of ours."""
    settings = crawler.settings
    settings.set("BOILERSPIDER_STORE", "memory:", "spider")
    settings.set("AUTOTHROTTLE_ENABLED", value=False, priority="spider")


def open_newspaper(crawler: Crawler) -> tuple[str, ...]:
    """The front pages of the newspaper, on the air until the crawl ends."""
    newspaper = Newspaper()
    newspaper.start()
    # Signals hold their receivers weakly, and nobody else holds this one.
    crawler.signals.connect(newspaper.stop, signals.spider_closed, weak=False)
    return newspaper.sites


def closing_words(sites: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """What the summary on the screen says of it."""
    return (
        ("this was", f"the embedded newspaper, on {len(sites)} hosts of this machine"),
        ("next", "make crawl SITES=https://example.com FEED=news.jsonl"),
    )
