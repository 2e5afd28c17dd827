"""Where articles leave besides Scrapy's own formats: Markdown, Parquet, folders, one feed a site.

A format is a row in FEED_EXPORTERS, a place is a row in FEED_STORAGES; both are loaded only when a
feed asks for them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.util import find_spec
from types import MappingProxyType

from scrapy.settings import BaseSettings

from boilerspider.crawl.namedfeeds import named_feeds
from boilerspider.errors import BadConfiguration
from boilerspider.redaction import how_to_write, unescaped

FEED_EXPORTERS: Mapping[str, str] = MappingProxyType(
    {
        "markdown": "boilerspider.crawl.outputs.markdown.MarkdownExporter",
        "md": "boilerspider.crawl.outputs.markdown.MarkdownExporter",
        "parquet": "boilerspider.crawl.outputs.parquet.ParquetExporter",
    }
)
"""Feed format -> exporter."""

FEED_STORAGES: Mapping[str, str] = MappingProxyType(
    {
        "folder": "boilerspider.crawl.outputs.folder.FolderStorage",
        "postgres": "boilerspider.crawl.outputs.postgresql.PostgresStorage",
        "postgresql": "boilerspider.crawl.outputs.postgresql.PostgresStorage",
    }
)
"""Scheme of a feed's URI -> storage."""


_PACKAGES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {"gs": ("google.cloud.storage", "google-cloud-storage"), "s3": ("boto3", "boto3")}
)
"""Scheme of Scrapy's -> the module that its storage needs, and the package that has it."""

_PLACES = re.compile(r"%\(\w+\)[-#0 +]*[\d.]*[a-zA-Z]")
"""What Scrapy fills in: `%(time)s`, `%(batch_id)05d`."""


def add_outputs(settings: BaseSettings) -> None:
    """Put our formats and places beside the project's own; BadConfiguration for a feed that cannot be written."""
    for name, rows in (("FEED_EXPORTERS", FEED_EXPORTERS), ("FEED_STORAGES", FEED_STORAGES)):
        settings.set(name, {**rows, **settings.getdict(name)}, settings.getpriority(name) or "addon")
    for uri in named_feeds(settings):
        # What Scrapy puts there, such as %(time)s, is no sign of the user's.
        if sign := unescaped(_PLACES.sub("_", str(uri)).replace("%%", "%")):
            scheme = str(uri).partition(":")[0]
            raise BadConfiguration(f"feed '{scheme}:': {how_to_write(sign, '%%')}")
        scheme = str(uri).partition("://")[0]
        module, package = _PACKAGES.get(scheme, ("", ""))
        if module and scheme not in settings.getdict("FEED_STORAGES") and not _is_there(module):
            raise BadConfiguration(f"feed {uri} needs {package}: pip install {package}")


def _is_there(module: str) -> bool:
    """Whether a module is installed; without Google's Scrapy fails when it has crawled, without Amazon's it does not name the feed."""
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # nor the package that it would be in
        return False
