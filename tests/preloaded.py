"""What the process that forks the crawls of tests has imported before, and nobody else: an import that is missing must be missed."""

from __future__ import annotations

from importlib import import_module
from itertools import chain

from scrapy.settings import default_settings

IMPORTED = (
    "boilerspider.commands.articles",
    "boilerspider.crawl.addon",
    "boilerspider.crawl.summary",
    "boilerspider.extractors.news",
    "boilerspider.spiders.news",
    "boilerspider.stores.sqlite",
    "scrapy.commands.crawl",
    "scrapy.commands.runspider",
    *(
        path.rpartition(".")[0]
        for kind in ("DOWNLOAD_HANDLERS", "DOWNLOADER_MIDDLEWARES", "SPIDER_MIDDLEWARES", "EXTENSIONS")
        for path in map(str, chain(*getattr(default_settings, f"{kind}_BASE").items()))
        if path.startswith("scrapy.")
    ),
)
"""What is imported before the fork, with all that it imports itself; nothing of it installs a reactor or reads a setting."""

for name in IMPORTED:
    import_module(name)
