"""Floor 3, drawer one: extractors. A new algorithm is one file here and one row below."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from boilerspider.extractors.base import Extractor
from boilerspider.registry import Drawer

EXTRACTORS = Drawer(
    "extractor",
    {
        "news": "boilerspider.extractors.news:News",
        "everything": "boilerspider.extractors.everything:Everything",
        "justext": "boilerspider.extractors.justext:JusText",
        "boilerpipe-article": "boilerspider.extractors.boilerpipe:BoilerpipeArticle",
        "boilerpipe-default": "boilerspider.extractors.boilerpipe:BoilerpipeDefault",
        "boilerpipe-sentences": "boilerspider.extractors.boilerpipe:BoilerpipeSentences",
        "boilerpipe-largest": "boilerspider.extractors.boilerpipe:BoilerpipeLargest",
        "boilerpipe-canola": "boilerspider.extractors.boilerpipe:BoilerpipeCanola",
        "boilerpipe-numwords": "boilerspider.extractors.boilerpipe:BoilerpipeNumWords",
        "tree-filter": "boilerspider.extractors.boilerpipe:TreeFilter",
        "declutter": "boilerspider.extractors.declutter:Declutter",
        "content-extractor": "boilerspider.extractors.content_extractor:ContentExtractor",
        "unfluff": "boilerspider.extractors.unfluff:Unfluff",
        "bte": "boilerspider.extractors.bte:Bte",
        "crf": "boilerspider.extractors.crf:Crf",
        "web2text": "boilerspider.extractors.web2text:Web2Text",
    },
    verb="label",
)


def extractor(name: str, params: Mapping[str, Any] | None = None) -> Extractor:
    """The extractor of that name with its parameters set; UnknownName or BadConfiguration otherwise."""
    return cast(Extractor, EXTRACTORS.build(name, params))


__all__ = ["EXTRACTORS", "Extractor", "extractor"]
