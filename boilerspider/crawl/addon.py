"""The add-on: the one line that switches boilerspider on. It adds components and changes nothing else."""

from __future__ import annotations

import atexit
import sys

from scrapy.settings import BaseSettings

from boilerspider.crawl import screen
from boilerspider.crawl.archives import ArchivedPages, KeepPages
from boilerspider.crawl.credentials import redact_feeds
from boilerspider.crawl.feedchecks import FeedChecks
from boilerspider.crawl.items import ItemMiddleware
from boilerspider.crawl.middleware import ExtractionMiddleware
from boilerspider.crawl.origins import ArrivalPipeline
from boilerspider.crawl.outputs import add_outputs
from boilerspider.crawl.pipelines import ArticlePipeline, DeduplicationPipeline
from boilerspider.crawl.report import Report
from boilerspider.crawl.stop import configured, stop
from boilerspider.crawl.summary import Summary
from boilerspider.errors import BadConfiguration
from boilerspider.version import __version__

_COMPONENTS: tuple[tuple[str, type, int], ...] = (
    # Before anything asks the web for a page that is there already.
    ("DOWNLOADER_MIDDLEWARES", ArchivedPages, 5),
    # Above 550 (retry) and below 590 (decompression): the page is final and decoded.
    ("DOWNLOADER_MIDDLEWARES", ExtractionMiddleware, 540),
    # Above 590: the page is as it was sent.
    ("DOWNLOADER_MIDDLEWARES", KeepPages, 595),
    ("SPIDER_MIDDLEWARES", ItemMiddleware, 550),
    # Before every pipeline of the project, whose orders customarily begin at 0.
    ("ITEM_PIPELINES", ArrivalPipeline, -1),
    ("ITEM_PIPELINES", ArticlePipeline, 300),
    # After every judge of the project: only what passed them all is claimed.
    ("ITEM_PIPELINES", DeduplicationPipeline, 900),
    # Before Scrapy's exporter, which is 0.
    ("EXTENSIONS", FeedChecks, -1),
    ("EXTENSIONS", Summary, 950),
    ("EXTENSIONS", Report, 955),
)


class Addon:
    """`ADDONS = {"boilerspider.Addon": 500}`; the project's own entries and None win over it."""

    def update_settings(self, settings: BaseSettings) -> None:
        """Add the components, and stop the crawl where the options are wrong."""
        configured(settings)
        for setting, component, order in _COMPONENTS:
            settings.setdefault_in_component_priority_dict(setting, component, order)
        redact_feeds()
        # The log's reader may go away; what was crawled is in its feeds.
        atexit.register(lambda: screen.let_go(sys.stderr))
        try:
            add_outputs(settings)
        except BadConfiguration as error:
            stop(error)

    def __repr__(self) -> str:
        return f"<boilerspider {__version__}>"
