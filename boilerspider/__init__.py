"""boilerspider: news sites in, clean articles out, each story once.

The face of the package. Names are loaded when they are first used, so that importing it costs
nothing and needs no Scrapy.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from boilerspider.errors import BadConfiguration, BoilerspiderError, StoreError, UnknownName, UnreadablePage
from boilerspider.version import __version__

if TYPE_CHECKING:
    from boilerspider.crawl.addon import Addon
    from boilerspider.crawl.ending import broken
    from boilerspider.crawl.items import ItemMiddleware
    from boilerspider.crawl.middleware import ExtractionMiddleware
    from boilerspider.crawl.pipelines import ArticlePipeline, DeduplicationPipeline
    from boilerspider.model import Article, Block, Image
    from boilerspider.reading import extract, to_markdown

_HOMES = {
    "Addon": "boilerspider.crawl.addon",
    "Article": "boilerspider.model",
    "ArticlePipeline": "boilerspider.crawl.pipelines",
    "Block": "boilerspider.model",
    "DeduplicationPipeline": "boilerspider.crawl.pipelines",
    "ExtractionMiddleware": "boilerspider.crawl.middleware",
    "Image": "boilerspider.model",
    "ItemMiddleware": "boilerspider.crawl.items",
    "broken": "boilerspider.crawl.ending",
    "extract": "boilerspider.reading",
    "to_markdown": "boilerspider.reading",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return __all__


__all__ = [
    "Addon",
    "Article",
    "ArticlePipeline",
    "BadConfiguration",
    "Block",
    "BoilerspiderError",
    "DeduplicationPipeline",
    "ExtractionMiddleware",
    "Image",
    "ItemMiddleware",
    "StoreError",
    "UnknownName",
    "UnreadablePage",
    "__version__",
    "broken",
    "extract",
    "to_markdown",
]
