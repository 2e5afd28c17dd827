"""The spider of the tests that need no more than articles, and their feed."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
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


def feed(path: str, **options: Any) -> dict[str, Any]:
    """The settings for a feed of JSON Lines."""
    return {"FEEDS": {path: {"format": "jsonlines", **options}}}


def lines(path: str) -> list[dict[str, Any]]:
    """The items of such a feed."""
    return [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]
