"""One feed a site: `%(site)s` in a feed's URI makes a feed for each site of the crawl, and one for all others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from itemadapter import ItemAdapter
from scrapy.extensions.feedexport import ItemFilter
from scrapy.settings import BaseSettings
from scrapy.utils.misc import load_object

from boilerspider.urls import site_of

PLACEHOLDER = "%(site)s"
TEMPLATE = "template"
"""The option of each of them that says what they are called in FEEDS."""
OTHERS = "others"
"""Stands for the site in the feed of articles from sites that the crawl was not told of."""


OWN_FILTER = "own_filter"
"""The option of each of them that keeps the filter that the project gave the feed."""


class SiteFilter(ItemFilter):
    """Lets the items of one site through, as far as the project's own filter does; for the feed of others, those of none of the named sites."""

    def __init__(self, feed_options: dict[str, Any] | None) -> None:
        super().__init__(feed_options)
        options = feed_options or {}
        self._own = load_object(options.get(OWN_FILTER, ItemFilter))(feed_options)

    def accepts(self, item: Any) -> bool:
        options = self.feed_options or {}
        site, named = options["site"], options["sites"]
        found = site_of(str(ItemAdapter(item).get("url") or ""))
        return bool(self._own.accepts(item)) and (found == site or (site == OTHERS and found not in named))


def by_site(feeds: Mapping[str, Any], sites: Iterable[str]) -> dict[str, Any]:
    """FEEDS with those that name `%(site)s` in their URI put once for each site; the others stay as they are."""
    named = sorted(set(sites))
    parted: dict[str, Any] = {}
    for uri, options in feeds.items():
        if PLACEHOLDER not in str(uri) or not isinstance(options, Mapping):
            parted[uri] = options
            continue
        for site in [*named, OTHERS]:
            own = {"item_filter": SiteFilter, "store_empty": False, "site": site, "sites": named, TEMPLATE: str(uri)}
            if "item_filter" in options:
                own[OWN_FILTER] = options["item_filter"]
            parted[str(uri).replace(PLACEHOLDER, site.replace(":", "_"))] = {**options, **own}
    return parted


def part_feeds(settings: BaseSettings, sites: Iterable[str]) -> None:
    """Put `by_site` into a crawl's settings, where a feed asks for it."""
    feeds = settings.getdict("FEEDS")
    if any(PLACEHOLDER in str(uri) for uri in feeds):
        settings.set("FEEDS", by_site(feeds, sites), "cmdline")
