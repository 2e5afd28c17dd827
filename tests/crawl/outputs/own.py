"""A project's own spider, which asks for the `urls` that it is given."""

from __future__ import annotations

from textwrap import indent

_HEAD = """
import scrapy


class OwnSpider(scrapy.Spider):
    name = "own"
    custom_settings = {"ADDONS": {"boilerspider.Addon": 500}, "CONCURRENT_REQUESTS": 1}

    async def start(self):
        for url in self.urls.split(","):
            yield scrapy.Request(url)

    def parse(self, response):
"""


def own_spider(parse: str) -> str:
    """The file of a spider that does this with a response."""
    return _HEAD + indent(parse.strip("\n"), " " * 8) + "\n"
