"""What is asked first of a site, and what last: the priorities of its requests, as Scrapy has them."""

from __future__ import annotations

from boilerspider.crawl.queue import FROM_SITEMAP, LEADING
from boilerspider.discovery import Link, LinkKind

FAILED_BEFORE = -1
"""Of stories that failed, or came to nothing, when they were asked last, whatever names them: behind all others, and pages of links. `FairQueue` tells them by their meta."""


def priority_of(link: Link, *, has_failed: bool) -> int:
    """Feeds and sitemaps before pages: they know dates and titles. Articles before further listings; what failed before behind all that may be had."""
    if has_failed:
        return FAILED_BEFORE
    article = FROM_SITEMAP if link.source == "sitemap" else 5
    return {LinkKind.FEED: 10, LinkKind.SITEMAP: LEADING, LinkKind.ARTICLE: article}.get(link.kind, 0)
