"""Real crawls against real servers: what the tests of the Scrapy coat share."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from scrapy import Spider, signals
from scrapy.crawler import AsyncCrawlerRunner


@dataclass
class Outcome:
    """What a crawl emitted, dropped and counted."""

    items: list[Any] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)
    stats: dict[str, Any] = field(default_factory=dict)

    def count(self, name: str) -> int:
        return int(self.stats.get(f"boilerspider/{name}", 0))


Crawl = Callable[..., Awaitable[Outcome]]


@pytest.fixture
def crawl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Crawl:
    """await crawl(SpiderClass, settings, **spider arguments) -> Outcome; runs with the add-on, in an empty folder."""
    monkeypatch.chdir(tmp_path)

    async def run(spider: type[Spider], settings: dict[str, Any] | None = None, **arguments: Any) -> Outcome:
        outcome = Outcome()
        runner = AsyncCrawlerRunner(
            {
                "ADDONS": {"boilerspider.Addon": 500},
                "BOILERSPIDER_STORE": "memory:",
                "TELNETCONSOLE_ENABLED": False,
                "RETRY_ENABLED": False,
                "LOG_LEVEL": "DEBUG",
                **(settings or {}),
            }
        )
        crawler = runner.create_crawler(spider)

        def drop(item: Any, exception: Exception) -> None:
            outcome.dropped.append(str(exception))

        def keep(item: Any) -> None:
            outcome.items.append(item)

        crawler.signals.connect(keep, signals.item_scraped, weak=False)
        crawler.signals.connect(drop, signals.item_dropped, weak=False)
        await runner.crawl(crawler, **arguments)
        assert crawler.stats is not None
        outcome.stats = crawler.stats.get_stats()
        return outcome

    return run
