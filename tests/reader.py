"""The spider of the tests that need no more than articles."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

from scrapy import Request, Spider


class Reader(Spider):
    """Yields the articles of all pages, several at a time."""

    name = "reader"
    urls: list[str]

    async def start(self) -> AsyncIterator[Any]:
        for url in self.urls:
            yield Request(url, dont_filter=True)

    def parse(self, response: Any) -> Iterator[Any]:
        yield response.meta["article"]
