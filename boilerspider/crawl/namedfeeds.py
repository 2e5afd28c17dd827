"""The feeds that a project names: those of FEEDS, and the one of FEED_URI, which Scrapy still takes beside them."""

from __future__ import annotations

from typing import Any

from scrapy.settings import BaseSettings


def named_feeds(settings: BaseSettings) -> dict[Any, Any]:
    """URI -> options, as the user wrote them."""
    uri = settings["FEED_URI"]
    single = {uri: {"format": settings["FEED_FORMAT"]}} if uri else {}
    return {**single, **settings.getdict("FEEDS")}
